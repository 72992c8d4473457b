/**
 * No write is sent blindly: for each attribute and each route that its change,
 * create and destroy takes, the answer is lost, or a rate limit refuses it or has
 * it wait, and somebody else with the same token sets the attribute. That stands,
 * and nothing is sent twice without a look between.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type {
  Resource,
  Value,
  ValueObject,
} from "../../../provider/framework/mod.ts";
import {
  type Entry,
  tableOf,
} from "../../../provider/framework/binding/mod.ts";
import {
  isLocal,
  isSame,
  valueNamed,
} from "../../../provider/framework/binding/table.ts";
import type { HuggingFace } from "../../../mod.ts";
import {
  deletedConfigOf,
  kindsOf,
  sampleOf,
  samplesOf,
} from "../../support/samples.ts";
import {
  distinctResources,
  errorsOf,
  resourceNamed,
  type ResourceWorld,
  withValue,
} from "../../support/resource_world.ts";
import {
  adoptingTypes,
  holdWrite,
  isWrite,
  loseWrite,
  routeOf,
  seenBy,
  takeName,
  worldsOf,
} from "./lost_requests.ts";
import { triples } from "./triples.ts";

/** Configurations of one object that differ in one attribute. */
interface Case {
  readonly entry: Entry;
  /** Null: it is created. */
  readonly first: ValueObject | null;
  /** Null: it is destroyed. */
  readonly planned: ValueObject | null;
  readonly theirs: ValueObject;
}

/** Values of which no answer says anything: the rest tells that it is the same. */
const untold = new Set(["huggingface_repo_tag.message"]);

function casesOf(resource: Resource): readonly Case[] {
  const { typeName, schema } = resource;
  const { excluded = {} } = sampleOf(resource);
  const entries = kindsOf(tableOf(schema.attributes)).filter((
    { path, attribute, binding },
  ) =>
    triples[`${typeName}.${path}`] !== undefined ||
    attribute.mode !== "computed" && !isLocal(binding) &&
      binding.change !== "immutable" && excluded[path] === undefined
  );
  return entries.flatMap((entry, i) => {
    const { config, values, isNeeded } = samplesOf(typeName, entry);
    const rest = { ...deletedConfigOf(resource), ...config };
    const of = (value: Value) => withValue(rest, entry.names, value);
    const triple = triples[`${typeName}.${entry.path}`];
    if (triple === undefined && (isNeeded || entry.attribute.required)) {
      return [];
    }
    const [one, other] = triple ?? values;
    const third = triple === undefined ? rest : of(triple[2]);
    return [
      { entry, first: of(one), planned: of(other), theirs: third },
      { entry, first: third, planned: of(one), theirs: of(other) },
      { entry, first: null, planned: of(one), theirs: of(other) },
      // A destroy is the same for all.
      ...i === 0
        ? [{ entry, first: of(one), planned: null, theirs: of(other) }]
        : [],
    ];
  });
}

/** The fate of a request. */
type Fate =
  | "lost after its effect"
  | "lost before its effect"
  | "refused"
  | "held back";

/** A request of ours. */
interface RequestRecord {
  readonly key: string;
  readonly isWrite: boolean;
}

/** Notes what a world sends from now on. */
function watch(world: ResourceWorld): RequestRecord[] {
  const sent: RequestRecord[] = [];
  const { answer } = world;
  world.answer = async (request) => {
    const key = `${routeOf(request)} ${await request.clone().text()}`;
    sent.push({ key, isWrite: isWrite(request) });
    return await answer(request);
  };
  return sent;
}

/** The writes that are sent again; blind ones, or all. */
function repeats(
  sent: readonly RequestRecord[],
  blindOnly: boolean,
): readonly string[] {
  const since = new Set<string>();
  return sent.flatMap(({ key, isWrite }) => {
    if (!isWrite) {
      if (blindOnly) since.clear();
      return [];
    }
    if (since.has(key)) return [key];
    since.add(key);
    return [];
  });
}

/** Whether a configuration can be planned from where a world is. */
async function isPlanned(world: ResourceWorld, values: ValueObject | null) {
  return !(await world.plan(values)).diagnostics.hasErrors;
}

