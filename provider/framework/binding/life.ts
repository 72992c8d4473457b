/**
 * Changes of an object and its attributes, and the data that it holds.
 *
 * @module
 */

import { isUnknown } from "../values/unknown.ts";
import type { Value, ValueObject } from "../values/value.ts";
import { type Entry, isSame, valueNamed } from "./table.ts";

/** Data lost on replacement. */
export interface DataAtRisk {
  /** Description with number and size: `3 files (1.2 GB)`. */
  readonly description: string;
  /** Whether the configuration says that it may be lost, as `on_destroy` does. */
  readonly mayBeLost: boolean;
  /**
   * Advice if they may be lost, such as to set `on_destroy`; default: to
   * destroy it.
   */
  readonly consent?: string;
}

/** Facts about the objects of a resource that its plans depend on. */
export interface ObjectRules {
  /** The object as messages name it. */
  label(prior: ValueObject): string;
  /** Data that a replacement would destroy; undefined: none. */
  dataAtRisk?(prior: ValueObject): DataAtRisk | undefined;
}

/** A state, and what is to be. */
export interface Transition {
  /** The state. */
  readonly prior: ValueObject;
  /** The plan. */
  readonly plan: ValueObject;
}

/**
 * Whether the value of an attribute changes. That of a write-only one does if
 * its version does, an object of attributes with it comes or goes.
 */
export function isChanged(entry: Entry, transition: Transition): boolean {
  const [before, after] = valuesOf(entry, transition);
  if (entry.isParent && !isUnknown(after)) {
    return (before === null) !== (after === null);
  }
  return entry.binding.version === undefined
    ? !isSame(before, after, entry.attribute)
    : before !== after;
}

/** The values of an attribute before and after a change. */
export function valuesOf(
  entry: Entry,
  { prior, plan }: Transition,
): [Value, Value] {
  const names = shownNames(entry);
  return [valueNamed(prior, names), valueNamed(plan, names)];
}

/**
 * Attributes that show a change: a write-only value is in no plan, but its
 * version.
 */
export function shownNames({ names, binding }: Entry): readonly string[] {
  return binding.version === undefined
    ? names
    : [...names.slice(0, -1), binding.version];
}
