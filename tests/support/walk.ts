/**
 * Walks over values by their type, for the generators of random ones.
 *
 * @module
 */

import type { NestedObject } from "../../provider/framework/schema/schema.ts";
import {
  descend,
  elementsOf,
  runToCompletion,
  walkSchema,
} from "../../provider/framework/schema/walk_schema.ts";
import { objectType } from "../../provider/framework/schema/schema.ts";
import { Path } from "../../provider/framework/values/path.ts";
import type { Type } from "../../provider/framework/values/type.ts";
import { isUnknown } from "../../provider/framework/values/unknown.ts";
import {
  Dynamic,
  isValueArray,
  isValueObject,
  record,
  type Value,
} from "../../provider/framework/values/value.ts";
import { partType } from "../../provider/framework/values/walk.ts";

/** Called for each value on a {@link walk}; `false` keeps it from descending. */
export type Visitor = (
  value: Value,
  type: Type,
  path: Path,
) => boolean | void;

/**
 * Visits `value` and everything inside, the outer before the inner. The value
 * inside a dynamic one is visited with its own type at the same path.
 */
export function walk(
  value: Value,
  type: Type,
  visit: Visitor,
  path: Path = Path.root,
): void {
  if (visit(value, type, path) !== false) {
    eachPart(value, type, path, (part, partType, partPath) => {
      walk(part, partType, visit, partPath);
    });
  }
}

/** Gives the value that takes the place of another in {@link transform}. */
export type Changer = (value: Value, type: Type, path: Path) => Value;

/**
 * Replaces `value` and everything inside by what `change` gives for it, the
 * inner before the outer. What stays the same is not copied.
 */
export function transform(
  value: Value,
  type: Type,
  change: Changer,
  path: Path = Path.root,
): Value {
  const changed: [string | number, Value][] = [];
  eachPart(value, type, path, (part, partType, partPath, name) => {
    const next = transform(part, partType, change, partPath);
    if (next !== part) {
      changed.push([name, next]);
    }
  });
  return change(
    changed.length === 0 ? value : withParts(value, changed),
    type,
    path,
  );
}

function withParts(
  value: Value,
  changed: readonly (readonly [string | number, Value])[],
): Value {
  if (Dynamic.is(value)) {
    return new Dynamic(value.type, changed[0]?.[1] ?? null);
  }
  if (isValueArray(value)) {
    const array = [...value];
    for (const [i, part] of changed) {
      array[Number(i)] = part;
    }
    return array;
  }
  const object = isValueObject(value)
    ? record(Object.entries(value))
    : record();
  for (const [name, part] of changed) {
    object[name] = part;
  }
  return object;
}

type PartVisitor = (
  part: Value,
  type: Type,
  path: Path,
  name: string | number,
) => void;

function eachPart(
  value: Value,
  type: Type,
  path: Path,
  visit: PartVisitor,
): void {
  if (Dynamic.is(value)) {
    visit(value.value, value.type, path, 0);
  } else if (typeof type === "string") {
    return;
  } else if (isValueArray(value)) {
    for (const [i, part] of value.entries()) {
      const inner = partType(type, i);
      if (inner !== undefined) {
        visit(part, inner, type[0] === "set" ? path : path.index(i), i);
      }
    }
  } else if (isValueObject(value)) {
    for (const [name, part] of Object.entries(value)) {
      const inner = partType(type, name);
      if (inner !== undefined) {
        const at = type[0] === "map" ? path.key(name) : path.attribute(name);
        visit(part, inner, at, name);
      }
    }
  }
}

/** The paths of what is unknown. */
export function unknownPaths(
  schema: NestedObject,
  value: Value,
): readonly string[] {
  const paths: string[] = [];
  walk(value, objectType(schema), (part, _type, path) => {
    if (isUnknown(part)) paths.push(path.toString());
  });
  return paths;
}

/** The paths of write-only attributes that are not null. */
export function writeOnlyPaths(
  schema: NestedObject,
  value: Value,
): readonly string[] {
  const paths: string[] = [];
  if (!isValueObject(value)) return paths;
  runToCompletion(walkSchema<"value">(schema, { value }, {
    primary: "value",
    attribute(attribute, { path, values }) {
      if (attribute.writeOnly && values.value !== null) {
        paths.push(path.toString());
      }
      return attribute.nested === undefined || attribute.writeOnly
        ? null
        : descend(values);
    },
    block: (_, { values }) => descend(values),
    pair: (_, { value }) => elementsOf(value).map((value) => ({ value })),
  }));
  return paths;
}
