/**
 * Every field of every answer that a resource reads, missing, null, of another
 * type or beside a new one: no create is lost, no state changes by what is not
 * told, and no plan has a change for it.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type {
  Resource,
  Value,
  ValueObject,
} from "../../../provider/framework/mod.ts";
import { tableOf } from "../../../provider/framework/binding/mod.ts";
import { objectType } from "../../../provider/framework/schema/schema.ts";
import { equalValues } from "../../../provider/framework/values/equal.ts";
import { type Damage, damages } from "../../recorded/damage.ts";
import {
  isDemanded,
  type ObservedAnswer,
  type Replies,
  watchAnswers,
  withOddAnswer,
  withOddReply,
} from "./odd_answers.ts";
import { sampleOf } from "../../support/samples.ts";
import {
  assertNoErrors,
  distinctResources,
  ResourceWorld,
} from "../../support/resource_world.ts";

for (const resource of distinctResources) {
  const { typeName, schema } = resource;
  if (tableOf(schema.attributes).length === 0) continue;

  Deno.test(`${typeName} keeps what an answer does not tell`, async () => {
    const { world, config } = await recordCreate(resource);
    await world.refresh();
    const { seen, replies } = await watchAnswers(
      world,
      () => world.read(world.state),
    );
    const wrong: string[] = [];
    for (const answer of seen) {
      for (const damage of damages(answer.body)) {
        await checkRead(world, config, replies, answer, damage)
          .catch((error) => wrong.push(error.message.slice(0, 900)));
      }
    }
    assertEquals(wrong, [], "only ids are demanded, by `!` in a shape");
  });

  Deno.test(`${typeName} is not lost by an odd answer to its create`, async () => {
    const { seen } = await recordCreate(resource);
    const wrong: string[] = [];
    for (const answer of seen) {
      for (const damage of damages(answer.body)) {
        // What the others come to is tried with reads.
        const isTold = damage.kind === "absent" || damage.kind === "type";
        if (!isTold || isDemanded(damage.field)) continue;
        await checkCreate(resource, answer, damage)
          .catch((error) => wrong.push(error.message.slice(0, 900)));
      }
    }
    assertEquals(wrong, []);
  });
}

function configOf(resource: Resource): ValueObject {
  // A wait for what is not told would go on until its time is up.
  const waits = "wait_for_ready" in resource.schema.attributes &&
    { wait_for_ready: false };
  return { ...sampleOf(resource).config, ...waits };
}

/** The resource of a sample, and the answers to its create. */
async function recordCreate(resource: Resource) {
  const world = await ResourceWorld.start(resource);
  const config = configOf(resource);
  const { made: seen } = await watchAnswers(
    world,
    () => world.apply(config),
  );
  return { world, config, seen };
}

const walked = { read: 0, create: 0 };

async function checkRead(
  world: ResourceWorld,
  config: ValueObject,
  replies: Replies,
  answer: ObservedAnswer,
  damage: Damage,
): Promise<void> {
  walked.read++;
  const { field, kind } = damage;
  const what = `${answer.request}: ${kind} ${field}`;
  const result = await withOddReply(
    world,
    answer,
    damage,
    replies,
    () => world.tryRead(world.state),
  );
  const errors = result.diagnostics.items.filter(({ severity }) =>
    severity === "error"
  );
  if (isDemanded(field)) return;
  assertEquals(errors, [], what);
  // Null may mean none, and an unknown value is one.
  if (kind === "null" || kind === "enum") return;
  assert(
    equalValues(result.newState, world.state, objectType(world.schema)),
    `${what}: ${difference(result.newState, world.state)}`,
  );
  const before = world.state;
  world.state = result.newState;
  const { plannedState, diagnostics } = await world.plan(config);
  world.state = before;
  assertNoErrors(diagnostics);
  assert(
    equalValues(plannedState, result.newState, objectType(world.schema)),
    `${what}: the plan is not empty`,
  );
}

async function checkCreate(
  resource: Resource,
  answer: ObservedAnswer,
  damage: Damage,
): Promise<void> {
  walked.create++;
  const what = `${answer.request}: ${damage.kind} ${damage.field}`;
  const world = await ResourceWorld.start(resource);
  const config = configOf(resource);
  const { diagnostics } = await withOddAnswer(
    world,
    answer,
    damage,
    () => world.attempt(config),
  );
  const errors = diagnostics.items.filter(({ severity }) =>
    severity === "error"
  );
  assertEquals(errors, [], what);
  assert(world.state !== null, `${what}: it is lost`);
  await world.refresh();
  const planned = await world.plan(config);
  assertNoErrors(planned.diagnostics);
  assertEquals(planned.requiresReplace, [], what);
  assert(
    equalValues(planned.plannedState, world.state, objectType(world.schema)),
    `${what}: the next plan is not empty: ${
      difference(planned.plannedState, world.state)
    }`,
  );
}

function difference(one: Value, other: Value): string {
  const names = new Set([
    ...Object.keys(Object(one)),
    ...Object.keys(Object(other)),
  ]);
  return [...names].flatMap((name) => {
    const [a, b] = [one, other].map((side) =>
      JSON.stringify(Object(side)[name])
    );
    return a === b ? [] : [`${name}: ${b} -> ${a}`];
  }).join(", ");
}

Deno.test("a thousand odd answers were read, and as many were answers to creates", () => {
  assert(walked.read > 1000 && walked.create > 300, JSON.stringify(walked));
});
