import { Path, stepName } from "../values/path.ts";
import { isValueArray, type Value, type ValueObject } from "../values/value.ts";

import { memberValue } from "../values/walk.ts";

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

/** Target of a reference. */
export interface ReferenceTarget {
  /** The path, as exact as possible; inside a set, the set. */
  readonly path: Path;
  /** The value; unknown if it, or an object on the way to it, is unknown. */
  readonly value: Value;
}

/** Follows a reference. Where it leads nowhere, the value is null. */
export function follow(reference: Reference, origin: Origin): ReferenceTarget {
  const absolute = reference.startsWith("/");
  const parts = reference.split("/").filter((part) => part !== "");
  let path = absolute ? Path.root : origin.path.parent;
  let value: Value = absolute ? origin.root : origin.holder;
  for (const part of parts) {
    if (part === "..") {
      path = outerPath(path);
      value = path.steps.map(stepName).reduce<Value>(memberValue, origin.root);
    } else {
      [path, value] = followStep(path, value, part);
    }
  }
  return { path, value };
}

/** The path of the object around the object at `path`. */
function outerPath(path: Path): Path {
  let outer = path;
  while (outer.last?.kind === "index" || outer.last?.kind === "key") {
    outer = outer.parent;
  }
  return outer.parent;
}

function followStep(path: Path, value: Value, part: string): [Path, Value] {
  return isValueArray(value)
    ? [path.index(Number(part)), memberValue(value, Number(part))]
    : [path.attribute(part), memberValue(value, part)];
}
