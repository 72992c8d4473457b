/**
 * Plans from a schema's bindings: computed values that stay, replacements, and
 * what cannot be cleared.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import type { Attribute, Attributes } from "../schema/attribute.ts";
import type { Path } from "../values/path.ts";
import { unknown } from "../values/unknown.ts";
import {
  isValueObject,
  member,
  record,
  type Value,
  type ValueObject,
} from "../values/value.ts";
import { bindingOf } from "./declare.ts";
import { withDerived } from "./state.ts";
import {
  childrenOf,
  type Entry,
  isLocal,
  isSame,
  isWithin,
  pathOf,
  type Table,
  valueAt,
} from "./table.ts";

/** What a plan is made of. */
export interface PlanInput {
  /** The attributes of the schema. */
  readonly attributes: Attributes;
  /** Their bindings. */
  readonly table: Table;
  /** The configuration. */
  readonly config: ValueObject;
  /** The state; null: the object is created. */
  readonly prior: ValueObject | null;
  /** The plan so far. */
  readonly planned: ValueObject;
  /** Values by dotted path that the resource decides if not configured. */
  readonly decided: Readonly<Record<string, Value | undefined>>;
  /** Whether an update is due although nothing differs. */
  readonly isDue: boolean;
  /** Where the plan's errors go. */
  readonly diagnostics: Diagnostics;
}

/** A plan. */
export interface BoundPlan {
  /** The planned values. */
  readonly planned: ValueObject;
  /** What cannot be changed in place. */
  readonly requiresReplace: readonly Path[];
  /** Whether an object that exists has to be changed at the service. */
  readonly isUpdate: boolean;
}

/**
 * Plans an object.
 *
 * 1. A computed value that is not configured keeps its prior value, unless
 *    something that it depends on changes.
 * 2. A change of what is immutable, or cannot be cleared, is a replacement.
 */
export function planBound(input: PlanInput): BoundPlan {
  const { table, prior } = input;
  if (prior === null) {
    const planned = keptValues(input, () => false);
    return { planned, requiresReplace: [], isUpdate: false };
  }
  const kept = keptValues(input, () => true);
  const changed = table.filter(({ names, attribute }) =>
    !isSame(valueAt(prior, names), valueAt(kept, names), attribute)
  );
  const isIdle = !input.isDue &&
    changed.every((entry) =>
      isLocal(entry.binding) && entry.binding.version === undefined &&
        !isVersion(entry, table) ||
      entry.attribute.writeOnly || entry.attribute.mode === "computed"
    );
  const planned = keptValues(input, (attribute, before) => {
    // What was not there may come with any change.
    if (before === null && attribute.mode === "computed") return isIdle;
    const dependsOn = bindingOf(attribute)?.dependsOn ?? [];
    if (dependsOn === "update") return isIdle;
    return !changed.some(({ names }) =>
      dependsOn.some((name) => isWithin(names, name.split(".")))
    );
  });
  return {
    planned,
    requiresReplace: replacements(input, prior, planned),
    isUpdate: !isIdle,
  };
}

/** Whether an attribute is the version of a write-only one. */
function isVersion({ names }: Entry, table: Table): boolean {
  return table.some(({ binding, names: twin }) =>
    binding.version !== undefined &&
    [...twin.slice(0, -1), binding.version].join(".") === names.join(".")
  );
}

type Keeps = (attribute: Attribute, before: Value) => boolean;

/** The plan in which computed values are prior ones, where `keeps` says so. */
function keptValues(input: PlanInput, keeps: Keeps): ValueObject {
  const { attributes, config, prior, planned } = input;
  return withDerived(
    attributes,
    objectOf(attributes, config, prior, planned, []),
  );

  function objectOf(
    attributes: Attributes,
    config: Value,
    prior: ValueObject | null,
    planned: ValueObject,
    names: readonly string[],
  ): ValueObject {
    return record(
      Object.entries(attributes).map(([name, attribute]) => {
        const configured = valueAt(config, [name]);
        const before = prior === null ? null : member(prior, name) ?? null;
        const after = member(planned, name) ?? null;
        const at = [...names, name];
        const isOpen = attribute.computed && attribute.mode !== "defaulted" &&
          configured === null;
        const decided = isOpen ? input.decided[at.join(".")] : undefined;
        if (decided !== undefined) return [name, decided];
        const children = childrenOf(attribute);
        if (children !== undefined && !isOpen && isValueObject(after)) {
          const holder = isValueObject(before) ? before : null;
          return [name, objectOf(children, configured, holder, after, at)];
        }
        if (!isOpen) return [name, after];
        // The parts of a new object are for the service to say, if it does.
        if (prior === null) {
          return [name, isNeverShown(attribute) ? null : unknown];
        }
        return [name, keeps(attribute, before) ? before : unknown];
      }),
    );
  }
}

/** Whether only the configuration ever tells the value. */
function isNeverShown(attribute: Attribute): boolean {
  const binding = bindingOf(attribute);
  return binding?.write !== undefined && binding.read === undefined;
}

function replacements(
  { table, diagnostics }: PlanInput,
  prior: ValueObject,
  planned: ValueObject,
): Path[] {
  const paths: Path[] = [];
  for (const { names, attribute, binding } of table) {
    const before = valueAt(prior, names);
    const after = valueAt(planned, names);
    // What a state does not hold yet is not known to change.
    if (before === null && attribute.computed) continue;
    if (isSame(before, after, attribute)) continue;
    const isCleared = before !== null && after === null;
    if (isCleared && binding.clear === "refuse") {
      diagnostics.addError(
        `${names.join(".")} cannot be removed`,
        "The API has no way to clear it. Put the attribute back, or set " +
          "another value.",
        pathOf(names),
      );
    } else if (
      binding.change === "immutable" ||
      (isCleared && binding.clear === "replace")
    ) paths.push(pathOf(names));
  }
  return paths;
}
