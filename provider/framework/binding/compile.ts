/**
 * The plan modifiers that bindings stand for: the engine's one walk plans a
 * bound attribute as any other.
 *
 * @module
 */

import { p } from "../plan/p.ts";
import type { Attribute, Attributes } from "../schema/attribute.ts";
import type { PlanModifier } from "../schema/rules.ts";
import { sharesValues } from "../schema/numbers.ts";
import type { Schema } from "../schema/schema.ts";
import { isNull } from "../values/value.ts";
import { isUnknown } from "../values/unknown.ts";
import { bindingOf } from "./binding.ts";
import { type ObjectRules, shownNames } from "./life.ts";
import { outcomeOf } from "./outcome.ts";
import { childrenOf, type Entry, type Table } from "./table.ts";

/**
 * The schema, with what its bindings say as plan modifiers: what is computed
 * keeps its value, unless it has modifiers of its own; what cannot be sent
 * replaces the object.
 */
export function compileSchema<S extends Schema>(
  schema: S,
  table: Table,
  rules: ObjectRules,
): S {
  const lives = new Map<string, PlanModifier>();
  for (const entry of table) {
    const { change, clear } = entry.binding;
    if (change === "immutable" || clear === "replace") {
      const at = shownNames(entry).join(".");
      lives.set(at, lifeOf(entry, table, rules));
    }
  }
  const attributes = compiled(schema.attributes, []);
  return { ...schema, attributes, ...{ [sharesValues]: true } };

  function compiled(
    attributes: Attributes,
    names: readonly string[],
  ): Attributes {
    return Object.fromEntries(
      Object.entries(attributes).map(([name, attribute]) => {
        const at = [...names, name];
        const { nested } = attribute;
        const children = childrenOf(attribute);
        const life = lives.get(at.join("."));
        return [name, {
          ...attribute,
          planModifiers: [
            ...ownModifiers(attribute),
            ...life === undefined ? [] : [life],
          ],
          ...children && nested && {
            nested: { ...nested, attributes: compiled(children, at) },
          },
        }];
      }),
    );
  }
}

/** The modifiers of an attribute, by default those of a computed one. */
function ownModifiers(attribute: Attribute): readonly PlanModifier[] {
  const { planModifiers, computed, mode } = attribute;
  if (planModifiers.length > 0 || !computed || mode === "defaulted") {
    return planModifiers;
  }
  const { write, read } = bindingOf(attribute) ?? {};
  const isNeverShown = write !== undefined && read === undefined;
  return isNeverShown ? [p.computedFrom([]), hidden] : [p.computedFrom([])];
}

/** Plans null where no response would ever show another value. */
const hidden: PlanModifier = {
  modify: ({ config, parentState }) =>
    parentState === null && isNull(config) ? { planned: null } : undefined,
};

/** Plans a change that no update can send as a replacement. */
function lifeOf(
  entry: Entry,
  table: Table,
  { dataAtRisk }: ObjectRules,
): PlanModifier {
  return {
    modify({ planned, priorRoot, plannedRoot, privateState }) {
      if (priorRoot === null) return undefined;
      const change = { prior: priorRoot, plan: plannedRoot };
      const outcome = outcomeOf(entry, change, { table, privateState });
      if (outcome !== "replaced") return undefined;
      // What is not known yet is judged when it is.
      const isProtected = isUnknown(planned) &&
        dataAtRisk?.(priorRoot)?.mayBeLost === false;
      return { requiresReplace: !isProtected };
    },
  };
}
