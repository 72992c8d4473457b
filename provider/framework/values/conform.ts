import { isNumberValue } from "./decimal.ts";
import { ValueError } from "./errors.ts";
import {
  attributeNames,
  type ObjectType,
  type TupleType,
  type Type,
  typeName,
} from "./type.ts";
import { inPart } from "./walk.ts";
import { isUnknown } from "./unknown.ts";
import { Dynamic, isValueArray, isValueObject, partsOf } from "./value.ts";

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

/** Throws what {@link validateValue} returns. */
export function requireValue(value: unknown, type: Type): void {
  const problem = kindError(value, type);
  if (problem !== undefined) throw new ValueError(problem);
  if (Dynamic.is(value)) return requireValue(value.value, value.type);
  if (typeof type === "string") return;
  for (const [step, part] of partsOf(value)) {
    inPart(type, step, (inner) => requireValue(part, inner));
  }
}

/**
 * Reason why `value` is no value of `type`, judged by its outermost level only:
 * kind, number of elements, names of attributes. Undefined if it is one.
 */
export function kindError(value: unknown, type: Type): string | undefined {
  if (value === null || isUnknown(value)) return undefined;
  if (typeof type === "string") {
    return fits[type](value) ? undefined : kindMessage(value, type);
  }
  if (type[0] === "object" || type[0] === "map") {
    if (!isValueObject(value)) return kindMessage(value, type);
    return type[0] === "object" ? attributesError(value, type) : undefined;
  }
  if (!isValueArray(value)) return kindMessage(value, type);
  return type[0] === "tuple" ? lengthError(value.length, type) : undefined;
}

const fits: Readonly<
  Record<Extract<Type, string>, (value: unknown) => boolean>
> = {
  string: (value) => typeof value === "string",
  bool: (value) => typeof value === "boolean",
  number: isNumberValue,
  dynamic: Dynamic.is,
};

/** Error for a wrong number of elements of a tuple; undefined: none. */
export function lengthError(
  length: number,
  [, { length: wanted }]: TupleType,
): string | undefined {
  return length === wanted
    ? undefined
    : `A tuple of ${wanted} elements is required, not of ${length}`;
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

/** Says that a value of `type` is required, not `value`, without showing it. */
export function kindMessage(value: unknown, type: Type): string {
  const name = typeName(type);
  const article = /^[aeiou]/.test(name) ? "An" : "A";
  return `${article} ${name} is required, not ${kindName(value)}`;
}

/** Kind of a JS value, without showing it: `a string`, `an array`. */
export function kindName(value: unknown): string {
  if (value === undefined) return "undefined";
  if (Number.isNaN(value)) return "NaN";
  if (Array.isArray(value)) return "an array";
  if (Dynamic.is(value)) return "a dynamic value";
  if (isNumberValue(value)) return "a number";
  if (value instanceof Promise) return "a promise (is an `await` missing?)";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
