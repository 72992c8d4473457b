// After any failure of any request of any operation, the next apply converges,
// and nothing that existed is destroyed, doubled or written to another object.

import { assert, assertEquals } from "@std/assert";
import { provider } from "../../provider/huggingface/provider.ts";
import { print } from "../../provider/framework/testing/system/run.ts";
import { Random } from "../support/random_values.ts";
import { type Arrival, arrivalsOf } from "./arrivals.ts";
import { claimsOf } from "./claims.ts";
import { disturbances } from "./disturbances.ts";
import {
  apply,
  converge,
  isSame,
  type Life,
  lifeOf,
  listDifferences,
  type NamedRun,
  seeEmpty,
  start,
  stepsOf,
} from "./life.ts";
import { movesOf } from "./moves.ts";
import { deedsOf, disturbanceOf, isMeant } from "./others.ts";
import type { Deed, Trace } from "./writers.ts";
import {
  isDistinct,
  type ResourceSample as Sample,
  samples,
} from "../support/samples.ts";
import { sequenceOf } from "./sequences.ts";
import type { Plan } from "./world.ts";

/** The number of random runs, equal for each resource; of refusals as many. */
const RUNS = Number(Deno.env.get("DISTURBED_RUNS") ?? 200);

/** The number of random sequences of commands, equal for each resource. */
const SEQUENCES = Number(Deno.env.get("DISTURBED_SEQUENCES") ?? 46);

/** Only runs whose names have this, all of them: to look at a failure again. */
const ONLY = Deno.env.get("DISTURBED_ONLY");

/** The most failures that are printed. */
const SHOWN = Number(Deno.env.get("DISTURBED_SHOWN") ?? 5);

/** The number of concurrent runs: most of their time they wait. */
const AT_A_TIME = 60;

/** One disturbed run: which step, and how. */
interface Case extends Plan {
  readonly step: number;
}

/** One run in which others do something, right before a request arrives. */
interface Encounter {
  readonly step: number;
  readonly at: number;
  readonly deed: Deed;
}

function nameOf({ step, at, disturbance, lasts }: Case): string {
  return `step ${step}, request ${at}${lasts ? " and all later" : ""}: ` +
    disturbance.name;
}

function casesOf({ counts }: Life): Case[] {
  return counts.flatMap((count, step) =>
    Array.from({ length: count }, (_, i) => i + 1).flatMap((at) =>
      disturbances.flatMap((disturbance) =>
        [false, ...disturbance.canLast ? [true] : []].map((lasts) => ({
          step,
          at,
          disturbance,
          lasts,
        }))
      )
    )
  );
}

function meetingsOf(sample: Sample, { counts, looks }: Life): Encounter[] {
  return counts.flatMap((count, step) =>
    Array.from({ length: count }, (_, i) => i + 1).flatMap((at) =>
      deedsOf(sample).filter((deed) =>
        !isMeant(sample, deed, step) &&
        (!deed.isBetween || at === 1 || at === (looks[step] ?? 0) + 1)
      ).map((deed) => ({ step, at, deed }))
    )
  );
}

/**
 * Whether a case is more likely to be drawn: for each request of each step a
 * refusal that lasts, for each of a create a lost answer.
 */
function isLikely({ at, step, disturbance: { name }, lasts }: Case): boolean {
  const refusals = ["403", "a connection that breaks before"];
  return lasts
    ? name === refusals[(at + step) % 2]
    : step === 0 && name === "504 after";
}

/** The words of a plan about parts that it leaves. */
const staying = /stay (?:in the repository|there)/;

