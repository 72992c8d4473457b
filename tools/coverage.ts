/**
 * `deno task coverage`: prints what the client and the provider
 * do with each operation of the Hub's OpenAPI document.
 *
 * What the client sends is seen: each public method is called, and no request
 * leaves the process. What the provider calls is read from its source.
 *
 * @module
 */
import { HuggingFace } from "../mod.ts";
import document from "../tests/contract/hub_openapi.json" with { type: "json" };
import { absent, reasons } from "./coverage_reasons.ts";
import { print } from "../provider/framework/testing/system/run.ts";
import { filesBelow } from "../provider/framework/testing/system/files.ts";
import { inRoot } from "./paths.ts";
import { runTask, task } from "../provider/framework/cli/task.ts";

/** An operation and what covers it. */
export interface CoverageEntry {
  /** The operation, such as `GET /api/whoami-v2`. */
  readonly operation: string;
  /** Methods of the client, such as `users.whoami`. */
  readonly client: readonly string[];
  /** Whether the provider calls one of them. */
  readonly isUsed: boolean;
  /** The reason why not; undefined if none is given. */
  readonly reason: string | undefined;
  /** Whether a configuration could use it. */
  readonly isSensible: boolean;
  /** The number of operations of the document. */
  readonly count: number;
}

const hex = "0123456789abcdef01234567";

/** The sample arguments by parameter name, used in turn. */
export const samples: Readonly<Record<string, readonly unknown[]>> = {
  repo: ["model", "dataset", "space"].map((type) => ({ type, id: "a/b" })),
  type: ["model", "dataset", "space"],
  access: ["read", "write"],
  slug: [`a/b-${hex}`],
  id: ["a/b", hex],
  body: [
    { name: "b", type: "model", id: "a/b", summary: "c", operations: [] },
  ],
  params: [
    { type: "organization" },
    { path: "c" },
    { revision: "r" },
    { status: "pending" },
    {},
  ],
  options: [{}],
  organization: ["a", undefined],
  changes: [[]],
  users: [["c"]],
  decision: [{ status: "accepted" }],
  volumes: [[], [{ type: "model", source: "a/b", mountPath: "/c" }]],
  operations: [[]],
  paths: [["c"]],
  to: ["c/d"],
};

/** Every choice of one value for each parameter. */
function choices(names: readonly string[]): unknown[][] {
  return names.reduce<unknown[][]>(
    (all, name) =>
      all.flatMap((one) =>
        (samples[name] ?? ["c"]).map((value) => [...one, value])
      ),
    [[]],
  );
}

/** A public method of the client, by the area that has it. */
export interface Method {
  readonly area: string;
  readonly name: string;
  readonly call: (...values: readonly unknown[]) => unknown;
  readonly parameters: readonly string[];
}

/** The public methods of an object's areas, and of the areas in them. */
export function methodsOf(object: object): Method[] {
  return Object.entries(object).flatMap(([area, value]) => {
    if (typeof value !== "object" || value === null) return [];
    const names = Object.getOwnPropertyNames(Object.getPrototypeOf(value));
    const own = names.filter((name) => name !== "constructor").map((name) => {
      const method = Reflect.get(value, name);
      // The names of parameters outlive their types.
      const [, list = ""] = /\(([^]*?)\) *\{/.exec(String(method)) ?? [];
      const parameters = Array.from(
        list.matchAll(/(?:^|,)\s*(\w+)/g),
        ([, parameter = ""]) => parameter,
      );
      const call = (...values: readonly unknown[]) =>
        Reflect.apply(method, value, values);
      return { area, name, call, parameters };
    });
    return [...own, ...methodsOf(value)];
  });
}

/** The first request of each way to call a method, such as `GET /api/docs`. */
async function requestsOf(
  { call, parameters }: Method,
  sent: string[],
): Promise<Set<string>> {
  sent.length = 0;
  for (const values of choices(parameters)) {
    try {
      const answer: unknown = call(...values);
      const isList = typeof answer === "object" && answer !== null &&
        Symbol.asyncIterator in answer;
      await (isList
        ? Array.fromAsync(answer as AsyncIterable<unknown>)
        : answer);
    } catch {
      // Every request is refused, and some values are of another method.
    }
  }
  return new Set(sent);
}

const operations = [...Object.keys(document), ...absent].map((operation) => {
  const [method = "", template = ""] = operation.split(" ");
  const pattern = template
    .replace("{repoType}", "(?:models|datasets|spaces)")
    .replace(/\{(path|rev|compare)\}$/, ".+")
    .replaceAll(/\{[^}]+\}/g, "[^/]+");
  const literals = template.split("/").filter((part) => !part.includes("{"));
  return {
    operation,
    pattern: new RegExp(`^${method} ${pattern}$`),
    literals: literals.length,
  };
});

