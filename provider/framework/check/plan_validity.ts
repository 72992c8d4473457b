import type { Attribute, Block } from "../schema/attribute.ts";
import { holdsSensitive, type NestedObject, typeOf } from "../schema/schema.ts";
import {
  type Descend,
  descend,
  elementsOf,
  type Part,
  type Versions,
  type Visitor,
  walkSchema,
} from "../schema/walk_schema.ts";
import { equalValues } from "../values/equal.ts";
import { encodeMsgpack } from "../values/msgpack_encode.ts";
import { Path } from "../values/path.ts";
import type { Type } from "../values/type.ts";
import {
  isNull,
  isUnknownValue,
  isValueObject,
  isWhollyKnown,
  record,
  type Value,
} from "../values/value.ts";
import {
  ErrorCollector,
  show,
  sizeOf,
  type ValidationError,
} from "./validation_error.ts";
import { sizeRange } from "./refinement_check.ts";

/** The three values that a plan is judged by. */
export type PlanValidityInput = Versions<PlanVersion>;

/**
 * Judges a plan as Terraform does when it makes one: may the provider answer
 * `planned` to this state and configuration? All three are objects of the
 * schema's type, or null. No message: Terraform accepts the plan.
 *
 * Neither stricter nor laxer than Terraform 1.11 and OpenTofu 1.12, which find
 * write-only values in the plan by another check.
 */
export function* planErrors(
  schema: NestedObject,
  { prior, config, planned }: PlanValidityInput,
): Generator<undefined, readonly ValidationError[]> {
  const root = planPresenceError({ prior, config, planned });
  if (root !== undefined) return [{ path: Path.root, message: root }];
  if (isNull(planned)) return [];
  const visitor = new PlanVisitor();
  yield* walkSchema(schema, { prior, config, planned }, visitor);
  return visitor.errors;
}

type PlanVersion = "prior" | "config" | "planned";
type PlanVisit = Descend<PlanVersion> | null;
type PlanPart = Part<PlanVersion>;

class PlanVisitor extends ErrorCollector implements Visitor<PlanVersion> {
  attribute(attribute: Attribute, part: PlanPart): PlanVisit {
    const { prior, config, planned } = part.values;
    const { type, nested } = attribute;
    if (equalValues(planned, config, type)) return null;
    const keepsPrior = !isNull(prior) && !isNull(config) &&
      equalValues(planned, prior, type);
    if (keepsPrior) return null;
    if (attribute.writeOnly) {
      return isNull(planned)
        ? null
        : this.add(part, "a write-only attribute must be null in the plan");
    }
    if (attribute.computed && (!attribute.optional || isNull(config))) {
      return null;
    }
    if (isNull(config) && !isNull(planned)) {
      return this.add(part, unwantedText(attribute, planned));
    }
    if (nested === undefined) {
      return this.add(part, differentText(attribute, part.values));
    }
    if (isNull(planned)) {
      return this.add(part, "the value is configured but planned null");
    }
    if (isUnknownValue(planned)) {
      return this.add(part, "the value is configured but planned unknown");
    }
    if (nested.nesting === "single") return descend(part.values);
    if (nested.nesting === "set") {
      // Which element came from which can't be told: only the number counts.
      const message = sizeText(planned, config);
      return message === undefined ? null : this.add(part, message);
    }
    if (isUnknownValue(config)) {
      return this.add(
        part,
        "the number of elements is planned but not known in the configuration",
      );
    }
    if (sizeOf(planned) !== sizeOf(config)) {
      return this.add(part, elementCountText(sizeOf(planned), sizeOf(config)));
    }
    return nested.nesting === "list"
      ? descend(part.values)
      : this.#entries(part, "the key");
  }

