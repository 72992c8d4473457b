/**
 * Plan modifiers that keep the value of the state for what the provider would
 * compute.
 *
 * @module
 */

import type {
  PlanModifier,
  PlanModifierContext,
  PlanModifierResult,
} from "../schema/plan_modifier.ts";
import type { Reference } from "../schema/reference.ts";
import { isUnknown } from "../values/unknown.ts";

/**
 * Keeps the value of the state where the plan would show "known after apply":
 * for values that never change once the object exists, such as an id.
 *
 * It leaves the attributes of a new object alone, be it the resource itself or
 * an element that was added to a list.
 */
export function useStateForUnknown(): PlanModifier {
  return {
    description: "Keeps its value once it is known.",
    modify: keepPrior,
  };
}

/**
 * Like {@linkcode useStateForUnknown}, unless the value of the state is null:
 * for values that the service gives later, and then never changes.
 */
export function useNonNullStateForUnknown(): PlanModifier {
  return {
    description: "Keeps its value once it has one.",
    modify: (context) =>
      context.prior === null ? undefined : keepPrior(context),
  };
}

/**
 * Like {@linkcode useStateForUnknown}, unless one of the given attributes
 * changes. They are looked at as the rules before this one left them, so list
 * configured ones, or computed ones that are declared earlier.
 */
export function useStateForUnknownUnless(
  ...changed: readonly Reference[]
): PlanModifier {
  const names = changed.map((name) => `\`${name.replace(/^\//, "")}\``);
  return {
    description: `Keeps its value unless ${names.join(" or ")} changes.`,
    references: changed,
    modify: (context) =>
      changed.some((reference) => context.changes(reference))
        ? undefined
        : keepPrior(context),
  };
}

function keepPrior(
  context: PlanModifierContext,
): PlanModifierResult | undefined {
  const open = isUnknown(context.planned) && context.config === null;
  return open && context.parentState !== null
    ? { planned: context.prior }
    : undefined;
}
