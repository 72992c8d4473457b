import { elementsOf } from "../schema/walk_schema.ts";
import { equalValues } from "../values/equal.ts";
import type { Path } from "../values/path.ts";
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
import { partAt, partType, pathIn } from "../values/walk.ts";
import { keepsRefinements } from "./refinement_check.ts";
import { show, type ValidationError } from "./validation_error.ts";

export interface SetMatch {
  readonly type: Type;
  /** Noun for the elements in messages. */
  readonly noun: "element" | "block";
  /** Whether a planned element promises an actual one. */
  readonly isMatch: (planned: Value, actual: Value) => boolean;
  /**
   * Part of a planned element that every match must equal; default: all of it.
   */
  readonly patternOf?: (planned: Value) => Value;
}

/**
 * Elements of sets have no identity, so each planned one must match at least
 * one actual one, and each actual one at least one planned one. Returns what
 * is wrong with that.
 */
export function correlateSets(
  planned: readonly Value[],
  actual: readonly Value[],
  { type, noun: what, isMatch, patternOf = (element) => element }: SetMatch,
): readonly string[] {
  const matched = new Set<number>();
  let lost = 0;
  const all = [...actual.keys()];
  // A dynamic null matches anything, which no index knows.
  const index = holdsDynamic(type) ? undefined : new PatternIndex(actual, type);
  for (const one of planned) {
    const near = index?.candidates(patternOf(one)) ?? all;
    const matches = near.filter((i) => isMatch(one, actual[i] ?? null));
    for (const i of matches) matched.add(i);
    lost += matches.length === 0 ? 1 : 0;
  }
  const elements = (count: number) =>
    count === 1 ? "element of the set has" : "elements of the set have";
  const surplus = actual.length - matched.size;
  const problems: string[] = [];
  if (lost > 0) {
    problems.push(`${lost} planned ${elements(lost)} no match in the result`);
  } else if (surplus > 0) {
    problems.push(
      `${surplus} actual ${elements(surplus)} no match in the plan`,
    );
  }
  return planned.length < actual.length
    ? [...problems, countText(what, planned.length, actual.length)]
    : problems;
}

/** Says that another number of elements or blocks was planned. */
export function countText(
  what: SetMatch["noun"],
  planned: number,
  actual: number,
): string {
  const were = planned === 1 ? `${what} was` : `${what}s were`;
  const where = what === "block" ? "result" : "set";
  return `${planned} ${were} planned, but the ${where} has ${actual}`;
}

/** Compares `actual` with what `planned` promised, both of `type`. */
type CompareValues = (
  planned: Value,
  actual: Value,
  type: Type,
  path: Path,
) => readonly ValidationError[];

/** See {@linkcode CompareValues}. */
export const compatibleValue: CompareValues = (planned, actual, type, path) => {
  if (equalValues(planned, actual, type) && isWhollyKnown(planned)) return [];
  const compare = type === "dynamic" ? compatibleDynamic : compatibleTyped;
  return compare(planned, actual, type, path);
};

const compatibleDynamic: CompareValues = (planned, actual, _, path) => {
  // Not even the type was promised.
  if (!Dynamic.is(planned)) return [];
  if (!Dynamic.is(actual) || !conformsTo(actual.type, planned.type)) {
    const given = Dynamic.is(actual) ? typeName(actual.type) : "no type";
    const wanted = typeName(planned.type);
    return breach(path, `the type was planned as ${wanted}, but is ${given}`);
  }
  return compatibleValue(planned.value, actual.value, planned.type, path);
};

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

const compatibleTyped: CompareValues = (planned, actual, type, path) => {
  if (isUnknown(planned)) {
    const message = keepsRefinements(actual, planned, type);
    return message === undefined ? [] : breach(path, message);
  }
  if (isUnknown(actual) && planned !== null) {
    return breach(path, "the value was planned known, but is unknown");
  }
  const isCollection = isValueArray(planned) && isValueArray(actual) ||
    isValueObject(planned) && isValueObject(actual);
  if (isCollection) {
    const compare = type[0] === "set" ? compatibleSets : compatibleParts;
    return compare(planned, actual, type, path);
  }
  if (equalValues(planned, actual, type)) return [];
  const [wanted, given] = [show(planned), show(actual)];
  return breach(path, `the value was planned as ${wanted}, but is ${given}`);
};

const compatibleParts: CompareValues = (planned, actual, type, path) => {
  const errors: ValidationError[] = [];
  const add = (message: string) => errors.push({ path, message });
  const shown = (step: string | number) =>
    typeof step === "number" ? step : `"${step}"`;
  for (const [step, part] of partsOf(planned)) {
    const other = partAt(actual, step);
    if (other === undefined) {
      add(`the planned element ${shown(step)} is missing`);
    } else {
      const inner = partType(type, step) ?? "dynamic";
      const at = pathIn(path, type, step);
      errors.push(...compatibleValue(part, other, inner, at));
    }
  }
  for (const [step] of partsOf(actual)) {
    if (partAt(planned, step) === undefined) {
      add(`the element ${shown(step)} was not planned`);
    }
  }
  return errors;
};

const compatibleSets: CompareValues = (planned, actual, type, path) => {
  const element = partType(type, 0) ?? "dynamic";
  return correlateSets(elementsOf(planned), elementsOf(actual), {
    type: element,
    noun: "element",
    isMatch: (one, other) =>
      compatibleValue(one, other, element, path).length === 0,
  }).map((message) => ({ path, message }));
};

function breach(path: Path, message: string): readonly ValidationError[] {
  return [{ path, message }];
}
