import type { Attribute } from "../schema/attribute.ts";
import { expressionErrors, nullNotAllowed } from "../schema/expression.ts";
import { objectsIn } from "../schema/walk_schema.ts";
import { kindMessage } from "../values/conform.ts";
import { Path } from "../values/path.ts";
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
  if (nested === undefined) {
    const error = expressionErrors(value, expression, Path.root, () => true)
      .find(({ message }) => message !== nullNotAllowed);
    return error && `It ${error.message}`;
  }
  for (const object of objectsIn(nested.nesting, value)) {
    for (const [name, part] of partsOf(object)) {
      const inner = nested.attributes[name];
      const problem = inner && numberProblemOf(part, inner);
      if (problem !== undefined) return problem;
    }
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
