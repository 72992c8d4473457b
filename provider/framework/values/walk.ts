import { Dynamic } from "./dynamic.ts";
import { Path } from "./path.ts";
import type { Type } from "./type.ts";
import { isUnknown } from "./unknown.ts";
import {
  isValueArray,
  isValueObject,
  type MutableRecord,
  record,
  type Value,
} from "./value.ts";

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
      const partType = elementType(type, i);
      if (partType !== undefined) {
        visit(part, partType, type[0] === "set" ? path : path.index(i), i);
      }
    }
  } else if (isValueObject(value)) {
    for (const [name, part] of Object.entries(value)) {
      const partType = memberType(type, name);
      if (partType !== undefined) {
        const inner = type[0] === "map" ? path.key(name) : path.attribute(name);
        visit(part, partType, inner, name);
      }
    }
  }
}

/** The type of element `i` of a list, set or tuple; else undefined. */
export function elementType(type: Type, i: number): Type | undefined {
  if (typeof type === "string") {
    return undefined;
  }
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
  if (typeof type === "string") {
    return undefined;
  }
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
 * The value at `path` inside `value`; undefined where the path leads nowhere,
 * or into something null or unknown.
 */
export function valueAt(value: Value, path: Path): Value | undefined {
  let at: Value | undefined = value;
  for (const step of path.steps) {
    if (Dynamic.is(at)) {
      at = at.value;
    }
    if (at === undefined) {
      return undefined;
    }
    if (step.kind === "index") {
      at = isValueArray(at) ? at[step.index] : undefined;
    } else {
      const name = step.kind === "key" ? step.key : step.name;
      at = isValueObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
    }
  }
  return at;
}

/** Replaces every unknown, at any depth, by null. */
export function toKnownNull(value: Value): Value {
  if (isUnknown(value)) {
    return null;
  }
  if (Dynamic.is(value)) {
    return new Dynamic(value.type, toKnownNull(value.value));
  }
  if (isValueArray(value)) {
    return value.map(toKnownNull);
  }
  if (!isValueObject(value)) {
    return value;
  }
  const object: MutableRecord = record();
  for (const [name, part] of Object.entries(value)) {
    object[name] = toKnownNull(part);
  }
  return object;
}
