import { normalizeNumber, numberText, type NumberValue } from "./decimal.ts";

const textEncoder = new TextEncoder();

/** Writes msgpack into one buffer that grows as needed. */
export class MsgpackWriter {
  #buffer: Uint8Array;
  #view: DataView;
  #length = 0;

  /** `capacity` is the size in bytes to begin with. */
  constructor(capacity = 256) {
    this.#buffer = new Uint8Array(capacity);
    this.#view = new DataView(this.#buffer.buffer);
  }

  /** Bytes written so far; no copy, so write nothing afterwards. */
  finish(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Bytes as they are. */
  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  nil(): void {
    this.#byte(0xc0);
  }

  bool(value: boolean): void {
    this.#byte(value ? 0xc3 : 0xc2);
  }

  /**
   * A number as Terraform writes it: integers of up to 64 bits compactly,
   * binary fractions and infinities as a float, all others as decimal text.
   */
  number(number: NumberValue): void {
    const value = typeof number === "number" ? normalizeNumber(number) : number;
    if (typeof value === "number" && Number.isSafeInteger(value)) {
      this.integer(value);
    } else if (typeof value === "number" && isExactFraction(value)) {
      this.#float64(value);
    } else if (typeof value !== "bigint") {
      this.text(numberText(value));
    } else if (BigInt.asIntN(64, value) !== value) {
      this.text(value.toString());
    } else if (Number.isSafeInteger(Number(value))) {
      this.integer(Number(value));
    } else {
      this.#integer64(value);
    }
  }

  /** An integer within ±(2^53 − 1), in the shortest form. */
  integer(value: number): void {
    if (value >= -32 && value < 128) {
      this.#byte(value & 0xff);
    } else if (value >= 0x1_0000_0000 || value < -0x8000_0000) {
      this.#integer64(BigInt(value));
    } else if (value >= 0) {
      this.#sizedInteger(value, [0xcc, 0xcd, 0xce]);
    } else {
      // A signed number needs as many bits as twice its complement.
      this.#sizedInteger(value, [0xd0, 0xd1, 0xd2], -2 * (value + 1));
    }
  }

  /** A 64-bit integer, signed if negative, else unsigned. */
  #integer64(value: bigint): void {
    this.#reserve(9);
    this.#buffer[this.#length] = value < 0n ? 0xd3 : 0xcf;
    this.#view.setBigUint64(this.#length + 1, BigInt.asUintN(64, value));
    this.#length += 9;
  }

  #float64(value: number): void {
    this.#reserve(9);
    this.#buffer[this.#length] = 0xcb;
    this.#view.setFloat64(this.#length + 1, value);
    this.#length += 9;
  }

  text(text: string): void {
    this.#reserve(5 + text.length * 3);
    if (text.length < 32 && this.#shortAscii(text)) return;
    const guessed = textHeaderSize(text.length);
    const at = this.#length + guessed;
    const { written } = textEncoder.encodeInto(text, this.#buffer.subarray(at));
    const size = textHeaderSize(written);
    if (size !== guessed) {
      this.#buffer.copyWithin(this.#length + size, at, at + written);
    }
    if (written < 32) this.#byte(0xa0 | written);
    else this.#sizedInteger(written, [0xd9, 0xda, 0xdb]);
    this.#length += written;
  }

  /** Bytes, as msgpack's bin. */
  binary(bytes: Uint8Array): void {
    this.#sizedInteger(bytes.length, [0xc4, 0xc5, 0xc6]);
    this.raw(bytes);
  }

  /** The beginning of an array of `length` elements, which follow. */
  arrayHeader(length: number): void {
    if (length < 16) this.#byte(0x90 | length);
    else this.#sizedInteger(length, [undefined, 0xdc, 0xdd]);
  }

  /** The beginning of a map of `length` keys and values, which follow. */
  mapHeader(length: number): void {
    if (length < 16) this.#byte(0x80 | length);
    else this.#sizedInteger(length, [undefined, 0xde, 0xdf]);
  }

  /** An extension, in its short form if there is one for its length. */
  extension(code: number, bytes: Uint8Array): void {
    const short = [1, 2, 4, 8, 16].indexOf(bytes.length);
    if (short >= 0) this.#byte(0xd4 + short);
    else this.#sizedInteger(bytes.length, [0xc7, 0xc8, 0xc9]);
    this.#byte(code);
    this.raw(bytes);
  }

  /** A head byte for 8, 16 or 32 bits, and `value` in as many. */
  #sizedInteger(
    value: number,
    heads: readonly [number | undefined, number, number],
    size: number = value,
  ): void {
    this.#reserve(5);
    const at = this.#length;
    if (size < 0x100 && heads[0] !== undefined) {
      this.#buffer[at] = heads[0];
      this.#buffer[at + 1] = value;
      this.#length += 2;
    } else if (size < 0x1_0000) {
      this.#buffer[at] = heads[1];
      this.#view.setUint16(at + 1, value);
      this.#length += 3;
    } else {
      this.#buffer[at] = heads[2];
      this.#view.setUint32(at + 1, value);
      this.#length += 5;
    }
  }

  /** For a few letters a loop is faster than the encoder. */
  #shortAscii(text: string): boolean {
    const at = this.#length;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 0x7f) return false;
      this.#buffer[at + 1 + i] = unit;
    }
    this.#buffer[at] = 0xa0 | text.length;
    this.#length = at + 1 + text.length;
    return true;
  }

  #byte(byte: number): void {
    this.#reserve(1);
    this.#buffer[this.#length++] = byte;
  }

  #reserve(size: number): void {
    const needed = this.#length + size;
    if (needed > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(needed, this.#buffer.length * 2));
      larger.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = larger;
      this.#view = new DataView(larger.buffer);
    }
  }
}

function textHeaderSize(size: number): number {
  return size < 32 ? 1 : size < 0x100 ? 2 : size < 0x1_0000 ? 3 : 5;
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
