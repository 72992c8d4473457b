import { compareNumbers, isNumberValue } from "../values/decimal.ts";
import { normalText } from "../normal_text.ts";
import type { Type } from "../values/type.ts";
import {
  isUnknown,
  type NumberBound,
  type Refinements,
  type Unknown,
} from "../values/unknown.ts";
import {
  isValueArray,
  isValueObject,
  isWhollyKnown,
  type Value,
} from "../values/value.ts";

/**
 * Finds the refinement of the unknown `planned` that is surely broken by
 * `actual`; undefined if none is. Unknown parts of `actual` pass. What is
 * unknown of `actual` gets the benefit of the doubt.
 */
export function keepsRefinements(
  actual: Value,
  planned: Unknown,
  type: Type,
): string | undefined {
  const known = planned.refinements ?? {};
  if (actual === null) {
    return known.nullness === false
      ? "the value was planned not to be null, but is"
      : undefined;
  }
  if (type === "string") {
    const isBroken = known.prefix !== undefined &&
      typeof actual === "string" &&
      !normalText(actual).startsWith(normalText(known.prefix));
    return isBroken
      ? "the value doesn't begin with the prefix that was planned"
      : undefined;
  }
  if (type === "number") {
    return isOutside(known, actual)
      ? "the number is outside of the bounds that were planned"
      : undefined;
  }
  const [min, max] = sizeRange(actual);
  return max < (known.lengthMin ?? 0) || min > (known.lengthMax ?? Infinity)
    ? "the number of elements is outside of the bounds that were planned"
    : undefined;
}

/** Whether a number, or every number that it may be, is beyond a bound. */
function isOutside(
  { numberMin, numberMax }: Refinements,
  actual: Value,
): boolean {
  const known = isUnknown(actual) ? actual.refinements : undefined;
  const exact = isNumberValue(actual) ? actual : undefined;
  const least = known?.numberMin?.value ?? exact ?? -Infinity;
  const most = known?.numberMax?.value ?? exact ?? Infinity;
  // An exact number may not equal a bound that is exclusive.
  const isExact = compareNumbers(least, most) === 0;
  const isBeyond = (bound: NumberBound, order: number) =>
    order < 0 || order === 0 && isExact && !bound.inclusive;
  return numberMin !== undefined &&
      isBeyond(numberMin, compareNumbers(most, numberMin.value)) ||
    numberMax !== undefined &&
      isBeyond(numberMax, compareNumbers(numberMax.value, least));
}

/** Least and greatest number of elements once all of them are known. */
export function sizeRange(value: Value): readonly [number, number] {
  if (isUnknown(value)) {
    const { lengthMin, lengthMax } = value.refinements ?? {};
    return [lengthMin ?? 0, lengthMax ?? Infinity];
  }
  if (isValueArray(value)) {
    // Unknown elements of a set may turn out to be equal to others.
    const isSure = isWhollyKnown(value) || value.length === 1;
    return isSure ? [value.length, value.length] : [1, value.length];
  }
  const size = isValueObject(value) ? Object.keys(value).length : 0;
  return [size, size];
}
