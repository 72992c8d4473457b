import { Failure, invalid } from "../core/failure.ts";
import { isObject, type Json, type JsonObject } from "../core/json.ts";

/** Checks a JSON value and drops unknown fields; throws 400 or 422. */
export interface Shape {
  (value: Json, path: string, isUpdate: boolean): Json;
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
function plain(name: string, isValid: (value: Json) => boolean): Shape {
  return (value, path) => {
    if (isValid(value)) return value;
    throw mismatch(value, name, path);
  };
}

/** Any string. */
export const string: Shape = plain(
  "a string",
  (value) => typeof value === "string",
);
/** A whole number, zero or more. */
export const integer: Shape = plain(
  "u32",
  (value) => Number.isInteger(value) && Number(value) >= 0,
);
/** Any number. */
export const number: Shape = plain("f64", (value) => typeof value === "number");
/** True or false. */
export const boolean: Shape = plain(
  "a boolean",
  (value) => typeof value === "boolean",
);
/** Anything. */
export const anyJson: Shape = (value) => value;

/** One of some strings. */
export function choice(...values: readonly string[]): Shape {
  return (value, path) => {
    if (typeof value !== "string") throw mismatch(value, "a string", path);
    if (values.includes(value)) return value;
    throw unknownVariant(path, value, values);
  };
}

/** A list of strings. */
export const strings: Shape = (value, path) => {
  if (!Array.isArray(value)) throw mismatch(value, "a sequence", path);
  return value.map((item, at) => string(item, `${path}[${at}]`, false));
};

/** A map of strings. In an update a null removes one, if it can be cleared. */
export function stringMap(isClearable = false): Shape {
  return (value, path, isUpdate) =>
    Object.fromEntries(
      Object.entries(requireMap(value, path)).map(([key, item]) => [
        key,
        item === null && isUpdate && isClearable
          ? null
          : string(item, `${path}.${key}`, false),
      ]),
    );
}

/** An object; all of one that is merged may be left out of an update. */
export function object(fields: Fields, isMerged = false): Shape {
  const decode: Shape = (value, path, isUpdate) =>
    decodeObject(fields, value, path, isUpdate && isMerged);
  return Object.assign(decode, { fields });
}

/** An object of one field, whose name decides which fields its value has. */
export function variants(of: Readonly<Record<string, Fields>>): Shape {
  const decode: Shape = (value, path) => {
    const keys = Object.keys(requireMap(value, path, "a map with one key"));
    const [key] = keys;
    if (key === undefined || keys.length > 1) {
      throw invalid(`${path}: expected exactly one key, got ${keys.length}`);
    }
    const fields = Object.hasOwn(of, key) ? of[key] : undefined;
    if (fields === undefined) throw unknownVariant(path, key, Object.keys(of));
    const inner = isObject(value) ? value[key] : undefined;
    return { [key]: decodeObject(fields, inner ?? {}, `${path}.${key}`) };
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
  value: Json,
  path: string,
  isUpdate = false,
): JsonObject {
  const given = requireMap(value, path);
  const out: JsonObject = {};
  for (const [name, { shape, ...field }] of Object.entries(fields)) {
    const part = given[name];
    const isRequired = field.isRequired === true;
    const isIgnored = field.onNull === "absent" ||
      isUpdate && (isRequired || field.onNull === "absent_in_update");
    const isKept = !isIgnored && (isUpdate || field.onNull === "keep");
    if (part === undefined || part === null && isIgnored) {
      if (!isRequired || isUpdate) continue;
      const place = path === "" ? "" : `${path}: `;
      throw invalid(`${place}missing field \`${name}\``);
    }
    const at = path === "" ? name : `${path}.${name}`;
    out[name] = part === null && isKept ? null : shape(part, at, isUpdate);
  }
  return out;
}

function requireMap(value: Json, path: string, name = "a map"): JsonObject {
  if (isObject(value)) return value;
  throw mismatch(value, name, path);
}

function unknownVariant(
  path: string,
  given: string,
  known: readonly string[],
): Failure {
  const list = known.map((name) => `\`${name}\``).join(", ");
  return invalid(
    `${path}: unknown variant \`${given}\`, expected one of ${list}`,
  );
}

function mismatch(value: Json, wanted: string, path: string): Failure {
  const place = path === "" ? "" : `${path}: `;
  return new Failure(
    422,
    "Failed to deserialize the JSON body into the target type: " +
      `${place}invalid type: ${typeOf(value)}, expected ${wanted}`,
    { isPlain: true },
  );
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "sequence";
  if (typeof value === "object") return "map";
  return typeof value === "string" ? "string" : `${typeof value} ${value}`;
}
