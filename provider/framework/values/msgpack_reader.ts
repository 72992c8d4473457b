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

/** What kind of thing the next byte begins. */
export type MsgpackKind =
  | "nil"
  | "boolean"
  | "number"
  | "text"
  | "binary"
  | "array"
  | "map"
  | "extension"
  | "nothing";

/** The kind of the item that `byte` begins. */
export function kindOf(byte: number): MsgpackKind {
  if (byte < 0x80 || byte >= 0xe0) return "number";
  if (byte < 0x90) return "map";
  if (byte < 0xa0) return "array";
  if (byte < 0xc0) return "text";
  return otherKinds[byte - 0xc0] ?? "nothing";
}

const otherKinds: readonly MsgpackKind[] = [
  ...["nil", "nothing", "boolean", "boolean"] as const,
  ...["binary", "binary", "binary"] as const,
  ...["extension", "extension", "extension"] as const,
  ...["number", "number"] as const,
  ...["number", "number", "number", "number"] as const,
  ...["number", "number", "number", "number"] as const,
  ...["extension", "extension", "extension", "extension", "extension"] as const,
  ...["text", "text", "text"] as const,
  ...["array", "array"] as const,
  ...["map", "map"] as const,
];

const anyWidth = [1, 2, 4];
const largeWidth = [2, 4];

const textDecoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** An extension: its code and its content. */
export interface Extension {
  /** What kind of extension, 0 to 255. */
  readonly code: number;
  /** The content. */
  readonly bytes: Uint8Array;
}

/**
 * Reads msgpack item by item. Every method throws a {@link ValueError} with
 * its problem if the bytes end too early or hold something else.
 */
export class MsgpackReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  #elements = 0;

  /** Reads from the beginning of `bytes`. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** The kind of the next item; `nothing` at the end or on a wrong byte. */
  peek(): MsgpackKind {
    const byte = this.#bytes[this.#at];
    return byte === undefined ? "nothing" : kindOf(byte);
  }

  /** Reads a nil if it comes next. */
  takeNil(): boolean {
    if (this.#bytes[this.#at] !== 0xc0) return false;
    this.#at++;
    return true;
  }

  /** Reads the text `expected` if it comes next, is short, and all ASCII. */
  takeText(expected: string): boolean {
    const { length } = expected;
    if (length > 31 || this.#bytes[this.#at] !== (0xa0 | length)) return false;
    for (let i = 0; i < length; i++) {
      const unit = expected.charCodeAt(i);
      if (unit > 0x7f || unit !== this.#bytes[this.#at + 1 + i]) return false;
    }
    this.#at += 1 + length;
    return true;
  }

  /** Reads true or false. */
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
    switch (byte) {
      case 0xcc:
        return this.#view.getUint8(this.#advance(1));
      case 0xcd:
        return this.#view.getUint16(this.#advance(2));
      case 0xce:
        return this.#view.getUint32(this.#advance(4));
      case 0xcf:
        return normalizeInteger(
          this.#view.getBigUint64(this.#advance(8)),
        );
      case 0xd0:
        return this.#view.getInt8(this.#advance(1));
      case 0xd1:
        return this.#view.getInt16(this.#advance(2));
      case 0xd2:
        return this.#view.getInt32(this.#advance(4));
      case 0xd3:
        return normalizeInteger(this.#view.getBigInt64(this.#advance(8)));
      case 0xca:
        return normalizeNumber(this.#view.getFloat32(this.#advance(4)));
      case 0xcb:
        return normalizeNumber(this.#view.getFloat64(this.#advance(8)));
      default:
        throw this.#unexpected(byte, "a number");
    }
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
    return this.#plausible(length, 1);
  }

  /** Reads the beginning of a map: the number of its keys. */
  mapLength(): number {
    const length = this.#length("a map", 0x80, 0xf, 0xde, largeWidth);
    return this.#plausible(length, 2);
  }

  /** Reads an extension; its content is no copy. */
  extension(): Extension {
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
    switch (this.peek()) {
      case "boolean":
      case "nil":
        this.#at++;
        return;
      case "number":
        this.binaryNumber();
        return;
      case "text":
      case "binary":
        this.textBytes();
        return;
      case "extension":
        this.extension();
        return;
      case "array":
        return this.#skipItems(this.arrayLength(), depth);
      case "map":
        return this.#skipItems(2 * this.mapLength(), depth);
      case "nothing":
        throw this.#unexpected(this.#byte(), "a value");
    }
  }

  #skipItems(count: number, depth: number): void {
    for (let i = 0; i < count; i++) {
      this.skip(depth + 1);
    }
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
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw this.#tooShort();
    this.#at++;
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
    const at = this.#at;
    if (at + size > this.#bytes.length) throw this.#tooShort();
    this.#at = at + size;
    return at;
  }

  /** Refuses a length that the remaining bytes, or a message, can't hold. */
  #plausible(length: number, least: number): number {
    if (length * least > this.#bytes.length - this.#at) {
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
        kindOf(byte)
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
