/**
 * Requests that no honest client sends.
 *
 * @module
 */
import {
  attributeNames,
  type Type,
} from "../../provider/framework/values/type.ts";
import { concat } from "../support/raw_http2.ts";
import { recordType } from "./protocol_support.ts";
import { encodeText } from "../support/text.ts";

/** A short text in msgpack. */
function fixstr(text: string): Uint8Array {
  const bytes = encodeText(text);
  return concat([Uint8Array.of(0xa0 | bytes.length), bytes]);
}

/** Bytes in msgpack. */
function bin(bytes: Uint8Array): Uint8Array {
  const header = new Uint8Array(5);
  header[0] = 0xc6;
  new DataView(header.buffer).setUint32(1, bytes.length);
  return concat([header, bytes]);
}

/** A `lab_record` in msgpack, of which some attributes are given bytes. */
function recordBytes(
  attributes: Readonly<Record<string, Uint8Array>>,
): Uint8Array {
  const names = namesOf(recordType);
  return concat([
    Uint8Array.of(0x80 | names.length),
    ...names.flatMap((name) => [
      fixstr(name),
      attributes[name] ?? Uint8Array.of(0xc0),
    ]),
  ]);
}

function namesOf(type: Type): readonly string[] {
  return typeof type !== "string" && type[0] === "object"
    ? attributeNames(type)
    : [];
}

/** A value of any type in msgpack: the JSON of the type, and the value. */
function dynamicBytes(type: string, value: Uint8Array): Uint8Array {
  return concat([Uint8Array.of(0x92), bin(encodeText(type)), value]);
}

/** Msgpack of a `lab_record` that is at fault, and what it holds. */
export const badMsgpack: Readonly<Record<string, Uint8Array>> = {
  "nothing": new Uint8Array(),
  "a byte that is no format": Uint8Array.of(0xc1),
  "no object": fixstr("record"),
  "a list for the object": Uint8Array.of(0x96, 0, 0, 0, 0, 0, 0),
  "an object without attributes": Uint8Array.of(0x80),
  "an attribute of no name": Uint8Array.of(0x86, 0xc0, 0xc0),
  "a text that is cut": recordBytes({}).subarray(0, -1),
  "a list of four milliards": recordBytes({
    matrix: Uint8Array.of(0xdd, 0xff, 0xff, 0xff, 0xff),
  }),
  "an object of four milliards": Uint8Array.of(0xdf, 0xff, 0xff, 0xff, 0xff),
  "a text of four gigabytes": recordBytes({
    json: Uint8Array.of(0xdb, 0xff, 0xff, 0xff, 0xff),
  }),
  "a number for a text": recordBytes({ json: Uint8Array.of(5) }),
  "a text for a list": recordBytes({ matrix: fixstr("x") }),
  "an object for a number": recordBytes({ number: Uint8Array.of(0x80) }),
  "a text that is no number": recordBytes({ number: fixstr("0x1") }),
  "a number of a milliard digits": recordBytes({
    number: fixstr("1e1000000000"),
  }),
  "an extension that nobody knows": recordBytes({
    json: Uint8Array.of(0xc7, 2, 99, 1, 2),
  }),
  "a refinement of the wrong type": recordBytes({
    json: Uint8Array.of(0xc7, 3, 12, 0x81, 1, 0xa0),
  }),
  "a value of any type without its type": recordBytes({
    any: fixstr("x"),
  }),
  "a value of a type that is none": recordBytes({
    any: dynamicBytes('"text"', Uint8Array.of(0xc0)),
  }),
  "a value that is not of its type": recordBytes({
    any: dynamicBytes('["map","string"]', fixstr("x")),
  }),
  "a type that is no UTF-8": recordBytes({
    any: concat([
      Uint8Array.of(0x92, 0xc4, 2, 0xc3, 0x28),
      Uint8Array.of(0xc0),
    ]),
  }),
};

/** A stored state of the current version that is at fault. */
export const badJson: Readonly<Record<string, Uint8Array>> = {
  "nothing": new Uint8Array(),
  "an object that is cut": encodeText('{"id":"x"'),
  "a list": encodeText("[]"),
  "a null": encodeText("null"),
  "something after the end": encodeText('{"id":"x"} {}'),
  "a text for a list": encodeText('{"matrix":"x"}'),
  "a text for a number in a list": encodeText('{"matrix":[["x"]]}'),
  "a number of a milliard digits": encodeText('{"number":1e1000000000}'),
  "a word that is no value": encodeText('{"number":NaN}'),
  "bytes that are no UTF-8": concat([
    encodeText('{"id":"'),
    Uint8Array.of(0xc3, 0x28),
    encodeText('"}'),
  ]),
  "a value of any type that is no such pair": encodeText('{"any":"x"}'),
};
