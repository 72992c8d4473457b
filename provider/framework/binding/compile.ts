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
import { type ObjectRules, outcomeIn, shownNames } from "./life.ts";
import { cannotRemove } from "./messages.ts";
import { isSeenBy } from "./notes.ts";
import { childrenOf, type Entry, type Table } from "./table.ts";

/**
 * The schema, with what its bindings say as plan modifiers: what is computed
 * keeps its value, unless it has modifiers of its own; what cannot be sent
 * replaces the object, is refused or adopted.
 */
export function compileSchema<S extends Schema>(
  schema: S,
  table: Table,
  rules: ObjectRules,
): S {
  const lives = new Map<string, PlanModifier>();
  for (const entry of table) {
    const { change, clear, makesAnew } = entry.binding;
    const isKept = clear === "refuse" || clear === "replace";
    if (change === "immutable" || makesAnew || isKept) {
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

/** Plans what becomes of a change that no update can send. */
function lifeOf(
  entry: Entry,
  table: Table,
  { label, dataAtRisk }: ObjectRules,
): PlanModifier {
  const names = shownNames(entry);
  return {
    modify(
      { planned, priorRoot, plannedRoot, privateState, diagnostics, path },
    ) {
      if (priorRoot === null) return undefined;
      const change = { prior: priorRoot, plan: plannedRoot };
      const isSeen = isSeenBy(priorRoot, privateState);
      const outcome = outcomeIn(table, entry, change, isSeen);
      if (outcome === "refused") {
        diagnostics.addError(...cannotRemove(names), path);
      }
      if (outcome === "adopted") {
        diagnostics.addWarning(
          `${names.join(".")} of ${
            label(priorRoot)
          } is taken as it is configured`,
          "No response of the API shows it, and no update sends it alone. The " +
            "state comes from an import or from elsewhere, so nobody knows the value " +
            "that is there: what is configured goes into the state, and nothing " +
            "is sent. A replacement would set it.",
          path,
        );
      }
      if (outcome !== "replaced") return undefined;
      // What is not known yet is judged when it is.
      const isProtected = isUnknown(planned) &&
        dataAtRisk?.(priorRoot)?.mayBeLost === false;
      return { requiresReplace: !isProtected };
    },
  };
}
