import { isNumberValue } from "./decimal.ts";
import { Dynamic } from "./dynamic.ts";
import { errorAt, ValueError } from "./errors.ts";
import {
  attributeNames,
  type ObjectType,
  type Type,
  typeName,
} from "./type.ts";
import { elementType, memberType } from "./walk.ts";
import { isUnknown } from "./unknown.ts";

/**
 * Checks that `value`, made by whoever, is a value of `type` at every depth.
 * Returns the first error with its path, or undefined.
 */
export function validateValue(
  value: unknown,
  type: Type,
): ValueError | undefined {
  try {
    requireValue(value, type);
    return undefined;
  } catch (error) {
    if (error instanceof ValueError) return error;
    throw error;
  }
}

function requireValue(value: unknown, type: Type): void {
  const problem = kindError(value, type);
  if (problem !== undefined) throw new ValueError(problem);
  if (Dynamic.is(value)) return requireValue(value.value, value.type);
  if (value === null || isUnknown(value) || typeof type === "string") return;
  const isArray = Array.isArray(value);
  for (const [name, part] of isArray ? value.entries() : members(value)) {
    const partType = typeof name === "number"
      ? elementType(type, name)
      : memberType(type, name);
    try {
      if (partType !== undefined) requireValue(part, partType);
    } catch (error) {
      throw type[0] === "set" ? error : errorAt(error, name, type[0] === "map");
    }
  }
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
  if (value === null || isUnknown(value)) return undefined;
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
      if (!Array.isArray(value)) return kindMessage(value, type);
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
  if (given.length === names.length) return undefined;
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
  if (value === undefined) return "undefined";
  if (Number.isNaN(value)) return "NaN";
  if (Array.isArray(value)) return "an array";
  if (Dynamic.is(value)) return "a dynamic value";
  if (isNumberValue(value)) return "a number";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