/** Runs a life up to the step, disturbs that, and lets it converge. */
async function disturb(sample: Sample, life: Life, one: Case): Promise<void> {
  const place = await start(sample);
  const { world, terraform } = place;
  const steps = stepsOf(sample);
  for (const config of steps.slice(0, one.step)) await apply(place, config);
  const config = steps[one.step];
  // A stale answer shows the state before this plan.
  if (one.step > 0) await terraform.plan(steps[one.step - 1]);

  world.begin(one);
  const outcome = await terraform.apply(config);
  const effects = [...world.effects];
  const left = await world.snapshot();
  const isThere = !isSame(left, life.worlds[0]);
  const isKilled = one.disturbance.name.startsWith("kill");
  const isLost = isThere && terraform.stored === undefined;
  assert(
    !isLost || isKilled || outcome.output.includes("terraform import"),
    `What exists was lost without a word:\n${outcome.output}`,
  );
  if (isLost && isKilled && sample.mayBeTwice === true) return;
  assert(!terraform.isTainted, `It is to be replaced:\n${outcome.output}`);
  const isMade = life.actions[one.step] === "create" && isThere;
  assert(
    isMade || !outcome.ok || isSame(left, life.worlds[one.step + 1]),
    `Not done, and yet no error:\n${outcome.output}`,
  );
  assert(
    terraform.stored !== undefined || life.actions[one.step] !== "update",
    `What existed was forgotten:\n${outcome.output}`,
  );
  // An adopted object may be as it was before anything.
  const wasThere = life.actions[one.step] === "update" &&
    !isSame(life.worlds[one.step], life.worlds[0]);
  assert(
    isThere || isKilled || one.lasts || !wasThere,
    `What existed was lost:\n${outcome.output}`,
  );

  // A user does what the message says, or applies again.
  let last = outcome;
  for (let i = 0; i < 3 && (i === 0 || !last.ok); i++) {
    world.begin();
    const id = /terraform import (?:ADDRESS|<[^>]*>) (\S+)/.exec(last.output)
      ?.[1];
    if (last.output.includes("`terraform state rm ADDRESS`")) {
      terraform.stored = undefined;
    }
    if (id !== undefined && terraform.stored === undefined) {
      // It may say so because it could not look whether there is anything.
      await terraform.import(id);
    }
    last = await terraform.apply(config);
    effects.push(...world.effects);
  }
  assert(last.ok, `It does not converge:\n${last.output}`);
  // A provider that was killed cannot tell which files and keys are its own.
  if (isKilled && staying.test(last.output)) return;
  assertEquals(
    listDifferences(await world.snapshot(), life.worlds[one.step + 1]),
    [],
    "Not what an undisturbed apply leaves",
  );
  await seeEmpty(place, config);
  const expected = new Set(life.effects.flat());
  const foreign = effects.filter((effect) => !expected.has(effect));
  assertEquals(foreign, [], "Requests that no undisturbed apply sends");
  const usual = life.effects[one.step] ?? [];
  const destroys = (effect: string) => life.effects.at(-1)?.includes(effect);
  // A move by deleting and creating is undone, and happens again.
  const isMoved = life.actions[one.step] === "update" && usual.some(destroys);
  const lost = (list: readonly string[]) => {
    const destroyed = list.filter(destroys).length;
    return isMoved ? destroyed - (list.length - destroyed) : destroyed;
  };
  assert(
    lost(effects) <= lost(usual),
    `What was to stay was destroyed: ${effects}`,
  );
  const { output: farewell } = await apply(place, undefined);
  if (isKilled && staying.test(farewell)) return;
  assertEquals(listDifferences(await world.snapshot(), life.worlds[0]), []);
}

/**
 * Runs a life up to the step, in which others do something. What is theirs
 * stays; when they are gone, the next applies reach what they would have.
 */
async function meet(
  sample: Sample,
  life: Life,
  { step, at, deed }: Encounter,
): Promise<void> {
  const place = await start(sample);
  const { world, terraform } = place;
  const steps = stepsOf(sample);
  for (const config of steps.slice(0, step)) await apply(place, config);
  const config = steps[step];
  let trace: Trace = { see: async () => {}, undo: async () => {} };
  let theirs: unknown;
  const disturbance = disturbanceOf(deed, (left) => trace = left);
  world.begin({
    at,
    lasts: false,
    disturbance: {
      ...disturbance,
      answer: (disturbed) =>
        disturbance.answer({
          ...disturbed,
          serve: async () => {
            theirs = await trace.see();
            return await disturbed.serve();
          },
        }),
    },
  });
  const { output } = await terraform.apply(config);
  assert(!terraform.isTainted, `It is to be replaced:\n${output}`);
  // No plan has shown what came after it.
  const isKept = deed.isInside === undefined ||
    life.actions[step] === "update" && at > (life.looks[step] ?? 0);
  const isSaid = deed.isLostWith !== undefined &&
    output.replaceAll(/\s+/g, " ").includes(deed.isLostWith);
  const seen = async () => {
    if (isSaid) return;
    assertEquals(await trace.see(), theirs, `Theirs was touched:\n${output}`);
  };
  if (isKept) await seen();
  world.begin();
  const again = await terraform.apply(config);
  assert(!terraform.isTainted, `It is to be replaced:\n${again.output}`);
  if (deed.isInside === undefined) await seen();
  await trace.undo();
  await converge(place, config);
  assertEquals(
    listDifferences(await world.snapshot(), life.worlds[step + 1]),
    [],
    "Not what an undisturbed apply leaves",
  );
  await apply(place, undefined);
  assertEquals(listDifferences(await world.snapshot(), life.worlds[0]), []);
}

