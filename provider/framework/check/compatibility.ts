import type { Attribute } from "../schema/attribute.ts";
import type { Block } from "../schema/block.ts";
import type { AttributeHolder } from "../schema/schema.ts";
import { Path } from "../values/path.ts";
import type { Value } from "../values/value.ts";
import { compatibleValue } from "./compatible_value.ts";
import { correlateSets } from "./correlate_sets.ts";
import {
  attributeOf,
  elementsOf,
  entriesOf,
  holdsSensitive,
  isNull,
  isUnknownValue,
} from "./inspect.ts";
import type { Problem } from "./problem.ts";

/** What was promised, and what came of it. */
export interface OutcomeValues {
  /** The plan that Terraform has shown. */
  readonly planned: Value;
  /** The result of apply, or the plan made again at apply. */
  readonly actual: Value;
}

/**
 * Judges, as Terraform does, whether `actual` is what `planned` promised: all
 * that was known must be equal, and all that was unknown must keep to its
 * refinements. Terraform asks this of the result of apply, and of the plan
 * that it has made again at apply with values that are known by then.
 *
 * Unknowns that are left in a result are found by `unknownProblems`.
 */
export function checkOutcome(
  schema: AttributeHolder,
  values: OutcomeValues,
): readonly Problem[] {
  return [...compatibleObject(schema, values, Path.root)];
}

function* compatibleObject(
  holder: AttributeHolder,
  values: OutcomeValues,
  path: Path,
): Generator<Problem> {
  const { planned, actual } = values;
  if (isNull(planned) !== isNull(actual)) {
    const problem = isNull(planned)
      ? "the object was planned absent, but is present"
      : "the object was planned present, but is absent";
    yield { path, problem };
    return;
  }
  if (isNull(planned)) {
    return;
  }
  for (const [name, attribute] of Object.entries(holder.attributes)) {
    const inner = innerValues(values, name);
    yield* compatibleAttribute(attribute, inner, path.attribute(name));
  }
  for (const [name, block] of Object.entries(holder.blocks ?? {})) {
    yield* compatibleBlocks(
      block,
      innerValues(values, name),
      path.attribute(name),
    );
  }
}

function innerValues(values: OutcomeValues, name: string): OutcomeValues {
  return {
    planned: attributeOf(values.planned, name),
    actual: attributeOf(values.actual, name),
  };
}

function compatibleAttribute(
  attribute: Attribute,
  values: OutcomeValues,
  path: Path,
): Iterable<Problem> {
  const { planned, actual } = values;
  const problems = compatibleValue(planned, actual, attribute.type, path);
  const problem = "the value is not the planned one; it is sensitive";
  if (problems.length > 0 && attribute.sensitive) {
    return [{ path, problem }];
  }
  return holdsSensitive(attribute)
    ? problems.map((inner) => ({ path: inner.path, problem }))
    : problems;
}

function* compatibleBlocks(
  block: Block,
  values: OutcomeValues,
  path: Path,
): Generator<Problem> {
  const { planned, actual } = values;
  if (block.nesting === "single" || block.nesting === "group") {
    // A block of which it was not known whether it is there may be absent.
    if (!(isUnknownValue(planned) && isNull(actual))) {
      yield* compatibleObject(block, values, path);
    }
    return;
  }
  if (isUnknownValue(planned) || isNull(planned) || isNull(actual)) {
    return;
  }
  if (isUnknownValue(actual)) {
    // Terraform lets this pass for lists and sets, and crashes for maps.
    if (block.nesting === "map") {
      yield { path, problem: "the blocks were planned known, but are unknown" };
    }
  } else if (block.nesting === "list") {
    yield* compatibleBlockList(block, values, path);
  } else if (block.nesting === "map") {
    yield* compatibleBlockMap(block, values, path);
  } else {
    yield* compatibleBlockSet(block, values, path);
  }
}

function* compatibleBlockList(
  block: Block,
  values: OutcomeValues,
  path: Path,
): Generator<Problem> {
  const planned = elementsOf(values.planned);
  const actual = elementsOf(values.actual);
  if (planned.length !== actual.length) {
    yield { path, problem: countText(planned.length, actual.length) };
    return;
  }
  for (const [i, element] of planned.entries()) {
    const inner = { planned: element, actual: actual[i] ?? null };
    yield* compatibleObject(block, inner, path.index(i));
  }
}

function* compatibleBlockMap(
  block: Block,
  values: OutcomeValues,
  path: Path,
): Generator<Problem> {
  const planned = entriesOf(values.planned);
  const actual = entriesOf(values.actual);
  if (planned.size !== actual.size) {
    yield { path, problem: countText(planned.size, actual.size) };
    return;
  }
  for (const [key, element] of planned) {
    const result = actual.get(key);
    if (result !== undefined) {
      const inner = { planned: element, actual: result };
      yield* compatibleObject(block, inner, path.key(key));
    }
  }
}

function* compatibleBlockSet(
  block: Block,
  values: OutcomeValues,
  path: Path,
): Generator<Problem> {
  const planned = elementsOf(values.planned);
  const actual = elementsOf(values.actual);
  const isMatch = (one: Value, other: Value) =>
    isCompatible(block, { planned: one, actual: other });
  yield* correlateSets(planned, actual, isMatch).map((problem) => ({
    path,
    problem,
  }));
  if (planned.length < actual.length) {
    yield { path, problem: countText(planned.length, actual.length) };
  }
}

function isCompatible(block: Block, values: OutcomeValues): boolean {
  return compatibleObject(block, values, Path.root.index(0)).next().done ===
    true;
}

function countText(planned: number, actual: number): string {
  const were = planned === 1 ? "block was" : "blocks were";
  return `${planned} ${were} planned, but the result has ${actual}`;
}
