/**
 * Blocks that hold dynamic attributes, which Terraform sends in a form of
 * their own: each list of them is one dynamic value that holds a tuple, each
 * map one that holds an object, and the types inside are the real ones. In
 * models they are lists and maps like any other, of objects in which only the
 * dynamic attributes are dynamic values.
 *
 * @module
 */

import { toConcrete } from "../values/dynamic_of.ts";
import { type Type, typeJson } from "../values/type.ts";
import { memoize } from "../values/memoize.ts";
import { isUnknown } from "../values/unknown.ts";
import { Dynamic, mapParts, type Value } from "../values/value.ts";
import { partType } from "../values/walk.ts";
import { modelType, type NestedObject, objectType } from "./schema.ts";

/** Whether any block, at any depth, has the form of its own. */
export const hasDynamicBlocks: (holder: NestedObject) => boolean = memoize(
  (holder) => typeJson(modelType(holder)) !== typeJson(objectType(holder)),
);

/** A value as Terraform sends it, in the form of models. */
export function fromWireBlocks(holder: NestedObject, value: Value): Value {
  return hasDynamicBlocks(holder)
    ? fromWire(value, modelType(holder), objectType(holder))
    : value;
}

/** A value in the form of models, as Terraform wants it. */
export function toWireBlocks(holder: NestedObject, value: Value): Value {
  return hasDynamicBlocks(holder)
    ? toWire(value, modelType(holder), objectType(holder))
    : value;
}

/** The value of the type `wire` with dynamic values where the model has them. */
function fromWire(value: Value, model: Type, wire: Type): Value {
  if (model === "dynamic") {
    return wire === "dynamic" ? value : new Dynamic(wire, value);
  }
  if (Dynamic.is(value)) return fromWire(value.value, model, value.type);
  return mapTyped(value, model, wire, fromWire);
}

/** The value of the type `model` with blocks that are dynamic where `wire` is. */
function toWire(value: Value, model: Type, wire: Type): Value {
  if (model !== "dynamic" && wire === "dynamic") {
    return value === null || isUnknown(value)
      ? value
      : toConcrete(value, model);
  }
  return mapTyped(value, model, wire, toWire);
}

function mapTyped(
  value: Value,
  model: Type,
  wire: Type,
  change: (part: Value, model: Type, wire: Type) => Value,
): Value {
  return mapParts(value, (part, step) => {
    const inner = partType(model, step);
    const actual = partType(wire, step);
    return inner && actual ? change(part, inner, actual) : part;
  });
}
