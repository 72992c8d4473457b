/**
 * Blocks that hold dynamic attributes, which Terraform sends in a form of
 * their own: each list of them is one dynamic value that holds a tuple, each
 * map one that holds an object, and the types inside are the real ones. In
 * models they are lists and maps like any other, of objects in which only the
 * dynamic attributes are dynamic values.
 *
 * @module
 */

import { Dynamic } from "../values/dynamic.ts";
import type { Type } from "../values/type.ts";
import { isUnknown } from "../values/unknown.ts";
import {
  isValueArray,
  isValueObject,
  type MutableRecord,
  record,
  type Value,
} from "../values/value.ts";
import { elementType, memberType } from "../values/walk.ts";
import type { Block } from "./block.ts";
import { blockType, type NestedObject } from "./schema.ts";

const answers = new WeakMap<NestedObject, boolean>();

/** Whether any block, at any depth, has the form of its own. */
export function hasDynamicBlocks(holder: NestedObject): boolean {
  const known = answers.get(holder);
  if (known !== undefined) return known;
  const answer = Object.values(holder.blocks ?? {}).some((block) =>
    blockType(block) === "dynamic" || hasDynamicBlocks(block)
  );
  answers.set(holder, answer);
  return answer;
}

/** A value as Terraform sends it, in the form of models. */
export function fromWireBlocks(holder: NestedObject, value: Value): Value {
  return hasDynamicBlocks(holder)
    ? objectFromWire(holder, value, undefined)
    : value;
}

/** A value in the form of models, as Terraform wants it. */
export function toWireBlocks(holder: NestedObject, value: Value): Value {
  if (!hasDynamicBlocks(holder) || !isValueObject(value)) return value;
  const object: MutableRecord = record(Object.entries(value));
  for (const [name, block] of Object.entries(holder.blocks ?? {})) {
    const part = object[name] ?? null;
    if (blockType(block) !== "dynamic") {
      object[name] = toWireElements(block, part);
    } else if (part !== null && !isUnknown(part)) {
      const { type, value } = blockToWire(block, part);
      object[name] = new Dynamic(type, value);
    }
  }
  return object;
}

function toWireElements(block: Block, value: Value): Value {
  if (block.nesting === "single" || block.nesting === "group") {
    return toWireBlocks(block, value);
  }
  return isValueArray(value)
    ? value.map((part) => toWireBlocks(block, part))
    : value;
}

/** `actual` is the real type; undefined: that of the schema. */
function objectFromWire(
  holder: NestedObject,
  value: Value,
  actual: Type | undefined,
): Value {
  if (!isValueObject(value)) return value;
  const object: MutableRecord = record(Object.entries(value));
  for (const [name, { type }] of Object.entries(holder.attributes)) {
    const real = actual && memberType(actual, name);
    if (real !== undefined) {
      object[name] = marked(object[name] ?? null, type, real);
    }
  }
  for (const [name, block] of Object.entries(holder.blocks ?? {})) {
    const real = actual && memberType(actual, name);
    object[name] = blockFromWire(block, object[name] ?? null, real);
  }
  return object;
}

function blockFromWire(
  block: Block,
  value: Value,
  actual: Type | undefined,
): Value {
  if (Dynamic.is(value)) return blockFromWire(block, value.value, value.type);
  if (block.nesting === "single" || block.nesting === "group") {
    return objectFromWire(block, value, actual);
  }
  if (isValueArray(value)) {
    return value.map((part, i) =>
      objectFromWire(block, part, actual && elementType(actual, i))
    );
  }
  return isValueObject(value)
    ? record(
      Object.entries(value).map(([key, part]) => [
        key,
        objectFromWire(block, part, actual && memberType(actual, key)),
      ]),
    )
    : value;
}

/** The value with dynamic values where the schema has them. */
function marked(value: Value, type: Type, actual: Type): Value {
  if (type === "dynamic") {
    return actual === "dynamic" || Dynamic.is(value)
      ? value
      : new Dynamic(actual, value);
  }
  if (isValueArray(value)) {
    return value.map((part, i) => {
      const inner = elementType(type, i);
      const real = elementType(actual, i);
      return inner && real ? marked(part, inner, real) : part;
    });
  }
  return isValueObject(value)
    ? record(
      Object.entries(value).map(([name, part]) => {
        const inner = memberType(type, name);
        const real = memberType(actual, name);
        return [name, inner && real ? marked(part, inner, real) : part];
      }),
    )
    : value;
}

/** A value without dynamic values inside, and the type it has then. */
interface Concrete {
  readonly type: Type;
  readonly value: Value;
}

function blockToWire(block: Block, value: Value): Concrete {
  const type = blockType(block);
  const isSingle = block.nesting === "single" || block.nesting === "group";
  if (type !== "dynamic" && !isSingle) return { type, value };
  if (isValueArray(value)) {
    const parts = value.map((part) => objectToWire(block, part));
    return {
      type: ["tuple", parts.map((part) => part.type)],
      value: parts.map((part) => part.value),
    };
  }
  if (isSingle) return objectToWire(block, value);
  return objectOf(
    Object.entries(isValueObject(value) ? value : {})
      .map(([key, part]) => [key, objectToWire(block, part)]),
  );
}

function objectToWire(holder: NestedObject, value: Value): Concrete {
  if (!isValueObject(value)) return { type: "dynamic", value };
  const attributes = Object.entries(holder.attributes).map(
    ([name, { type }]) => [name, concrete(value[name] ?? null, type)] as const,
  );
  const blocks = Object.entries(holder.blocks ?? {}).map(
    ([name, block]) => [name, blockToWire(block, value[name] ?? null)] as const,
  );
  return objectOf([...attributes, ...blocks]);
}

function concrete(value: Value, type: Type): Concrete {
  if (Dynamic.is(value)) return { type: value.type, value: value.value };
  if (isValueArray(value) && type[0] === "tuple") {
    const parts = value.map((part, i) =>
      concrete(part, elementType(type, i) ?? "dynamic")
    );
    return {
      type: ["tuple", parts.map((part) => part.type)],
      value: parts.map((part) => part.value),
    };
  }
  if (!isValueObject(value) || type[0] !== "object") return { type, value };
  return objectOf(
    Object.entries(value).map(([name, part]) => [
      name,
      concrete(part, memberType(type, name) ?? "dynamic"),
    ]),
  );
}

function objectOf(
  entries: readonly (readonly [string, Concrete])[],
): Concrete {
  const types: Record<string, Type> = Object.create(null);
  for (const [name, part] of entries) types[name] = part.type;
  return {
    type: ["object", types],
    value: record(entries.map(([name, part]) => [name, part.value])),
  };
}
