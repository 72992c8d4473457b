import {
  normalizeInteger,
  normalizeNumber,
  type NumberValue,
  parseNumber,
} from "./decimal.ts";
import { ValueError } from "./errors.ts";
import { maxDepth, maxValues } from "./json_parser.ts";

/** The problem of a message that is whole, but larger than one that is read. */
export const tooManyValues: string =
  `The value holds more than ${maxValues} values`;

/** Kinds of encoding by the first byte, up to the last byte of each range. */
const ranges = [
  [0x7f, "number"],
  [0x8f, "map"],
  [0x9f, "array"],
  [0xbf, "text"],
  [0xc0, "nil"],
  [0xc1, "nothing"],
  [0xc3, "boolean"],
  [0xc6, "binary"],
  [0xc9, "extension"],
  [0xd3, "number"],
  [0xd8, "extension"],
  [0xdb, "text"],
  [0xdd, "array"],
  [0xdf, "map"],
  [0xff, "number"],
] as const;

type EncodingKind = typeof ranges[number][1];

const encodingKinds = Array.from(
  { length: 256 },
  (_, byte): EncodingKind =>
    ranges.find(([last]) => byte <= last)?.[1] ?? "nothing",
);

const anyWidth = [1, 2, 4];
const largeWidth = [2, 4];

const textDecoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Reads msgpack item by item. Every method throws a {@link ValueError} with
 * its problem if the bytes end too early or hold something else.
 */
