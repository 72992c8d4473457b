/**
 * The life of an attribute: what becomes of a change, by what a state knows of
 * a value that the service hides. One table decides that for every attribute of
 * every resource: see `docs/bindings.md`.
 *
 * @module
 */

import type { PrivateState } from "../define/context.ts";
import { isChanged, type Transition, valuesOf } from "./life.ts";
import { isSeen } from "./notes.ts";
import { type Entry, isWithin, type Table, valueNamed } from "./table.ts";

/** Context for judging a change of an object. */
export interface ChangeContext {
  /** The bindings of its attributes. */
  readonly table: Table;
  /** The values kept beside its state. */
  readonly privateState: Pick<PrivateState, "get">;
}

/** Result of a plan for an attribute. */
export type Outcome = "sent" | "adopted" | "replaced" | "refused";

/**
 * The table of `docs/bindings.md`, for one attribute; undefined: it does not
 * change, or goes with an object that is removed.
 */
export function outcomeOf(
  entry: Entry,
  transition: Transition,
  { table, privateState }: ChangeContext,
): Outcome | undefined {
  if (!isChanged(entry, transition)) return undefined;
  const { change, clear, makesAnew } = entry.binding;
  const isFixed = change === "immutable";
  if (!isFixed && isInsideRemoved(entry, transition, table)) return undefined;
  const [before, after] = valuesOf(entry, transition);
  if (before !== null && after === null) {
    if (clear === "refuse") return "refused";
    if (clear === "replace") return "replaced";
  }
  if (!isFixed && !makesAnew) return "sent";
  if (before === null && !isSeen(entry, transition.prior, privateState)) {
    return "adopted";
  }
  return isFixed ? "replaced" : "sent";
}

function isInsideRemoved(
  { names }: Entry,
  transition: Transition,
  table: Table,
): boolean {
  return table.some((parent) =>
    parent.isParent && parent.names.length < names.length &&
    isWithin(names, parent.names) && isChanged(parent, transition) &&
    valueNamed(transition.plan, parent.names) === null
  );
}