/** The cases of each resource, and their rehearsals, each done once for all. */
const rehearsals = new Map(distinctResources.map((resource) => {
  const done = new Map<Case, ReturnType<typeof rehearse>>();
  const rehearsed = (one: Case) => {
    const rehearsed = done.get(one) ?? rehearse(resource, one);
    done.set(one, rehearsed);
    return rehearsed;
  };
  return [resource, { cases: casesOf(resource), rehearsed }];
}));

/** The routes of a case, and the id of its object; undefined: it cannot be. */
async function rehearse(resource: Resource, { first, planned, theirs }: Case) {
  const [world, other] = await worldsOf(resource, false);
  if (first !== null) {
    if (!await isPlanned(world, first)) return undefined;
    if ((await world.attempt(first)).diagnostics.hasErrors) return undefined;
  }
  const before = world.state;
  const routes = new Map<string, number>();
  const { answer } = world;
  let count = 0;
  world.answer = async (request) => {
    const route = routeOf(request);
    // Commits look at the branch themselves: see `commit_race_test.ts`.
    if (
      isWrite(request) && !route.includes("/commit/") && !routes.has(route)
    ) routes.set(route, count);
    count++;
    return await answer(request);
  };
  world.isOneProcess = true;
  const plan = await world.plan(planned);
  if (plan.diagnostics.hasErrors) return undefined;
  const { diagnostics } = await world.attempt(planned, undefined, plan);
  if (diagnostics.hasErrors) return undefined;
  world.state ??= before;
  const id = world.importId;
  if (planned !== null) {
    other.state = await other.read(world.state);
    if (!await isPlanned(other, theirs)) return undefined;
    if ((await other.attempt(theirs)).diagnostics.hasErrors) return undefined;
  }
  // The provider looks for its new object by the request that made it.
  return { routes: [...routes].slice(first === null ? 1 : 0), id };
}

/** Loses the answer of a route while somebody sets the attribute. */
async function lose(
  resource: Resource,
  { entry, first, planned, theirs }: Case,
  { route, id, fate, at = 0 }: {
    readonly route: string;
    readonly id: string;
    readonly fate: Fate;
    /** The number of requests before the write, those of its plan included. */
    readonly at?: number;
  },
): Promise<readonly string[]> {
  const { names, attribute, path } = entry;
  const [ours, others] = await worldsOf(resource, false);
  if (first !== null) await ours.apply(first);
  const before = first === null
    ? attribute.default ?? null
    : valueNamed(ours.state, names);
  let now: Value = null;
  let isSet = false;
  const see = async () => {
    const state = await others.read(others.state);
    return state === null ? null : valueNamed(state, names);
  };
  const sent = watch(ours);
  const between = async () => {
    if (first === null) await others.import(id).catch(() => {});
    else others.state = await others.read(ours.state);
    const { diagnostics } = await others.attempt(theirs);
    isSet = !diagnostics.hasErrors;
    now = await see();
    // A value as before is not told from one that was never sent.
    isSet &&= !isSame(now, before, attribute);
  };
  ours.answer = fate === "held back"
    ? holdWrite(ours.answer, at, between)
    : loseWrite(ours.answer, {
      route,
      reaches: fate === "lost after its effect",
      ...fate === "refused" && { status: 429 },
      between,
    });
  // No look of an apply trusts what its process has read before.
  ours.isOneProcess = fate === "held back";
  const { diagnostics } = await ours.attempt(planned);
  const said = JSON.stringify(diagnostics.items.map(({ summary }) => summary));
  const name = `${resource.typeName}.${path}`;
  const isShown = samplesOf(resource.typeName, entry).isShown &&
    !attribute.sensitive &&
    (entry.binding.read !== undefined || triples[name] !== undefined);
  const what = `${path}: ${route} ${fate}, ` +
    `${first === null ? "create" : planned === null ? "destroy" : "change"}`;
  const blind = repeats(sent, isShown || !isSet || untold.has(name))
    .map((key) => `${what}: sent again: ${key}`);
  if (!isSet || !isShown || isSame(now, await see(), attribute)) return blind;
  const values = [first, planned, theirs].map((one) =>
    JSON.stringify(valueNamed(one, names))
  );
  return [
    ...blind,
    `${what}: ${values.join(" → ")}: ${JSON.stringify(now)} became ` +
    `${JSON.stringify(await see())} ${said}`,
  ];
}

