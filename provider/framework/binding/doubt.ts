/**
 * A look at an object before a request is sent again: what it finds has to be
 * what was there before, or what is to be.
 *
 * @module
 */

import { holdsSensitive } from "../schema/schema.ts";
import { valueKey } from "../values/equal.ts";
import { hclText } from "../values/hcl.ts";
import { isUnknown } from "../values/unknown.ts";
import { isValueArray, type Value, type ValueObject } from "../values/value.ts";
import type { Difference } from "./completed_plan.ts";
import { isTold } from "./state.ts";
import {
  type Entry,
  isLocal,
  isSame,
  isWithin,
  type Table,
  valueNamed,
  withValueAt,
} from "./table.ts";

/** A response, compared with the state or with the plan. */
export interface Comparison {
  /** The state or the plan. */
  readonly kept: ValueObject;
  /** The state of the response, with what only `kept` knows. */
  readonly state: ValueObject;
  /** The attributes that the response has otherwise. */
  readonly differences: readonly Difference[];
}

/** An object as it is at one moment. */
export interface Look {
  readonly response: object;
  /** The values that the response alone tells. */
  readonly told: ValueObject;
  readonly prior: Comparison;
  readonly plan: Comparison;
}

/** A reason not to send a request again. */
export interface Doubt {
  /** The names of an attribute from the top of the schema; absent: of none. */
  readonly names?: readonly string[];
  /** A clause about what is there now. */
  readonly reason: string;
}

/** The request that may be sent again. */
export interface Repeat {
  /** The attributes that it overwrites. */
  readonly written: Table;
  /** The values told before it was sent; undefined: none. */
  readonly before?: ValueObject | undefined;
  /**
   * Called with the state if all of it is as planned already, so that it is not
   * sent again. Without it, it is sent again.
   */
  onReached?(state: ValueObject): void;
  /** Collections of which it leaves alone what others add. */
  readonly shared?: Table | undefined;
  /** Whether it may have taken effect, and somebody undone it since. */
  readonly isLost?: boolean;
}

/** Looks for what somebody else may have made of an object. */
export function doubtOf(
  { told, prior, plan }: Look,
  { written, before = {}, shared = [], isLost = true }: Repeat,
): Doubt | undefined {
  for (const one of listUnplanned({ prior, plan }, written)) {
    const { names, planned: was, actual } = one;
    const to = valueNamed(plan.kept, names);
    const isOpen = keepsOthers({ prior, plan }, shared, one);
    if (isOpen && isBetween(actual, was, to)) continue;
    return { names, reason: changedTo(names.join("."), actual) };
  }
  for (const entry of written) {
    const { names, path, attribute, binding, isParent } = entry;
    if (isParent || isLocal(binding)) continue;
    const now = valueNamed(told, names);
    const isNow = (value: Value) => isTold(value, now, attribute);
    if (isLost && isHidden({ told, prior, plan }, entry)) {
      return { names, reason: `what \`${path}\` is now cannot be seen` };
    }
    const [was = 0, will = 0] = [prior, plan].map(({ kept }) =>
      binding.openness?.(valueNamed(kept, names))
    );
    if (isLost && will > was && !isNow(valueNamed(plan.kept, names))) {
      return { names, reason: `somebody may have undone that of \`${path}\`` };
    }
    // The state knows nothing of what the service fills in.
    const isOpen = binding.hasServiceDefault === true &&
      valueNamed(prior.kept, names) === null && now !== null;
    const isTaken = isOpen && !isNow(valueNamed(plan.kept, names)) &&
      !isNow(valueNamed(before, names));
    if (isTaken) {
      const shown = holdsSensitive(attribute) ? undefined : now;
      return { names, reason: changedTo(path, shown) };
    }
  }
  return undefined;
}

/** Whether a look does not tell a value of the state or of the plan. */
export function isHidden(
  { told, prior, plan }: Pick<Look, "told" | "prior" | "plan">,
  { names, attribute }: Entry,
): boolean {
  return [prior, plan].some(({ kept, state }) => {
    const value = valueNamed(kept, names);
    return value !== null && !isUnknown(value) &&
      !isTold(value, valueNamed(told, names), attribute) &&
      isSame(valueNamed(state, names), value, attribute);
  });
}

