import {
  accept,
  type Check,
  eachItem,
  eachValue,
  joinPath,
} from "../core/checks.ts";
import { Failure, validationFailed } from "../core/failure.ts";
import { isObject, type Json, type JsonObject } from "../core/json.ts";

/** A check in the words of serde; throws 400 or 422. */
export interface Shape extends Check {
  /** Of an object: its fields. */
  readonly fields?: Fields;
  /** Of an object of one field: the fields of each value that it may have. */
  readonly variants?: Readonly<Record<string, Fields>>;
}

/** The fields of an object. */
export type Fields = Readonly<Record<string, Field>>;

/** A field of an object. */
export interface Field {
  readonly shape: Shape;
  /** Whether it cannot be left out. */
  readonly isRequired?: boolean;
  /** Effect of a null. Default: it is refused. */
  readonly onNull?: "keep" | "absent" | "absent_in_update";
}

/** A field that cannot be left out. */
export function requiredField(shape: Shape): Field {
  return { shape, isRequired: true };
}

/** A field that may be left out; null counts as left out. */
export function optional(shape: Shape): Field {
  return { shape, onNull: "absent" };
}

/** A field that may be left out; null is kept. */
export function nullable(shape: Shape): Field {
  return { shape, onNull: "keep" };
}

/** A plain type under the name that serde has for it. */
function plain<T extends Json>(
  name: string,
  isOfType: (value: Json | undefined) => value is T,
): Check<T> {
  return accept(isOfType, (value, at) => mismatch(value, name, at));
}

const map = plain("a map", isObject);
const mapOfOne = plain("a map with one key", isObject);

/** Any string. */
export const string: Check<string> = plain(
  "a string",
  (value) => typeof value === "string",
);
/** A whole number, zero or more. */
export const integer: Check<number> = plain(
  "u32",
  (value): value is number => Number.isInteger(value) && Number(value) >= 0,
);
/** Any number. */
export const number: Check<number> = plain(
  "f64",
  (value) => typeof value === "number",
);
/** True or false. */
export const boolean: Check<boolean> = plain(
  "a boolean",
  (value) => typeof value === "boolean",
);
/** A list of strings. */
export const strings: Check<string[]> = eachItem(
  plain("a sequence", (value) => Array.isArray(value)),
  string,
);

/** One of some strings. */
export function choice(...values: readonly string[]): Check<string> {
  return (value, at) => {
    const text = string(value, at);
    if (values.includes(text)) return text;
    throw unknownVariant(at, text, values);
  };
}

/** A map of strings. In an update a null removes one, if it can be cleared. */
export function stringMap(isClearable = false): Shape {
  return eachValue(
    map,
    (value, at, isUpdate) =>
      value === null && isUpdate === true && isClearable
        ? null
        : string(value, at),
  );
}

/** An object; all of one that is merged may be left out of an update. */
export function object(fields: Fields, isMerged = false): Shape {
  const decode: Shape = (value, path, isUpdate) =>
    decodeObject(fields, value, path, isUpdate === true && isMerged);
  return Object.assign(decode, { fields });
}

/** An object of one field, whose name decides which fields its value has. */
export function variants(of: Readonly<Record<string, Fields>>): Shape {
  const decode: Shape = (value, path) => {
    const given = mapOfOne(value, path);
    const keys = Object.keys(given);
    const [key] = keys;
    if (key === undefined || keys.length > 1) {
      throw validationFailed(
        `${path}: expected exactly one key, got ${keys.length}`,
      );
    }
    const fields = Object.hasOwn(of, key) ? of[key] : undefined;
    if (fields === undefined) throw unknownVariant(path, key, Object.keys(of));
    return { [key]: decodeObject(fields, given[key] ?? {}, `${path}.${key}`) };
  };
  return Object.assign(decode, { variants: of });
}

/**
 * Checks the fields of an object and drops the unknown ones. An update may be
 * padded with nulls: one clears an optional field and is ignored for a required
 * one.
 */
export function decodeObject(
  fields: Fields,
  value: Json | undefined,
  path: string,
  isUpdate = false,
): JsonObject {
  const given = map(value, path);
  const out: JsonObject = {};
  for (const [name, { shape, ...field }] of Object.entries(fields)) {
    const part = given[name];
    const isRequired = field.isRequired === true;
    const isIgnored = field.onNull === "absent" ||
      isUpdate && (isRequired || field.onNull === "absent_in_update");
    const isKept = !isIgnored && (isUpdate || field.onNull === "keep");
    if (part === undefined || part === null && isIgnored) {
      if (!isRequired || isUpdate) continue;
      throw validationFailed(`${placeOf(path)}missing field \`${name}\``);
    }
    const at = joinPath(path, name);
    out[name] = part === null && isKept ? null : shape(part, at, isUpdate);
  }
  return out;
}

function placeOf(path: string): string {
  return path === "" ? "" : `${path}: `;
}

function unknownVariant(
  path: string,
  given: string,
  known: readonly string[],
): Failure {
  const list = known.map((name) => `\`${name}\``).join(", ");
  return validationFailed(
    `${path}: unknown variant \`${given}\`, expected one of ${list}`,
  );
}

function mismatch(
  value: Json | undefined,
  wanted: string,
  path: string,
): Failure {
  return new Failure(
    422,
    "Failed to deserialize the JSON body into the target type: " +
      `${placeOf(path)}invalid type: ${typeOf(value)}, expected ${wanted}`,
    { isPlain: true },
  );
}

function typeOf(value: Json | undefined): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "sequence";
  if (typeof value === "object") return "map";
  return typeof value === "string" ? "string" : `${typeof value} ${value}`;
}
