/**
 * Two resources that claim one thing: in one plan, which is refused before
 * anything is sent, and in two, of which the second takes nothing away; or that
 * both have one, of which none is deleted while the other one stays.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { disturbedBy, plansOf } from "./disturbances.ts";
import {
  apply,
  type Life,
  listDifferences,
  type NamedRun,
  seeEmpty,
  start,
} from "./life.ts";
import type { ResourceSample as Sample } from "../support/samples.ts";
import { applyAll, Terraform } from "../support/terraform.ts";
import type { Plan } from "./world.ts";

/** The number of disturbed requests: a plan and a refused create have few. */
const REQUESTS = 6;

/** A resource beside another one of the same configuration. */
export async function startTwo(sample: Sample) {
  const place = await start(sample);
  const { world } = place;
  const other = await Terraform.of(sample.typeName, world);
  return { ...place, other };
}

/**
 * Lists the runs in which two resources claim one object while a request is
 * disturbed.
 */
export function claimsUnder(
  sample: Sample,
  life: Life,
  plan: Plan | undefined,
): readonly NamedRun[] {
  const when = disturbedBy(plan);
  // An imported set of files names none, and gives none up.
  const imported = sample.typeName === "huggingface_repo_files" ? [] : [{
    name: `a claim of two states${when}`,
    run: () => claimByImport(sample, plan),
  }];
  // Two of these may be equal: none claims the other one.
  const isTwice = sample.typeName === "huggingface_scheduled_job";
  if (isTwice || sample.mayBeTwice === true) return imported;
  return [
    ...imported,
    {
      name: `a claim of two in one plan${when}`,
      run: () => claimInOnePlan(sample, life, plan),
    },
    {
      name: `a claim of a second plan${when}`,
      run: () => claimInAnother(sample, life, plan),
    },
  ];
}

/** All claims of a sample, with and without a disturbance. */
export function claimsOf(sample: Sample, life: Life): readonly NamedRun[] {
  return [undefined, ...plansOf(REQUESTS)]
    .flatMap((plan) => claimsUnder(sample, life, plan));
}

async function claimInOnePlan(
  sample: Sample,
  life: Life,
  plan: Plan | undefined,
): Promise<void> {
  const { world, terraform, other } = await startTwo(sample);
  const [values] = sample.steps;
  world.begin(plan);
  const { ok, actions, output } = await applyAll(
    [{ terraform, values }, { terraform: other, values }],
    { isAtOnce: true },
  );
  assert(!ok, `Two claim one thing:\n${output}`);
  assertEquals(actions, [], output);
  assertEquals(
    listDifferences(await world.snapshot(), life.worlds[0]),
    [],
    output,
  );
}

async function claimInAnother(
  sample: Sample,
  life: Life,
  plan: Plan | undefined,
): Promise<void> {
  const place = await startTwo(sample);
  const { world, terraform, other } = place;
  const [config] = sample.steps;
  await apply(place, config);
  world.begin(plan);
  const { output } = await other.apply(config);
  assertEquals(
    listDifferences(await world.snapshot(), life.worlds[1]),
    [],
    output,
  );
  await seeEmpty({ world, terraform }, config);
  if (other.stored !== undefined) return;
  const end = await other.apply(undefined);
  assert(end.ok, end.output);
  assertEquals(
    listDifferences(await world.snapshot(), life.worlds[1]),
    [],
    output,
  );
}

/**
 * Checks that an object in two states is not deleted with one of them, under
 * any name.
 */
async function claimByImport(
  sample: Sample,
  plan: Plan | undefined,
): Promise<void> {
  const place = await startTwo(sample);
  const { world, terraform, other } = place;
  const { steps: [config] } = sample;
  await apply(place, config);
  const imported = await other.import(String(Object(terraform.shown).id));
  assert(imported.ok, imported.output);
  const held = await world.snapshot();
  for (const values of [sample.steps.at(-1), config]) {
    const both = [{ terraform, values }, {
      terraform: other,
      values: undefined,
    }];
    world.begin(plan);
    const { ok, actions, output } = await applyAll(both);
    // Files that an import found stay, whatever an answer says of them.
    const isKept = plan !== undefined && sample.importedStays === true;
    if (ok && isKept) return await seeEmpty(place, values);
    assert(!ok, `What both have is deleted:\n${output}`);
    const isSaid = output.includes("Two resources have");
    assert(isSaid || plan !== undefined, output);
    assertEquals(actions, [], output);
    assertEquals(listDifferences(await world.snapshot(), held), [], output);
  }
}
