import type { Attribute, Block } from "../schema/attribute.ts";
import {
  holdsSensitive,
  type NestedObject,
  objectType,
} from "../schema/schema.ts";
import {
  type Descend,
  descend,
  elementsOf,
  type Part,
  runToCompletion,
  type Versions,
  type Visitor,
  walkSchema,
} from "../schema/walk_schema.ts";
import { Path } from "../values/path.ts";
import { unknown } from "../values/unknown.ts";
import {
  isNull,
  isUnknownValue,
  isValueObject,
  record,
  type Value,
} from "../values/value.ts";
import {
  compatibleValue,
  correlateSets,
  countText,
} from "./compatible_value.ts";
import {
  ErrorCollector,
  sizeOf,
  type ValidationError,
} from "./validation_error.ts";

/** A plan as Terraform has shown it, and the result. */
type OutcomeValues = Versions<OutcomeVersion>;

/**
 * Judges, as Terraform does, whether `actual` is what `planned` promised: all
 * that was known must be equal, and all that was unknown must keep to its
 * refinements. Terraform asks this of the result of apply, and of the plan
 * that it has made again at apply with values that are known by then. That
 * nothing in a result of apply may be unknown is not asked here.
 */
export function checkOutcome(
  schema: NestedObject,
  values: OutcomeValues,
): readonly ValidationError[] {
  return runToCompletion(objectCompatibilityErrors(schema, values));
}

/** {@linkcode checkOutcome} with pauses. */
export function* objectCompatibilityErrors(
  schema: NestedObject,
  { planned, actual }: OutcomeValues,
): Generator<undefined, readonly ValidationError[]> {
  const root = outcomePresenceError({ planned, actual });
  if (root !== undefined) return [{ path: Path.root, message: root }];
  if (isNull(planned)) return [];
  const visitor = new CompatibilityVisitor();
  yield* walkSchema(schema, { planned, actual }, visitor);
  return visitor.errors;
}

type OutcomeVersion = "planned" | "actual";
type Visit = Descend<OutcomeVersion> | null;
type OutcomePart = Part<OutcomeVersion>;

class CompatibilityVisitor extends ErrorCollector
  implements Visitor<OutcomeVersion> {
  attribute(attribute: Attribute, part: OutcomePart): Visit {
    const { planned, actual } = part.values;
    const { type, sensitive } = attribute;
    const errors = compatibleValue(planned, actual, type, part.path);
    const secret = "the value is not the planned one; it is sensitive";
    const isSecret = holdsSensitive(attribute);
    if (sensitive && errors.length > 0) return this.add(part, secret);
    for (const { path, message } of errors) {
      this.add({ path }, isSecret ? secret : message);
    }
    return null;
  }

  block(block: Block, part: OutcomePart): Visit {
    const { planned, actual } = part.values;
    if (block.nesting === "single" || block.nesting === "group") {
      // A block of which it was not known whether it is there may be absent.
      const isOpen = isUnknownValue(planned) && isNull(actual);
      return isOpen ? null : descend(part.values);
    }
    if (isUnknownValue(planned) || isNull(planned) || isNull(actual)) {
      return null;
    }
    if (isUnknownValue(actual)) {
      // Terraform lets this pass for lists and sets, and crashes for maps.
      return block.nesting === "map"
        ? this.add(part, "the blocks were planned known, but are unknown")
        : null;
    }
    if (block.nesting === "set") return this.#set(block, part);
    const [count, actualCount] = [sizeOf(planned), sizeOf(actual)];
    if (count !== actualCount) {
      return this.add(part, countText("block", count, actualCount));
    }
    if (!isValueObject(planned) || !isValueObject(actual)) {
      return descend(part.values);
    }
    const common = record(
      Object.entries(planned).filter(([key]) => Object.hasOwn(actual, key)),
    );
    return descend({ planned: common, actual });
  }

  object(_: Attribute | Block, part: OutcomePart): Visit {
    const message = outcomePresenceError(part.values);
    if (message !== undefined) return this.add(part, message);
    return isNull(part.values.planned) ? null : descend(part.values);
  }

  #set(block: Block, part: OutcomePart): null {
    const planned = elementsOf(part.values.planned);
    const actual = elementsOf(part.values.actual);
    const problems = correlateSets(planned, actual, {
      type: objectType(block),
      noun: "block",
      patternOf: (element) => attributesOf(block, element),
      isMatch: (one, other) =>
        checkOutcome(block, { planned: one, actual: other }).length === 0,
    });
    for (const problem of problems) this.add(part, problem);
    return null;
  }
}

/** The element with unknown blocks: those are compared by rules of their own. */
function attributesOf(block: Block, element: Value): Value {
  if (!isValueObject(element)) return element;
  const names = Object.keys(block.blocks);
  return record([
    ...Object.entries(element),
    ...names.map((name) => [name, unknown] as const),
  ]);
}

function outcomePresenceError(
  { planned, actual }: OutcomeValues,
): string | undefined {
  if (isNull(planned) === isNull(actual)) return undefined;
  return isNull(planned)
    ? "the object was planned absent, but is present"
    : "the object was planned present, but is absent";
}
