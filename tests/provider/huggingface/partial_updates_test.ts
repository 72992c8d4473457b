/**
 * Updates of one or several requests, of which one is refused or loses its
 * response, or each takes long. The state has what was sent and answered, and nothing of what was
 * not: the next plan has the rest, and the way back has what was done.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type {
  Diagnostics,
  Resource,
  ValueObject,
} from "../../../provider/framework/mod.ts";
import type { Entry } from "../../../provider/framework/binding/mod.ts";
import { Random } from "../../support/random_values.ts";
import {
  distinctResources,
  ResourceWorld,
} from "../../support/resource_world.ts";
import { isWrite, routeOf } from "./lost_requests.ts";
import {
  type AttributeChange,
  type ChangeSet,
  changesOf,
  configsOf,
} from "./update_changes.ts";

/** The number of pairs of attributes that are drawn, equal for each resource. */
const PAIRS = Number(Deno.env.get("UPDATE_PAIRS") ?? 92);

/** The fates of a request. */
const fates = ["refused", "lost after it", "lost before its effect"] as const;

type Fate = (typeof fates)[number] | "slow";

/** Attributes of which no plan shows what an update did or left, and why. */
const unplanned: Readonly<Record<string, string>> = {
  "huggingface_repo_tag.message": "a tag that cannot be set is put back",
  "huggingface_space.paused": "a commit starts what was paused, too",
};

function isUnplanned({ typeName }: Resource, { path }: Entry): boolean {
  return unplanned[`${typeName}.${path}`] !== undefined;
}

/** The writes of an update, and those that took effect. */
interface Sent {
  readonly routes: string[];
  readonly done: string[];
}

/** Watches a world's writes, of which the one at a place has a fate. */
function watch(
  world: ResourceWorld,
  at?: number,
  fate?: Fate,
): Sent {
  const sent: Sent = { routes: [], done: [] };
  const { answer } = world;
  world.answer = async (request) => {
    if (!isWrite(request)) return await answer(request);
    const route = routeOf(request);
    const isHit = sent.routes.push(route) - 1 === at;
    if (isHit && fate === "refused") {
      return Response.json({ error: "no" }, { status: 403 });
    }
    if (isHit && fate === "lost before its effect") {
      throw new TypeError("connection reset");
    }
    const response = await answer(request);
    if (response.ok) sent.done.push(route);
    if (fate === "slow") world.clockMs += 2_000;
    return isHit ? new Response(null, { status: 504 }) : response;
  };
  return sent;
}

/** Starts with a configuration; undefined: it cannot be. */
async function begin(
  resource: Resource,
  config: ValueObject,
): Promise<ResourceWorld | undefined> {
  const world = await ResourceWorld.start(resource);
  if (!await world.isValid(config)) return undefined;
  const planned = await world.plan(config);
  if (planned.diagnostics.hasErrors) return undefined;
  const { diagnostics } = await world.attempt(config, undefined, planned);
  if (diagnostics.hasErrors) return undefined;
  await world.refresh();
  return world;
}

/** The writes of an update; undefined: it cannot be, or is a replacement. */
async function rehearse(resource: Resource, together: ChangeSet) {
  const [before, after] = configsOf(resource, together);
  const world = await begin(resource, before);
  if (world === undefined) return undefined;
  if (!await world.isValid(after)) return undefined;
  const planned = await world.plan(after);
  if (planned.diagnostics.hasErrors || planned.requiresReplace.length > 0) {
    return undefined;
  }
  const { routes } = watch(world);
  const { diagnostics } = await world.attempt(after, undefined, planned);
  return diagnostics.hasErrors ? undefined : routes;
}

function said({ items }: Diagnostics): string {
  return items.map(({ summary }) => summary).join(", ");
}

/** Whether a plan changes something, warns, or is refused. */
async function isNoticed(
  world: ResourceWorld,
  config: ValueObject,
): Promise<boolean> {
  const { plannedState, diagnostics } = await world.plan(config);
  return diagnostics.items.length > 0 ||
    JSON.stringify(plannedState) !== JSON.stringify(world.state);
}

