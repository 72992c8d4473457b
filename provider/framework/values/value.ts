import { type Decimal, isNumberValue } from "./decimal.ts";
import { Dynamic } from "./dynamic.ts";
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
export function isValueArray(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** Whether `value` is an object or a map. */
export function isValueObject(value: Value): value is ValueObject {
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

/** A copy whose objects and lists can be changed, at any depth. */
export function copyOf(value: Value): Value {
  if (isValueArray(value)) return value.map(copyOf);
  if (!isValueObject(value)) return value;
  const entries = Object.entries(value);
  return record(entries.map(([name, part]) => [name, copyOf(part)]));
}

/** Whether nothing in `value`, at any depth, is unknown. */
export function isWhollyKnown(value: Value): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (isUnknown(value)) return false;
  if (isValueArray(value)) return value.every(isWhollyKnown);
  if (Dynamic.is(value)) return isWhollyKnown(value.value);
  return !isValueObject(value) || Object.values(value).every(isWhollyKnown);
}
