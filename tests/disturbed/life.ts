/**
 * The life of a resource without disturbance, and how a disturbed one is held
 * against it.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { JsonObject } from "@hf-terraform/framework/testing";
import type { ResourceSample as Sample } from "../support/samples.ts";
import { type Outcome, Terraform } from "../support/terraform.ts";
import { type Snapshot, World } from "./world.ts";

/** The record of an undisturbed life, step by step. */
export interface Life {
  /**
   * The actions of each step: `create`, `update`, `delete`, `delete+create`.
   */
  readonly actions: readonly string[];
  /** The requests of each step, the last of which destroys. */
  readonly counts: readonly number[];
  /** The number of these requests that only the plan sends. */
  readonly looks: readonly number[];
  /** The effects of each step. */
  readonly effects: readonly (readonly string[])[];
  /** The world before all, and after each step. */
  readonly worlds: readonly Snapshot[];
}

/** The configurations of a life, of which the last is none. */
export function stepsOf(
  { steps }: Sample,
): readonly (JsonObject | undefined)[] {
  return [...steps, undefined];
}

export async function start(sample: Sample) {
  const world = await World.create(sample.seen);
  const terraform = await Terraform.of(sample.typeName, world);
  return { world, terraform };
}

/** Applies without disturbance, and fails the test if that fails. */
export async function apply(
  { world, terraform }: Awaited<ReturnType<typeof start>>,
  config: JsonObject | undefined,
): Promise<Outcome> {
  world.begin();
  const outcome = await terraform.apply(config);
  assert(outcome.ok, outcome.output);
  return outcome;
}

export async function lifeOf(sample: Sample): Promise<Life> {
  const place = await start(sample);
  const { world, terraform } = place;
  const worlds = [await world.snapshot()];
  const counts: number[] = [];
  const looks: number[] = [];
  const done: string[] = [];
  const effects: (readonly string[])[] = [];
  for (const config of stepsOf(sample)) {
    world.begin();
    await terraform.plan(config);
    looks.push(world.count);
    done.push((await apply(place, config)).actions.join("+"));
    counts.push(world.count);
    effects.push(world.effects);
    worlds.push(await world.snapshot());
    await seeEmpty(place, config);
  }
  assertEquals(worlds.at(-1), worlds[0], "destroyed, but not all of it");
  return { actions: done, counts, looks, effects, worlds };
}

/** Applies, up to three times, until it works. */
export async function converge(
  { world, terraform }: Awaited<ReturnType<typeof start>>,
  config: JsonObject | undefined,
): Promise<void> {
  world.begin();
  let last = await terraform.apply(config);
  for (let i = 0; i < 2 && !last.ok; i++) {
    world.begin();
    last = await terraform.apply(config);
  }
  assert(last.ok, `It does not converge:\n${last.output}`);
  await seeEmpty({ world, terraform }, config);
}

/** Plans without disturbance, and fails the test if anything is to be done. */
export async function seeEmpty(
  { world, terraform }: Awaited<ReturnType<typeof start>>,
  config: JsonObject | undefined,
): Promise<void> {
  world.begin();
  const { ok, actions, output } = await terraform.plan(config);
  assertEquals([ok, actions], [true, []], `The plan is not empty:\n${output}`);
}

/** Lists the differences between two worlds: `place: actual ≠ wanted`. */
export function listDifferences(
  actual: unknown,
  wanted: unknown,
  at = "",
): string[] {
  if (isSame(actual, wanted)) return [];
  if (!isObject(actual) || !isObject(wanted)) {
    return [`${at}: ${JSON.stringify(actual)} ≠ ${JSON.stringify(wanted)}`];
  }
  const names = new Set([...Object.keys(actual), ...Object.keys(wanted)]);
  return [...names].flatMap((name) =>
    listDifferences(actual[name], wanted[name], `${at} ${name}`)
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A run and its name. */
export interface NamedRun {
  readonly name: string;
  readonly run: () => Promise<void>;
}