export class MsgpackReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #position = 0;
  #elements = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** The kind of the next item; `nothing` at the end or on a wrong byte. */
  peek(): EncodingKind {
    const byte = this.#bytes[this.#position];
    return encodingKinds[byte ?? 0xc1] ?? "nothing";
  }

  takeNil(): boolean {
    if (this.#bytes[this.#position] !== 0xc0) return false;
    this.#position++;
    return true;
  }

  /** Reads the text `expected` if it comes next, is short, and all ASCII. */
  takeText(expected: string): boolean {
    const { length } = expected;
    if (length > 31 || this.#bytes[this.#position] !== (0xa0 | length)) {
      return false;
    }
    for (let i = 0; i < length; i++) {
      const unit = expected.charCodeAt(i);
      if (unit > 0x7f || unit !== this.#bytes[this.#position + 1 + i]) {
        return false;
      }
    }
    this.#position += 1 + length;
    return true;
  }

  bool(): boolean {
    const byte = this.#byte();
    if (byte !== 0xc2 && byte !== 0xc3) throw this.#unexpected(byte, "a bool");
    return byte === 0xc3;
  }

  /** Reads a number in any form: integer, floating point or decimal text. */
  number(): NumberValue {
    return this.peek() === "text"
      ? parseNumber(this.text())
      : this.binaryNumber();
  }

  /** Reads a number that is no text. */
  binaryNumber(): NumberValue {
    const byte = this.#byte();
    if (byte < 0x80) return byte;
    if (byte >= 0xe0) return byte - 0x100;
    if (byte === 0xca) {
      return normalizeNumber(this.#view.getFloat32(this.#advance(4)));
    }
    if (byte === 0xcb) {
      return normalizeNumber(this.#view.getFloat64(this.#advance(8)));
    }
    if (byte < 0xcc || byte > 0xd3) throw this.#unexpected(byte, "a number");
    const isSigned = byte >= 0xd0;
    const width = 1 << (byte & 3);
    if (width === 8) {
      const bits = this.#view.getBigUint64(this.#advance(8));
      return normalizeInteger(isSigned ? BigInt.asIntN(64, bits) : bits);
    }
    const value = this.#size(width);
    const size = 2 ** (8 * width);
    return isSigned && value >= size / 2 ? value - size : value;
  }

  /** Reads a string; bytes that are no UTF-8 become U+FFFD. */
  text(): string {
    const bytes = this.textBytes();
    if (bytes.length < 24) {
      const ascii = shortAscii(bytes);
      if (ascii !== undefined) return ascii;
    }
    return textDecoder.decode(bytes);
  }

  /** Reads the UTF-8 bytes of a string, or the content of a bin; no copy. */
  textBytes(): Uint8Array {
    const first = this.peek() === "binary" ? 0xc4 : 0xd9;
    return this.#slice(this.#length("a text", 0xa0, 0x1f, first, anyWidth));
  }

  /** Reads the beginning of an array: the number of its elements. */
  arrayLength(): number {
    const length = this.#length("an array", 0x90, 0xf, 0xdc, largeWidth);
    return this.#checkLength(length, 1);
  }

  /** Reads the beginning of a map: the number of its keys. */
  mapLength(): number {
    const length = this.#length("a map", 0x80, 0xf, 0xde, largeWidth);
    return this.#checkLength(length, 2);
  }

  /** Reads an extension: its code, and its content, which is no copy. */
  extension(): { readonly code: number; readonly bytes: Uint8Array } {
    const byte = this.#byte();
    const length = byte >= 0xd4 && byte <= 0xd8
      ? 1 << (byte - 0xd4)
      : byte >= 0xc7 && byte <= 0xc9
      ? this.#size(1 << (byte - 0xc7))
      : undefined;
    if (length === undefined) throw this.#unexpected(byte, "an extension");
    const code = this.#byte();
    return { code, bytes: this.#slice(length) };
  }

  /** Passes over the next item, whatever it is. */
  skip(depth = 0): void {
    if (depth > maxDepth) {
      throw new ValueError(
        `The value is nested deeper than ${maxDepth} levels`,
      );
    }
    const kind = this.peek();
    if (kind === "nil" || kind === "boolean") this.#position++;
    else if (kind === "number") this.binaryNumber();
    else if (kind === "text" || kind === "binary") this.textBytes();
    else if (kind === "extension") this.extension();
    else if (kind === "array") this.#skipItems(this.arrayLength(), depth);
    else if (kind === "map") this.#skipItems(2 * this.mapLength(), depth);
    else throw this.#unexpected(this.#byte(), "a value");
  }

  #skipItems(count: number, depth: number): void {
    for (let i = 0; i < count; i++) this.skip(depth + 1);
  }

  /**
   * Reads a length: in the bits of `mask` of a head byte that is `short` else,
   * or after a head byte, in as many bytes as `widths` says from `first` on.
   */
  #length(
    wanted: string,
    short: number,
    mask: number,
    first: number,
    widths: readonly number[],
  ): number {
    const byte = this.#byte();
    if ((byte & ~mask) === short) return byte & mask;
    const width = widths[byte - first];
    if (width === undefined) throw this.#unexpected(byte, wanted);
    return this.#size(width);
  }

  #byte(): number {
    const byte = this.#bytes[this.#position];
    if (byte === undefined) throw this.#tooShort();
    this.#position++;
    return byte;
  }

  #size(width: number): number {
    const at = this.#advance(width);
    return width === 1
      ? this.#view.getUint8(at)
      : width === 2
      ? this.#view.getUint16(at)
      : this.#view.getUint32(at);
  }

  #slice(length: number): Uint8Array {
    const at = this.#advance(length);
    return this.#bytes.subarray(at, at + length);
  }

  /** Moves on by `size` bytes; returns where they begin. */
  #advance(size: number): number {
    const at = this.#position;
    if (at + size > this.#bytes.length) throw this.#tooShort();
    this.#position = at + size;
    return at;
  }

  /** Refuses a length that the remaining bytes, or a message, can't hold. */
  #checkLength(length: number, least: number): number {
    if (length * least > this.#bytes.length - this.#position) {
      throw new ValueError(
        `The value announces ${length} elements, more than its bytes can hold`,
      );
    }
    this.#elements += length;
    if (this.#elements > maxValues) {
      throw new ValueError(tooManyValues);
    }
    return length;
  }

  #tooShort(): ValueError {
    return new ValueError("The msgpack data ends too early");
  }

  #unexpected(byte: number, wanted: string): ValueError {
    const head = byte.toString(16).padStart(2, "0");
    return new ValueError(
      `The msgpack data holds ${
        encodingKinds[byte]
      } (0x${head}) where ${wanted} is required`,
    );
  }
}

function shortAscii(bytes: Uint8Array): string | undefined {
  let text = "";
  for (const byte of bytes) {
    if (byte > 0x7f) return undefined;
    text += String.fromCharCode(byte);
  }
  return text;
}
