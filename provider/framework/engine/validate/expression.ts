/**
 * Checks that a value fits the type expression of its attribute, in what the
 * Terraform type alone does not say: kinds of numbers, and nulls inside.
 *
 * @module
 */

import type { ValidationError } from "../../check/validation_error.ts";
import { fitsDouble } from "../../schema/numbers.ts";
import {
  partExpression,
  someExpression,
  type TypeExpression,
} from "../../schema/type_expression.ts";
import {
  compareNumbers,
  isNumberValue,
  numberText,
  type NumberValue,
} from "../../values/decimal.ts";
import type { Place } from "../../values/path.ts";
import { isUnknown } from "../../values/unknown.ts";
import { Dynamic, partsOf, type Value } from "../../values/value.ts";

/** Says that a part is null that must not be; completes "`name` …". */
export const nullNotAllowed =
  "must not be null. Remove it, or give it a value.";

/**
 * Finds all that does not fit; messages complete "`name` …". The value itself
 * may be null.
 *
 * @param place Where the value is.
 * @param secret Whether messages must not show values.
 */
export function expressionErrors(
  value: Value,
  expression: TypeExpression<unknown>,
  place: Place,
  secret: boolean,
): readonly ValidationError[] {
  if (value === null || isUnknown(value) || Dynamic.is(value)) return [];
  if (isNumberValue(value)) {
    const message = numberError(value, expression, secret);
    return message === undefined ? [] : [{ path: place.path, message }];
  }
  return Array.from(partsOf(value)).flatMap(([step, part]) => {
    const inner = partExpression(expression, step);
    if (inner === undefined) return [];
    const at = place.inside(expression.type, step);
    return part === null && inner.nullable !== true
      ? [{ path: at.path, message: nullNotAllowed }]
      : expressionErrors(part, inner, at, secret);
  });
}

/** Finds the numbers that do not fit; see {@linkcode expressionErrors}. */
export function numberErrors(
  ...given: Parameters<typeof expressionErrors>
): readonly ValidationError[] {
  const [, expression] = given;
  return holdsLimits(expression)
    ? expressionErrors(...given)
      .filter(({ message }) => message !== nullNotAllowed)
    : [];
}

function holdsLimits(expression: TypeExpression<unknown>): boolean {
  return someExpression(
    expression,
    ({ number }) => number !== undefined && number !== "any",
  );
}

function numberError(
  value: NumberValue,
  expression: TypeExpression<unknown>,
  secret: boolean,
): string | undefined {
  const text = numberText(value);
  const given = secret
    ? ""
    : text.length > 40
    ? `, but it has ${text.length} characters`
    : `, but it is ${text}`;
  const largest = expression.number === "int"
    ? BigInt(Number.MAX_SAFE_INTEGER)
    : expression.number === "int64"
    ? 2n ** 63n - 1n
    : undefined;
  if (largest !== undefined) {
    const smallest = expression.number === "int" ? -largest : -largest - 1n;
    if (compareNumbers(value, largest) > 0) {
      return `must be at most ${largest}${given}.`;
    }
    if (compareNumbers(value, smallest) < 0) {
      return `must be at least ${smallest}${given}.`;
    }
    return /^-?\d+$/.test(text) ? undefined : `must be a whole number${given}.`;
  }
  return expression.number === "float" && !fitsDouble(value)
    ? `must be within the range of a 64-bit float${given}.`
    : undefined;
}