  block(block: Block, part: PlanPart): PlanVisit {
    const { config, planned } = part.values;
    if (isSameValue(planned, config, typeOf(block))) return null;
    if (isUnknownValue(config)) {
      return this.add(
        part,
        "the number of blocks is not known yet, so they must be planned as " +
          "configured",
      );
    }
    if (isUnknownValue(planned)) return this.add(part, unknownBlock);
    if (block.nesting === "single" || block.nesting === "group") {
      return descend(part.values);
    }
    if (isNull(planned)) {
      return this.add(part, "no blocks must be planned as empty, not as null");
    }
    if (block.nesting === "map") return this.#entries(part, "the block");
    if (block.nesting === "set") {
      // Which block came from which can't be told, so they are trusted.
      for (const element of elementsOf(planned)) {
        if (isUnknownValue(element)) this.add(part, unknownBlock);
      }
      return null;
    }
    return sizeOf(planned) === sizeOf(config)
      ? descend(part.values)
      : this.add(part, elementCountText(sizeOf(planned), sizeOf(config)));
  }

  object(item: Attribute | Block, part: PlanPart): PlanVisit {
    if (item.kind === "attribute") return descend(part.values);
    if (isUnknownValue(part.values.planned)) {
      return this.add(part, unknownBlock);
    }
    const message = planPresenceError(part.values);
    if (message !== undefined) return this.add(part, message);
    return isNull(part.values.planned) ? null : descend(part.values);
  }

  /** The entries of a map, which must have the same keys as configured. */
  #entries(part: PlanPart, what: string): PlanVisit {
    const { prior, config, planned } = part.values;
    if (!isValueObject(planned) || !isValueObject(config)) return null;
    for (const key of Object.keys({ ...planned, ...config })) {
      const [isPlanned, isConfigured] = [planned, config]
        .map((map) => Object.hasOwn(map, key));
      if (isPlanned && isConfigured) continue;
      const said = isPlanned
        ? "planned but not configured"
        : "configured but not planned";
      this.add(part, `${what} ${JSON.stringify(key)} is ${said}`);
    }
    const common = record(
      Object.entries(planned).filter(([key]) => Object.hasOwn(config, key)),
    );
    return descend({ prior, config, planned: common });
  }
}

const unknownBlock =
  "a block must not be planned unknown itself, only the attributes in it";

function planPresenceError(
  { config, planned }: PlanValidityInput,
): string | undefined {
  if (isNull(planned) === isNull(config)) return undefined;
  return isNull(planned)
    ? "the object is configured but planned null"
    : "the object is planned but not configured";
}

function unwantedText(attribute: Attribute, planned: Value): string {
  const reason = "is not configured, is not computed, and must be planned null";
  return holdsSensitive(attribute)
    ? `the sensitive attribute ${reason}`
    : `the attribute ${reason}, not ${show(planned)}`;
}

function differentText(
  { sensitive }: Attribute,
  { prior, config, planned }: PlanValidityInput,
): string {
  const shown = (value: Value) => sensitive ? "" : ` ${show(value)}`;
  const what = sensitive ? " of the sensitive attribute" : shown(planned);
  const also = isNull(prior) ? "" : ` nor the prior value${shown(prior)}`;
  return `the planned value${what} is not the configured value${
    shown(config)
  }${also}`;
}

function elementCountText(planned: number, config: number): string {
  const are = planned === 1 ? "element is" : "elements are";
  return `${planned} ${are} planned, but ${config} configured`;
}

/**
 * Error for two collections that cannot have the same size; undefined: none.
 */
function sizeText(planned: Value, config: Value): string | undefined {
  const [ours, theirs] = [sizeRange(planned), sizeRange(config)];
  if (ours[1] >= theirs[0] && ours[0] <= theirs[1]) return undefined;
  const text = ([min, max]: readonly [number, number]) =>
    min === max ? `${min}` : `${min} to ${max}`;
  return `the number of elements is planned as ${text(ours)}, but configured ` +
    `as ${text(theirs)}`;
}

/** Like `equalValues`, but refinements of unknowns count. */
function isSameValue(a: Value, b: Value, type: Type): boolean {
  if (a === b) return true;
  if (!equalValues(a, b, type)) return false;
  if (isWhollyKnown(a)) return true;
  const left = encodeMsgpack(a, type);
  const right = encodeMsgpack(b, type);
  return left.length === right.length &&
    left.every((byte, i) => byte === right[i]);
}
