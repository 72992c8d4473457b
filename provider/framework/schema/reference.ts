/**
 * References from one attribute to another, for rules over several attributes.
 *
 * @module
 */

import { Path } from "../values/path.ts";
import { isUnknown } from "../values/unknown.ts";
import {
  isValueArray,
  isValueObject,
  member,
  type Value,
  type ValueObject,
} from "../values/value.ts";

/**
 * Names another attribute, in the manner of a file path:
 *
 * - `"b"`: the attribute `b` of the same object
 * - `"b/c"`: the attribute `c` of the object `b` beside this attribute
 * - `"../b"`: the attribute `b` of the object around this one
 * - `"/b/c"`: the attribute `c` of `b` at the top of the configuration
 *
 * A number is a position in a list, another name inside a map a key.
 */
export type Reference = string;

/** From where a reference is followed. */
export interface Origin {
  /** The attribute that holds the reference. */
  readonly path: Path;
  /** The object that holds this attribute. */
  readonly holder: ValueObject;
  /** The whole configuration, plan or state. */
  readonly root: ValueObject;
}

/** What a reference leads to. */
export interface Target {
  /** Where it leads to, as good as can be said; inside a set, the set. */
  readonly path: Path;
  /** The value; unknown if it, or an object on the way to it, is unknown. */
  readonly value: Value;
}

/** Follows a reference. Where it leads nowhere, the value is null. */
export function follow(reference: Reference, origin: Origin): Target {
  const absolute = reference.startsWith("/");
  const parts = reference.split("/").filter((part) => part !== "");
  let path = absolute ? Path.root : origin.path.parent;
  let value: Value = absolute ? origin.root : origin.holder;
  for (const part of parts) {
    if (part === "..") {
      path = around(path);
      value = at(origin.root, path);
    } else {
      [path, value] = step(path, value, part);
    }
  }
  return { path, value };
}

/** The path of the object around the object at `path`. */
function around(path: Path): Path {
  let outer = path;
  while (outer.last?.kind === "index" || outer.last?.kind === "key") {
    outer = outer.parent;
  }
  return outer.parent;
}

function at(root: ValueObject, path: Path): Value {
  let value: Value = root;
  for (const step of path.steps) {
    if (value === null || isUnknown(value)) return value;
    if (step.kind === "index") {
      value = isValueArray(value) ? value[step.index] ?? null : null;
    } else {
      const name = step.kind === "key" ? step.key : step.name;
      value = isValueObject(value) ? member(value, name) ?? null : null;
    }
  }
  return value;
}

function step(path: Path, value: Value, part: string): [Path, Value] {
  if (isUnknown(value)) return [path.attribute(part), value];
  if (isValueArray(value)) {
    return [path.index(Number(part)), value[Number(part)] ?? null];
  }
  const inner = isValueObject(value) ? member(value, part) ?? null : null;
  return [path.attribute(part), inner];
}