/** Loses the response to the only write of a change that took effect. */
async function loseDone(
  resource: Resource,
  { entry, first, planned }: Case,
): Promise<readonly string[]> {
  const [ours] = await worldsOf(resource, false);
  if (first !== null) await ours.apply(first);
  const sent = watch(ours);
  ours.answer = loseWrite(ours.answer, { reaches: true });
  const { diagnostics } = await ours.attempt(planned);
  const isRefused = diagnostics.items.some(({ severity, detail }) =>
    severity === "error" && !detail.includes("may have been done")
  );
  return [
    ...repeats(sent, false),
    ...isRefused ? diagnostics.items.map(({ detail }) => detail) : [],
  ].map((text) => `${entry.path}: ${text}`);
}

/** A failure of a look to show what is there. */
type Blindness = "finds nothing" | "is as before" | "waits";

/** Time in milliseconds after which a look is taken again. */
const LATE_MS = 1_200;

/** Lists that no route of a single item stands beside. */
const onlyLists = /\/(?:acme\/members|accepted|rejected)$/;

/** The answer to a look that shows nothing new; undefined: it has none. */
async function blindAnswer(
  how: Blindness,
  look: Request,
  answer: ResourceWorld["answer"],
): Promise<Response | undefined> {
  if (how === "waits") return undefined;
  if (how === "finds nothing") {
    return Response.json({ error: "Not found" }, { status: 404 });
  }
  const before = await answer(look.clone());
  const body: unknown = await before.clone().json().catch(() => undefined);
  const isList = Array.isArray(body) && !onlyLists.test(routeOf(look));
  return isList ? before : undefined;
}

/** Puts another object in the place of one. */
async function putInPlace(
  others: ResourceWorld,
  config: ValueObject,
): Promise<void> {
  const { typeName, state, client } = others;
  if (typeName === "huggingface_service_account_token") {
    const { organization, service_account_id, token_id } = Object(state);
    await client.organizations.serviceAccounts
      .rotateToken(organization, service_account_id, token_id);
    return;
  }
  await others.attempt(null);
  // It is all that tells a branch or tag from another one.
  if (/_(?:branch|tag)$/.test(typeName)) await commit(client, "main");
  await others.attempt(config);
}

/**
 * Changes or destroys what somebody has changed, or made anew, since the plan,
 * where one look of the apply does not show that.
 *
 * @param at The number of looks of the apply before that one.
 * @param looks The looks of an apply, as far as they are known.
 * @returns The looks of this one, and what became of theirs.
 */
async function miss(
  resource: Resource,
  { entry: { names, path, attribute }, first, planned, theirs }: Case,
  { how, at, looks }: {
    readonly how: Blindness;
    readonly at: number;
    readonly looks: readonly Request[];
  },
): Promise<{ readonly looks: readonly Request[]; readonly became: string }> {
  const isColleague = planned === null && !sampleOf(resource).isUsersOwn;
  const [ours, others] = await worldsOf(resource, isColleague);
  await ours.apply(first ?? theirs);
  const plan = await ours.plan(planned);
  others.state = await others.read(ours.state);
  const { answer, sandbox } = ours;
  const look = looks[at];
  const old = look && await blindAnswer(how, look, answer);
  const see = async () => {
    const state = await others.read(others.state);
    return state === null
      ? "nothing"
      : planned === null
      ? await seenBy(others)
      : valueNamed(state, names);
  };
  const was = await see();
  let now: Value = was;
  let isDone = false;
  const change = async () => {
    isDone = true;
    sandbox.advance(1000);
    await (planned === null
      ? putInPlace(others, theirs)
      : others.attempt(theirs));
    now = await see();
    assert(now !== "nothing");
  };
  const isWaiting = how === "waits" && at >= 0;
  if (!isWaiting) await change();
  const sent: Request[] = [];
  let isSent = false;
  ours.answer = async (request) => {
    isSent ||= isWrite(request);
    const isMeant = !isSent && sent.push(request.clone()) === at + 1 &&
      (how !== "is as before" || request.url === look?.url);
    const answered = isMeant && old || await answer(request);
    if (isMeant && isWaiting) {
      await change();
      ours.clockMs += LATE_MS;
    }
    return answered;
  };
  await ours.attempt(planned, undefined, plan);
  const then = await see();
  const isTheirs = isDone &&
    (planned === null || !isSame(now, was, attribute));
  const what = planned === null ? "destroy" : `change of ${path}`;
  const became = !isTheirs || isSame(now, then, attribute)
    ? ""
    : `${what}, ${look && routeOf(look)} ${how}: ` +
      `${JSON.stringify(now)} became ${JSON.stringify(then)}`;
  return { looks: sent, became };
}

