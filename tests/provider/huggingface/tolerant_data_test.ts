/**
 * Every field of every answer that a data source, a search or an export reads,
 * missing, null, of another type or beside a new one: none fails for it, a
 * list loses an item at most, and what is not told becomes no value.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { Sandbox } from "../../../client/sandbox/mod.ts";
import { openEphemeralResource } from "../../../provider/framework/engine/ephemeral_resource.ts";
import { readDataSource } from "../../../provider/framework/engine/read.ts";
import {
  type DataSource,
  Diagnostics,
  loadProvider,
  type Value,
  type ValueObject,
} from "../../../provider/framework/mod.ts";
import {
  isValueArray,
  isValueObject,
} from "../../../provider/framework/values/value.ts";
import { provider } from "../../../provider/huggingface/provider.ts";
import type { HuggingFaceProvider } from "../../../provider/huggingface/provider_data.ts";
import { exportNamespace } from "../../../provider/huggingface/export/export.ts";
import { areas } from "../../../provider/huggingface/areas.ts";
import { tenAtATime } from "../../../provider/huggingface/reads/ten_at_a_time.ts";
import { errorsOf } from "../../support/resource_world.ts";
import { makeAccount, providerOf, silentLog } from "../../support/account.ts";
import { readAnswers, type RecordedAnswer } from "../../recorded/answers.ts";
import { type Damage, damages } from "../../recorded/damage.ts";
import {
  call,
  plainClient,
  serverOf,
  whole,
} from "../framework/engine/support.ts";
import {
  type Asker,
  isDemanded,
  type ObservedAnswer,
  type Replies,
  watchAnswers,
  withOddReply,
} from "./odd_answers.ts";
import { ShownFields, tellMore } from "./shown_fields.ts";

const { sandbox, client } = await makeAccount();
const { serviceAccounts } = client.organizations;

/** The configuration of each that needs one. */
const configs: Readonly<Record<string, ValueObject>> = {
  huggingface_endpoint: { name: "e" },
  huggingface_space: { name: "s" },
  huggingface_model: { repository: "acme/m" },
  huggingface_dataset: { repository: "acme/d" },
  huggingface_repo_revision: { repository: "acme/m" },
  huggingface_repo_scan: { repository: "acme/m" },
  huggingface_hourly_cost: {
    endpoints: { e: { instance_type: "intel-spr" } },
    spaces: { s: { hardware: "t4-small" } },
    jobs: { j: { flavor: "t4-small" } },
  },
  huggingface_resource_group: { name: "g" },
  huggingface_repo_token: { repository: "acme/m" },
  huggingface_service_account_token: {
    organization: "acme",
    permissions: ["org.read"],
  },
};

class DataWorld implements Asker {
  readonly sandbox: Sandbox = sandbox;
  answer = (request: Request) => this.sandbox.fetch(request);

  /** The data of a provider that knows nothing yet. */
  get data(): HuggingFaceProvider {
    return providerOf(sandbox, (request) => this.answer(request));
  }

  async read({ typeName, schema, ...rest }: DataSource) {
    const server = serverOf({
      dataSources: [{ typeName, schema, ...rest }],
    }, { data: this.data });
    const { state, diagnostics } = await readDataSource(server, {
      typeName,
      config: whole(schema, configs[typeName] ?? {}),
      providerMeta: null,
      clientCapabilities: plainClient,
    }, call);
    return { value: withoutSums(state), errors: errorsOf(diagnostics) };
  }
}

/** A sum over what was told says in `unpriced` what it lacks. */
function withoutSums(state: Value): Value {
  if (!isValueObject(state) || state["unpriced"] === undefined) return state;
  return { costs: state["costs"] ?? null };
}

/** Answers that another request was asked for. */
const others = ["repos/space-revision-xet"];

const answers = (await readAnswers()).filter(({ name, status, body }) =>
  status === 200 && typeof body === "object" && !others.includes(name)
);

/** An answer to a request, and those that were recorded for its route. */
function candidates(seen: ObservedAnswer): ObservedAnswer[] {
  const recorded = answers.flatMap((answer) => recordedFor(seen, answer));
  // A catalogue of the sandbox has a thousand fields of the same kind.
  const isLong = JSON.stringify(seen.body).length > 20_000;
  const own = isLong && recorded.length > 0 ? [] : [seen, ...tellMore(seen)];
  return [...own, ...recorded];
}

