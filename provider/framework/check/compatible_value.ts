/**
 * Whether a value is what was planned.
 *
 * @module
 */

import { equalValues } from "../values/equal.ts";
import type { Place } from "../values/path.ts";
import { PatternIndex } from "../values/pattern.ts";
import {
  attributeNames,
  holdsDynamic,
  partTypes,
  type Type,
  typeName,
} from "../values/type.ts";
import { isUnknown } from "../values/unknown.ts";
import {
  Dynamic,
  isValueArray,
  isValueObject,
  isWhollyKnown,
  partsOf,
  type Value,
} from "../values/value.ts";
import { partOf, partType } from "../values/walk.ts";
import { keepsRefinements } from "./refinement_check.ts";
import { show, type ValidationError } from "./validation_error.ts";

/** How elements are compared. */
export interface SetMatch {
  /** The type of the elements. */
  readonly type: Type;
  /** Whether a planned element promises an actual one. */
  readonly isMatch: (planned: Value, actual: Value) => boolean;
  /** What of a planned element every match must equal; default: all of it. */
  readonly patternOf?: (planned: Value) => Value;
}

/**
 * Elements of sets have no identity, so each planned one must match at least
 * one actual one, and each actual one at least one planned one. Returns what
 * is wrong with that; undefined: nothing.
 */
export function correlateSets(
  planned: readonly Value[],
  actual: readonly Value[],
  { type, isMatch, patternOf = (element) => element }: SetMatch,
): string | undefined {
  const matched = new Set<number>();
  let lost = 0;
  const all = [...actual.keys()];
  // A dynamic null matches anything, which no index knows.
  const index = holdsDynamic(type) ? undefined : new PatternIndex(actual, type);
  for (const one of planned) {
    const near = index?.near(patternOf(one)) ?? all;
    const matches = near.filter((i) => isMatch(one, actual[i] ?? null));
    for (const i of matches) matched.add(i);
    lost += matches.length === 0 ? 1 : 0;
  }
  if (lost > 0) {
    return `${lost} planned ${elements(lost)} no match in the result`;
  }
  const surplus = actual.length - matched.size;
  return surplus > 0
    ? `${surplus} actual ${elements(surplus)} no match in the plan`
    : undefined;
}

function elements(count: number): string {
  return count === 1 ? "element of the set has" : "elements of the set have";
}

function breach(place: Place, message: string): readonly ValidationError[] {
  return [{ path: place.path, message }];
}

/** What keeps `actual` from being what `planned` promised, both of `type`. */
export function compatibleValue(
  planned: Value,
  actual: Value,
  type: Type,
  place: Place,
): readonly ValidationError[] {
  if (equalValues(planned, actual, type) && isWhollyKnown(planned)) return [];
  return type === "dynamic"
    ? compatibleDynamic(planned, actual, place)
    : compatibleTyped(planned, actual, type, place);
}

function compatibleDynamic(
  planned: Value,
  actual: Value,
  place: Place,
): readonly ValidationError[] {
  // Not even the type was promised.
  if (!Dynamic.is(planned)) return [];
  if (!Dynamic.is(actual) || !conformsTo(actual.type, planned.type)) {
    const given = Dynamic.is(actual) ? typeName(actual.type) : "no type";
    const wanted = typeName(planned.type);
    return breach(place, `the type was planned as ${wanted}, but is ${given}`);
  }
  return compatibleValue(planned.value, actual.value, planned.type, place);
}

/** Whether `type` is `wanted` where that is not dynamic. */
function conformsTo(type: Type, wanted: Type): boolean {
  if (wanted === "dynamic" || type === wanted) return true;
  if (type[0] !== wanted[0] || namesIn(type) !== namesIn(wanted)) return false;
  const parts = partTypes(type);
  const others = partTypes(wanted);
  return parts.length === others.length &&
    parts.every((part, i) => conformsTo(part, others[i] ?? "dynamic"));
}

function namesIn(type: Type): string {
  return typeof type !== "string" && type[0] === "object"
    ? JSON.stringify(attributeNames(type))
    : "";
}

function compatibleTyped(
  planned: Value,
  actual: Value,
  type: Exclude<Type, "dynamic">,
  place: Place,
): readonly ValidationError[] {
  if (isUnknown(planned)) {
    const message = keepsRefinements(actual, planned, type);
    return message === undefined ? [] : breach(place, message);
  }
  if (isUnknown(actual) && planned !== null) {
    return breach(place, "the value was planned known, but is unknown");
  }
  if (isValueArray(planned) && isValueArray(actual)) {
    return typeof type !== "string" && type[0] === "set"
      ? compatibleSets(planned, actual, type[1], place)
      : compatibleParts(planned, actual, type, place);
  }
  if (isValueObject(planned) && isValueObject(actual)) {
    return compatibleParts(planned, actual, type, place);
  }
  if (equalValues(planned, actual, type)) return [];
  const [wanted, given] = [show(planned, type), show(actual, type)];
  return breach(place, `the value was planned as ${wanted}, but is ${given}`);
}

function compatibleParts(
  planned: Value,
  actual: Value,
  type: Type,
  place: Place,
): readonly ValidationError[] {
  const errors: ValidationError[] = [];
  const add = (message: string) => errors.push({ path: place.path, message });
  const shown = (step: string | number) =>
    typeof step === "number" ? step : `"${step}"`;
  for (const [step, part] of partsOf(planned)) {
    const other = partOf(actual, step);
    if (other === undefined) {
      add(`the planned element ${shown(step)} is missing`);
    } else {
      const inner = partType(type, step) ?? "dynamic";
      const at = place.inside(type, step);
      errors.push(...compatibleValue(part, other, inner, at));
    }
  }
  for (const [step] of partsOf(actual)) {
    if (partOf(planned, step) === undefined) {
      add(`the element ${shown(step)} was not planned`);
    }
  }
  return errors;
}

function compatibleSets(
  planned: readonly Value[],
  actual: readonly Value[],
  type: Type,
  place: Place,
): readonly ValidationError[] {
  const mismatch = correlateSets(planned, actual, {
    type,
    isMatch: (one, other) =>
      compatibleValue(one, other, type, place).length === 0,
  });
  const errors = mismatch === undefined ? [] : breach(place, mismatch);
  if (planned.length >= actual.length) return errors;
  const were = planned.length === 1 ? "element was" : "elements were";
  const message =
    `${planned.length} ${were} planned, but the set has ${actual.length}`;
  return [...errors, ...breach(place, message)];
}
