/**
 * Plan modifiers that replace the resource when an attribute changes.
 *
 * @module
 */

import type {
  PlanModifier,
  PlanModifierContext,
} from "../schema/plan_modifier.ts";

/** A change of the attribute replaces the resource. */
export function requiresReplace(): PlanModifier {
  return {
    description: "Changing this forces a replacement.",
    alwaysReplaces: true,
    modify: () => ({ requiresReplace: true }),
  };
}

/**
 * A change of the attribute replaces the resource if the condition holds. The
 * description is a sentence for the documentation. The condition is only asked
 * for what exists already.
 */
export function requiresReplaceIf(
  condition: (context: PlanModifierContext) => boolean,
  description: string,
): PlanModifier {
  return {
    description,
    modify(context) {
      const asked = context.priorRoot !== null && condition(context);
      return asked ? { requiresReplace: true } : undefined;
    },
  };
}

/**
 * A change of the attribute replaces the resource if the attribute is
 * configured: taking it out of the configuration does not.
 */
export function requiresReplaceIfConfigured(): PlanModifier {
  return requiresReplaceIf(
    (context) => context.config !== null,
    "Changing this to another configured value forces a replacement.",
  );
}
