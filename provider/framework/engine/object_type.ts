/**
 * The types of schemas, kept, and small steps into values.
 *
 * @module
 */

import type { Block } from "../schema/block.ts";
import type { AttributeHolder } from "../schema/schema.ts";
import type { Type } from "../values/type.ts";
import {
  isValueArray,
  isValueObject,
  member,
  type Value,
  type ValueObject,
} from "../values/value.ts";

const types = new WeakMap<AttributeHolder, Type>();

/**
 * The object type of a schema, block or nested attributes in the form of
 * models; the same object always.
 */
export function typeOf(holder: AttributeHolder): Type {
  let type = types.get(holder);
  if (type === undefined) {
    type = modelType(holder);
    types.set(holder, type);
  }
  return type;
}

function modelType(holder: AttributeHolder): Type {
  const members: Record<string, Type> = Object.create(null);
  for (const [name, attribute] of Object.entries(holder.attributes)) {
    members[name] = attribute.type;
  }
  for (const [name, block] of Object.entries(holder.blocks ?? {})) {
    members[name] = blockTypeOf(block);
  }
  return ["object", members];
}

/**
 * The type of one kind of block in the form of models: unlike on the wire, a
 * list stays a list whatever its blocks hold.
 */
export function blockTypeOf(block: Block): Type {
  const { nesting } = block;
  const element = typeOf(block);
  return nesting === "single" || nesting === "group"
    ? element
    : [nesting, element];
}

/** The attribute `name` of an object; null if there is none. */
export function attributeOf(object: Value | undefined, name: string): Value {
  return object !== undefined && isValueObject(object)
    ? member(object, name) ?? null
    : null;
}

/** The value if it is an object, else null. */
export function objectOf(value: Value | undefined): ValueObject | null {
  return value !== undefined && isValueObject(value) ? value : null;
}

/** The elements of a list or set; none if it is null or unknown. */
export function elementsOf(value: Value | undefined): readonly Value[] {
  return value !== undefined && isValueArray(value) ? value : [];
}

/** The entries of a map; none if it is null or unknown. */
export function entriesOf(
  value: Value | undefined,
): readonly (readonly [string, Value])[] {
  return value !== undefined && isValueObject(value)
    ? Object.entries(value)
    : [];
}
