import { ValueError } from "./errors.ts";
import { Path, stepName } from "./path.ts";
import type { Type } from "./type.ts";
import { isUnknown, unknown } from "./unknown.ts";
import {
  Dynamic,
  isValueArray,
  isValueObject,
  member,
  type Value,
} from "./value.ts";

/**
 * The type of what is directly inside a value of a type: the element of a
 * list, set or tuple by its position, the element of a map or the attribute of
 * an object by its name. Undefined: there is none.
 */
export function partType(type: Type, step: string | number): Type | undefined {
  if (typeof type === "string") return undefined;
  switch (type[0]) {
    case "tuple":
      return typeof step === "number" ? type[1][step] : undefined;
    case "object":
      return Object.hasOwn(type[1], step) ? type[1][step] : undefined;
    default:
      return (type[0] === "map") === (typeof step === "string")
        ? type[1]
        : undefined;
  }
}

/** The part directly inside a value at a step; undefined: none. */
export function partAt(
  value: Value | undefined,
  step: string | number,
): Value | undefined {
  if (typeof step === "number") {
    return isValueArray(value) ? value[step] : undefined;
  }
  return isValueObject(value) ? member(value, step) : undefined;
}

/**
 * An attribute or block of an object, or an element: null if there is none, as
 * in null; unknown in what is unknown.
 */
export function memberValue(value: Value, step: string | number): Value {
  if (value === null) return null;
  const part = partAt(value, step);
  if (part !== undefined) return part;
  return isUnknown(value) ? unknown : null;
}

/**
 * Does the work on a part of a value of `type`, by the part's own type. An
 * error gets the step that leads there, so that a path is only made when there
 * is one. A number is an index, a string the key of a map or an attribute. No
 * step leads into a set.
 */
export function inPart<T>(
  type: Type,
  step: string | number,
  work: (inner: Type) => T,
): T {
  try {
    return work(partType(type, step) ?? "dynamic");
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    const { steps } = pathIn(Path.root, type, step);
    const path = Path.of([...steps, ...error.path.steps]);
    throw new ValueError(error.problem, path, { cause: error.cause });
  }
}

/**
 * The type of the value at `path` inside a value of `type`; undefined where
 * the path leads nowhere. No step leads to an element of a set: what follows is
 * inside of one.
 */
export function typeAt(type: Type, path: Path): Type | undefined {
  let at: Type | undefined = type;
  for (const step of path.steps) {
    const name = stepName(step);
    if (at !== undefined && at[0] === "set" && typeof name === "string") {
      at = partType(at, 0);
    }
    at = at && partType(at, name);
  }
  return at;
}

/**
 * The value at `path` inside `value`; undefined where the path leads nowhere,
 * or into something null or unknown.
 */
export function valueAt(value: Value, path: Path): Value | undefined {
  let at: Value | undefined = value;
  for (const step of path.steps) {
    at = partAt(Dynamic.is(at) ? at.value : at, stepName(step));
  }
  return at;
}

/** The path of what is inside a value of `type` at `path`; a set's own. */
export function pathIn(path: Path, type: Type, step: string | number): Path {
  if (type[0] === "set") return path;
  if (typeof step === "number") return path.index(step);
  return type[0] === "map" ? path.key(step) : path.attribute(step);
}