/** Sends a request that is refused, and then meets what has its name by then. */
async function meetAnother(
  resource: Resource,
  { entry: { path }, first, planned, theirs }: Case,
  { route, id, status }: {
    readonly route: string;
    readonly id: string;
    readonly status: number;
  },
): Promise<readonly string[]> {
  const [ours] = await worldsOf(resource, false);
  if (first !== null) await ours.apply(first);
  const before = first === null ? id : ours.importId;
  let them: ResourceWorld | undefined;
  let seen = "";
  ours.answer = loseWrite(ours.answer, {
    ...{ route, reaches: false, status },
    async between() {
      them = await takeName(ours, before, theirs).catch(() => undefined);
      seen = them ? await seenBy(them) : "";
    },
  });
  await ours.attempt(planned);
  const now = them ? await seenBy(them) : "";
  return now === seen ? [] : [
    `${path}: ${first && "update"} ${route} ${status}: ${seen} became ${now}`,
  ];
}

/** Lists the writes and errors of a change, of which a rate limit refuses one. */
async function writesOf(
  resource: Resource,
  { first, planned }: Case,
  isRefused: boolean,
): Promise<readonly string[]> {
  const [ours] = await worldsOf(resource, false);
  if (first !== null) await ours.apply(first);
  const sent = watch(ours);
  if (isRefused) {
    ours.answer = loseWrite(ours.answer, { reaches: false, status: 429 });
  }
  const { diagnostics } = await ours.attempt(planned);
  return [
    // Each world has commits of its own.
    ...sent.filter(({ isWrite }) => isWrite)
      .map(({ key }) => key.replace(/"parentCommit":"\w+"/, "")),
    ...errorsOf(diagnostics),
  ];
}

for (const [resource, { cases, rehearsed }] of rehearsals) {
  Deno.test(`${resource.typeName}: what a rate limit refuses is sent later`, async () => {
    const changes = cases.filter(({ first }, at, all) =>
      first !== null && all[at - 1]?.entry !== all[at]?.entry
    );
    const tried = new Set<string>();
    await Promise.all(changes.map(async (change) => {
      const { routes } = await rehearsed(change) ?? {};
      // Commits are none of the routes, so each of them is tried.
      const key = `${routes?.map(([route]) => route)}` || change.entry.path;
      if (routes === undefined || tried.has(key)) return;
      tried.add(key);
      const [free, refused] = await Promise.all(
        [false, true].map((isRefused) => writesOf(resource, change, isRefused)),
      );
      assertEquals(refused, free, change.entry.path);
    }));
  });
  Deno.test(`${resource.typeName}: what is done already is not sent again`, async () => {
    const changes = cases.filter(({ first, planned }) =>
      first !== null && planned !== null
    );
    const found = await Promise.all(changes.map(async (one) => {
      const { routes = [] } = await rehearsed(one) ?? {};
      return routes.length === 1 ? await loseDone(resource, one) : [];
    }));
    assertEquals(found.flat(), []);
  });
  Deno.test(`${resource.typeName}: no write is sent blindly`, async () => {
    const found = await Promise.all(
      cases.map(async (one, at) => {
        // Nobody can change a destroyed object.
        const lost = one.planned === null
          ? "lost before its effect"
          : "lost after its effect";
        // What is refused has no effect, so its create finds nothing; a
        // change there meets the one, the change back the other.
        const isBack = cases[at - 1]?.entry === one.entry;
        const fates: readonly Fate[] = one.first === null
          ? [lost]
          : one.planned === null
          ? [lost, "refused", "held back"]
          : [lost, isBack ? "held back" : "refused"];
        const { routes = [], id = "" } = await rehearsed(one) ?? {};
        const found = routes.flatMap(([route, at]) =>
          fates.map((fate) => lose(resource, one, { route, at, id, fate }))
        );
        return (await Promise.all(found)).flat();
      }),
    );
    assertEquals(found.flat(), []);
  });
}

