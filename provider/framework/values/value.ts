import { type Decimal, isNumberValue } from "./decimal.ts";
import type { Type } from "./type.ts";
import { isUnknown, type Unknown } from "./unknown.ts";

/**
 * Any Terraform value. Which of the forms is meant follows from the type that
 * goes with it: an array is a list, a set or a tuple; a {@link ValueObject} an
 * object or a map.
 */
export type Value =
  | null
  | Unknown
  | string
  | boolean
  | number
  | bigint
  | Decimal
  | Dynamic
  | readonly Value[]
  | ValueObject;

/**
 * An object or a map. Those made here have no prototype, so that a key such as
 * `__proto__` or `constructor` is a key like any other.
 */
export interface ValueObject {
  /** The attributes by name, or the elements by key. */
  readonly [name: string]: Value;
}

/**
 * The value of a dynamic attribute, together with the type it really has. A
 * null or unknown of which not even the type is known is plain `null` or
 * `unknown`, not wrapped.
 */
export class Dynamic {
  /** The type of {@link value}; not `"dynamic"` itself. */
  readonly type: Type;
  /** The value, of {@link type}. */
  readonly value: Value;
  readonly #brand = true;

  /** Wraps `value`, which must be of `type`. */
  constructor(type: Type, value: Value) {
    this.type = type;
    this.value = value;
  }

  /** Whether `value` is a Dynamic. */
  static is(value: unknown): value is Dynamic {
    return typeof value === "object" && value !== null && #brand in value &&
      value.#brand;
  }
}

/** JSON, as authors keep it in private state. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** A {@link ValueObject} while it is being filled. */
export type MutableRecord = Record<string, Value>;

/** An object without prototype that holds `entries`; a later one wins. */
export function record(
  entries: Iterable<readonly [string, Value]> = [],
): MutableRecord {
  const object: MutableRecord = Object.create(null);
  for (const [name, value] of entries) {
    object[name] = value;
  }
  return object;
}

/** Whether `value` is a list, set or tuple. */
export function isValueArray(value: unknown): value is readonly Value[] {
  return Array.isArray(value);
}

/** Whether `value` is an object or a map. */
export function isValueObject(value: unknown): value is ValueObject {
  if (typeof value !== "object" || value === null) return false;
  // Nearly all: what is decoded or planned has no prototype.
  if (Object.getPrototypeOf(value) === null) return true;
  return !Array.isArray(value) && !isUnknown(value) && !Dynamic.is(value) &&
    !isNumberValue(value);
}

/** The own property `name`; undefined if there is none, or it is inherited. */
export function member(object: ValueObject, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/**
 * The value with what `change` makes of each of its elements or attributes;
 * what has none is left as it is.
 */
export function mapParts(
  value: Value,
  change: (part: Value, step: string | number) => Value,
): Value {
  if (isValueArray(value)) return value.map(change);
  if (!isValueObject(value)) return value;
  const entries = Object.entries(value);
  return record(entries.map(([name, part]) => [name, change(part, name)]));
}

/** The elements or attributes of a value, each with its position or name. */
export function partsOf(
  value: unknown,
): Iterable<readonly [string | number, Value]> {
  if (isValueArray(value)) return value.entries();
  return isValueObject(value) ? Object.entries(value) : [];
}

/** The positions of the elements, or the names of what is in an object. */
export function stepsOf(value: Value): readonly (string | number)[] {
  if (isValueArray(value)) return [...value.keys()];
  return isValueObject(value) ? Object.keys(value) : [];
}

/** A copy whose objects and lists can be changed, at any depth. */
export function copyOf(value: Value): Value {
  return Dynamic.is(value)
    ? new Dynamic(value.type, copyOf(value.value))
    : mapParts(value, copyOf);
}

/** Whether the value is null, with or without a type of its own. */
export function isNull(value: Value): boolean {
  return (Dynamic.is(value) ? value.value : value) === null;
}

/** Whether the value itself is unknown, with or without a type of its own. */
export function isUnknownValue(value: Value): boolean {
  return isUnknown(Dynamic.is(value) ? value.value : value);
}

/** Whether nothing in `value`, at any depth, is unknown. */
export function isWhollyKnown(value: Value): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (isUnknown(value)) return false;
  if (isValueArray(value)) return value.every(isWhollyKnown);
  if (Dynamic.is(value)) return isWhollyKnown(value.value);
  return !isValueObject(value) || Object.values(value).every(isWhollyKnown);
}
