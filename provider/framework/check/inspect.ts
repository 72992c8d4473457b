import type { Attribute, Attributes } from "../schema/attribute.ts";
import { Dynamic } from "../values/dynamic.ts";
import { isUnknown } from "../values/unknown.ts";
import { isValueArray, isValueObject, type Value } from "../values/value.ts";

/** The value itself, without the type that goes with a dynamic one. */
function unwrap(value: Value): Value {
  return Dynamic.is(value) ? value.value : value;
}

/** Whether the value is null, with or without a type of its own. */
export function isNull(value: Value): boolean {
  return unwrap(value) === null;
}

/** Whether the value itself is unknown, with or without a type of its own. */
export function isUnknownValue(value: Value): boolean {
  return isUnknown(unwrap(value));
}

/** How many elements a list, set or map has; 0 of anything else. */
export function sizeOf(value: Value): number {
  if (isValueArray(value)) return value.length;
  return isValueObject(value) ? Object.keys(value).length : 0;
}

/** Whether the attribute, or one nested in it at any depth, is sensitive. */
export function holdsSensitive(attribute: Attribute): boolean {
  const nested: Attributes = attribute.nested?.attributes ?? {};
  return attribute.sensitive || Object.values(nested).some(holdsSensitive);
}
