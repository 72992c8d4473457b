import type { Attribute } from "../schema/attribute.ts";
import { numberProblem } from "../schema/numbers.ts";
import {
  partExpression,
  type TypeExpression,
} from "../schema/type_expression.ts";
import { kindMessage } from "../values/conform.ts";
import { isNumberValue } from "../values/decimal.ts";
import type { Type } from "../values/type.ts";
import { partsOf, type Value } from "../values/value.ts";
import { isJsonRecord } from "./table.ts";

/** Tests whether JSON is a value of an attribute, and tells why it is not. */
export function isValueOf(
  json: unknown,
  attribute: Attribute,
  tell?: (problem: string) => void,
): json is Value {
  const { type } = attribute;
  const problem = isShapedAs(type, json)
    ? numberProblemOf(json, attribute)
    : kindMessage(json, type);
  if (problem !== undefined) tell?.(problem);
  return problem === undefined;
}

/** The problem of a number that an attribute, or one nested in it, does not allow. */
function numberProblemOf(
  value: Value,
  { expression, nested }: Attribute,
): string | undefined {
  if (nested === undefined) return numberProblemIn(value, expression);
  if (value === null) return undefined;
  const objects = nested.nesting === "single"
    ? [["", value] as const]
    : partsOf(value);
  for (const [, object] of objects) {
    for (const [name, part] of partsOf(object)) {
      const inner = nested.attributes[name];
      const problem = inner && numberProblemOf(part, inner);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

/** The problem of a number, at any depth, that an expression does not allow. */
function numberProblemIn(
  value: Value,
  expression: TypeExpression<unknown> | undefined,
): string | undefined {
  if (expression === undefined || value === null) return undefined;
  if (isNumberValue(value)) {
    const problem = numberProblem(value, expression.number ?? "any");
    return problem && `It ${problem}`;
  }
  for (const [step, part] of partsOf(value)) {
    const problem = numberProblemIn(part, partExpression(expression, step));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Whether decoded JSON is a value of a type. */
function isShapedAs(type: Type, json: unknown): json is Value {
  if (json === null || type === "dynamic") return true;
  if (typeof type === "string") {
    if (json === Infinity || json === -Infinity) return false;
    const kind: string = typeof json;
    return kind === (type === "bool" ? "boolean" : type);
  }
  const [kind, inner] = type;
  if (kind === "object" || kind === "map") {
    if (!isJsonRecord(json)) return false;
    return kind === "object"
      ? Object.entries(inner).every(([name, part]) =>
        isShapedAs(part, json[name] ?? null)
      )
      : Object.values(json).every((one) => isElement(inner, one));
  }
  if (!Array.isArray(json)) return false;
  return kind === "tuple"
    ? inner.every((part, i) => isShapedAs(part, json[i] ?? null))
    : json.every((one) => isElement(inner, one));
}

function isElement(type: Type, json: unknown): boolean {
  return json !== null && isShapedAs(type, json);
}
