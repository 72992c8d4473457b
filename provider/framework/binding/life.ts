/**
 * The life of an attribute: what a state knows of a value that the service
 * hides, and what becomes of a change. One table decides that for every
 * attribute of every resource: see `docs/bindings.md`.
 *
 * @module
 */

import { isUnknown } from "../values/unknown.ts";
import type { Value, ValueObject } from "../values/value.ts";
import {
  type Entry,
  isSame,
  isWithin,
  type Table,
  valueNamed,
} from "./table.ts";

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

/** Tests whether a state knows an attribute. */
export type IsSeen = (entry: Entry) => boolean;

/** Result of a plan for an attribute; undefined: it does not change. */
export type Outcome = "sent" | "adopted" | "replaced" | "refused";

/**
 * The table of `docs/bindings.md`, for one attribute.
 *
 * @param isSeen Tests whether the state knows an attribute; else a null in it
 * says nothing.
 */
export function outcomeOf(
  entry: Entry,
  transition: Transition,
  isSeen: IsSeen,
): Outcome | undefined {
  if (!isChanged(entry, transition)) return undefined;
  const { change, clear, makesAnew } = entry.binding;
  const [before, after] = valuesOf(entry, transition);
  if (before !== null && after === null) {
    if (clear === "refuse") return "refused";
    if (clear === "replace") return "replaced";
  }
  const isFixed = change === "immutable";
  if (!isFixed && !makesAnew) return "sent";
  if (before === null && !isSeen(entry)) return "adopted";
  return isFixed ? "replaced" : "sent";
}

/** The same; undefined too for what goes with an object that is removed. */
export function outcomeIn(
  table: Table,
  entry: Entry,
  transition: Transition,
  isSeen: IsSeen,
): Outcome | undefined {
  const outcome = outcomeOf(entry, transition, isSeen);
  if (outcome === undefined || entry.binding.change === "immutable") {
    return outcome;
  }
  const { names } = entry;
  const isGone = names.length > 1 &&
    table.some((parent) =>
      parent.isParent && parent.names.length < names.length &&
      isWithin(names, parent.names) && isChanged(parent, transition) &&
      valueNamed(transition.plan, parent.names) === null
    );
  return isGone ? undefined : outcome;
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

function valuesOf(entry: Entry, { prior, plan }: Transition): [Value, Value] {
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
