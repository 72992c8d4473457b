/**
 * Shapes of responses, and the one function that checks them.
 *
 * A service can send anything: another version of itself, a proxy's page, a
 * field of another type. A shape demands only what the code cannot do without.
 * All else that is missing, null or of another type is not told: it is taken
 * out of the answer, so that what is there has the type that is said of it.
 *
 * @module
 */

/** The requirement of a field; see {@linkcode AnyShape}. */
type Need = "!" | "" | "?" | "|null";

/**
 * A shape, as it is read: the name of a type; `name` for a string that can
 * stand in a path, such as `acme/model`; an object of fields; `{ "*": shape }`
 * for values under any key; `[shape]` for a list; `true` for anything. Fields
 * that are not named are not looked at.
 *
 * A field is expected and told of if it is missing; `!` demands it; `?` says
 * that it may be absent, and `|null` that null means none and stays null. For
 * objects that is `{ "?": true }` or `{ "?": null }`, for lists
 * `[shape, "?"]` or `[shape, null]`.
 *
 * What lacks something that is demanded is not told itself. An expected object
 * is empty then. A list of which nothing else is said is demanded, and loses
 * the items that cannot be read; any other is not told if one cannot, and
 * `[shape, "!"]`, whose missing items mean something, is demanded with each.
 */
export type AnyShape =
  | `${"string" | "name" | "number" | "boolean" | "object"}${
    | "!"
    | ""
    | "?"
    | "|null"}`
  | true
  | readonly [AnyShape, ("?" | "!" | null)?]
  | { readonly [field: string]: AnyShape | null | undefined };

type AnyList = Extract<AnyShape, readonly unknown[]>;

type AnyFields = Exclude<AnyShape, string | true | readonly unknown[]>;

type Kind<T> = [T] extends [string] ? "string" | "name"
  : [T] extends [number] ? "number"
  : [T] extends [boolean] ? "boolean"
  : [T] extends [object] ? "object"
  : never;

/** The shapes of a value that is there, with what says how much it is needed. */
type Told<T, N extends Need, Holder, End extends readonly unknown[]> =
  | true
  | `${Kind<T>}${N}`
  | ([T] extends [readonly (infer Item)[]]
    ? readonly [Told<Item, "!", unknown, []>, ...End]
    : [T] extends [object] ? Fields<T> & Holder
    : never);

type Fields<T> = string extends keyof T ? { readonly "*": Shape<T[keyof T]> }
  :
    | { readonly [K in keyof T]-?: Field<T[K]> }
    | { readonly "*": AnyShape };

type Field<T> = null extends T
  ? undefined extends T
    ? Told<NonNullable<T>, "|null", { readonly "?": null }, [null]>
  : true
  : undefined extends T
    ? Told<NonNullable<T>, "" | "?", { readonly "?": true }, ["?"]>
  : Told<T, "!", unknown, [] | ["!"]>;

/**
 * The shapes that fit a type. Each of its fields stands there, as what it is,
 * and demanded if the type says that it is always there.
 */
export type Shape<T> = null extends T
  ? Told<NonNullable<T>, "|null", { readonly "?": null }, [null]>
  : Told<T, "!", unknown, [] | ["!"]>;

/** An invalid value. */
export interface ShapeError {
  /** The field, as `status.state`; `""` for the whole. */
  readonly field: string;
  /** The problem, to follow the field: `is a number, not a string`. */
  readonly reason: string;
}

/** The words for an invalid value of something. */
export function describe(
  { field, reason }: ShapeError,
  place: string,
  quote: (field: string) => string = JSON.stringify,
): string {
  return `${field && `${quote(field)} in `}${place} ${reason}`;
}

