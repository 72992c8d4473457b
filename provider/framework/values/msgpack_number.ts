import {
  normalizeNumber,
  numberText,
  type NumberValue,
  parseNumber,
} from "./decimal.ts";
import { ValueError } from "./errors.ts";
import type { MsgpackReader } from "./msgpack_reader.ts";
import type { MsgpackWriter } from "./msgpack_writer.ts";

/**
 * Writes a number as Terraform does: integers of up to 64 bits compactly,
 * binary fractions and infinities as a float, all others as decimal text.
 */
export function writeNumber(writer: MsgpackWriter, number: NumberValue): void {
  const value = typeof number === "number" ? normalizeNumber(number) : number;
  if (typeof value === "number" && Number.isSafeInteger(value)) {
    writer.integer(value);
  } else if (typeof value === "number" && isExactFraction(value)) {
    writer.float64(value);
  } else if (typeof value !== "bigint") {
    writer.text(numberText(value));
  } else if (BigInt.asIntN(64, value) !== value) {
    writer.text(value.toString());
  } else if (Number.isSafeInteger(Number(value))) {
    writer.integer(Number(value));
  } else {
    writer.integer64(value);
  }
}

/**
 * Whether the shortest decimal text of a fraction is exactly the number: 1.5
 * is, 0.1 is not. A binary fraction has as many decimal as binary places.
 */
function isExactFraction(value: number): boolean {
  if (!Number.isFinite(value)) return true;
  const text = numberText(value);
  const places = text.length - 1 - text.indexOf(".");
  return Number.isInteger(value * 2 ** places);
}

/** Reads a number in any form: integer, float or decimal text. */
export function readNumber(reader: MsgpackReader): NumberValue {
  if (reader.peek() !== "text") return reader.number();
  const text = reader.text();
  try {
    return parseNumber(text);
  } catch (error) {
    throw error instanceof ValueError ? new ValueError(error.problem) : error;
  }
}
