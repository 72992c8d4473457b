const text = new TextEncoder();

/**
 * Appends protobuf wire data to a buffer that grows as needed.
 *
 * Nested messages are written in place: {@linkcode Writer.nested} leaves one
 * byte for the length and moves the content only when it turns out longer than
 * 127 bytes, so nothing is measured or allocated twice.
 */
export class Writer {
  #bytes: Uint8Array;
  #length = 0;

  /** Starts with room for `capacity` bytes, 256 by default. */
  constructor(capacity = 256) {
    this.#bytes = new Uint8Array(capacity);
  }

  /** The bytes written so far; a view that further writing may invalidate. */
  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Writes a field's number and wire type. */
  tag(number: number, wireType: number): this {
    return this.varint(number * 8 + wireType);
  }

  /**
   * Writes a non-negative integer of at most 53 bits, low groups first.
   */
  varint(value: number): this {
    this.#reserve(10);
    const bytes = this.#bytes;
    let rest = value;
    while (rest > 0x7f) {
      bytes[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    bytes[this.#length++] = rest;
    return this;
  }

  /**
   * Writes a signed integer as protobuf's int32 and int64 do: a negative one
   * takes ten bytes of two's complement.
   *
   * Throws a RangeError if the value is not a safe integer.
   */
  integer(value: number): this {
    if (!Number.isSafeInteger(value)) {
      throw new RangeError(
        `Cannot encode ${value} as an integer: it is not a whole number of at most 53 bits`,
      );
    }
    if (value >= 0) return this.varint(value);
    this.#reserve(10);
    let rest = BigInt.asUintN(64, BigInt(value));
    while (rest > 0x7fn) {
      this.#bytes[this.#length++] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
    }
    this.#bytes[this.#length++] = Number(rest);
    return this;
  }

  /** Writes bytes with their length before them. */
  bytes(value: Uint8Array): this {
    this.varint(value.length);
    this.#reserve(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
    return this;
  }

  /** Writes text as UTF-8 with its length before it. */
  string(value: string): this {
    if (value.length > 42) return this.bytes(text.encode(value));
    this.#reserve(value.length * 3 + 1);
    const start = this.#length + 1;
    const { written } = text.encodeInto(value, this.#bytes.subarray(start));
    this.#bytes[this.#length] = written;
    this.#length = start + written;
    return this;
  }

  /** Writes what `content` writes, with its length before it. */
  nested(content: () => void): this {
    this.#reserve(1);
    const at = this.#length++;
    content();
    const length = this.#length - at - 1;
    if (length < 0x80) {
      this.#bytes[at] = length;
      return this;
    }
    const shift = varintSize(length) - 1;
    this.#reserve(shift);
    this.#bytes.copyWithin(at + 1 + shift, at + 1, this.#length);
    this.#length = at;
    this.varint(length);
    this.#length += length;
    return this;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}

function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest > 0x7f; rest = Math.floor(rest / 0x80)) size++;
  return size;
}