/** A field of a response that was ignored. */
export interface UnreadField extends ShapeError {
  /** The item of a list that was left out for it, as `items.3`. */
  readonly lost?: string;
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

/** Takes out of a value what is not of its shape; returns what is fatal. */
export function readShape(
  shape: AnyShape | undefined,
  value: unknown,
  tell: (what: UnreadField) => void,
): ShapeError | undefined {
  if (shape === undefined || shape === true) return undefined;
  if (value === null && needOf(shape) === "|null") return undefined;
  return faultOf(shape, value, "", tell);
}

/** Reads a value that should be there. */
function faultOf(
  shape: Exclude<AnyShape, true>,
  value: unknown,
  field: string,
  tell: (what: UnreadField) => void,
): ShapeError | undefined {
  const kind = kindOf(value);
  const wanted = wantedBy(shape);
  if (kind !== wanted) return { field, reason: `is ${kind}, not ${wanted}` };
  if (typeof shape === "string") {
    const isNamed = !shape.startsWith("name") || isName(String(value));
    return isNamed ? undefined : { field, reason: "is not a name" };
  }
  const below = field === "" ? "" : `${field}.`;
  if (isList(shape)) {
    return listFault(shape, Array.isArray(value) ? value : [], below, tell);
  }
  for (const [name, inner] of Object.entries(shape)) {
    if (name === "?" || inner == null || inner === true) continue;
    const holder = value as Record<string, unknown>;
    for (const key of name === "*" ? Object.keys(holder) : [name]) {
      const found = fieldFault(inner, holder, key, below + key, tell);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Reads a field; what only it lacks is taken out of the object. */
function fieldFault(
  shape: Exclude<AnyShape, true>,
  holder: Record<string, unknown>,
  key: string,
  field: string,
  tell: (what: UnreadField) => void,
): ShapeError | undefined {
  const value = Object.hasOwn(holder, key) ? holder[key] : undefined;
  const need = needOf(shape);
  const isOptional = need === "?" || need === "|null";
  if (value === undefined && isOptional) return undefined;
  if (value === null && need === "|null") return undefined;
  const fault = faultOf(shape, value, field, tell);
  if (fault === undefined || need === "!") return fault;
  if (need === "" && wantedBy(shape) === "an object") {
    const empty = {};
    const isDemanded = typeof shape !== "string" &&
      faultOf(shape, empty, field, () => undefined) !== undefined;
    if (isDemanded) return fault;
    holder[key] = empty;
  } else delete holder[key];
  if (value !== null || !isOptional) tell(fault);
  return undefined;
}

/** Reads the items of a list. */
function listFault(
  [shape, need]: AnyList,
  items: unknown[],
  below: string,
  tell: (what: UnreadField) => void,
): ShapeError | undefined {
  if (shape === true) return undefined;
  let kept = 0;
  for (const [index, item] of items.entries()) {
    const at = `${below}${index}`;
    const fault = faultOf(shape, item, at, tell);
    if (fault === undefined) items[kept++] = item;
    else if (need !== undefined) return fault;
    else tell({ ...fault, lost: at });
  }
  items.length = kept;
  return undefined;
}

/** Whether a text is a name, or names with slashes between. */
function isName(text: string): boolean {
  return text.split("/").every((part) =>
    /^[\p{L}\p{N}_.-]{1,9999}$/u.test(part) && part !== "." && part !== ".."
  );
}

function isList(shape: AnyFields | AnyList): shape is AnyList {
  return Array.isArray(shape);
}

function needOf(shape: Exclude<AnyShape, true>): Need {
  if (typeof shape === "string") {
    return (["!", "?", "|null"] as const).find((need) =>
      shape.endsWith(need)
    ) ?? "";
  }
  const [none, need] = isList(shape)
    ? ["!" as const, shape[1]]
    : ["" as const, shape["?"]];
  if (need === undefined || need === "!") return need ?? none;
  return need === null ? "|null" : "?";
}

function wantedBy(shape: Exclude<AnyShape, true>): string {
  if (typeof shape !== "string") return isList(shape) ? "a list" : "an object";
  const type = shape.replace(/[!?]$|\|null$/, "").replace("name", "string");
  return type === "object" ? "an object" : `a ${type}`;
}