/**
 * The state of an object that has all that is written, as planned; undefined:
 * it lacks some of it, or had it before.
 */
export function reachedState(
  { prior, plan }: Look,
  written: Table,
): ValueObject | undefined {
  const sent = written.filter(({ binding }) => !isLocal(binding));
  const isChanged = sent.some(({ names, attribute }) => {
    const to = valueNamed(plan.kept, names);
    return !isUnknown(to) &&
      !isSame(valueNamed(prior.kept, names), to, attribute);
  });
  if (!isChanged || findOverlaps(plan.differences, sent).length > 0) {
    return undefined;
  }
  return sent.reduce(
    (state, { names }) =>
      withValueAt(state, names, valueNamed(plan.state, names)),
    prior.state,
  );
}

/** @param value Undefined: it is a secret. */
function changedTo(name: string, value: Value | undefined): string {
  const now = value === undefined ? "another one" : hclText(value);
  return `\`${name}\` is ${now} now, neither as before nor as planned`;
}

/** The attributes that are neither as they were nor as they are planned. */
export function listUnplanned(
  { prior, plan }: Pick<Look, "prior" | "plan">,
  written: Table,
): readonly Difference[] {
  // What the service fills in or computes anew is not told from what somebody
  // has set.
  const filled = written.filter(({ names, binding }) => {
    const planned = valueNamed(plan.kept, names);
    return planned === null
      ? binding.hasServiceDefault === true
      : isUnknown(planned) && binding.recompute !== undefined;
  });
  return [
    ...findOverlaps(prior.differences, plan.differences),
    ...findOverlaps(prior.differences, filled)
      .filter(({ names, actual }) =>
        actual !== null && filled.some((one) => isWithin(names, one.names))
      ),
  ];
}

/** Those of the differences that overlap with one of others. */
export function findOverlaps(
  differences: readonly Difference[],
  others: readonly Pick<Entry, "names">[],
): readonly Difference[] {
  return differences.filter(({ names }) =>
    others.some((other) =>
      isWithin(names, other.names) || isWithin(other.names, names)
    )
  );
}

/**
 * Tests whether a change leaves alone what others added to a collection: none of
 * it is what is to be added, but otherwise.
 */
export function keepsOthers(
  { prior, plan }: Pick<Look, "prior" | "plan">,
  shared: Table,
  { names }: Pick<Difference, "names">,
): boolean {
  const at = names.join(".");
  const key = shared.find(({ path }) => path === at)?.binding.keepsOthers;
  if (key === undefined) return false;
  const { actual: now = null } =
    plan.differences.find((one) => one.names.join(".") === at) ?? {};
  const [before = null, after = null] = [prior, plan]
    .map(({ kept }) => valueNamed(kept, names));
  const keyOf = (one: Value) => key.map((name) => valueNamed(one, [name]));
  const isBefore = memberOf(before);
  const isAfter = memberOf(after);
  const isKeyAfter = memberOf(isValueArray(after) ? after.map(keyOf) : []);
  return !isValueArray(now) ||
    now.every((one) =>
      isBefore(one) || isAfter(one) || !isKeyAfter(keyOf(one))
    );
}

/** Whether a collection has all elements of another one. */
export function containsAll(all: Value = null, some: Value = null): boolean {
  return isValueArray(all) && isValueArray(some) && some.every(memberOf(all));
}

/**
 * Whether a collection is as after some of several requests, one for each
 * element: what others added is told from what they changed only before the
 * first of them and after the last one.
 */
function isBetween(
  now: Value = null,
  before: Value = null,
  after: Value = null,
): boolean {
  if (containsAll(now, before) || containsAll(now, after)) return true;
  if (!isValueArray(now) || !isValueArray(before)) return false;
  const isNow = memberOf(now);
  const isBefore = memberOf(before);
  const isAfter = memberOf(after);
  return now.every((one) => isBefore(one) || isAfter(one)) &&
    before.every((one) => !isAfter(one) || isNow(one));
}

/** A function that tests whether a value is an element of a collection. */
function memberOf(all: Value): (one: Value) => boolean {
  const keyOf = (one: Value) => valueKey(one, "dynamic");
  const keys = new Set(isValueArray(all) ? all.map(keyOf) : []);
  return (one) => keys.has(keyOf(one));
}
