/**
 * The known parts of planned values.
 *
 * @module
 */

import { isUnknown, type Unknown } from "@hf-terraform/framework";

/** A value if it is there and known. */
export function knownValue<T>(
  value: T | Unknown | null | undefined,
): T | undefined {
  return value === null || isUnknown(value) ? undefined : value;
}

/** The parts of an object that are there and known. */
export function knownParts<T extends object>(
  object: T | Unknown | null | undefined,
): { readonly [K in keyof T]?: Exclude<T[K], Unknown | null | undefined> } {
  const parts = Object.entries(knownValue(object) ?? {})
    .filter(([, part]) => knownValue(part) !== undefined);
  // The names are those of the object.
  return Object.fromEntries(parts) as ReturnType<typeof knownParts<T>>;
}
