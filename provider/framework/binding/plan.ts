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
import {
  childrenOf,
  type Entry,
  isLocal,
  isSame,
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
  /** The state. */
  readonly prior: ValueObject;
  /** The plan so far. */
  readonly planned: ValueObject;
  /** Where the plan's errors go. */
  readonly diagnostics: Diagnostics;
}

/** A plan of an existing object. */
export interface BoundPlan {
  /** The planned values. */
  readonly planned: ValueObject;
  /** What cannot be changed in place. */
  readonly requiresReplace: readonly Path[];
  /** Whether the service has to be asked to change something. */
  readonly isUpdate: boolean;
}

/**
 * Plans an object that exists.
 *
 * 1. A computed value that is not configured keeps its prior value, unless
 *    something that it depends on changes.
 * 2. A change of what is immutable, or cannot be cleared, is a replacement.
 */
export function planBound(input: PlanInput): BoundPlan {
  const { table, attributes, prior } = input;
  const stays = (planned: ValueObject, entry: Entry) =>
    isSame(
      valueAt(prior, entry.names),
      valueAt(planned, entry.names),
      entry.attribute,
    );
  const kept = keep(attributes, input.config, prior, input.planned, () => true);
  const isIdle = table.every((entry) =>
    isLocal(entry.binding) && entry.binding.version === undefined &&
      !isVersion(entry, table) ||
    entry.binding.dependsOn !== undefined || entry.attribute.writeOnly ||
    entry.attribute.mode === "computed" || stays(kept, entry)
  );
  const planned = keep(
    attributes,
    input.config,
    prior,
    input.planned,
    (names, attribute) => {
      const dependsOn = bindingOf(attribute)?.dependsOn ?? [];
      if (dependsOn === "update") return isIdle;
      return table.every((entry) =>
        !dependsOn.includes(entry.names.join(".")) ||
        entry.names.join(".") === names.join(".") || stays(kept, entry)
      );
    },
  );
  return {
    planned,
    requiresReplace: replacements(input, planned),
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

type Keeps = (names: readonly string[], attribute: Attribute) => boolean;

/** The plan in which computed values are prior ones, where `keeps` says so. */
function keep(
  attributes: Attributes,
  config: Value,
  prior: ValueObject,
  planned: ValueObject,
  keeps: Keeps,
  names: readonly string[] = [],
): ValueObject {
  return record(
    Object.entries(attributes).map(([name, attribute]) => {
      const configured = valueAt(config, [name]);
      const before = member(prior, name) ?? null;
      const after = member(planned, name) ?? null;
      const at = [...names, name];
      const children = childrenOf(attribute);
      if (
        children !== undefined && isValueObject(after) && isValueObject(before)
      ) {
        return [name, keep(children, configured, before, after, keeps, at)];
      }
      if (!attribute.computed || configured !== null) return [name, after];
      if (attribute.mode === "defaulted") return [name, after];
      return [name, keeps(at, attribute) ? before : unknown];
    }),
  );
}

function replacements(
  { table, prior, diagnostics }: PlanInput,
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
