import { PatternIndex } from "../values/pattern.ts";
import { holdsDynamic, type Type } from "../values/type.ts";
import type { Value } from "../values/value.ts";

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
 * is wrong with that.
 */
export function correlateSets(
  planned: readonly Value[],
  actual: readonly Value[],
  { type, isMatch, patternOf = (element) => element }: SetMatch,
): readonly string[] {
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
    return [
      `${lost} planned ${elements(lost)} no match in the result`,
    ];
  }
  const surplus = actual.length - matched.size;
  return surplus > 0
    ? [`${surplus} actual ${elements(surplus)} no match in the plan`]
    : [];
}

function elements(count: number): string {
  return count === 1 ? "element of the set has" : "elements of the set have";
}
