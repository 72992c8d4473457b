import { ValueError } from "./errors.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonValue,
  parseJson,
} from "./json_parser.ts";
import { memoize } from "./memoize.ts";

/**
 * The type of a value, in the form in which the protocol writes it as JSON.
 * Treat it as immutable: what is derived from it is kept.
 */
export type Type =
  | "string"
  | "number"
  | "bool"
  | "dynamic"
  | CollectionType
  | TupleType
  | ObjectType;

/** All elements have one type. A set has no order and no duplicates. */
export type CollectionType = readonly ["list" | "set" | "map", Type];

/** As many elements as there are types, each of its own. */
export type TupleType = readonly ["tuple", readonly Type[]];

/** Attributes by name, each of its own type; all are always present. */
export type ObjectType = readonly ["object", Readonly<Record<string, Type>>];

/**
 * Reads type JSON. Names of optional attributes, the third element that an
 * object type may have, are left out.
 */
export function parseType(json: string): Type {
  return typeFromJson(parseJson(json));
}

/** Reads a type from parsed type JSON; see {@link parseType}. */
export function typeFromJson(json: JsonValue): Type {
  if (
    json === "string" || json === "number" || json === "bool" ||
    json === "dynamic"
  ) {
    return json;
  }
  if (!isJsonArray(json)) throw badType(json);
  const [kind, inner, optional] = json;
  const hasNames = kind === "object" && optional !== undefined &&
    isJsonArray(optional) && optional.every((one) => typeof one === "string");
  if (json.length !== (hasNames ? 3 : 2) || inner === undefined) {
    throw badType(json);
  }
  switch (kind) {
    case "list":
    case "set":
    case "map":
      return [kind, typeFromJson(inner)];
    case "tuple":
      if (isJsonArray(inner)) return ["tuple", inner.map(typeFromJson)];
      break;
    case "object":
      if (isJsonObject(inner)) {
        const attributes: Record<string, Type> = Object.create(null);
        for (const [name, type] of Object.entries(inner)) {
          attributes[name.normalize("NFC")] = typeFromJson(type);
        }
        return ["object", attributes];
      }
  }
  throw badType(json);
}

function badType(json: JsonValue): ValueError {
  const kind = isJsonArray(json) ? json[0] : json;
  const shown = typeof kind === "string"
    ? JSON.stringify(kind.slice(0, 40))
    : `a JSON ${json === null ? "null" : typeof json}`;
  return new ValueError(
    `Not a type: ${shown}. A type is "string", "number", "bool", "dynamic", or an array of "list", "set", "map", "tuple" or "object" and what it holds`,
  );
}

/** The type as JSON, attribute names sorted, no white space. */
export function typeJson(type: Type): string {
  if (typeof type === "string") {
    return `"${type}"`;
  }
  const parts = partTypes(type).map(typeJson);
  switch (type[0]) {
    case "tuple":
      return `["tuple",[${parts.join(",")}]]`;
    case "object": {
      const members = attributeNames(type).map((name, i) =>
        `${JSON.stringify(name)}:${parts[i]}`
      );
      return `["object",{${members.join(",")}}]`;
    }
    default:
      return `["${type[0]}",${parts[0]}]`;
  }
}

/** The type as a person calls it: `list of string`, `object`. */
export function typeName(type: Type): string {
  if (typeof type === "string") {
    return type === "dynamic" ? "dynamic value" : type;
  }
  switch (type[0]) {
    case "tuple":
      return `tuple of ${type[1].length}`;
    case "object":
      return "object";
    default:
      return `${type[0]} of ${typeName(type[1])}`;
  }
}

/** The attribute names of an object type, sorted by their UTF-8 bytes. */
export const attributeNames: (type: ObjectType) => readonly string[] = memoize(
  ([, attributes]) => Object.keys(attributes).sort(compareText),
);

/** Compares two strings by their UTF-8 bytes, as Terraform sorts them. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return inUtf8(x) - inUtf8(y);
  }
  return a.length - b.length;
}

/** In UTF-16 surrogates sort before U+E000, in UTF-8 after U+FFFF. */
function inUtf8(unit: number): number {
  return unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** Whether a type is dynamic, or anything inside it is. */
export function holdsDynamic(type: Type): boolean {
  return type === "dynamic" || partTypes(type).some(holdsDynamic);
}

/** The types of what is directly inside a value of the type, sorted by name. */
export function partTypes(type: Type): readonly Type[] {
  if (typeof type === "string") return [];
  switch (type[0]) {
    case "tuple":
      return type[1];
    case "object":
      return attributeNames(type).map((name) => type[1][name] ?? "dynamic");
    default:
      return [type[1]];
  }
}
