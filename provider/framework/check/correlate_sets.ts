import type { Value } from "../values/value.ts";

/**
 * Elements of sets have no identity, so each planned one must match at least
 * one actual one, and each actual one at least one planned one. Returns what
 * is wrong with that.
 */
export function correlateSets(
  planned: readonly Value[],
  actual: readonly Value[],
  isMatch: (planned: Value, actual: Value) => boolean,
): readonly string[] {
  const matched = new Set<number>();
  let lost = 0;
  for (const one of planned) {
    const matches = [...actual.keys()].filter((i) =>
      isMatch(one, actual[i] ?? null)
    );
    matches.forEach((i) => matched.add(i));
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
