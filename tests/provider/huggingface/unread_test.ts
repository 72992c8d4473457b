/**
 * Writes after which nothing can be read: an answer tells by what somebody else's
 * is known later. Without it, a plan says no less of what it deletes or overwrites
 * of theirs.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Resource, ValueObject } from "../../../provider/framework/mod.ts";
import { deletedConfigOf, sampleOf } from "../../support/samples.ts";
import {
  commitFiles,
  distinctResources,
  ResourceWorld,
} from "../../support/resource_world.ts";
import { importByOthers, isWrite, makeAnew, seenBy } from "./lost_requests.ts";

/** Somebody else changes it. */
async function change(
  world: ResourceWorld,
  config: ValueObject,
): Promise<ResourceWorld> {
  const { them, values } = await importByOthers(world, config);
  await them.attempt(values);
  return them;
}

/** Applies, and has each read after a write fail; false: nothing was written. */
async function applyUnread(
  world: ResourceWorld,
  config: ValueObject,
): Promise<boolean> {
  const { answer } = world;
  let isSent = false;
  world.answer = async (request) => {
    const isRead = !isWrite(request);
    if (isSent && isRead) return Response.json({}, { status: 403 });
    const response = await answer(request);
    isSent ||= !isRead;
    return response;
  };
  await world.attempt(config);
  world.answer = answer;
  return isSent && world.state !== null;
}

/** A write that may not be read, what others do then, and what is planned. */
interface Case {
  readonly before: ValueObject | undefined;
  readonly config: ValueObject;
  readonly act: typeof change;
  readonly next: ValueObject | null;
}

/** The fate of theirs, and the words of a plan; undefined: it is not ours. */
async function outcomeOf(
  resource: Resource,
  { before, config, act, next }: Case,
  apply: (world: ResourceWorld, config: ValueObject) => Promise<unknown>,
) {
  const world = await ResourceWorld.start(resource);
  if (before) await world.attempt(before);
  if (await apply(world, config) === false || world.state === null) return;
  const repo = { type: "model", id: "acme/m" } as const;
  // Where a branch leads by then is not where it led.
  await commitFiles(world.client.files, repo, { "theirs.txt": "theirs" }).catch(
    () => undefined,
  );
  const them = await act(world, config);
  if (them.state === null) return;
  const theirs = await seenBy(them);
  const { said } = await world.planRefreshed(next);
  await world.refresh();
  if (world.state === null) return;
  const planned = await world.plan(next);
  const { items, hasErrors } = planned.diagnostics;
  if (hasErrors) return;
  await world.attempt(next, undefined, planned);
  const isDeleted = world.commands.at(-1)
    ?.some((one) => one.startsWith("DELETE"));
  return {
    isLost: isDeleted || await seenBy(them) !== theirs,
    // The latter is all after a refresh of its own, as `apply -refresh-only`.
    said: [said, items].map((all) => all.map(({ summary }) => summary)),
  };
}

/** The complaint about a write that is not read; undefined: all is well. */
async function complaintOf(resource: Resource, one: Case) {
  const [now, known] = await Promise.all([
    outcomeOf(resource, one, applyUnread),
    outcomeOf(resource, one, (world, config) => world.attempt(config)),
  ]);
  if (!now?.isLost) return undefined;
  if (!known?.isLost) return "theirs is lost";
  const silent = known.said.filter((said, at) =>
    now.said[at]?.length === 0 && said.length > 0
  );
  return silent.length > 0 ? `it is silent: ${silent}` : undefined;
}

for (const resource of distinctResources) {
  const { typeName } = resource;
  Deno.test(`${typeName}: what others make of what could not be read is not lost in silence`, async () => {
    // A wait would go on until its time is up.
    const waits = "wait_for_ready" in resource.schema.attributes &&
      { wait_for_ready: false };
    const least = { ...deletedConfigOf(resource), ...waits };
    const [first = least, second = first] = sampleOf(resource).steps
      .map((step) => ({ ...least, ...step }));
    const writes = [
      { write: "create", before: undefined, config: first },
      { write: "update", before: first, config: second },
    ];
    const cases = writes.flatMap(({ write, ...rest }) =>
      Object.entries({ makeAnew, change }).flatMap(([how, act]) =>
        Object.entries({ destroy: null, first, second })
          .map(([to, next]) => ({
            ...{ ...rest, act, next },
            name: [write, how, to].join(", "),
          }))
      )
    );
    const found = await Promise.all(cases.map(async ({ name, ...one }) => {
      const complaint = await complaintOf(resource, one);
      return complaint === undefined ? [] : [`${name}: ${complaint}`];
    }));
    assertEquals(found.flat(), []);
  });
}