for (const [resource, { cases, rehearsed }] of rehearsals) {
  // What is never created is never another one.
  if (adoptingTypes.has(resource.typeName)) continue;
  Deno.test(`${resource.typeName}: what is asked for again is not asked of another one`, async () => {
    const tried = new Set<string>();
    const shown = cases.filter(({ entry: { path } }) =>
      !untold.has(`${resource.typeName}.${path}`)
    );
    const found = await Promise.all(shown.map(async (one) => {
      const { routes = [], id = "" } = await rehearsed(one) ?? {};
      const met = routes.flatMap(([route]) => {
        const key = `${route} ${one.first === null}`;
        if (tried.has(key)) return [];
        tried.add(key);
        return [400, 404, 409, 429].map((status) =>
          meetAnother(resource, one, { route, id, status })
        );
      });
      return (await Promise.all(met)).flat();
    }));
    assertEquals(found.flat(), []);
  });
}

/** Resources whose destroy removes whoever was put there again. */
const untoldTypes = new Set(["huggingface_resource_group_members"]);

/** Numbers of looks beyond those of an apply that is refused. */
const more = [0, 1, 2, 3];

/** Does it for each look; undefined: it is lost whatever a look shows. */
async function missEach(resource: Resource, one: Case, how: Blindness) {
  let { looks, became } = await miss(resource, one, { how, at: -1, looks: [] });
  if (became !== "") return undefined;
  if (how === "waits") {
    // A look that nobody disturbs may take more of them.
    const all = [...looks, ...more].map((_, at) =>
      miss(resource, one, { how, at, looks })
    );
    const lost = await Promise.all(all);
    return lost.map(({ became }) => became).filter((one) => one !== "");
  }
  const lost: string[] = [];
  for (let at = 0; at < looks.length; at++) {
    ({ looks, became } = await miss(resource, one, { how, at, looks }));
    if (became !== "") lost.push(became);
  }
  return lost;
}

for (const [resource, { cases, rehearsed }] of rehearsals) {
  const { typeName, schema: { attributes } } = resource;
  const [entry] = tableOf(attributes);
  for (const how of ["finds nothing", "is as before", "waits"] as const) {
    // What is in a file is compared with the commit that deletes it.
    if (!/_files?$/.test(typeName)) {
      Deno.test(`${typeName}: a look that ${how} lets no destroy pass`, async () => {
        assert(entry);
        const [first, planned] = [deletedConfigOf(resource), null];
        const destroy = { entry, first, planned, theirs: first };
        const lost = await missEach(resource, destroy, how);
        assertEquals(lost, untoldTypes.has(typeName) ? undefined : []);
      });
    }
    Deno.test(`${typeName}: a look that ${how} lets no change pass`, async () => {
      const tried = new Set<string | undefined>();
      // What is asked before a write is the same for all of an attribute.
      const isFirst = ({ entry: { names } }: Case) =>
        !tried.has(names[0]) && tried.add(names[0]);
      const kept = cases.filter(({ entry, first, planned }) =>
        first !== null && planned !== null &&
        samplesOf(typeName, entry).isShown &&
        !entry.attribute.sensitive && entry.binding.read !== undefined
      );
      const found = await Promise.all(kept.map(async (one) => {
        if (await rehearsed(one) === undefined || !isFirst(one)) return [];
        return await missEach(resource, one, how) ?? [];
      }));
      assertEquals(found.flat(), []);
    });
  }
}

