import { Dynamic } from "./dynamic.ts";
import { distinct } from "./equal.ts";
import { ValueError } from "./errors.ts";
import { maxDepth } from "./json_parser.ts";
import { readNumber } from "./msgpack_number.ts";
import { MsgpackReader } from "./msgpack_reader.ts";
import { layoutOf } from "./object_layout.ts";
import { Path } from "./path.ts";
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
  return read(new MsgpackReader(bytes), type, Path.root, 0);
}

function read(
  reader: MsgpackReader,
  type: Type,
  path: Path,
  depth: number,
): Value {
  if (depth > maxDepth) {
    throw new ValueError(
      `The value is nested deeper than ${maxDepth} levels`,
      path,
    );
  }
  if (reader.takeNil()) {
    return null;
  }
  if (reader.peek() === "extension") {
    return readUnknown(reader, type, path);
  }
  switch (type) {
    case "string":
      return normalText(reader.text(path));
    case "bool":
      return reader.bool(path);
    case "number":
      return readNumber(reader, path);
    case "dynamic":
      return readDynamic(reader, path, depth);
  }
  switch (type[0]) {
    case "list":
      return readList(reader, type[1], path, depth);
    case "set":
      return readSet(reader, type[1], path, depth);
    case "tuple":
      return readTuple(reader, type, path, depth);
    case "map":
      return readMap(reader, type[1], path, depth);
    case "object":
      return readObject(reader, type, path, depth);
  }
}

function readDynamic(reader: MsgpackReader, path: Path, depth: number): Value {
  const length = reader.arrayLength(path);
  if (length !== 2) {
    throw new ValueError(
      `A dynamic value is its type and its value, not an array of ${length}`,
      path,
    );
  }
  const type = readType(reader, path);
  const value = read(reader, type, path, depth + 1);
  return type === "dynamic" ? value : new Dynamic(type, value);
}

function readType(reader: MsgpackReader, path: Path): Type {
  const json = reader.text(path);
  try {
    return parseType(json);
  } catch (error) {
    if (error instanceof ValueError) {
      throw new ValueError(
        `The type of a dynamic value can't be read. ${error.problem}`,
        path,
      );
    }
    throw error;
  }
}

function readList(
  reader: MsgpackReader,
  type: Type,
  path: Path,
  depth: number,
): readonly Value[] {
  const length = reader.arrayLength(path);
  const list: Value[] = [];
  for (let i = 0; i < length; i++) {
    list.push(read(reader, type, path.index(i), depth + 1));
  }
  return list;
}

function readSet(
  reader: MsgpackReader,
  type: Type,
  path: Path,
  depth: number,
): readonly Value[] {
  const length = reader.arrayLength(path);
  const elements: Value[] = [];
  for (let i = 0; i < length; i++) {
    elements.push(read(reader, type, path, depth + 1));
  }
  return distinct(elements, type).map(({ value }) => value);
}

function readTuple(
  reader: MsgpackReader,
  type: TupleType,
  path: Path,
  depth: number,
): readonly Value[] {
  const length = reader.arrayLength(path);
  if (length !== type[1].length) {
    throw new ValueError(
      `A tuple of ${type[1].length} elements is required, not of ${length}`,
      path,
    );
  }
  return type[1].map((elementType, i) =>
    read(reader, elementType, path.index(i), depth + 1)
  );
}

function readMap(
  reader: MsgpackReader,
  type: Type,
  path: Path,
  depth: number,
): ValueObject {
  const length = reader.mapLength(path);
  const map = record();
  for (let i = 0; i < length; i++) {
    // Terraform reads a key that is nil as the empty string.
    const key = reader.takeNil() ? "" : normalText(reader.text(path));
    map[key] = read(reader, type, path.key(key), depth + 1);
  }
  return map;
}

function readObject(
  reader: MsgpackReader,
  type: ObjectType,
  path: Path,
  depth: number,
): ValueObject {
  const layout = layoutOf(type);
  const length = reader.mapLength(path);
  if (length !== layout.length) {
    throw new ValueError(
      `An object with ${layout.length} attributes is required, not with ${length}`,
      path,
    );
  }
  const object = record();
  let count = 0;
  for (const expected of layout) {
    const attribute = reader.takeBytes(expected.encoded)
      ? expected
      : readName(reader, type, path);
    if (!(attribute.name in object)) {
      count++;
    }
    object[attribute.name] = read(
      reader,
      attribute.type,
      path.attribute(attribute.name),
      depth + 1,
    );
  }
  if (count !== layout.length) {
    const missing = layout.find(({ name }) => !(name in object));
    throw new ValueError(`The attribute "${missing?.name}" is missing`, path);
  }
  return object;
}

/** Reads an attribute name that comes out of order, or is none at all. */
function readName(
  reader: MsgpackReader,
  type: ObjectType,
  path: Path,
): { readonly name: string; readonly type: Type } {
  const name = reader.takeNil() ? "" : normalText(reader.text(path));
  const found = Object.hasOwn(type[1], name) ? type[1][name] : undefined;
  if (found === undefined) {
    throw new ValueError(
      `An attribute ${JSON.stringify(name.slice(0, 80))} does not exist`,
      path,
    );
  }
  return { name, type: found };
}
