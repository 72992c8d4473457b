/**
 * Reading the stored state of somebody else, of which nothing is certain.
 *
 * @module
 */

import { isRecord, type JsonRecord } from "../../shared/json.ts";

/** The object under a name; one without fields if there is none. */
export function objectAt(object: JsonRecord, name: string): JsonRecord {
  const value = object[name];
  return isRecord(value) ? value : {};
}

/** The text under a name; null if there is none, or an empty one. */
export function textAt(object: JsonRecord, name: string): string | null {
  const value = object[name];
  return typeof value === "string" && value !== "" ? value : null;
}

/** The number under a name; null if there is none. */
export function numberAt(object: JsonRecord, name: string): number | null {
  const value = object[name];
  return typeof value === "number" ? value : null;
}

/** The boolean under a name; null if there is none. */
export function flagAt(object: JsonRecord, name: string): boolean | null {
  const value = object[name];
  return typeof value === "boolean" ? value : null;
}

/** The list of texts under a name; null if there is none. */
export function textsAt(
  object: JsonRecord,
  name: string,
): readonly string[] | null {
  const value = object[name];
  if (!Array.isArray(value)) return null;
  return value.filter((text): text is string => typeof text === "string");
}

/** The map of texts under a name; null if there is none. */
export function textMapAt(
  object: JsonRecord,
  name: string,
): Readonly<Record<string, string>> | null {
  const value = object[name];
  if (!isRecord(value)) return null;
  const map: Record<string, string> = {};
  for (const [key, text] of Object.entries(value)) {
    if (typeof text === "string") map[key] = text;
  }
  return map;
}
