import type { Attribute, Attributes } from "../schema/attribute.ts";
import { Dynamic } from "../values/dynamic.ts";
import { isUnknown, unknown } from "../values/unknown.ts";
import {
  isValueArray,
  isValueObject,
  member,
  type Value,
} from "../values/value.ts";

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

/**
 * An attribute or block of an object: null in a null object, unknown in an
 * unknown one.
 */
export function attributeOf(object: Value, name: string): Value {
  if (isUnknown(object)) {
    return unknown;
  }
  return isValueObject(object) ? member(object, name) ?? null : null;
}

/** The elements of a list, set or tuple; none of anything else. */
export function elementsOf(value: Value): readonly Value[] {
  return isValueArray(value) ? value : [];
}

/** The elements of a map by their key; none of anything else. */
export function entriesOf(value: Value): ReadonlyMap<string, Value> {
  return new Map(isValueObject(value) ? Object.entries(value) : []);
}

/** Whether the attribute, or one nested in it at any depth, is sensitive. */
export function holdsSensitive(attribute: Attribute): boolean {
  const nested: Attributes = attribute.nested?.attributes ?? {};
  return attribute.sensitive || Object.values(nested).some(holdsSensitive);
}
