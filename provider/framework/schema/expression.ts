/**
 * Checks that a value fits the type expression of its attribute, in what the
 * Terraform type alone does not say: kinds of numbers, and nulls inside.
 *
 * @module
 */

import { numberProblem } from "./numbers.ts";
import { partExpression, type TypeExpression } from "./type_expression.ts";
import {
  isNumberValue,
  numberText,
  type NumberValue,
} from "../values/decimal.ts";
import type { Path } from "../values/path.ts";
import { pathIn } from "../values/walk.ts";
import { isUnknown } from "../values/unknown.ts";
import { Dynamic, partsOf, type Value } from "../values/value.ts";

/** A part that does not fit; the message completes "`name` …". */
interface ExpressionError {
  readonly path: Path;
  readonly message: string;
}

/** Says that a part is null that must not be; completes "`name` …". */
export const nullNotAllowed =
  "must not be null. Remove it, or give it a value.";

/**
 * Finds all that does not fit. The value itself may be null.
 *
 * @param path Where the value is.
 * @param isSecret Whether messages must not show values.
 */
export function expressionErrors(
  value: Value,
  expression: TypeExpression<unknown> | undefined,
  path: Path,
  isSecret: () => boolean = () => false,
): readonly ExpressionError[] {
  if (expression === undefined) return [];
  if (value === null || isUnknown(value) || Dynamic.is(value)) return [];
  if (isNumberValue(value)) {
    const message = numberError(value, expression, isSecret);
    return message === undefined ? [] : [{ path, message }];
  }
  return Array.from(partsOf(value)).flatMap(([step, part]) => {
    const inner = partExpression(expression, step);
    if (inner === undefined) return [];
    const at = pathIn(path, expression.type, step);
    return part === null && inner.nullable !== true
      ? [{ path: at, message: nullNotAllowed }]
      : expressionErrors(part, inner, at, isSecret);
  });
}

function numberError(
  value: NumberValue,
  { number = "any" }: TypeExpression<unknown>,
  isSecret: () => boolean,
): string | undefined {
  const problem = numberProblem(value, number);
  if (problem === undefined || isSecret()) return problem && `${problem}.`;
  const text = numberText(value);
  return text.length > 40
    ? `${problem}, but it has ${text.length} characters.`
    : `${problem}, but it is ${text}.`;
}
