/**
 * Numbers of `s.float`: authors see doubles, Terraform sends and wants back
 * every digit that was configured.
 *
 * @module
 */

import { Decimal, isNumberValue, type NumberValue } from "../values/decimal.ts";
import {
  isValueArray,
  isValueObject,
  mapParts,
  type Value,
  type ValueObject,
} from "../values/value.ts";
import { type NestedObject, someAttribute } from "./schema.ts";
import type { TypeExpression } from "./type_expression.ts";
import { finish, inside, zip } from "./zip.ts";

/** Whether a double holds the number, if not all of its digits. */
export function fitsDouble(value: NumberValue): boolean {
  const double = doubleOf(value);
  return Number.isFinite(double) && (double !== 0 || Number(value) === value);
}

/** The same object as an author sees it. */
export function modelOf<T extends ValueObject | null>(
  holder: NestedObject,
  object: T,
): T | ValueObject {
  // Nearly always a number comes as the double that it is.
  if (object === null || !holdsFloats(holder) || !holdsExact(object)) {
    return object;
  }
  return finish(zip<"value">(holder, { value: object }, {
    lead: "value",
    attribute: ({ nested, expression }, { values }) =>
      nested !== undefined
        ? inside(values)
        : modelValueOf(values.value, expression),
    block: (_, { values }) => inside(values),
  }));
}

/** Whether there is a number, anywhere, that is no JavaScript number. */
function holdsExact(value: Value): boolean {
  if (isValueArray(value)) return value.some(holdsExact);
  if (isValueObject(value)) return Object.values(value).some(holdsExact);
  return typeof value === "bigint" || Decimal.is(value);
}

/** The value of a type expression as an author sees it. */
export function modelValueOf(
  value: Value,
  expression: TypeExpression<unknown> | undefined,
): Value {
  return mapFloats(value, expression, doubleOf);
}

/** The value with the digits that the reference has for the same doubles. */
export function withDigits(
  value: Value,
  reference: Value,
  expression: TypeExpression<unknown> | undefined,
): Value {
  if (!hasFloats(expression)) return value;
  const exact = new Map<number, NumberValue>();
  mapFloats(reference, expression, (number) => {
    exact.set(doubleOf(number), number);
    return number;
  });
  return mapFloats(
    value,
    expression,
    (number) => exact.get(doubleOf(number)) ?? number,
  );
}

function doubleOf(number: NumberValue): number {
  return Number(String(number));
}

/** The value with its floats changed, at any depth. */
function mapFloats(
  value: Value,
  expression: TypeExpression<unknown> | undefined,
  change: (number: NumberValue) => NumberValue,
): Value {
  if (expression === undefined || !hasFloats(expression)) return value;
  if (isNumberValue(value)) return change(value);
  const { element, attributes = {}, members = [] } = expression;
  return mapParts(value, (part, step) =>
    mapFloats(
      part,
      element ?? (typeof step === "number" ? members[step] : attributes[step]),
      change,
    ));
}

/** Whether a number of the type is seen as a double. */
export function hasFloats(
  expression: TypeExpression<unknown> | undefined,
): boolean {
  if (expression === undefined) return false;
  const { number, element, attributes = {}, members = [] } = expression;
  return number === "float" || hasFloats(element) ||
    [...Object.values(attributes), ...members].some(hasFloats);
}

/** Whether any attribute, at any depth, has a number seen as a double. */
export const holdsFloats: (holder: NestedObject) => boolean = someAttribute((
  { expression },
) => hasFloats(expression));
