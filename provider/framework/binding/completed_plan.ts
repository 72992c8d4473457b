import type { Attributes } from "../schema/attribute.ts";
import { holdsSensitive, type Schema } from "../schema/schema.ts";
import { isUnknown } from "../values/unknown.ts";
import { fitsPattern } from "../values/pattern.ts";
import {
  isValueObject,
  isWhollyKnown,
  mapParts,
  member,
  record,
  type Value,
  type ValueObject,
} from "../values/value.ts";
import { bindingOf } from "./binding.ts";
import { readState } from "./state.ts";
import { isSame, isSameText } from "./table.ts";

/** A value of which the API returned a different one. */
export interface Difference {
  /** The names of the attribute from the top of the schema. */
  readonly names: readonly string[];
  /** The planned value; undefined if it is sensitive. */
  readonly planned: Value | undefined;
  /** The service's value; undefined if it is sensitive. */
  readonly actual: Value | undefined;
}

/** Result of completing a plan. */
export interface CompletedPlan {
  /** The plan, completed by what the service returned. */
  readonly state: ValueObject;
  /** Fields that the service returned otherwise than planned. */
  readonly differences: readonly Difference[];
}

/**
 * Completes a plan by what the service returned. Where the two contradict each
 * other, the state keeps the planned value, as Terraform demands; the next
 * read shows what is there.
 */
export function completePlan(
  attributes: Attributes,
  plan: ValueObject,
  actual: ValueObject,
  names: readonly string[] = [],
): CompletedPlan {
  const differences: Difference[] = [];
  const state = record(
    Object.entries(attributes).map(([name, attribute]) => {
      const planned = member(plan, name) ?? null;
      const shown = member(actual, name) ?? null;
      const at = [...names, name];
      const isOpen = !isWhollyKnown(planned);
      if (isOpen && fitsPattern(planned, shown, attribute.type)) {
        return [name, shown];
      }
      if (
        attribute.nested?.nesting === "single" && isValueObject(planned) &&
        isValueObject(shown)
      ) {
        const { attributes } = attribute.nested;
        const inner = completePlan(attributes, planned, shown, at);
        differences.push(...inner.differences);
        return [name, inner.state];
      }
      // What the service computes by itself may differ from one day to another.
      const isPromised = attribute.mode !== "computed" ||
        bindingOf(attribute)?.computedFrom !== undefined;
      if (
        !isSame(planned, shown, attribute) && isPromised &&
        !isSameText(attribute, planned, shown)
      ) {
        const isHidden = holdsSensitive(attribute);
        differences.push({
          names: at,
          planned: isHidden ? undefined : planned,
          actual: isHidden ? undefined : shown,
        });
      }
      return [name, dropUnknowns(planned)];
    }),
  );
  return { state, differences };
}

/**
 * The attributes of a configuration that an object has otherwise than a plan, as
 * far as that is known.
 */
export function differencesFrom(
  { attributes }: Pick<Schema, "attributes">,
  planned: object,
  response: object,
): readonly string[] {
  // A plan is an object of values.
  const plan = planned as ValueObject;
  const actual = readState(attributes, response, plan);
  return completePlan(attributes, plan, actual).differences
    .filter(({ names: [name = ""] }) => attributes[name]?.mode !== "computed")
    .map(({ names }) => names.join("."));
}

/** The value without unknown parts, of which nothing was returned. */
function dropUnknowns(value: Value): Value {
  return isUnknown(value) ? null : mapParts(value, dropUnknowns);
}
