import { equalValues, valueKey } from "../values/equal.ts";
import { isValueArray, mapParts, type Value } from "../values/value.ts";
import { partAt } from "../values/walk.ts";
import {
  partExpression,
  someExpression,
  type TypeExpression,
} from "./type_expression.ts";

type Expression = TypeExpression<unknown>;

/** Whether texts may differ and mean the same, in a value or inside it. */
export const hasSemanticEquality: (
  expression: Expression | undefined,
) => boolean = someExpression((one) => one.semanticEquals !== undefined);

/** The value with the texts of the reference, where those mean the same. */
export function keepEqualTexts(
  expression: Expression | undefined,
  value: Value,
  reference: Value,
): Value {
  if (expression === undefined || !hasSemanticEquality(expression)) {
    return value;
  }
  const { semanticEquals, element } = expression;
  if (semanticEquals !== undefined) {
    return typeof value === "string" && typeof reference === "string" &&
        value !== reference && semanticEquals(reference, value)
      ? reference
      : value;
  }
  if (expression.type[0] === "set" && element !== undefined) {
    return keepEqualInSet(element, value, reference);
  }
  return mapParts(value, (part, step) =>
    keepEqualTexts(
      partExpression(expression, step),
      part,
      partAt(reference, step) ?? null,
    ));
}

/** Each element of the reference stands for one element at most. */
function keepEqualInSet(
  element: Expression,
  value: Value,
  reference: Value,
): Value {
  if (!isValueArray(value) || !isValueArray(reference)) return value;
  const keyOf = (each: Value) => valueKey(each, element.type);
  const [given, known] = [value, reference].map((all) =>
    new Set(all.map(keyOf))
  );
  const left = reference.filter((each) => !given?.has(keyOf(each)));
  return value.map((each) => {
    if (known?.has(keyOf(each))) return each;
    const found = left.findIndex((other) =>
      equalValues(keepEqualTexts(element, each, other), other, element.type)
    );
    return found < 0 ? each : left.splice(found, 1)[0] ?? each;
  });
}
