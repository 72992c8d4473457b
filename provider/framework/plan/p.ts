import type {
  KnownInUpdate,
  PlanModifier,
  PlanModifierContext,
  PlanModifierResult,
} from "../schema/rules.ts";
import { follow, type Reference } from "../schema/reference.ts";
import { isUnknown, unknown } from "../values/unknown.ts";
import { isNull, isWhollyKnown, type Value } from "../values/value.ts";

/** The plan modifiers of attributes. */
export const p = {
  requiresReplace,
  requiresReplaceIf,
  requiresReplaceIfConfigured,
  useStateForUnknown,
  useNonNullStateForUnknown,
  mayChangeOnUpdate,
  computedFrom,
} as const;

/**
 * Keeps the value of the state where the plan would show "known after apply":
 * for values that never change once the object exists, such as an id.
 *
 * It leaves the attributes of a new object alone, be it the resource itself or
 * an element that was added to a list. So the type of an attribute of the
 * resource itself is without unknown in `update`, and with it in `create`.
 */
export function useStateForUnknown(): KnownInUpdate {
  return {
    keepsState: true,
    knownInUpdate: true,
    modify: keepPrior,
  };
}

/**
 * Like {@linkcode useStateForUnknown}, unless the value of the state is null:
 * for values that the service gives later, and then never changes.
 */
export function useNonNullStateForUnknown(): PlanModifier {
  return {
    keepsState: true,
    modify: (context) => isNull(context.prior) ? undefined : keepPrior(context),
  };
}

/**
 * Says that any update of the resource may change the value: what an attribute
 * without plan modifiers does, unless a binding gives it some.
 */
export function mayChangeOnUpdate(): PlanModifier {
  return asBefore;
}

const asBefore: PlanModifier = { modify: () => undefined };

function keepPrior(
  context: PlanModifierContext,
): PlanModifierResult | undefined {
  const open = isUnknown(context.planned) && !isConfigured(context);
  return open && context.parentState !== null
    ? { planned: context.prior }
    : undefined;
}

/** A null that has a type of its own, where that is dynamic, is null too. */
function isConfigured({ config }: PlanModifierContext): boolean {
  return !isNull(config);
}

/** A change of the attribute replaces the resource. */
export function requiresReplace(): PlanModifier {
  return {
    alwaysReplaces: true,
    modify: () => ({ requiresReplace: true }),
  };
}

/**
 * A change of the attribute replaces the resource if the condition holds, which
 * is only asked for what exists already.
 */
export function requiresReplaceIf(
  condition: (context: PlanModifierContext) => boolean,
): PlanModifier {
  return {
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
  return requiresReplaceIf(isConfigured);
}

/**
 * Computes the planned value of a `computed` or `optional` and `computed`
 * attribute that is not configured, as a pure function of other planned
 * values: `computedFrom(["instance_type"], (type) => …)`. Without a function,
 * it is the service that computes it of them.
 *
 * 1. If any of the sources has anything unknown in it, so is the value.
 * 2. Without a function, or if that returns undefined, the value stays that of
 *    the state while no source changes, else it is unknown until apply. A null
 *    that no configuration can give stays only if nothing changes at all.
 * 3. Sources are looked at as their own rules left them, wherever they are
 *    declared; they must not in turn be computed from this attribute.
 * 4. The function gets null for an absent source. It must give the same answer
 *    for the same arguments, in every later version too, as the result of
 *    apply is held against it.
 */
export function computedFrom(
  sources: readonly Reference[],
  compute?: (...values: Value[]) => Value | undefined,
): PlanModifier {
  return {
    references: sources,
    keepsState: compute === undefined,
    compute,
    modify(context) {
      if (isConfigured(context)) return undefined;
      if (compute !== undefined) {
        const { path, parentPlan: holder, plannedRoot: root } = context;
        const values = sources.map((source) =>
          follow(source, { path, holder, root }).value
        );
        if (!values.every(isWhollyKnown)) return { planned: unknown };
        const value = compute(...values);
        if (value !== undefined) return { planned: value };
      }
      const isNew = context.parentState === null;
      if (isNew || sources.some((source) => context.changes(source))) {
        return { planned: unknown };
      }
      const mayCome = !context.isOptional && isNull(context.prior);
      return mayCome ? undefined : { planned: context.prior };
    },
  };
}
