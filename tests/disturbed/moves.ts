/**
 * Moves between two resources of one configuration: a plan in which one gives
 * up what the other one is to have is refused, in either order, and what it says
 * to do instead loses nothing, whatever happens on the way.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { JsonObject } from "@hf-terraform/framework/testing";
import { disturbedBy, plansOf } from "./disturbances.ts";
import { type Life, listDifferences, type NamedRun, start } from "./life.ts";
import type { ResourceSample as Sample } from "../support/samples.ts";
import {
  applyAll,
  type DesiredResource,
  Terraform,
} from "../support/terraform.ts";
import type { Plan } from "./world.ts";

/** The orders in which a CLI may plan the two halves of a move. */
const orders = ["given up first", "taken first"] as const;

/** The number of disturbed requests of a move: few plans have more. */
const REQUESTS = 7;

/** An object that one resource gives up and the other one takes. */
export interface Move {
  readonly typeName: string;
  readonly before: JsonObject;
  readonly after: JsonObject | undefined;
  readonly to: {
    readonly typeName: string;
    /** The configuration before; undefined: absent. */
    readonly before?: JsonObject;
    readonly config: JsonObject;
  };
}

/** Moves of a part, beside those of the whole to another address. */
export function partsOf(
  { typeName, steps: [first = {}] }: Sample,
): readonly Move[] {
  switch (typeName) {
    case "huggingface_repo_files": {
      const repository = "acme/m";
      const [a, b] = [{ "a.txt": "a" }, { "b.txt": "other" }];
      const move = {
        typeName,
        before: { repository, files: { ...a, ...b } },
        after: { repository, files: b },
      };
      return [
        { ...move, to: { typeName, config: { repository, files: a } } },
        {
          ...move,
          to: {
            typeName: "huggingface_repo_file",
            config: { repository, path: "a.txt", content: "a" },
          },
        },
      ];
    }
    case "huggingface_space": {
      const keys = (["secret", "variable"] as const).flatMap((kind) => {
        const all: JsonObject = Object(first[`${kind}s`]);
        const [[key, value] = ["", ""], ...rest] = Object.entries(all);
        const without = { ...first, [`${kind}s`]: Object.fromEntries(rest) };
        const single = {
          typeName: `huggingface_space_${kind}`,
          config: { space: "acme/x", key, value: `${value}` },
        };
        return [
          { typeName, before: first, after: without, to: single },
          {
            typeName: single.typeName,
            before: single.config,
            after: undefined,
            to: { typeName, before: without, config: first },
          },
        ];
      });
      const file = { path: "a.txt", content: "first" };
      const files = { ...Object(first["files"]), [file.path]: file.content };
      return [...keys, {
        typeName,
        before: { ...first, files },
        after: first,
        to: {
          typeName: "huggingface_repo_file",
          config: {
            repository: "acme/x",
            repository_type: "space",
            ...file,
          },
        },
      }];
    }
    default:
      return [];
  }
}

/** The moves of a sample, in each order, while a request is disturbed. */
export function movesUnder(
  sample: Sample,
  life: Life,
  plan: Plan | undefined,
): readonly NamedRun[] {
  const { typeName, steps: [config = {}] } = sample;
  const whole: Move = {
    typeName,
    before: config,
    after: undefined,
    to: { typeName, config },
  };
  // Two of these may be equal: the new one is another one.
  const isTwice = sample.mayBeTwice === true ||
    ["huggingface_scheduled_job", "huggingface_collection"].includes(typeName);
  const all = [
    ...isTwice ? [] : [whole],
    ...partsOf(sample),
  ];
  return all.flatMap((move) =>
    orders.map((order) => ({
      name: `a move of ${move.typeName} to ${move.to.typeName}, ${order}` +
        disturbedBy(plan),
      run: () => runMove({ sample, life }, move, order, plan),
    }))
  );
}

/** All moves of a sample, with and without a disturbance. */
export function movesOf(sample: Sample, life: Life): readonly NamedRun[] {
  return [undefined, ...plansOf(REQUESTS)]
    .flatMap((plan) => movesUnder(sample, life, plan));
}

async function runMove(
  { sample, life }: { readonly sample: Sample; readonly life: Life },
  { typeName, before, after, to }: Move,
  order: typeof orders[number],
  plan: Plan | undefined,
): Promise<void> {
  const { world } = await start(sample);
  const from = await Terraform.of(typeName, world);
  const taker = await Terraform.of(to.typeName, world);
  for (
    const [terraform, values] of [[taker, to.before], [from, before]] as const
  ) {
    const begun = await applyAll([{ terraform, values }]);
    assert(begun.ok, begun.output);
  }
  const held = await world.snapshot();
  const wanted: DesiredResource[] = [
    { terraform: from, values: after },
    { terraform: taker, values: to.config },
  ];
  if (order === "taken first") wanted.reverse();
  world.begin(plan);
  const refused = await applyAll(wanted);
  assert(!refused.ok, `It is not refused:\n${refused.output}`);
  assertEquals(refused.actions, [], refused.output);
  assertEquals(
    listDifferences(await world.snapshot(), held),
    [],
    refused.output,
  );
  const isSaid = refused.output.includes("No apply moves");
  assert(isSaid || plan !== undefined, refused.output);
  if (typeName === to.typeName && after === undefined) {
    // A `moved` block.
    taker.stored = from.stored;
    from.stored = undefined;
  }
  // One apply after the other.
  for (const values of [to.before, to.config]) {
    const isThere = taker.stored !== undefined && to.before === undefined;
    world.begin();
    const last = await applyAll([
      { terraform: from, values: after },
      { terraform: taker, values: isThere ? to.config : values },
    ]);
    assert(last.ok, last.output);
  }
  world.begin();
  const { ok, actions, output } = await applyAll(wanted);
  assert(ok, output);
  assertEquals(actions, [], `The plan is not empty:\n${output}`);
  assertEquals(listDifferences(await world.snapshot(), held), [], output);
  world.begin();
  const end = await applyAll(
    wanted.map((one) => ({ ...one, values: undefined })),
  );
  assert(end.ok, end.output);
  // What an answer called gone for a moment may be somebody else's since.
  if (plan !== undefined && end.output.includes("stay in the repository")) {
    return;
  }
  assertEquals(listDifferences(await world.snapshot(), life.worlds[0]), []);
}
