import { kindError, requireValue } from "./conform.ts";
import { isNumberValue } from "./decimal.ts";
import { orderedSet } from "./equal.ts";
import { ValueError } from "./errors.ts";
import { MsgpackWriter } from "./msgpack_writer.ts";
import { writeUnknown } from "./refinements.ts";
import { attributeNames, compareText, type Type, typeJson } from "./type.ts";
import { isUnknown } from "./unknown.ts";
import {
  Dynamic,
  isValueArray,
  type Value,
  type ValueObject,
} from "./value.ts";
import { normalText } from "../normal_text.ts";
import { inPart } from "./walk.ts";

/**
 * Encodes `value` by `type`, byte for byte as Terraform does: names and keys
 * sorted, sets in Terraform's order and without duplicates, strings in normal
 * form C, numbers in the shortest form that loses nothing.
 */
export function encodeMsgpack(value: Value, type: Type): Uint8Array {
  const writer = new MsgpackWriter(capacity);
  write(writer, value, type);
  const bytes = writer.finish();
  // The next one is often as long, and needs no buffer that grows.
  capacity = Math.min(Math.max(bytes.length, 256), 4096);
  return bytes;
}

let capacity = 256;

const textEncoder = new TextEncoder();

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
    writer.number(value);
  } else if (Dynamic.is(value)) {
    writer.arrayHeader(2);
    writer.binary(textEncoder.encode(typeJson(value.type)));
    write(writer, value.value, value.type);
  } else if (isValueArray(value)) {
    writeElements(writer, value, type);
  } else {
    writeMembers(writer, value, type);
  }
}

function writeElements(
  writer: MsgpackWriter,
  value: readonly Value[],
  type: Type,
): void {
  let elements = value;
  if (typeof type !== "string" && type[0] === "set") {
    requireValue(value, type);
    elements = orderedSet(value, type[1]);
  }
  writer.arrayHeader(elements.length);
  for (let i = 0; i < elements.length; i++) {
    inPart(type, i, (inner) => write(writer, elements[i], inner));
  }
}

function writeMembers(
  writer: MsgpackWriter,
  value: ValueObject,
  type: Type,
): void {
  if (typeof type !== "string" && type[0] === "object") {
    const names = attributeNames(type);
    writer.mapHeader(names.length);
    for (const name of names) {
      writer.text(name);
      inPart(type, name, (inner) => write(writer, value[name], inner));
    }
    return;
  }
  const parts = new Map<string, Value>();
  for (const [key, part] of Object.entries(value)) {
    parts.set(normalText(key), part);
  }
  writer.mapHeader(parts.size);
  for (const key of [...parts.keys()].sort(compareText)) {
    writer.text(key);
    inPart(type, key, (inner) => write(writer, parts.get(key), inner));
  }
}
