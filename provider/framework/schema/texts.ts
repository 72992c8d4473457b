/**
 * Texts that differ and mean the same, in attributes and in their elements.
 *
 * @module
 */

import { equalValues } from "../values/equal.ts";
import { isValueArray, mapParts, type Value } from "../values/value.ts";
import { partOf } from "../values/walk.ts";
import type { Attribute } from "./attribute.ts";
import {
  partExpression,
  someExpression,
  type TypeExpression,
} from "./type_expression.ts";

type Expression = TypeExpression<unknown>;

/** Whether an attribute, or something in its value, has its own equality. */
export function hasOwnTexts(
  { semanticEquals, expression }: Attribute,
): boolean {
  return semanticEquals !== undefined || holdsTexts(expression);
}

function holdsTexts(expression: Expression | undefined): boolean {
  return someExpression(expression, (one) => one.semanticEquals !== undefined);
}

/** The value with the texts of the reference, where those mean the same. */
export function withTexts(
  { semanticEquals, expression }: Attribute,
  value: Value,
  reference: Value,
): Value {
  return semanticEquals === undefined
    ? inExpression(expression, value, reference)
    : textOf(semanticEquals, value, reference);
}

function inExpression(
  expression: Expression | undefined,
  value: Value,
  reference: Value,
): Value {
  if (expression === undefined || !holdsTexts(expression)) return value;
  const { semanticEquals, element } = expression;
  if (semanticEquals !== undefined) {
    return textOf(semanticEquals, value, reference);
  }
  if (expression.type[0] === "set" && element !== undefined) {
    return inSet(element, value, reference);
  }
  return mapParts(value, (part, step) =>
    inExpression(
      partExpression(expression, step),
      part,
      partOf(reference, step) ?? null,
    ));
}

/** Each element of the reference stands for one element at most. */
function inSet(element: Expression, value: Value, reference: Value): Value {
  if (!isValueArray(value) || !isValueArray(reference)) return value;
  const isIn = (elements: readonly Value[], wanted: Value) =>
    elements.some((each) => equalValues(each, wanted, element.type));
  const left = reference.filter((each) => !isIn(value, each));
  return value.map((each) => {
    if (isIn(reference, each)) return each;
    const found = left.findIndex((other) =>
      equalValues(inExpression(element, each, other), other, element.type)
    );
    return found < 0 ? each : left.splice(found, 1)[0] ?? each;
  });
}

function textOf(
  semanticEquals: (a: string, b: string) => boolean,
  value: Value,
  reference: Value,
): Value {
  return typeof value === "string" && typeof reference === "string" &&
      value !== reference && semanticEquals(reference, value)
    ? reference
    : value;
}
