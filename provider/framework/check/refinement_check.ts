import {
  compareNumbers,
  isNumberValue,
  type NumberValue,
} from "../values/decimal.ts";
import { normalText } from "../values/value.ts";
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
 * Which refinement of the unknown `planned` is surely broken by `actual`;
 * undefined if none is. What is unknown of `actual` gets the benefit of the
 * doubt.
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
    return exceeds(known, numberRange(actual))
      ? "the number is outside of the bounds that were planned"
      : undefined;
  }
  const [min, max] = sizeRange(actual);
  return max < (known.lengthMin ?? 0) || min > (known.lengthMax ?? Infinity)
    ? "the number of elements is outside of the bounds that were planned"
    : undefined;
}

interface NumberRange {
  readonly min: NumberBound;
  readonly max: NumberBound;
}

function numberRange(value: Value): NumberRange {
  const { numberMin, numberMax } = isUnknown(value)
    ? value.refinements ?? {}
    : {};
  const exact = isNumberValue(value) ? value : undefined;
  return {
    min: numberMin ?? { value: exact ?? -Infinity, inclusive: true },
    max: numberMax ?? { value: exact ?? Infinity, inclusive: true },
  };
}

function exceeds(known: Refinements, range: NumberRange): boolean {
  const { numberMin, numberMax } = known;
  return numberMin !== undefined &&
      isBelow(range.max.value, numberMin, range) ||
    numberMax !== undefined && isAbove(range.min.value, numberMax, range);
}

/** An exact number may not equal a bound that is exclusive. */
function touches(bound: NumberBound, range: NumberRange): boolean {
  return !bound.inclusive &&
    compareNumbers(range.min.value, range.max.value) === 0;
}

function isBelow(
  value: NumberValue,
  bound: NumberBound,
  range: NumberRange,
): boolean {
  const order = compareNumbers(value, bound.value);
  return order < 0 || order === 0 && touches(bound, range);
}

function isAbove(
  value: NumberValue,
  bound: NumberBound,
  range: NumberRange,
): boolean {
  const order = compareNumbers(value, bound.value);
  return order > 0 || order === 0 && touches(bound, range);
}

/** How many elements a collection may have once all of them are known. */
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
