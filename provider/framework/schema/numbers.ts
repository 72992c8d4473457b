/**
 * Numbers that an author sees otherwise than Terraform: doubles of `s.float`,
 * whose every configured digit Terraform wants back, and bigints of `s.int64`.
 *
 * @module
 */

import {
  compareNumbers,
  Decimal,
  isNumberValue,
  normalizeInteger,
  numberText,
  type NumberValue,
} from "../values/decimal.ts";
import {
  copyOf,
  isValueArray,
  isValueObject,
  mapParts,
  type Value,
  type ValueObject,
} from "../values/value.ts";
import { type NestedObject, someAttribute } from "./schema.ts";
import {
  partExpression,
  someExpression,
  type TypeExpression,
} from "./type_expression.ts";
import { descend, runToCompletion, walkSchema } from "./walk_schema.ts";

/** Whether a double holds the number, if not all of its digits. */
function fitsDouble(value: NumberValue): boolean {
  const double = doubleOf(value);
  return Number.isFinite(double) && (double !== 0 || Number(value) === value);
}

/** The whole numbers of a kind. */
const bounds = {
  int: [BigInt(Number.MIN_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER)],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
} as const;

/** A rule that a number of a kind breaks; it completes "`name` …". */
export function numberProblem(
  value: NumberValue,
  number: NonNullable<TypeExpression<unknown>["number"]>,
): string | undefined {
  if (number === "any") return undefined;
  if (number === "float") {
    return fitsDouble(value)
      ? undefined
      : "must be within the range of a 64-bit float";
  }
  const [smallest, largest] = bounds[number];
  if (compareNumbers(value, largest) > 0) return `must be at most ${largest}`;
  if (compareNumbers(value, smallest) < 0) {
    return `must be at least ${smallest}`;
  }
  const isWhole = /^-?\d+$/.test(numberText(value));
  return isWhole ? undefined : "must be a whole number";
}

/** Set on a schema: whoever is given its values changes none of them. */
export const sharesValues: unique symbol = Symbol("sharesValues");

/** A copy of the object as an author sees it, which may be changed. */
export function modelOf<T extends ValueObject | null>(
  holder: NestedObject & { readonly [sharesValues]?: true },
  object: T,
): T | ValueObject {
  if (object === null) return object;
  // Nearly always a float comes as the double that it is.
  const isModel = !holdsConverted(holder) ||
    !holdsBigints(holder) && !hasExactNumber(object);
  if (isModel && holder[sharesValues] === true) return object;
  const value = copyOf(object);
  if (isModel && isValueObject(value)) return value;
  return runToCompletion(walkSchema<"value">(holder, { value }, {
    primary: "value",
    attribute: ({ nested, expression }, { values }) =>
      nested !== undefined
        ? descend(values)
        : modelValueOf(values.value, expression),
    block: (_, { values }) => descend(values),
  }));
}

/** Whether there is a number, anywhere, that is no JavaScript number. */
function hasExactNumber(value: Value): boolean {
  if (isValueArray(value)) return value.some(hasExactNumber);
  if (isValueObject(value)) return Object.values(value).some(hasExactNumber);
  return typeof value === "bigint" || Decimal.is(value);
}

/** The value of a type expression as an author sees it. */
export function modelValueOf(
  value: Value,
  expression: Expression | undefined,
): Value {
  return mapNumbers(value, expression, (number, kind) => {
    if (kind === "float") return doubleOf(number);
    return Number.isInteger(number) ? BigInt(String(number)) : number;
  });
}

/**
 * The value as it is stored: floats with the digits that the reference has for
 * the same doubles, small bigints as numbers.
 */
export function storedValueOf(
  value: Value,
  reference: Value,
  expression: Expression | undefined,
): Value {
  if (!isConverted(expression)) return value;
  const exact = new Map<number, NumberValue>();
  mapNumbers(reference, expression, (number) => {
    exact.set(doubleOf(number), number);
    return number;
  });
  return mapNumbers(value, expression, (number, kind) => {
    if (kind === "float") return exact.get(doubleOf(number)) ?? number;
    return typeof number === "bigint" ? normalizeInteger(number) : number;
  });
}

function doubleOf(number: NumberValue): number {
  return Number(String(number));
}

type Expression = TypeExpression<unknown>;

/** The value with the numbers changed that authors see otherwise. */
function mapNumbers(
  value: Value,
  expression: Expression | undefined,
  change: (number: NumberValue, kind: Expression["number"]) => NumberValue,
): Value {
  if (expression === undefined || !isConverted(expression)) return value;
  if (isNumberValue(value)) return change(value, expression.number);
  return mapParts(
    value,
    (part, step) => mapNumbers(part, partExpression(expression, step), change),
  );
}

/** Whether a number of the type is seen as a double. */
export const hasFloats: (expression: Expression | undefined) => boolean =
  someExpression(({ number }) => number === "float");

const hasBigints = someExpression(({ number }) => number === "int64");

/** Whether an author sees a number, at any depth, otherwise than it is stored. */
function isConverted(expression: Expression | undefined): boolean {
  return hasFloats(expression) || hasBigints(expression);
}

const holdsConverted = someAttribute(({ expression }) =>
  isConverted(expression)
);

const holdsBigints = someAttribute(({ expression }) => hasBigints(expression));
