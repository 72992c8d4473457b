import { kindError, validateValue } from "./conform.ts";
import { isNumberValue } from "./decimal.ts";
import { Dynamic } from "./dynamic.ts";
import { errorAt, ValueError } from "./errors.ts";
import { layoutOf } from "./object_layout.ts";
import { writeNumber } from "./msgpack_number.ts";
import { MsgpackWriter } from "./msgpack_writer.ts";
import { writeUnknown } from "./refinements.ts";
import { orderedSet } from "./equal.ts";
import { normalText } from "./text.ts";
import {
  type CollectionType,
  compareText,
  type ObjectType,
  type TupleType,
  type Type,
  typeJson,
} from "./type.ts";
import { isUnknown } from "./unknown.ts";
import { elementType } from "./walk.ts";
import { isValueArray, type Value, type ValueObject } from "./value.ts";

/**
 * Encodes `value` by `type`, byte for byte as Terraform does: names and keys
 * sorted, sets in Terraform's order and without duplicates, strings in normal
 * form C, numbers in the shortest form that loses nothing.
 *
 * @throws {ValueError} if `value` is not a value of `type`.
 */
export function encodeMsgpack(value: Value, type: Type): Uint8Array {
  const writer = new MsgpackWriter();
  write(writer, value, type);
  return writer.finish();
}

function write(
  writer: MsgpackWriter,
  value: Value | undefined,
  type: Type,
): void {
  const problem = kindError(value, type);
  if (problem !== undefined || value === undefined) {
    throw new ValueError(problem ?? "A value is required");
  }
  if (value === null) {
    writer.nil();
  } else if (typeof value === "string") {
    writer.text(normalText(value));
  } else if (typeof value === "boolean") {
    writer.bool(value);
  } else if (isUnknown(value)) {
    writeUnknown(writer, value, type);
  } else if (isNumberValue(value)) {
    writeNumber(writer, value);
  } else if (Dynamic.is(value)) {
    writer.arrayHeader(2);
    writer.binary(textEncoder.encode(typeJson(value.type)));
    write(writer, value.value, value.type);
  } else if (typeof type !== "string") {
    writeCompound(writer, value, type);
  }
}

const textEncoder = new TextEncoder();

function writeCompound(
  writer: MsgpackWriter,
  value: readonly Value[] | ValueObject,
  type: CollectionType | TupleType | ObjectType,
): void {
  if (isValueArray(value)) {
    writeElements(writer, value, type);
  } else if (type[0] === "object") {
    writeAttributes(writer, value, type);
  } else if (type[0] === "map") {
    writeEntries(writer, value, type[1]);
  }
}

function writeAttributes(
  writer: MsgpackWriter,
  value: ValueObject,
  type: ObjectType,
): void {
  const layout = layoutOf(type);
  writer.mapHeader(layout.length);
  for (const attribute of layout) {
    writer.raw(attribute.encoded);
    try {
      write(writer, value[attribute.name], attribute.type);
    } catch (error) {
      throw errorAt(error, attribute.name);
    }
  }
}

function writeEntries(
  writer: MsgpackWriter,
  value: ValueObject,
  type: Type,
): void {
  const entries = new Map<string, Value>();
  for (const [key, element] of Object.entries(value)) {
    entries.set(normalText(key), element);
  }
  writer.mapHeader(entries.size);
  for (const key of [...entries.keys()].sort(compareText)) {
    writer.text(key);
    try {
      write(writer, entries.get(key), type);
    } catch (error) {
      throw errorAt(error, key, true);
    }
  }
}

function writeElements(
  writer: MsgpackWriter,
  value: readonly Value[],
  type: CollectionType | TupleType | ObjectType,
): void {
  if (type[0] === "tuple") {
    writer.arrayHeader(value.length);
    writeList(writer, value, (i) => elementType(type, i));
  } else if (type[0] === "set") {
    const error = validateValue(value, type);
    if (error !== undefined) throw error;
    const elements = orderedSet(value, type[1]);
    writer.arrayHeader(elements.length);
    for (const element of elements) {
      write(writer, element, type[1]);
    }
  } else if (type[0] === "list") {
    writer.arrayHeader(value.length);
    writeList(writer, value, () => type[1]);
  }
}

function writeList(
  writer: MsgpackWriter,
  list: readonly Value[],
  typeOf: (i: number) => Type | undefined,
): void {
  let i = 0;
  try {
    for (; i < list.length; i++) write(writer, list[i], typeOf(i) ?? "dynamic");
  } catch (error) {
    throw errorAt(error, i);
  }
}
