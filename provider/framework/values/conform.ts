import { isNumberValue } from "./decimal.ts";
import { Dynamic } from "./dynamic.ts";
import { ValueError } from "./errors.ts";
import { Path } from "./path.ts";
import {
  attributeNames,
  attributeType,
  type ObjectType,
  type Type,
  typeName,
} from "./type.ts";
import { isUnknown } from "./unknown.ts";

/**
 * Checks that `value`, made by whoever, is a value of `type` at every depth.
 * Returns the first fault with its path, or undefined.
 */
export function validateValue(
  value: unknown,
  type: Type,
  path: Path = Path.root,
): ValueError | undefined {
  const problem = kindError(value, type);
  if (problem !== undefined) {
    return new ValueError(problem, path);
  }
  if (value === null || isUnknown(value)) {
    return undefined;
  }
  if (Dynamic.is(value)) {
    return validateValue(value.value, value.type, path);
  }
  if (typeof type === "string") {
    return undefined;
  }
  switch (type[0]) {
    case "list":
    case "set":
    case "tuple":
      return elementsConform(value, type, path);
    case "map":
      return firstFault(
        members(value),
        ([key, part]) => validateValue(part, type[1], path.key(key)),
      );
    case "object":
      return firstFault(
        members(value),
        ([name, part]) =>
          validateValue(part, attributeType(type, name), path.attribute(name)),
      );
  }
}

function elementsConform(
  value: unknown,
  type: Exclude<Type, string>,
  path: Path,
): ValueError | undefined {
  const elements: readonly unknown[] = Array.isArray(value) ? value : [];
  if (type[0] === "tuple") {
    return firstFault(
      type[1].entries(),
      ([i, elementType]) =>
        validateValue(elements[i], elementType, path.index(i)),
    );
  }
  if (type[0] === "object") {
    return undefined;
  }
  const elementType = type[1];
  const isSet = type[0] === "set";
  return firstFault(
    elements.entries(),
    ([i, element]) =>
      validateValue(element, elementType, isSet ? path : path.index(i)),
  );
}

function firstFault<T>(
  items: Iterable<T>,
  check: (item: T) => ValueError | undefined,
): ValueError | undefined {
  for (const item of items) {
    const error = check(item);
    if (error !== undefined) {
      return error;
    }
  }
  return undefined;
}

function members(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null
    ? Object.entries(value)
    : [];
}

/**
 * What keeps `value` from being a value of `type`, judged by its outermost
 * level only: kind, number of elements, names of attributes. Undefined if
 * nothing does.
 */
export function kindError(value: unknown, type: Type): string | undefined {
  if (value === null || isUnknown(value)) {
    return undefined;
  }
  switch (type) {
    case "string":
      return typeof value === "string" ? undefined : kindMessage(value, type);
    case "bool":
      return typeof value === "boolean" ? undefined : kindMessage(value, type);
    case "number":
      return isNumberValue(value) ? undefined : kindMessage(value, type);
    case "dynamic":
      return Dynamic.is(value) ? undefined : kindMessage(value, type);
  }
  switch (type[0]) {
    case "list":
    case "set":
      return Array.isArray(value) ? undefined : kindMessage(value, type);
    case "tuple":
      if (!Array.isArray(value)) {
        return kindMessage(value, type);
      }
      return value.length === type[1].length
        ? undefined
        : `A tuple of ${
          type[1].length
        } elements is required, not of ${value.length}`;
    case "map":
      return isPlainObject(value) ? undefined : kindMessage(value, type);
    case "object":
      return isPlainObject(value)
        ? attributesError(value, type)
        : kindMessage(value, type);
  }
}

function attributesError(value: object, type: ObjectType): string | undefined {
  const names = attributeNames(type);
  const missing = names.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) {
    return `The attribute "${missing}" is missing; set it to null if it has no value`;
  }
  const given = Object.keys(value);
  if (given.length === names.length) {
    return undefined;
  }
  const extra = given.find((name) => !Object.hasOwn(type[1], name));
  return `An attribute "${extra}" does not exist`;
}

function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null &&
    !Array.isArray(value) && !Dynamic.is(value) && !isNumberValue(value);
}

/** Says that a value of `type` is required, not `value`, without showing it. */
export function kindMessage(value: unknown, type: Type): string {
  const name = typeName(type);
  const article = /^[aeiou]/.test(name) ? "An" : "A";
  return `${article} ${name} is required, not ${kindName(value)}`;
}

/** What a JS value is, without showing it: `a string`, `an array`. */
export function kindName(value: unknown): string {
  if (value === undefined) {
    return "undefined";
  }
  if (Number.isNaN(value)) {
    return "NaN";
  }
  if (Array.isArray(value)) {
    return "an array";
  }
  if (Dynamic.is(value)) {
    return "a dynamic value";
  }
  if (isNumberValue(value)) {
    return "a number";
  }
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
