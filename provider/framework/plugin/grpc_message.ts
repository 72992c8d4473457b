import { RpcError, Status } from "./status.ts";

/** Bytes before each message: a flag for compression, and the length. */
const PREFIX_SIZE = 5;

/** A message with its prefix, as it is sent. */
export function framed(message: Uint8Array): Uint8Array {
  const frame = new Uint8Array(PREFIX_SIZE + message.length);
  new DataView(frame.buffer).setUint32(1, message.length);
  frame.set(message, PREFIX_SIZE);
  return frame;
}

/**
 * Collects the one message of a request, in whatever pieces it comes.
 *
 * Its methods throw an RpcError for what is no such message.
 */
export class RequestReader {
  readonly #maxBytes: number;
  #pieces: Uint8Array[] = [];
  #size = 0;
  #wanted: number | undefined;

  /** Takes the length of the longest message to be read, in bytes. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Takes the next piece. */
  push(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#size += piece.length;
    if (this.#wanted === undefined && this.#size >= PREFIX_SIZE) {
      this.#wanted = PREFIX_SIZE + this.#readLength();
    }
    if (this.#wanted !== undefined && this.#size > this.#wanted) {
      throw new RpcError(
        Status.UNIMPLEMENTED,
        "The request has more than the one message that the method takes",
      );
    }
  }

  /** The message, once all has come. */
  finish(): Uint8Array {
    if (this.#size === 0) {
      throw new RpcError(Status.UNIMPLEMENTED, "The request has no message");
    }
    if (this.#size !== this.#wanted) {
      throw new RpcError(Status.INTERNAL, "The request ends in mid-message");
    }
    return this.#joined().subarray(PREFIX_SIZE);
  }

  #readLength(): number {
    const { buffer, byteOffset } = this.#joined();
    const prefix = new DataView(buffer, byteOffset, PREFIX_SIZE);
    if (prefix.getUint8(0) !== 0) {
      throw new RpcError(
        Status.UNIMPLEMENTED,
        "The request is compressed, which this server does not offer",
      );
    }
    const length = prefix.getUint32(1);
    if (length > this.#maxBytes) {
      throw new RpcError(
        Status.RESOURCE_EXHAUSTED,
        `The request has ${length} bytes; the limit is ${this.#maxBytes}`,
      );
    }
    return length;
  }

  /** All pieces as one. */
  #joined(): Uint8Array {
    const [first = new Uint8Array()] = this.#pieces;
    if (this.#pieces.length <= 1) return first;
    const all = new Uint8Array(this.#size);
    let at = 0;
    for (const piece of this.#pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    this.#pieces = [all];
    return all;
  }
}
