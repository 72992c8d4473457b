/**
 * An apply that never answers, as where the provider is killed, loses all that
 * was noted beside a state. The loss is recognised: no later apply deletes what
 * is not surely ours, refuses what it would not have refused before, or leaves
 * something without a word, and what no response shows is sent again.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type {
  Resource,
  Value,
  ValueObject,
} from "../../../provider/framework/mod.ts";
import { isLocal } from "../../../provider/framework/binding/table.ts";
import { isValueObject } from "../../../provider/framework/values/value.ts";
import {
  deletedConfigOf,
  entriesOf,
  sampleOf,
  samplesOf,
} from "../../support/samples.ts";
import {
  distinctResources,
  errorsOf,
  resourceNamed,
  ResourceWorld,
  textsOf,
  withValue,
} from "../../support/resource_world.ts";
import { isWrite, routeOf } from "./lost_requests.ts";

/** The values of which one part is missing, and of which all is. */
function lessOf(value: Value): readonly Value[] {
  const parts = isValueObject(value)
    ? Object.keys(value).map((key) => {
      const { [key]: _, ...rest } = value;
      return rest;
    })
    : Array.isArray(value)
    ? value.map((_, at) => value.toSpliced(at, 1))
    : [];
  return [null, ...parts.length > 1 ? parts : []];
}

/** A change; null: a destroy. */
interface Change {
  readonly name: string;
  readonly values: ValueObject | null;
}

/** The configurations that differ in one part from another one, and a destroy. */
function changesOf(config: ValueObject): readonly Change[] {
  const removals = Object.entries(config).flatMap(([name, value]) =>
    lessOf(value).map((less) => ({
      name: `${name} becomes ${JSON.stringify(less)}`,
      values: withValue(config, [name], less),
    }))
  );
  return [...removals, { name: "a destroy", values: null }];
}

/** The outcome of a change. */
interface Outcome {
  /** The deletions that were sent. */
  readonly deleted: readonly string[];
  /** The sentences that a plan says. */
  readonly said: readonly string[];
  readonly errors: readonly string[];
}

/** Applies a change after a refresh. */
async function outcomeOf(
  world: ResourceWorld,
  values: ValueObject | null,
): Promise<Outcome> {
  const said = await refresh(world);
  const { diagnostics } = await world.plan(values);
  const all = [
    ...said,
    ...textsOf(diagnostics),
  ];
  if (diagnostics.hasErrors) {
    return { deleted: [], said: all, errors: errorsOf(diagnostics) };
  }
  const deleted: string[] = [];
  const { answer } = world;
  world.answer = async (request) => {
    const route = routeOf(request);
    const text = isWrite(request) ? await request.clone().text() : "";
    if (route.startsWith("DELETE")) deleted.push(`${route} ${text}`);
    const files = text.matchAll(/"deletedFile"[^\n]*/g);
    deleted.push(...[...files].map(([file]) => file));
    return await answer(request);
  };
  const result = await world.attempt(values);
  world.answer = answer;
  return { deleted, said: all, errors: errorsOf(result.diagnostics) };
}

async function refresh(world: ResourceWorld): Promise<readonly string[]> {
  const { diagnostics } = await world.tryRead(world.state);
  await world.refresh();
  return textsOf(diagnostics);
}

/** A world with an object; imported, it was made by somebody else. */
async function worldWith(
  resource: Resource,
  config: ValueObject,
  isImported: boolean,
): Promise<ResourceWorld> {
  const world = await ResourceWorld.start(resource);
  if (!isImported) {
    await world.apply(config);
    return world;
  }
  const other = new ResourceWorld(resource, world.sandbox);
  await other.apply(config);
  await world.import(other.importId);
  return world;
}

/** The complaints about a change whose notes are lost right before. */
async function complaintsOf(
  resource: Resource,
  config: ValueObject,
  isImported: boolean,
  { name, values }: Change,
): Promise<readonly string[]> {
  const [known, lost] = await Promise.all(
    [1, 2].map(() => worldWith(resource, config, isImported)),
  );
  assert(known && lost);
  await lost.kill();
  if (values !== null && !await known.isValid(values)) return [];
  const before = await outcomeOf(known, values);
  let after = await outcomeOf(lost, values);
  if (before.errors.length > 0) return [];
  const { importId } = known;
  const isTaken = values !== null &&
    after.errors.some((one) => one.includes("import ADDRESS"));
  if (isTaken) {
    await lost.import(importId);
    after = await outcomeOf(lost, values);
  }
  const more = after.deleted.filter((one) => !before.deleted.includes(one));
  const less = before.deleted.filter((one) => !after.deleted.includes(one));
  const isSilent = less.length > 0 &&
    after.said.every((one) => before.said.includes(one));
  return [
    ...more.map((one) => `deletes ${one}`),
    ...after.errors.map((one) => `refuses: ${one}`),
    ...isSilent ? less.map((one) => `is silent of ${one}`) : [],
  ].map((text) => `${isImported ? "imported" : "created"}, ${name}: ${text}`);
}

