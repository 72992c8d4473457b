import { Failure, invalid } from "../core/failure.ts";
import { isObject, type Json, type JsonObject } from "../core/json.ts";

/** The shape of a JSON value; unknown fields are dropped. */
export type Shape =
  | { readonly kind: "string" | "integer" | "number" | "boolean" | "json" }
  | { readonly kind: "enum"; readonly values: readonly string[] }
  | { readonly kind: "list"; readonly of: Shape }
  | {
    readonly kind: "map";
    readonly of: Shape;
    readonly nullable?: boolean;
  }
  | { readonly kind: "object"; readonly fields: Fields }
  | {
    readonly kind: "variants";
    readonly of: Readonly<Record<string, Fields>>;
  };

/** The fields of an object. */
export type Fields = Readonly<Record<string, Field>>;

/** A field of an object. */
export interface Field {
  readonly shape: Shape;
  /** Whether it cannot be left out. */
  readonly isRequired?: boolean;
  /** Effect of a null. Default: it is refused. */
  readonly onNull?: "keep" | "absent";
}

/** Any string. */
export const string: Shape = { kind: "string" };
/** A whole number, zero or more. */
export const integer: Shape = { kind: "integer" };
/** Any number. */
export const number: Shape = { kind: "number" };
/** True or false. */
export const boolean: Shape = { kind: "boolean" };
/** Anything. */
export const anyJson: Shape = { kind: "json" };

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

/** A field that may be left out but not be null. */
export function strict(shape: Shape): Field {
  return { shape };
}

/** Names and tests of plain types, as serde has them. */
const plainTypes = {
  json: ["anything", () => true],
  string: ["a string", (value) => typeof value === "string"],
  boolean: ["a boolean", (value) => typeof value === "boolean"],
  number: ["f64", (value) => typeof value === "number"],
  integer: ["u32", (value) => Number.isInteger(value) && Number(value) >= 0],
} satisfies Record<string, readonly [string, (value: Json) => boolean]>;

/** Checks a value and drops unknown fields; throws 400 or 422. */
function decode(shape: Shape, value: Json, path: string): Json {
  switch (shape.kind) {
    case "enum":
      if (typeof value !== "string") throw mismatch(value, "a string", path);
      if (shape.values.includes(value)) return value;
      throw invalid(unknownVariant(path, value, shape.values));
    case "list":
      if (!Array.isArray(value)) throw mismatch(value, "a sequence", path);
      return value.map((item, at) => decode(shape.of, item, `${path}[${at}]`));
    case "map":
      return decodeMap(shape, value, path);
    case "object":
      return decodeObject(shape.fields, value, path);
    case "variants":
      return decodeVariants(shape.of, value, path);
    default: {
      const [name, isValid] = plainTypes[shape.kind];
      if (isValid(value)) return value;
      throw mismatch(value, name, path);
    }
  }
}

function decodeMap(
  shape: Extract<Shape, { kind: "map" }>,
  value: Json,
  path: string,
): Json {
  if (!isObject(value)) throw mismatch(value, "a map", path);
  const out: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    out[key] = item === null && shape.nullable === true
      ? null
      : decode(shape.of, item, `${path}.${key}`);
  }
  return out;
}

/** Checks the fields of an object and drops the unknown ones. */
export function decodeObject(
  fields: Fields,
  value: Json,
  path: string,
): JsonObject {
  if (!isObject(value)) throw mismatch(value, "a map", path);
  const out: JsonObject = {};
  for (const [name, field] of Object.entries(fields)) {
    const given = value[name];
    const at = path === "" ? name : `${path}.${name}`;
    if (given === undefined || (given === null && field.onNull === "absent")) {
      if (field.isRequired === true) {
        const place = path === "" ? "" : `${path}: `;
        throw invalid(`${place}missing field \`${name}\``);
      }
    } else if (given === null && field.onNull === "keep") {
      out[name] = null;
    } else {
      out[name] = decode(field.shape, given, at);
    }
  }
  return out;
}

function decodeVariants(
  variants: Readonly<Record<string, Fields>>,
  value: Json,
  path: string,
): Json {
  if (!isObject(value)) throw mismatch(value, "a map with one key", path);
  const keys = Object.keys(value);
  const [key] = keys;
  if (key === undefined || keys.length > 1) {
    throw invalid(`${path}: expected exactly one key, got ${keys.length}`);
  }
  const fields = Object.hasOwn(variants, key) ? variants[key] : undefined;
  if (fields === undefined) {
    throw invalid(unknownVariant(path, key, Object.keys(variants)));
  }
  return { [key]: decodeObject(fields, value[key] ?? {}, `${path}.${key}`) };
}

function unknownVariant(
  path: string,
  given: string,
  known: readonly string[],
): string {
  const list = known.map((name) => `\`${name}\``).join(", ");
  return `${path}: unknown variant \`${given}\`, expected one of ${list}`;
}

function mismatch(value: Json, wanted: string, path: string): Failure {
  const place = path === "" ? "" : `${path}: `;
  return new Failure(
    422,
    "Failed to deserialize the JSON body into the target type: " +
      `${place}invalid type: ${name(value)}, expected ${wanted}`,
    { isPlain: true },
  );
}

function name(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "sequence";
  if (typeof value === "object") return "map";
  return typeof value === "string" ? "string" : `${typeof value} ${value}`;
}
