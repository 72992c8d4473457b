import { compareNumbers, isNumberValue } from "./decimal.ts";
import { distinct } from "./equal.ts";
import { normalText } from "./text.ts";
import { compareText, type Type } from "./type.ts";
import { isWhollyKnown, type Value } from "./value.ts";

/**
 * The elements of a set without duplicates, in the order in which Terraform
 * writes them: strings by their bytes, numbers ascending, false before true,
 * what holds unknowns after what doesn't, null last. Compound elements come in
 * a stable order of our own.
 */
export function orderedSet(
  elements: readonly Value[],
  type: Type,
): readonly Value[] {
  return [...distinct(elements, type)]
    .sort((a, b) =>
      rank(a.value) - rank(b.value) || compareKnown(a.value, b.value) ||
      compareText(a.key, b.key)
    )
    .map(({ value }) => value);
}

function rank(value: Value): number {
  return value === null ? 2 : isWhollyKnown(value) ? 0 : 1;
}

function compareKnown(a: Value, b: Value): number {
  if (typeof a === "string" && typeof b === "string") {
    return compareText(normalText(a), normalText(b));
  }
  if (isNumberValue(a) && isNumberValue(b)) {
    return compareNumbers(a, b);
  }
  return 0;
}