for (const resource of distinctResources) {
  const { typeName } = resource;
  Deno.test(`${typeName}: where notes are lost, nothing is deleted or left in silence, and nothing is refused`, async () => {
    const { steps } = sampleOf(resource);
    const least = deletedConfigOf(resource);
    const whole = { ...least, ...steps.at(-1) };
    const probe = await ResourceWorld.start(resource);
    const { diagnostics } = await probe.attempt(whole);
    const config = diagnostics.hasErrors ? least : whole;
    const found = await Promise.all(
      changesOf(config).flatMap((change) =>
        [false, true].map((isImported) =>
          complaintsOf(resource, config, isImported, change)
        )
      ),
    );
    assertEquals(found.flat(), []);
  });

  Deno.test(`${typeName}: what an apply may have set that never answered is set back`, async () => {
    const walked = entriesOf(resource).filter(({ binding, isParent }) =>
      !isParent && !isLocal(binding) && binding.change !== "immutable"
    );
    const found = await Promise.all(walked.map(async (entry) => {
      const { config, values: [one, other] } = samplesOf(typeName, entry);
      const { binding: { version, read, change }, names } = entry;
      const at = version && [...names.slice(0, -1), version];
      const of = (value: Value, number: string) => {
        const values = withValue(
          { ...deletedConfigOf(resource), ...config },
          names,
          value,
        );
        return at ? withValue(values, at, number) : values;
      };
      const first = of(one, "1");
      // Another key may be somebody else's.
      const second = isValueObject(one) && isValueObject(other)
        ? {
          ...one,
          ...Object.fromEntries(
            Object.entries(other).filter(([key]) => Object.hasOwn(one, key)),
          ),
        }
        : other;
      const world = await ResourceWorld.start(resource);
      if ((await world.plan(first)).diagnostics.hasErrors) return [];
      if ((await world.attempt(first)).diagnostics.hasErrors) return [];
      await world.kill(of(second, "2"));
      await world.refresh();
      const planned = await world.plan(first);
      const refused = errorsOf(planned.diagnostics);
      if (refused.length > 0) return refused;
      const { diagnostics, sent } = await world.attempt(first);
      const errors = errorsOf(diagnostics);
      const isHidden = read === undefined && change === undefined;
      return [
        ...errors,
        ...isHidden && sent.length === 0 ? ["is not sent again"] : [],
      ].map((text) => `${entry.path}: ${text}`);
    }));
    assertEquals(found.flat(), []);
  });
}

Deno.test("every resource: what replaces an object whose notes are lost has none of them", async () => {
  let count = 0;
  const found = await Promise.all(distinctResources.map(async (resource) => {
    const { steps } = sampleOf(resource);
    const least = deletedConfigOf(resource);
    const world = await ResourceWorld.start(resource);
    const whole = { ...least, ...steps.at(-1) };
    if ((await world.attempt(whole)).diagnostics.hasErrors) return [];
    await world.kill();
    await world.refresh();
    if (!await world.replaceNow(least)) return [];
    count++;
    await world.refresh();
    const { diagnostics } = await world.plan(least);
    return diagnostics.items.map(({ summary }) =>
      `${resource.typeName}: ${summary}`
    );
  }));
  assertEquals(found.flat(), []);
  assert(count > 5, `${count}`);
});

Deno.test("where it is lost which secrets are managed, those that stay are named", async () => {
  const { world, config } = await ResourceWorld.applied(
    resourceNamed("space"),
    { secrets_wo: { KEY: "a", OLD: "b" }, secrets_wo_version: "1" },
  );
  await world.kill();
  const next = { ...config, secrets_wo: { KEY: "c" }, secrets_wo_version: "2" };
  const { said, deleted, errors } = await outcomeOf(world, next);
  assert(said.some((one) => one.includes("stay there: OLD")), said.join());
  assertEquals([deleted, errors], [[], []]);
  assertEquals((await outcomeOf(world, next)).said, []);
});
