/**
 * Updates of several requests that end between two of them, by refusals from
 * then on or because the process is killed: what was planned is reached by the
 * next apply, and what was before by the way back, or the loss is told.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Resource, ValueObject } from "../../../provider/framework/mod.ts";
import { valueNamed } from "../../../provider/framework/binding/table.ts";
import { resources, ResourceWorld } from "../../support/resource_world.ts";
import { isWrite } from "./lost_requests.ts";
import {
  type AttributeChange,
  changesOf,
  configsOf,
} from "./update_changes.ts";

/** The ends of an update. */
const ends = ["refused", "killed"] as const;

/** Starts with the configuration before a change, and lets the world go on. */
async function begin(resource: Resource, change: AttributeChange) {
  const [before, after] = configsOf(resource, [change]);
  const world = await ResourceWorld.start(resource);
  if (!await world.isValid(before) || !await world.isValid(after)) return;
  if ((await world.plan(before)).diagnostics.hasErrors) return;
  if ((await world.attempt(before)).diagnostics.hasErrors) return;
  // Where a branch leads by then is not where it led.
  await world.client.files.commit({ type: "model", id: "acme/m" }, {
    summary: "Theirs",
    operations: [{ path: "theirs.txt", content: "theirs" }],
  }).catch(() => undefined);
  await world.refresh();
  const { diagnostics, requiresReplace } = await world.plan(after);
  if (diagnostics.hasErrors || requiresReplace.length > 0) return;
  return { world, before, after };
}

/** Counts the writes of a world, of which those from one on are refused. */
function watch(world: ResourceWorld, from = Infinity) {
  const { answer } = world;
  const count = { writes: 0 };
  world.answer = async (request) => {
    if (!isWrite(request) || count.writes++ < from) {
      return await answer(request);
    }
    return Response.json({ error: "no" }, { status: 503 });
  };
  return { count, end: () => world.answer = answer };
}

/** A state without what each write changes, beside what it was at first. */
function shown(state: unknown, first: unknown): string {
  const before = valueNamed(Object(first), ["commit"]);
  return JSON.stringify(
    state,
    (name, value) =>
      name === "commit"
        ? value === before
        : /_at$|^(?:last_modified|revision|sha|token)$/.test(name)
        ? null
        : value,
  );
}

/** The errors of a plan or of its apply; undefined: none. */
async function refusalOf(world: ResourceWorld, values: ValueObject) {
  const planned = await world.plan(values);
  const { diagnostics } = planned.diagnostics.hasErrors
    ? planned
    : await world.attempt(values, undefined, planned);
  return diagnostics.hasErrors ? JSON.stringify(diagnostics.items) : undefined;
}

async function complaintsOf(
  resource: Resource,
  change: AttributeChange,
  at: number,
  end: (typeof ends)[number],
  reached: string,
) {
  const found: string[] = [];
  for (const way of ["on", "back"] as const) {
    const begun = await begin(resource, change);
    if (begun === undefined) return [];
    const { world, before, after } = begun;
    const next = way === "on" ? after : before;
    const first = world.state;
    const goal = way === "on" ? reached : shown(first, first);
    const watched = watch(world, at);
    if (end === "killed") await world.kill(after);
    else await world.attempt(after);
    watched.end();
    const complain = (text: string) =>
      found.push(
        `${change.entry.path}: ${JSON.stringify(change.from)} → ` +
          `${JSON.stringify(change.to)}, write ${at}, ${end}, ${way}: ${text}`,
      );
    const { newState, diagnostics } = await world.tryRead(world.state);
    const isTold = newState === null && diagnostics.items.length > 0;
    await world.refresh();
    const refusal = await refusalOf(world, next);
    // Of what a create may have left, an import is offered.
    if (refusal?.includes("exists already")) continue;
    if (refusal !== undefined) complain(refusal);
    await world.refresh();
    const is = shown(world.state, first);
    if (is !== goal && !isTold) complain(`${is} is not ${goal}`);
  }
  return found;
}

for (const resource of resources) {
  Deno.test({
    name:
      `${resource.typeName}: an update that ends half-way is completed, or taken back`,
    // The provider's lists and clocks outlive a call.
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const found: string[] = [];
      for (const change of changesOf(resource)) {
        const begun = await begin(resource, change);
        if (begun === undefined) continue;
        const { world, after } = begun;
        const first = world.state;
        const { count } = watch(world);
        await world.attempt(after);
        await world.refresh();
        const reached = shown(world.state, first);
        for (let at = 1; at < count.writes; at++) {
          for (const end of ends) {
            found.push(
              ...await complaintsOf(resource, change, at, end, reached),
            );
          }
        }
      }
      assertEquals(found, []);
    },
  });
}
