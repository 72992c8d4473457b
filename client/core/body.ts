/**
 * Bodies of answers: how much of them is held in memory at once.
 *
 * @module
 */

import { MAX_SHARED_BYTES } from "./bounds.ts";
import { Queue } from "./queue.ts";
import { abortable } from "./signals.ts";

/** A body, or its begin. */
export interface Body {
  /** Its bytes. */
  readonly bytes: Uint8Array;
  /** Whether they are all. */
  readonly isWhole: boolean;
}

/** The settings of reading a body. */
export interface BodyOptions {
  /** The most bytes to read. */
  readonly limit: number;
  /** Ends the reading. */
  readonly signal?: AbortSignal | undefined;
}

/** The queue of the large answers of this process. */
const large = new Queue();

/**
 * Reads a body, and ends it where the limit is reached. What counts is what
 * arrives here, after `fetch` has unpacked it. A large body is read and used
 * after those before it: what is made of many at once would have no bound.
 */
export async function readBody<T>(
  response: Response,
  { limit, signal }: BodyOptions,
  use: (body: Body) => T,
): Promise<T> {
  const reader = readerOf(response);
  const pieces = new Pieces(limit);
  const isReadTo = async (size: number) => {
    while (reader !== undefined && pieces.size <= size) {
      const piece = await abortable(reader.read(), signal);
      if (piece === undefined) return true;
      pieces.add(piece);
    }
    return reader === undefined;
  };
  try {
    if (await isReadTo(Math.min(limit, MAX_SHARED_BYTES))) {
      return use({ bytes: pieces.joined(), isWhole: true });
    }
    return await large.run(async () => {
      const isWhole = await isReadTo(limit);
      return use({ bytes: pieces.joined(), isWhole });
    }, (before) => abortable(before, signal));
  } finally {
    reader?.cancel().catch(() => undefined);
  }
}

const BLOCK_SIZE = 64 * 1024;

/** A source of the pieces of a body. */
interface Reader {
  /** The next piece, good until the one after; undefined at the end. */
  read(): Promise<Uint8Array | undefined>;
  /** Ends the body. */
  cancel(): Promise<void>;
}

/**
 * The reader of a body, which takes all pieces into one memory where it can:
 * a piece of 4 KiB can hold 64.
 */
export function readerOf({ body }: Response): Reader | undefined {
  if (body === null) return undefined;
  let reader: ReadableStreamBYOBReader;
  try {
    reader = body.getReader({ mode: "byob" });
  } catch {
    // Those that did not come from the network are made of larger pieces.
    const reader = body.getReader();
    return {
      cancel: () => reader.cancel(),
      read: async () => (await reader.read()).value,
    };
  }
  let memory = new Uint8Array(BLOCK_SIZE);
  return {
    cancel: () => reader.cancel(),
    read: async () => {
      const { done, value } = await reader.read(memory);
      if (done) return undefined;
      memory = new Uint8Array(value.buffer);
      return value;
    },
  };
}

/** The pieces of a body, copied together. */
export class Pieces {
  readonly #limit: number;
  #memory: Uint8Array = new Uint8Array();
  /** The number of bytes so far; those beyond the limit are not kept. */
  size: number = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes one more. */
  add(piece: Uint8Array): void {
    const start = Math.min(this.size, this.#limit);
    const kept = piece.subarray(0, this.#limit - start);
    const size = start + kept.length;
    if (size > this.#memory.length) {
      // Twice as much, or each of many small pieces would copy all.
      const room = Math.min(this.#limit, 2 * this.#memory.length);
      const memory = new Uint8Array(Math.max(size, room));
      memory.set(this.#memory);
      this.#memory = memory;
    }
    this.#memory.set(kept, start);
    this.size += piece.length;
  }

  /** Takes all of them out, in memory that can be larger. */
  joined(): Uint8Array {
    const bytes = this.#memory.subarray(0, this.size);
    this.#memory = new Uint8Array();
    this.size = 0;
    return bytes;
  }
}
