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
    }, signal);
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
  readonly #blocks: Uint8Array[] = [];
  /** The number of bytes so far; those beyond the limit are not kept. */
  size: number = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes one more. */
  add(piece: Uint8Array): void {
    const kept = piece.subarray(0, Math.max(0, this.#limit - this.size));
    for (let from = 0; from < kept.length;) {
      const at = this.size + from;
      const block = this.#blocks[Math.floor(at / BLOCK_SIZE)] ??=
        new Uint8Array(BLOCK_SIZE);
      const part = kept.subarray(from, from + BLOCK_SIZE - at % BLOCK_SIZE);
      block.set(part, at % BLOCK_SIZE);
      from += part.length;
    }
    this.size += piece.length;
  }

  /** Takes all of them out. */
  joined(): Uint8Array {
    const bytes = new Uint8Array(Math.min(this.size, this.#limit));
    for (const [at, block] of this.#blocks.entries()) {
      const start = at * BLOCK_SIZE;
      bytes.set(block.subarray(0, bytes.length - start), start);
    }
    this.#blocks.length = Math.min(this.#blocks.length, 1);
    this.size = 0;
    return bytes;
  }
}