/** The complaints about an update of which one request has a fate. */
async function complaintsOf(
  resource: Resource,
  together: ChangeSet,
  routes: readonly string[],
  at: number,
  fate: Fate,
): Promise<readonly string[]> {
  const [before, after] = configsOf(resource, together);
  const world = await begin(resource, before);
  if (world === undefined) return ["cannot begin"];
  const { answer } = world;
  const { done } = watch(world, at, fate);
  const { diagnostics } = await world.attempt(after);
  world.answer = answer;
  const what = together.map(({ entry, from, to }) =>
    `${entry.path}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`
  ).join(", ");
  const complain = (...texts: readonly string[]) =>
    texts.map((text) =>
      `${what}: ${routes[at] ?? "each request"} ${fate}: ${text}`
    );
  if (!diagnostics.hasErrors) return [];
  if (fate === "slow") return complain(`is refused: ${said(diagnostics)}`);
  const lost = diagnostics.items.some(({ detail }) =>
    detail.includes("may have been done")
  );
  const silent = fate === "lost after it" && !lost
    ? complain(`is silent of it: ${said(diagnostics)}`)
    : [];
  const isPlanned = !together.some(({ entry }) => isUnplanned(resource, entry));
  const isLacking = isPlanned && done.length < routes.length;
  if (isLacking && !await isNoticed(world, after)) {
    return complain("counts as done, without a refresh");
  }
  await world.refresh();
  if (isLacking && !await isNoticed(world, after)) {
    return complain("counts as done");
  }
  if (isPlanned && done.length > 0 && !await isNoticed(world, before)) {
    return complain("counts as never done");
  }
  // It goes on from there.
  const planned = await world.plan(after);
  const { diagnostics: told } = planned.diagnostics.hasErrors
    ? planned
    : await world.attempt(after, undefined, planned);
  if (told.hasErrors) {
    // Of a create that may have been lost, an import is offered.
    const isOffered = !isPlanned && said(told).includes("exists already");
    return isOffered ? [] : complain(`cannot go on: ${said(told)}`);
  }
  await world.refresh();
  const { plannedState } = await world.plan(after);
  return JSON.stringify(plannedState) === JSON.stringify(world.state)
    ? silent
    : complain("does not come to rest");
}

/** A change, and the writes of an update that makes it alone. */
interface Rehearsed {
  readonly change: AttributeChange;
  readonly routes: readonly string[] | undefined;
}

/** The kind of a change: its routes, what it opens, whether a read shows it. */
function kindOf({ change, routes }: Rehearsed): string {
  const { entry: { binding: { openness, read } }, from, to } = change;
  const opens = openness !== undefined && [from, to];
  return JSON.stringify([[...new Set(routes)], opens, read === undefined]);
}

for (const resource of distinctResources) {
  Deno.test(`${resource.typeName}: what an update did not send stays planned, and what it did is known`, async () => {
    const changes = changesOf(resource);
    const alone = await Promise.all(
      changes.map(async (change) => ({
        change,
        routes: await rehearse(resource, [change]),
      })),
    );
    // One of each kind meets one of each other kind.
    const seen = new Set<string>();
    const partners = alone.filter((one) => {
      const isNew = one.routes !== undefined && !seen.has(kindOf(one));
      seen.add(kindOf(one));
      return isNew;
    });
    const found: string[] = [];
    const walk = async (
      together: ChangeSet,
      rehearsed?: readonly string[],
    ) => {
      const routes = rehearsed ?? await rehearse(resource, together) ?? [];
      if (routes.length < together.length) return;
      const all = routes.flatMap((_, at) =>
        fates.slice(0, together.length === 1 ? 3 : 2).map((fate) =>
          complaintsOf(resource, together, routes, at, fate)
        )
      );
      if (routes.length > 1) {
        all.push(complaintsOf(resource, together, routes, -1, "slow"));
      }
      found.push(...(await Promise.all(all)).flat());
    };
    // Of what a read tells, one for each object and route stands for all.
    const told = new Set<string>();
    const pairs: ChangeSet[] = [];
    for (const one of alone) {
      const { change, routes } = one;
      if (routes === undefined) continue;
      const { entry, from, to } = change;
      const [top] = entry.names;
      const kind = [top, ...routes, from === null].join(" ");
      if (entry.binding.read !== undefined && told.has(kind)) continue;
      told.add(kind);
      await walk([change], routes);
      const isFirst = changes.find((one) => one.entry === entry) === change;
      const isMet = entry.binding.read === undefined && to !== null ||
        partners.some((partner) => partner.change === change);
      if (!isFirst || !isMet) continue;
      for (const partner of partners) {
        const both: ChangeSet = [change, partner.change];
        const isAlone = both.some(({ entry }) => isUnplanned(resource, entry));
        if (partner.change.entry === entry || isAlone) continue;
        const kind = [one, partner].map(kindOf).toSorted().join();
        if (!seen.has(kind)) pairs.push(both);
        seen.add(kind);
      }
    }
    const random = Random.ofEnvironment();
    const drawn = random.draw(
      pairs,
      Math.ceil(PAIRS / distinctResources.length),
    );
    for (const pair of drawn) await walk(pair);
    assertEquals(found, [], `SEED=${random.seed}`);
  });
}
