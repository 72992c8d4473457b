import { lengthError } from "./conform.ts";
import { distinct } from "./equal.ts";
import { ValueError } from "./errors.ts";
import { maxDepth } from "./json_parser.ts";
import { MsgpackReader } from "./msgpack_reader.ts";
import { readUnknown } from "./refinements.ts";
import {
  attributeNames,
  type CollectionType,
  type ObjectType,
  parseType,
  type TupleType,
  type Type,
} from "./type.ts";
import { Dynamic, record, type Value, type ValueObject } from "./value.ts";
import { normalText } from "../normal_text.ts";
import { inPart } from "./walk.ts";

/** Decodes msgpack by `type`. Bytes after the value are ignored. */
export function decodeMsgpack(bytes: Uint8Array, type: Type): Value {
  return read(new MsgpackReader(bytes), type, 0);
}

function read(
  reader: MsgpackReader,
  type: Type,
  depth: number,
): Value {
  if (depth > maxDepth) {
    throw new ValueError(
      `The value is nested deeper than ${maxDepth} levels`,
    );
  }
  if (reader.takeNil()) return null;
  if (reader.peek() === "extension") return readUnknown(reader, type);
  switch (type) {
    case "string":
      return normalText(reader.text());
    case "bool":
      return reader.bool();
    case "number":
      return reader.number();
    case "dynamic":
      return readDynamic(reader, depth);
  }
  switch (type[0]) {
    case "map":
      return readMap(reader, type, depth);
    case "object":
      return readObjectValue(reader, type, depth);
    default:
      return readElements(reader, type, depth);
  }
}

function readDynamic(reader: MsgpackReader, depth: number): Value {
  const length = reader.arrayLength();
  if (length !== 2) {
    throw new ValueError(
      `A dynamic value is its type and its value, not an array of ${length}`,
    );
  }
  const type = readType(reader);
  const value = read(reader, type, depth + 1);
  return type === "dynamic" ? value : new Dynamic(type, value);
}

function readType(reader: MsgpackReader): Type {
  const json = reader.text();
  try {
    return parseType(json);
  } catch (error) {
    if (error instanceof ValueError) {
      throw new ValueError(
        `The type of a dynamic value can't be read. ${error.problem}`,
      );
    }
    throw error;
  }
}

function readElements(
  reader: MsgpackReader,
  type: CollectionType | TupleType,
  depth: number,
): readonly Value[] {
  const length = reader.arrayLength();
  const problem = type[0] === "tuple" ? lengthError(length, type) : undefined;
  if (problem !== undefined) throw new ValueError(problem);
  const elements: Value[] = [];
  for (let i = 0; i < length; i++) {
    elements.push(inPart(type, i, (inner) => read(reader, inner, depth + 1)));
  }
  return type[0] === "set"
    ? distinct(elements, type[1]).map(({ value }) => value)
    : elements;
}

function readMap(
  reader: MsgpackReader,
  type: Type,
  depth: number,
): ValueObject {
  const length = reader.mapLength();
  const map = record();
  for (let i = 0; i < length; i++) {
    const key = readKey(reader);
    map[key] = inPart(type, key, (inner) => read(reader, inner, depth + 1));
  }
  return map;
}

function readObjectValue(
  reader: MsgpackReader,
  type: ObjectType,
  depth: number,
): ValueObject {
  const names = attributeNames(type);
  const length = reader.mapLength();
  if (length !== names.length) {
    throw new ValueError(
      `An object with ${names.length} attributes is required, not with ${length}`,
    );
  }
  const object = record();
  for (const expected of names) {
    const name = reader.takeText(expected) ? expected : readName(reader, type);
    object[name] = inPart(
      type,
      name,
      (inner) => read(reader, inner, depth + 1),
    );
  }
  const missing = names.find((name) => !(name in object));
  if (missing === undefined) return object;
  throw new ValueError(`The attribute "${missing}" is missing`);
}

/** Reads an attribute name that comes out of order, or is none at all. */
function readName(reader: MsgpackReader, type: ObjectType): string {
  const name = readKey(reader);
  if (Object.hasOwn(type[1], name)) return name;
  throw new ValueError(
    `An attribute ${JSON.stringify(name.slice(0, 80))} does not exist`,
  );
}

/** Reads the key of a map, or a name. Terraform reads nil as the empty string. */
function readKey(reader: MsgpackReader): string {
  return reader.takeNil() ? "" : normalText(reader.text());
}
