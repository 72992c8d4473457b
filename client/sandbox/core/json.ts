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

/** Tests whether a value is a JSON object, not null and not an array. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the object under `name`, or a new empty one. */
export function objectAt(value: Json | undefined, name: string): JsonObject {
  if (!isObject(value)) return {};
  const inner = value[name];
  return isObject(inner) ? inner : {};
}

/** Returns the string under `name`, or the fallback. */
export function stringAt(
  value: Json | undefined,
  name: string,
  fallback = "",
): string {
  if (!isObject(value)) return fallback;
  const inner = value[name];
  return typeof inner === "string" ? inner : fallback;
}

/** Returns the number under `name`, or undefined. */
export function numberAt(
  value: Json | undefined,
  name: string,
): number | undefined {
  if (!isObject(value)) return undefined;
  const inner = value[name];
  return typeof inner === "number" ? inner : undefined;
}

/** Returns the strings of the array under `name`. */
export function stringsAt(value: Json | undefined, name: string): string[] {
  if (!isObject(value)) return [];
  const inner = value[name];
  if (!Array.isArray(inner)) return [];
  return inner.filter((item) => typeof item === "string");
}

/** Returns the objects of a list, or the one object. */
export function listObjects(value: Json | undefined): JsonObject[] {
  return [value ?? []].flat().filter((item) => isObject(item));
}

/** Returns some fields of an object. */
export function pick(value: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => names.includes(name)),
  );
}

/** Parses JSON text; returns undefined where it is none. */
export function parseJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
