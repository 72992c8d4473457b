import { Dynamic } from "./dynamic.ts";
import type { Path } from "./path.ts";
import type { Type } from "./type.ts";
import { isValueArray, isValueObject, type Value } from "./value.ts";

/** The type of element `i` of a list, set or tuple; else undefined. */
export function elementType(type: Type, i: number): Type | undefined {
  if (typeof type === "string") return undefined;
  switch (type[0]) {
    case "list":
    case "set":
      return type[1];
    case "tuple":
      return type[1][i];
    default:
      return undefined;
  }
}

/** The type of the attribute or map element `name`; else undefined. */
export function memberType(type: Type, name: string): Type | undefined {
  if (typeof type === "string") return undefined;
  switch (type[0]) {
    case "map":
      return type[1];
    case "object":
      return Object.hasOwn(type[1], name) ? type[1][name] : undefined;
    default:
      return undefined;
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
    if (at === undefined) return undefined;
    if (step.kind === "index") {
      at = elementType(at, step.index);
    } else {
      const holder: Type = at[0] === "set" ? elementType(at, 0) ?? at : at;
      at = memberType(holder, step.kind === "key" ? step.key : step.name);
    }
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
    if (Dynamic.is(at)) {
      at = at.value;
    }
    if (at === undefined) return undefined;
    if (step.kind === "index") {
      at = isValueArray(at) ? at[step.index] : undefined;
    } else {
      const name = step.kind === "key" ? step.key : step.name;
      at = isValueObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
    }
  }
  return at;
}