function recordedFor(
  { request }: ObservedAnswer,
  { route, request: recorded, body }: RecordedAnswer,
): ObservedAnswer[] {
  const pattern = new RegExp(
    `^${
      route.replaceAll(/\{type\}/g, "(model|dataset|space)").replaceAll(
        /\{path\}/g,
        "(.+)",
      ).replaceAll(/\{\w+\}/g, "([^/]+)")
    }$`,
  );
  const [own, others] = [request, recorded.replace(/\?.*/, "")]
    .map((line) => pattern.exec(decodeURIComponent(line)));
  if (!own || !others) return [];
  // Its names become those that are asked for.
  let text = JSON.stringify(body);
  const pairs = others.slice(1).map((name, at) =>
    [name, own[at + 1] ?? name] as const
  );
  for (const [name, asked] of pairs) {
    text = text.replaceAll(`"${name}"`, `"${asked}"`);
  }
  const joined = pairs.map(([name]) => name).slice(-2).join("/");
  const wanted = pairs.map(([, asked]) => asked).slice(-2).join("/");
  text = text.replaceAll(`"${joined}"`, `"${wanted}"`);
  return [{ request, body: JSON.parse(text), isRecorded: true }];
}

/** Places where a value is neither the one that was told, nor none. */
function findInvented(before: Value, after: Value, at = ""): string[] {
  if (after === null || isEqual(before, after)) return [];
  if (isValueArray(before) && isValueArray(after)) {
    const gone = without(before, after);
    const come = without(after, before);
    if (come.length > gone.length || gone.length > come.length + 1) {
      return [`${at}: ${before.length} items became ${after.length}`];
    }
    return come.flatMap((one, index) =>
      findInvented(gone[index] ?? null, one, `${at}.${index}`)
    );
  }
  if (isValueObject(before) && isValueObject(after)) {
    return Object.entries(after).flatMap(([key, each]) =>
      findInvented(before[key] ?? null, each, `${at}.${key}`)
    );
  }
  return [`${at}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`];
}

/** The items of a list that are not in another one. */
function without(items: readonly Value[], others: readonly Value[]): Value[] {
  const there = new Set(others.map((one) => JSON.stringify(one)));
  return items.filter((one) => !there.has(JSON.stringify(one)));
}

function isEqual(one: Value, other: Value): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Permitted differences, and the reasons. */
const excused: readonly (readonly [reason: string, pattern: RegExp])[] = [
  [
    "an instance without its vendor or region is none",
    /vendors\.\d+(\.regions(\.\d+(\.computes)?)?)?: \.\w+: \d+ items became/,
  ],
  [
    "the least is that of the cheapest place that is told",
    /\/v2\/provider: \w+ vendors\.\d+(\.regions)?: \.costs\.0\.least: /,
  ],
  [
    "nothing else is read there",
    /(absent|type|null) (vendors|filesWithIssues|periods|usage): /,
  ],
  [
    "a job is called by what is told",
    /scheduled-jobs\/acme: \w+ 0\.[\w.]+: \.costs\.0\.name: [^,]*$/,
  ],
  [
    "it is looked for by its title or name",
    /acme has no (collection "Ours"|resource group g)/,
  ],
  ["others than external ones are not said to be", /isExternalCollaborator: /],
  ["a revision is its commit", /revision\/main: \w+ sha:/],
];

/** The outcome of a read. */
interface Outcome {
  readonly value: Value;
  readonly errors: readonly string[];
}

const walked = { data: 0, list: 0, export: 0 };

type Read = (world: DataWorld) => Promise<Outcome>;

const shown = new ShownFields();

/** Reads with each damage to each answer; what went wrong. */
async function walk(
  kind: keyof typeof walked,
  read: Read,
  data?: DataSource,
): Promise<string[]> {
  const world = new DataWorld();
  const { seen, replies } = await watchAnswers(world, () => read(world));
  const wrong: string[] = [];
  // Objects of others are not found again one by one.
  const odd = kind === "data" ? seen.flatMap(candidates) : seen;
  for (const answer of odd) {
    const source = `${answer.request}${answer.isRecorded ? " (recorded)" : ""}`;
    const asIs: Damage = { field: "?", kind: "extra", body: () => answer.body };
    const before = await readOddly(replies, answer, asIs, read);
    if (before.errors.length > 0) {
      wrong.push(`${source}: ${before.errors}`);
      continue;
    }
    // An export finds and reads as a search does.
    const all = ReadableStream.from(
      damages(answer.body).filter((damage) =>
        kind !== "export" || /absent|type/.test(damage.kind)
      ),
    );
    const problems = tenAtATime(all, async (damage) => {
      walked[kind]++;
      const after = await readOddly(replies, answer, damage, read);
      const isRead = /enum|absent/.test(damage.kind) && !after.errors.length;
      if (data !== undefined && isRead) {
        shown.note(data, damage.field, before.value, after.value);
      }
      const found = problemsOf(damage, before, after);
      return found.map((one) =>
        `${source}: ${damage.kind} ${damage.field}: ${one}`
      );
    });
    wrong.push(...(await Array.fromAsync(problems)).flat());
  }
  return wrong.filter((each) => !excused.some(([, one]) => one.test(each)));
}

function readOddly(
  replies: Replies,
  answer: ObservedAnswer,
  damage: Damage,
  read: Read,
): Promise<Outcome> {
  const world = new DataWorld();
  return withOddReply(world, answer, damage, replies, () => read(world));
}

