/**
 * A plan modifier that computes a value from others at plan time.
 *
 * @module
 */

import type {
  PlanModifier,
  PlanModifierContext,
} from "../schema/plan_modifier.ts";
import { follow, type Reference } from "../schema/reference.ts";
import { unknown } from "../values/unknown.ts";
import { isWhollyKnown, type Value } from "../values/value.ts";

/** The options of {@linkcode computedFrom}. */
export interface ComputedFromOptions {
  /** A sentence for the documentation; by default it names the sources. */
  readonly description?: string;
}

/**
 * Computes the planned value of a `computed` or `optional` and `computed`
 * attribute that is not configured, as a pure function of other planned
 * values: `computedFrom(["instance_type"], (type) => …)`.
 *
 * 1. If any of the sources has anything unknown in it, so is the value.
 * 2. If the function returns undefined, it cannot tell: the value stays that
 *    of the state while no source changes, else it is unknown until apply.
 * 3. Sources are looked at as the rules before this one left them. A computed
 *    source must be declared earlier than this attribute.
 * 4. The function gets null for an absent source. It must give the same answer
 *    for the same arguments, in every later version too, as the result of
 *    apply is held against it.
 */
export function computedFrom(
  sources: readonly Reference[],
  compute: (...values: Value[]) => Value | undefined,
  options: ComputedFromOptions = {},
): PlanModifier {
  const names = sources.map((name) => `\`${name.replace(/^\//, "")}\``);
  return {
    description: options.description ??
      `Follows from ${names.join(" and ")} unless it is configured.`,
    references: sources,
    modify(context) {
      if (context.config !== null) return undefined;
      const values = sources.map((source) => planned(source, context));
      if (!values.every(isWhollyKnown)) return { planned: unknown };
      const value = compute(...values);
      if (value !== undefined) return { planned: value };
      return sources.some((source) => context.changes(source))
        ? { planned: unknown }
        : { planned: context.prior };
    },
  };
}

function planned(source: Reference, context: PlanModifierContext): Value {
  const { path, parentPlan: holder, plannedRoot: root } = context;
  return follow(source, { path, holder, root }).value;
}
