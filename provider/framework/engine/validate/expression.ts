/**
 * Checks that a value fits the type expression of its attribute, in what the
 * Terraform type alone does not say: kinds of numbers, and nulls inside.
 *
 * @module
 */

import type { TypeExpression } from "../../schema/type_expression.ts";
import { isNumberValue, numberText } from "../../values/decimal.ts";
import { Dynamic } from "../../values/dynamic.ts";
import type { Path } from "../../values/path.ts";
import { isUnknown } from "../../values/unknown.ts";
import {
  isValueArray,
  isValueObject,
  member,
  type Value,
} from "../../values/value.ts";

/** What does not fit, and where. */
export interface Misfit {
  /** Where it is. */
  readonly path: Path;
  /** What is wrong and what is right, as a sentence. */
  readonly problem: string;
}

/** What {@linkcode misfits} is given besides the value. */
export interface MisfitOptions {
  /** Where the value is. */
  readonly path: Path;
  /** Whether messages must not show values. */
  readonly secret: boolean;
}

/** Finds all that does not fit. The value itself may be null. */
export function misfits(
  value: Value,
  expression: TypeExpression<unknown>,
  options: MisfitOptions,
): readonly Misfit[] {
  if (value === null || isUnknown(value) || Dynamic.is(value)) return [];
  const { path } = options;
  if (isNumberValue(value)) {
    const problem = numberMisfit(value, expression, options.secret);
    return problem === undefined ? [] : [{ path, problem }];
  }
  const inner = (
    part: Value,
    partExpression: TypeExpression<unknown> | undefined,
    partPath: Path,
  ) => partMisfits(part, partExpression, { ...options, path: partPath });
  if (isValueArray(value)) {
    const isSet = expression.type[0] === "set";
    return value.flatMap((part, i) =>
      inner(
        part,
        expression.element ?? expression.members?.[i],
        isSet ? path : path.index(i),
      )
    );
  }
  if (!isValueObject(value)) return [];
  if (expression.element !== undefined) {
    return Object.entries(value).flatMap(([key, part]) =>
      inner(part, expression.element, path.key(key))
    );
  }
  return Object.entries(expression.attributes ?? {}).flatMap(
    ([name, attribute]) =>
      inner(member(value, name) ?? null, attribute, path.attribute(name)),
  );
}

function partMisfits(
  part: Value,
  expression: TypeExpression<unknown> | undefined,
  options: MisfitOptions,
): readonly Misfit[] {
  if (expression === undefined) return [];
  if (part === null && expression.nullable !== true) {
    const problem = "A null value is not allowed here. Remove it, or give it " +
      "a value.";
    return [{ path: options.path, problem }];
  }
  return misfits(part, expression, options);
}

function numberMisfit(
  value: Value,
  expression: TypeExpression<unknown>,
  secret: boolean,
): string | undefined {
  if (!isNumberValue(value)) return undefined;
  const given = secret ? "the given one" : numberText(value);
  if (expression.number === "int" && !Number.isSafeInteger(value)) {
    return `A whole number between ${Number.MIN_SAFE_INTEGER} and ` +
      `${Number.MAX_SAFE_INTEGER} is required, not ${given}.`;
  }
  if (expression.number === "float" && !Number.isFinite(value)) {
    return "A number that fits into 64-bit floating point without loss of " +
      `digits is required, not ${given}.`;
  }
  return undefined;
}
