import { Dynamic } from "./dynamic.ts";
import { distinct } from "./equal.ts";
import { errorAt, ValueError } from "./errors.ts";
import { maxDepth } from "./json_parser.ts";
import { readNumber } from "./msgpack_number.ts";
import { MsgpackReader } from "./msgpack_reader.ts";
import { layoutOf } from "./object_layout.ts";
import { readUnknown } from "./refinements.ts";
import { normalText } from "./text.ts";
import {
  type ObjectType,
  parseType,
  type TupleType,
  type Type,
} from "./type.ts";
import { record, type Value, type ValueObject } from "./value.ts";

/**
 * Decodes msgpack by `type`. Bytes after the value are ignored.
 *
 * @throws {ValueError} if the bytes are malformed, or no value of `type`.
 */
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
      return readNumber(reader);
    case "dynamic":
      return readDynamic(reader, depth);
  }
  switch (type[0]) {
    case "list":
      return readList(reader, type[1], depth);
    case "set":
      return readSet(reader, type[1], depth);
    case "tuple":
      return readTuple(reader, type, depth);
    case "map":
      return readMap(reader, type[1], depth);
    case "object":
      return readObject(reader, type, depth);
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

function readList(
  reader: MsgpackReader,
  type: Type,
  depth: number,
): readonly Value[] {
  const length = reader.arrayLength();
  const list: Value[] = [];
  let i = 0;
  try {
    for (; i < length; i++) list.push(read(reader, type, depth + 1));
  } catch (error) {
    throw errorAt(error, i);
  }
  return list;
}

function readSet(
  reader: MsgpackReader,
  type: Type,
  depth: number,
): readonly Value[] {
  const length = reader.arrayLength();
  const elements: Value[] = [];
  for (let i = 0; i < length; i++) {
    elements.push(read(reader, type, depth + 1));
  }
  return distinct(elements, type).map(({ value }) => value);
}

function readTuple(
  reader: MsgpackReader,
  type: TupleType,
  depth: number,
): readonly Value[] {
  const length = reader.arrayLength();
  if (length !== type[1].length) {
    throw new ValueError(
      `A tuple of ${type[1].length} elements is required, not of ${length}`,
    );
  }
  const tuple: Value[] = [];
  try {
    for (const element of type[1]) tuple.push(read(reader, element, depth + 1));
  } catch (error) {
    throw errorAt(error, tuple.length);
  }
  return tuple;
}

function readMap(
  reader: MsgpackReader,
  type: Type,
  depth: number,
): ValueObject {
  const length = reader.mapLength();
  const map = record();
  for (let i = 0; i < length; i++) {
    // Terraform reads a key that is nil as the empty string.
    const key = reader.takeNil() ? "" : normalText(reader.text());
    try {
      map[key] = read(reader, type, depth + 1);
    } catch (error) {
      throw errorAt(error, key, true);
    }
  }
  return map;
}

function readObject(
  reader: MsgpackReader,
  type: ObjectType,
  depth: number,
): ValueObject {
  const layout = layoutOf(type);
  const length = reader.mapLength();
  if (length !== layout.length) {
    throw new ValueError(
      `An object with ${layout.length} attributes is required, not with ${length}`,
    );
  }
  const object = record();
  let count = 0;
  for (const expected of layout) {
    const attribute = reader.takeBytes(expected.encoded)
      ? expected
      : readName(reader, type);
    if (!(attribute.name in object)) {
      count++;
    }
    try {
      object[attribute.name] = read(reader, attribute.type, depth + 1);
    } catch (error) {
      throw errorAt(error, attribute.name);
    }
  }
  if (count !== layout.length) {
    const missing = layout.find(({ name }) => !(name in object));
    throw new ValueError(`The attribute "${missing?.name}" is missing`);
  }
  return object;
}

/** Reads an attribute name that comes out of order, or is none at all. */
function readName(
  reader: MsgpackReader,
  type: ObjectType,
): { readonly name: string; readonly type: Type } {
  const name = reader.takeNil() ? "" : normalText(reader.text());
  const found = Object.hasOwn(type[1], name) ? type[1][name] : undefined;
  if (found === undefined) {
    throw new ValueError(
      `An attribute ${JSON.stringify(name.slice(0, 80))} does not exist`,
    );
  }
  return { name, type: found };
}
