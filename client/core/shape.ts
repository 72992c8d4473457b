/**
 * What callers rely on in an answer, and the one place that checks it.
 *
 * A service can send anything: another version of itself, a proxy's page, a
 * field of another type. Every method names the shape of its answer, so that a
 * wrong field is an error that names it, and not a `TypeError` later on.
 *
 * @module
 */

/**
 * A shape, as the checker reads it: a type's name, with `?` for a value that
 * may be absent or null; `name` for a string that can stand in a path, such as
 * `acme/model`; `[shape]` for a list; `{ "*": shape }` for values
 * under any key; else an object of fields, with `"?": true` if it may be absent
 * or null itself; `true` for anything. Fields that are not named are not looked
 * at.
 */
export type AnyShape =
  | `${"string" | "name" | "number" | "boolean" | "object"}${"" | "?"}`
  | true
  | readonly [AnyShape]
  | readonly [AnyShape, "?"]
  | { readonly [field: string]: AnyShape | undefined };

type Kind<T> = [T] extends [string] ? "string" | "name"
  : [T] extends [number] ? "number"
  : [T] extends [boolean] ? "boolean"
  : never;

type Present<T> = [Kind<T>] extends [never]
  ? [T] extends [readonly (infer Item)[]] ? readonly [Shape<Item>]
  : [T] extends [object] ? "object" | Fields<T>
  : true
  : Kind<T>;

type Absent<T> = [Kind<T>] extends [never]
  ? [T] extends [readonly (infer Item)[]] ? readonly [Shape<Item>, "?"]
  : [T] extends [object] ? "object?" | (Fields<T> & { readonly "?": true })
  : true
  : `${Kind<T>}?`;

type Fields<T> = string extends keyof T ? { readonly "*": Shape<T[keyof T]> }
  : { readonly [Key in keyof T]?: Shape<T[Key]> } | { readonly "*": AnyShape };

/**
 * The shapes that fit a type: a field of another name or type does not compile,
 * nor does one that is required here and optional there.
 *
 * @typeParam T The type of the answer.
 */
export type Shape<T> =
  | Absent<NonNullable<T>>
  | (undefined extends T ? never : null extends T ? never : Present<T>);

/** What is wrong with a value. */
export interface ShapeError {
  /** The field, as `status.state`; `""` for the whole. */
  readonly field: string;
  /** What it is, to follow the field: `is a number, not a string`. */
  readonly reason: string;
}

function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  // JSON.parse makes it of 1e999.
  if (typeof value === "number" && !Number.isFinite(value)) return "infinite";
  return `a ${typeof value}`;
}

/**
 * Looks for what is wrong with a value.
 *
 * @param shape The shape it should have.
 * @param value The value, as parsed.
 * @param field Where it is, as `status.state`.
 * @returns The first thing that is wrong, or undefined.
 */
export function findShapeError(
  shape: AnyShape | undefined,
  value: unknown,
  field: string = "",
): ShapeError | undefined {
  if (shape === true || shape === undefined) return undefined;
  const { isOptional, wanted } = wantedBy(shape);
  if (isOptional && (value === undefined || value === null)) return undefined;
  const kind = kindOf(value);
  if (kind !== wanted) return { field, reason: `is ${kind}, not ${wanted}` };
  if (typeof shape === "string") {
    const isNamed = !shape.startsWith("name") || isName(String(value));
    return isNamed ? undefined : { field, reason: "is not a name" };
  }
  const below = field === "" ? "" : `${field}.`;
  if (isList(shape)) {
    for (const [index, item] of Object.entries(Object(value))) {
      const found = findShapeError(shape[0], item, below + index);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const record = new Map(Object.entries(Object(value)));
  for (const [key, inner] of Object.entries(shape)) {
    const keys = key === "*" ? [...record.keys()] : [key];
    for (const each of keys) {
      const found = findShapeError(inner, record.get(each), below + each);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Whether a text is a name, or names with slashes between. */
function isName(text: string): boolean {
  return text.split("/").every((part) =>
    /^[\p{L}\p{N}_.-]+$/u.test(part) && part !== "." && part !== ".."
  );
}

type List = Extract<AnyShape, readonly unknown[]>;

function isList(shape: Exclude<AnyShape, string | true>): shape is List {
  return Array.isArray(shape);
}

function wantedBy(shape: Exclude<AnyShape, true>) {
  if (typeof shape !== "string") {
    return isList(shape)
      ? { isOptional: shape.length === 2, wanted: "a list" }
      : { isOptional: shape["?"] === true, wanted: "an object" };
  }
  const type = shape.replace("?", "").replace("name", "string");
  const article = type === "object" ? "an" : "a";
  return { isOptional: shape.endsWith("?"), wanted: `${article} ${type}` };
}