function problemsOf(
  { field, kind }: Damage,
  before: Outcome,
  after: Outcome,
): readonly string[] {
  if (isDemanded(field) || after.errors.length > 0) {
    return isDemanded(field) ? [] : after.errors;
  }
  // An unknown value is one, and null may mean none.
  const isOne = kind === "enum" || kind === "null";
  return isOne ? [] : findInvented(before.value, after.value);
}

const loaded = await loadProvider(provider);

/** The outcome of something that throws where it fails. */
async function outcomeOf(act: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { value: JSON.parse(JSON.stringify(await act())), errors: [] };
  } catch (error) {
    return { value: null, errors: [String(error)] };
  }
}

for (const data of loaded.dataSources) {
  Deno.test(`the data source ${data.typeName} shows what an odd answer tells`, async () => {
    assertNone(await walk("data", (world) => world.read(data), data));
  });
}

/** The most pages of 4 MiB that a list of 32 MiB at most has. */
const MOST_PAGES = 9;

/** An answer whose list has a next page, and an item of 4 MiB more. */
async function withNextPage(response: Response, at: number): Promise<Response> {
  const body = await response.clone().json().catch(() => null);
  const items = Array.isArray(body) ? body : body?.items;
  if (!Array.isArray(items) || typeof items[0] !== "object") return response;
  items[0] = { ...items[0], more: "a".repeat(4 * 2 ** 20) };
  const next = `page-${at}`;
  const cursors = body === items ? {} : { nextCursor: next };
  return new Response(
    JSON.stringify(body === items ? items : { ...body, ...cursors }),
    { ...response, headers: { link: `<?cursor=${next}>; rel="next"` } },
  );
}

for (const data of loaded.dataSources) {
  Deno.test(`the data source ${data.typeName} ends though a list does not`, async () => {
    const world = new DataWorld();
    const pages = new Map<string, number>();
    const { answer } = world;
    world.answer = async (request) => {
      const url = new URL(request.url);
      const { pathname } = url;
      url.searchParams.delete("cursor");
      const at = (pages.get(pathname) ?? 0) + 1;
      pages.set(pathname, at);
      if (at > MOST_PAGES) throw new Error(`It reads on in ${pathname}`);
      return await withNextPage(await answer(new Request(url, request)), at);
    };
    const { errors } = await world.read(data);
    assertEquals(errors.filter((one) => one.includes("reads on")), []);
  });
}

for (const resource of loaded.ephemeralResources) {
  const { typeName, schema } = resource;
  Deno.test(`the ephemeral ${typeName} is open whatever an odd answer tells`, async () => {
    const { _id } = await serviceAccounts.create("acme", { name: "run" });
    const config = { ...configs[typeName], service_account_id: _id };
    const open = async ({ data }: DataWorld) => {
      const server = serverOf({ ephemeralResources: [resource] }, { data });
      const { diagnostics } = await openEphemeralResource(server, {
        typeName,
        config: whole(schema, config),
        clientCapabilities: plainClient,
      }, call);
      return { value: null, errors: errorsOf(diagnostics) };
    };
    try {
      assertNone(await walk("data", open));
    } finally {
      await serviceAccounts.delete("acme", _id);
    }
  });
}

for (const { typeName, schema, list } of loaded.listResources) {
  Deno.test(`a search of ${typeName} finds what an odd answer tells`, async () => {
    const search = (world: DataWorld) =>
      outcomeOf(async () => {
        const found = await Array.fromAsync(list({
          config: whole(schema, {}),
          provider: world.data,
          signal: AbortSignal.timeout(60_000),
          providerMeta: null,
          diagnostics: new Diagnostics(),
          log: silentLog,
          limit: 100,
          includeResource: true,
        }));
        return found.map(({ identity }) => identity);
      });
    assertNone(await walk("list", search));
  });
}

for (
  const { typeName } of areas.flatMap(({ listResources = [] }) => listResources)
) {
  const kind = typeName.replace("huggingface_", "");
  Deno.test(`an export of ${kind} writes what an odd answer tells`, async () => {
    const write = (world: DataWorld) =>
      outcomeOf(async () => {
        const folder = await Deno.makeTempDir();
        const { found } = await exportNamespace(world.data, {
          kinds: [kind],
          match: "*",
          folder,
          progress: () => {},
        }).finally(() => Deno.remove(folder, { recursive: true }));
        return Array.from({ length: found }, (_, at) => at);
      });
    assertNone(await walk("export", write));
  });
}

function assertNone(wrong: readonly string[]): void {
  assertEquals(wrong.map((each) => each.slice(0, 500)), []);
}

Deno.test("each attribute of a data source shows the field that its page says", () => {
  assertEquals(shown.wrong(), []);
});

Deno.test("thousands of odd answers were read", () => {
  const { data, list, export: written } = walked;
  assert(
    data > 10_000 && list > 2000 && written > 1000,
    JSON.stringify(walked),
  );
});