/** Runs a life, in which what is there comes in some way before the step. */
async function takeOver(
  sample: Sample,
  life: Life,
  step: number,
  { come }: Arrival,
): Promise<void> {
  const place = await start(sample);
  const { world, terraform } = place;
  const steps = stepsOf(sample);
  for (const config of steps.slice(0, step)) await apply(place, config);
  assert(terraform.stored !== undefined);
  const arrived = await come(terraform, terraform.stored);
  assert(arrived.ok, arrived.output);
  const before = await terraform.plan(steps[step - 1]);
  assert(
    !before.actions.includes("delete"),
    `What has come is to be replaced:\n${before.output}`,
  );
  await apply(place, steps[step - 1]);
  assertEquals(listDifferences(await world.snapshot(), life.worlds[step]), []);
  await apply(place, steps[step]);
  // Objects that others may have made stay.
  if (sample.importedStays === true) return;
  assertEquals(
    listDifferences(await world.snapshot(), life.worlds[step + 1]),
    [],
  );
  await apply(place, undefined);
  assertEquals(listDifferences(await world.snapshot(), life.worlds[0]), []);
}

/** All runs that there are of a sample: those for each run, and others. */
function runsOf(sample: Sample, life: Life, random: Random) {
  const cases = casesOf(life);
  const claims = claimsOf(sample, life);
  const moves = movesOf(sample, life);
  const isUndisturbed = ({ name }: NamedRun) => name.endsWith("undisturbed");
  const named = (one: Case): NamedRun => ({
    name: nameOf(one),
    run: () => disturb(sample, life, one),
  });
  return {
    sequences: Array.from(
      { length: Math.ceil(SEQUENCES / samples.length) },
      () => sequenceOf(sample, random),
    ),
    always: [
      ...arrivalsOf(sample.typeName).flatMap((arrival) =>
        sample.steps.map((_, i) => ({
          name: `step ${i + 1}, ${arrival.name} in the middle`,
          run: () => takeOver(sample, life, i + 1, arrival),
        }))
      ),
      ...[...claims, ...moves].filter(isUndisturbed),
    ],
    likely: cases.filter(isLikely).map(named),
    drawn: cases.filter((one) => !isLikely(one)).map(named),
    moves: moves.filter((one) => !isUndisturbed(one)),
    claims: claims.filter((one) => !isUndisturbed(one)),
    meetings: meetingsOf(sample, life).map((one) => ({
      name: `step ${one.step}, request ${one.at}: ${one.deed.name}`,
      run: () => meet(sample, life, one),
    })),
  };
}

/** Runs all, so many at a time, and returns what failed. */
async function failuresOf(runs: readonly NamedRun[]): Promise<string[]> {
  const failures: string[] = [];
  const waiting = [...runs];
  const work = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      try {
        await one.run();
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        failures.push(`${one.name}\n${text}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return failures;
}

Deno.test("every resource has a sample that is disturbed", () => {
  assertEquals(
    samples.map(({ typeName }) => typeName).sort(),
    provider.resources.map(({ typeName }) => typeName).sort(),
  );
});

for (const sample of samples.filter(isDistinct)) {
  Deno.test(
    `${sample.typeName}: whatever request fails, the next apply ` +
      "converges and nothing is lost",
    async () => {
      const random = Random.ofEnvironment();
      const life = await lifeOf(sample);
      const all = runsOf(sample, life, random);
      const count = Math.ceil(RUNS / samples.length);
      const others = [
        ...random.draw(all.meetings, Math.ceil(count / 4)),
        ...random.draw(all.moves, Math.ceil(count / 8)),
        ...random.draw(all.claims, Math.ceil(count / 8)),
      ];
      const cases = ONLY === undefined
        ? [
          ...all.always,
          ...all.sequences,
          ...others,
          ...random.draw(all.likely, count),
          ...random.draw(all.drawn, count - others.length),
        ]
        : Object.values(all).flat().filter(({ name }) => name.includes(ONLY));
      const failures = await failuresOf(cases);
      print(
        `${sample.typeName}: ${cases.length} disturbed runs of ` +
          `${Object.values(all).flat().length}, SEED=${random.seed}`,
      );
      assert(
        failures.length === 0,
        `${failures.length} of ${cases.length} runs fail, SEED=` +
          `${random.seed}:\n\n${failures.slice(0, SHOWN).join("\n\n")}`,
      );
    },
  );
}