/** The operations that a request may be of. */
function operationsOf(request: string): string[] {
  const fitting = operations.filter(({ pattern }) => pattern.test(request));
  const most = Math.max(...fitting.map(({ literals }) => literals));
  return fitting.filter(({ literals }) => literals === most)
    .map(({ operation }) => operation);
}

/** Every operation, with what covers it. */
export async function coverage(): Promise<CoverageEntry[]> {
  const sent: string[] = [];
  const client = new HuggingFace({
    token: "hf_nobody",
    endpoint: "https://huggingface.co",
    maxRetries: 0,
    fetch: (request) => {
      const { method, url } = request;
      sent.push(`${method} ${decodeURIComponent(new URL(url).pathname)}`);
      return Promise.resolve(
        Response.json({ error: "Refused" }, { status: 400 }),
      );
    },
  });
  const folder = "provider/huggingface";
  const files = await filesBelow(inRoot(folder));
  const sources = await Promise.all(
    files.map((file) => Deno.readTextFile(inRoot(`${folder}/${file}`))),
  );
  const provider = sources.join("\n");
  const senders = new Map<string, Method[]>();
  for (const method of methodsOf(client)) {
    const requests = await requestsOf(method, sent);
    const all = new Set([...requests].flatMap(operationsOf));
    for (const operation of all) {
      senders.set(operation, [...senders.get(operation) ?? [], method]);
    }
  }
  const isUsed = ({ area, name }: Method) =>
    new RegExp(`\\b${area}\\s*\\.\\s*${name}\\(`).test(provider);
  return operations.map(({ operation }) => {
    const methods = senders.get(operation) ?? [];
    const reason = reasons.find(({ pattern }) => pattern.test(operation));
    const isOfProvider = methods.some(isUsed);
    return {
      operation,
      client: methods.map(({ area, name }) => `${area}.${name}`).sort(),
      isUsed: isOfProvider,
      reason: reason?.text,
      isSensible: isOfProvider || reason?.isSensible === true,
      count: isOfThree(operation) ? 3 : 1,
    };
  }).sort((a, b) => place(a) < place(b) ? -1 : 1);
}

/** Whether the document has an operation for each type of repository. */
function isOfThree(operation: string): boolean {
  return operation.includes("{repoType}") &&
    !/\/(discussions|sql-console)|\{repo\}\/duplicate$/.test(operation);
}

function place({ operation }: CoverageEntry): string {
  return operation.split(" ").reverse().join(" ");
}

const intro = `# Coverage

What covers each operation of the Hub's OpenAPI document of 2026-08-17, or why
nothing does. \`deno task coverage\` writes this page: it calls every method of
the client and looks for those methods in the source of the provider. Where
models, datasets and Spaces have the same operation it is one here, with
\`{repoType}\`; the second column of the first table counts as the document does.

An operation is sensible for infrastructure if a configuration could use it:
what the provider uses, and of the rest what \`tools/coverage_reasons.ts\` says
it of. What is not is conversation, search, transport of large files, sign-in of
people, and what has no route to read it.

The copy of the document in \`tests/contract/hub_openapi.json\` has every
operation that the client sends, and requests and answers are held against it.
The others are known by name only. Operations of later editions are not here.
Inference Endpoints have no copy in this repository, so that their API is not
here either: [EVIDENCE.md](client/sandbox/EVIDENCE.md) has its routes.
`;

/** The page. */
async function page(): Promise<string> {
  const all = await coverage();
  const sensible = all.filter(({ isSensible }) => isSensible);
  const used = sensible.filter(({ isUsed }) => isUsed);
  const covered = sensible.filter(({ isUsed, client }) =>
    isUsed || client.length > 0
  );
  const count = (some: readonly CoverageEntry[]) =>
    `| ${some.length} | ${some.reduce((sum, { count }) => sum + count, 0)} |`;
  const rows = all.map(({ operation, client, isUsed, reason }) => {
    const methods = client.map((name) => `\`${name}\``).join(", ");
    return `| \`${operation}\` | ${methods} | ${
      isUsed ? "yes" : reason ?? "?"
    } |`;
  });
  return [
    intro,
    "| | operations here | in the document |",
    "| --- | --- | --- |",
    `| all ${count(all)}`,
    `| sent by the client ${
      count(all.filter(({ client }) => client.length > 0))
    }`,
    `| sensible for infrastructure ${count(sensible)}`,
    `| of these used by the provider ${count(used)}`,
    `| of these used by the provider or sent by the client ${count(covered)}`,
    "",
    "| operation | client | provider |",
    "| --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

const command = task({
  name: "coverage",
  summary: "Prints what covers each operation of the Hub, as a page.",
  options: {},
});

async function main(): Promise<number> {
  print(await page());
  return 0;
}

if (import.meta.main) await runTask(command, main);