/** The attributes by which others come to see or to do more. */
const opening =
  /(?:^|\.)(?:visibility|gated|gating|role|auto_join|enforce_\w+)$/;

for (const resource of distinctResources) {
  const { typeName, schema } = resource;
  const entries = tableOf(schema.attributes).filter((
    { path, binding, names },
  ) =>
    (opening.test(path) || path === "type" && typeName.endsWith("_endpoint")) &&
    names.length === 1 && binding.write !== undefined &&
    binding.change !== "immutable"
  );
  if (entries.length === 0) continue;
  Deno.test(`${typeName}: what somebody closed again stays closed`, async () => {
    const found = await Promise.all(
      entries.map((entry) => loseOpening(resource, entry)),
    );
    assertEquals(found.flat(), []);
  });
}

/** Opens something, which somebody undoes while the answer is lost. */
async function loseOpening(
  resource: Resource,
  entry: Entry,
): Promise<readonly string[]> {
  const { names, path, attribute, binding: { openness } } = entry;
  if (openness === undefined) return [`${path}: nothing says how open it is`];
  const { typeName } = resource;
  // It would lock out the test, too.
  if (path === "enforce_ip_restriction") return [];
  const { config, values, isNeeded } = samplesOf(typeName, entry);
  const isMust = isNeeded || attribute.required || attribute.computed;
  const own = triples[`${typeName}.${path}`] ?? values;
  const all: Value[] = [
    ...own,
    ...isMust ? [] : [attribute.default ?? null],
  ];
  all.sort((a, b) => openness(a) - openness(b));
  const [closed, open] = [all.at(0), all.at(-1)];
  const of = (value: Value = null) =>
    withValue({ ...deletedConfigOf(resource), ...config }, names, value);
  const one: Case = {
    entry,
    first: of(closed),
    planned: of(open),
    theirs: of(closed),
  };
  const { routes = [], id = "" } = await rehearse(resource, one) ?? {};
  if (routes.length === 0) return [`${path}: it cannot be opened`];
  return (await Promise.all(routes.map(async ([route]) => {
    const [ours, others] = await worldsOf(resource, false);
    await ours.apply(of(closed));
    ours.answer = loseWrite(ours.answer, {
      route,
      reaches: true,
      async between() {
        await others.import(id);
        await others.apply(of(closed));
      },
    });
    const { diagnostics } = await ours.attempt(of(open));
    const state = await others.read(others.state);
    const now = state === null ? null : valueNamed(state, names);
    return diagnostics.hasErrors && openness(now) === openness(closed ?? null)
      ? []
      : [`${path}: ${route}: it is ${JSON.stringify(now)}`];
  }))).flat();
}

const model = { type: "model", id: "acme/m" } as const;

async function commit({ files }: HuggingFace, revision: string): Promise<void> {
  await files.commit(model, {
    summary: "Theirs",
    revision,
    operations: [{ path: "theirs.txt", content: "theirs" }],
  });
}

async function commitOf({ refs }: HuggingFace, name: string) {
  const { branches } = await refs.get(model);
  return branches.find((branch) => branch.name === name)?.targetCommit;
}

for (
  const { does, reaches, make } of [
    {
      does: "commits to it",
      reaches: false,
      make: (client: HuggingFace) => commit(client, "v1"),
    },
    {
      does: "makes it anew",
      reaches: true,
      async make(client: HuggingFace) {
        await commit(client, "main");
        await client.refs.createBranch(model, "v1");
      },
    },
  ]
) {
  Deno.test(`huggingface_repo_branch: a delete that was lost leaves it to whoever ${does}`, async () => {
    const [ours] = await worldsOf(resourceNamed("repo_branch"), false);
    await ours.apply({ repository: model.id, name: "v1" });
    const { client } = ours;
    let now: string | undefined;
    ours.answer = loseWrite(ours.answer, {
      reaches,
      async between() {
        await make(client);
        now = await commitOf(client, "v1");
      },
    });
    const { diagnostics } = await ours.attempt(null);
    assert(diagnostics.hasErrors && now !== undefined);
    assertEquals(await commitOf(client, "v1"), now);
  });
}
