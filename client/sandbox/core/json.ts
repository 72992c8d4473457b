/** Any value that JSON can hold. */
export type Json =
  | null
  | boolean
  | number
  | string
  | Json[]
  | JsonObject;

/** A JSON object. */
export interface JsonObject {
  /** The value under each name. */
  [name: string]: Json;
}

/** Tells whether a value is a JSON object, not null and not an array. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object under `name`, or an empty one that is not connected to it. */
export function objectAt(value: Json | undefined, name: string): JsonObject {
  if (!isObject(value)) return {};
  const inner = value[name];
  return isObject(inner) ? inner : {};
}

/** The string under `name`, or the fallback (default: the empty string). */
export function stringAt(
  value: Json | undefined,
  name: string,
  fallback = "",
): string {
  if (!isObject(value)) return fallback;
  const inner = value[name];
  return typeof inner === "string" ? inner : fallback;
}

/** The number under `name`, or undefined. */
export function numberAt(
  value: Json | undefined,
  name: string,
): number | undefined {
  if (!isObject(value)) return undefined;
  const inner = value[name];
  return typeof inner === "number" ? inner : undefined;
}

/** The strings of the array under `name`; what is no string is left out. */
export function stringsAt(value: Json | undefined, name: string): string[] {
  if (!isObject(value)) return [];
  const inner = value[name];
  if (!Array.isArray(inner)) return [];
  return inner.filter((item) => typeof item === "string");
}

/** A deep copy. */
export function copyObject(value: JsonObject): JsonObject {
  return structuredClone(value);
}

/** Parses JSON text; undefined when it is no JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
