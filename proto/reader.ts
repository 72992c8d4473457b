const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Groups may nest this deep in fields that are skipped. */
const MAX_GROUP_DEPTH = 100;

/** Bytes that are not a valid protobuf message of the expected type. */
export class WireError extends Error {
  /** The class's own name. */
  override readonly name = "WireError";
}

/**
 * Reads protobuf wire data. Every method throws a {@linkcode WireError} when
 * the data ends early or is malformed.
 */
export class Reader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #position: number;
  /** The two halves of the varint read last, each unsigned. */
  #low = 0;
  #high = 0;

  /** Reads `bytes` from `start`, 0 by default, to `end`, all by default. */
  constructor(bytes: Uint8Array, start = 0, end: number = bytes.length) {
    this.#bytes = bytes;
    this.#position = start;
    this.#end = end;
  }

  /** Whether all has been read. */
  get done(): boolean {
    return this.#position >= this.#end;
  }

  /** Reads an unsigned number of at most 32 bits, such as a tag. */
  uint32(): number {
    this.#varint();
    return this.#low;
  }

  /** Reads a field's number and wire type as one value. */
  tag(): number {
    this.#varint();
    if (this.#high !== 0 || this.#low < 8) {
      throw new WireError("A field number is not valid");
    }
    return this.#low;
  }

  /** Reads a truth value. */
  bool(): boolean {
    this.#varint();
    return this.#low !== 0 || this.#high !== 0;
  }

  /** Reads a signed 32-bit integer, cutting off what does not fit. */
  int32(): number {
    this.#varint();
    return this.#low | 0;
  }

  /**
   * Reads a signed 64-bit integer. One of more than 53 bits is refused, so
   * that none is ever changed silently.
   */
  int64(): number {
    this.#varint();
    const value = (this.#high | 0) * 2 ** 32 + this.#low;
    if (!Number.isSafeInteger(value)) {
      throw new WireError(
        `An integer near ${value} is out of range: at most 53 bits are read`,
      );
    }
    return value;
  }

  /** Reads bytes; the answer is a view of the input, not a copy. */
  bytes(): Uint8Array {
    const [start, end] = this.#span();
    return this.#bytes.subarray(start, end);
  }

  /** Reads text, which must be valid UTF-8. */
  string(): string {
    const [start, end] = this.#span();
    if (start === end) return "";
    try {
      return text.decode(this.#bytes.subarray(start, end));
    } catch (cause) {
      throw new WireError("A string field is not valid UTF-8", { cause });
    }
  }

  /** A reader of the nested message that comes next. */
  nested(): Reader {
    const [start, end] = this.#span();
    return new Reader(this.#bytes, start, end);
  }

  /** Skips the value of a field that nobody asked for. */
  skip(tag: number, depth = 0): void {
    switch (tag & 7) {
      case 0:
        this.#varint();
        return;
      case 1:
        this.#advance(8);
        return;
      case 2:
        this.#span();
        return;
      case 3:
        this.#skipGroup(tag, depth);
        return;
      case 5:
        this.#advance(4);
        return;
      default:
        throw new WireError(`Wire type ${tag & 7} is not valid here`);
    }
  }

  #skipGroup(tag: number, depth: number): void {
    if (depth > MAX_GROUP_DEPTH) throw new WireError("Groups nest too deeply");
    for (;;) {
      const inner = this.tag();
      if ((inner & 7) === 4) {
        if (inner >>> 3 === tag >>> 3) return;
        throw new WireError("A group ends that did not begin");
      }
      this.skip(inner, depth + 1);
    }
  }

  #span(): [number, number] {
    this.#varint();
    const start = this.#position;
    if (this.#high !== 0 || this.#low > this.#end - start) {
      throw new WireError("The data ends before the length it announces");
    }
    this.#position = start + this.#low;
    return [start, this.#position];
  }

  #advance(count: number): void {
    if (this.#end - this.#position < count) {
      throw new WireError("The data ends within a fixed-size number");
    }
    this.#position += count;
  }

  #varint(): void {
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.#position >= this.#end) {
        throw new WireError("The data ends within a number");
      }
      const byte = this.#bytes[this.#position++] ?? 0;
      const group = byte & 0x7f;
      if (shift < 28) low |= group << shift;
      else if (shift === 28) {
        low |= group << 28;
        high = group >>> 4;
      } else high |= group << (shift - 32);
      if (byte < 0x80) {
        this.#low = low >>> 0;
        this.#high = high >>> 0;
        return;
      }
    }
    throw new WireError("A number is longer than ten bytes");
  }
}
