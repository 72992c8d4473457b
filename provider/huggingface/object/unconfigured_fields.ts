/**
 * The fields of an object that its configuration does not have: filled in by the
 * service, or set by somebody else.
 *
 * @module
 */

import type { Schema } from "@hf-terraform/framework";
import {
  changedSincePlan,
  type PlanOrState,
  type Table,
  unconfiguredFields,
} from "@hf-terraform/framework/binding";
import { keepNote, type PrivateNotes, readNote } from "./notes.ts";

/** Notes what nobody configures: of the service, after a write, or of others. */
export function noteUnconfigured<S extends Schema>(
  table: Table,
  answer: object,
  values: PlanOrState<S>,
  notes: PrivateNotes,
  isWritten: boolean,
): void {
  const told = unconfiguredFields(table, answer, values);
  if (isWritten) {
    const theirs = setByOthers(notes);
    const own = Object.entries(told).filter(([path]) => !theirs.includes(path));
    keepNote(notes, "filled_in", Object.fromEntries(own));
  }
  keepNote(notes, "unconfigured", told);
}

/** Refuses to overwrite what nobody configured if it was set after the plan. */
export function assertAsTold<S extends Schema>(
  label: string,
  table: Table,
  { current = {}, prior, plan, ...notes }: PrivateNotes & {
    readonly current: object | undefined;
    readonly prior: PlanOrState<S>;
    readonly plan: PlanOrState<S>;
  },
): void {
  const told = readNote(notes, "unconfigured");
  const own = readNote(notes, "filled_in") ?? {};
  const [now = {}, left = {}] = [prior, plan]
    .map((known) => unconfiguredFields(table, current, known));
  const path = Object.keys(now).find((path) =>
    left[path] === undefined && ![told?.[path], own[path]].includes(now[path])
  );
  if (!told || !path) return;
  throw changedSincePlan(label, path.split("."));
}

/** The paths of what nobody configures, and somebody else has set. */
export function setByOthers(notes: PrivateNotes): readonly string[] {
  const own = readNote(notes, "filled_in") ?? {};
  const told = Object.entries(readNote(notes, "unconfigured") ?? {});
  return told.flatMap(([path, json]) => json === own[path] ? [] : path);
}
