import { ValueError } from "./errors.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonValue,
  parseJson,
} from "./json_parser.ts";

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
 *
 * @throws {ValueError} if the string is no JSON, or no type.
 */
export function parseType(json: string): Type {
  return typeFromJson(parseJson(json));
}

/**
 * Reads a type from parsed type JSON; see {@link parseType}.
 *
 * @throws {ValueError} if it is no type.
 */
export function typeFromJson(json: JsonValue): Type {
  if (
    json === "string" || json === "number" || json === "bool" ||
    json === "dynamic"
  ) {
    return json;
  }
  if (!isJsonArray(json) || json.length < 2) throw badType(json);
  const [kind, inner, optional] = json;
  if (json.length === 3 && kind === "object" && isNameList(optional)) {
    return typeFromJson([kind, inner ?? null]);
  }
  if (json.length !== 2 || inner === undefined) throw badType(json);
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

function isNameList(json: JsonValue | undefined): boolean {
  return json !== undefined && isJsonArray(json) &&
    json.every((name) => typeof name === "string");
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
  switch (type[0]) {
    case "tuple":
      return `["tuple",[${type[1].map(typeJson).join(",")}]]`;
    case "object": {
      const members = attributeNames(type).map((name) =>
        `${JSON.stringify(name)}:${typeJson(attributeType(type, name))}`
      );
      return `["object",{${members.join(",")}}]`;
    }
    default:
      return `["${type[0]}",${typeJson(type[1])}]`;
  }
}

/** Whether both are the same type. */
export function equalTypes(a: Type, b: Type): boolean {
  return a === b ||
    typeof a !== "string" && typeof b !== "string" && a[0] === b[0] &&
      typeJson(a) === typeJson(b);
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

const sortedNames = new WeakMap<ObjectType, readonly string[]>();

/** The attribute names of an object type, sorted by their UTF-8 bytes. */
export function attributeNames(type: ObjectType): readonly string[] {
  let names = sortedNames.get(type);
  if (names === undefined) {
    names = Object.keys(type[1]).sort(compareText);
    sortedNames.set(type, names);
  }
  return names;
}

/**
 * The type of one attribute of an object type.
 *
 * @throws {ValueError} if the type has no such attribute.
 */
export function attributeType(type: ObjectType, name: string): Type {
  const found = Object.hasOwn(type[1], name) ? type[1][name] : undefined;
  if (found === undefined) {
    throw new ValueError(`The object type has no attribute "${name}"`);
  }
  return found;
}

/** Compares two strings by their UTF-8 bytes, as Terraform sorts them. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) {
      // In UTF-16 surrogates sort before U+E000, in UTF-8 after U+FFFF.
      return isSurrogate(x) === isSurrogate(y)
        ? x - y
        : isSurrogate(x)
        ? 1
        : -1;
    }
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
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
      return attributeNames(type).map((name) => attributeType(type, name));
    default:
      return [type[1]];
  }
}
