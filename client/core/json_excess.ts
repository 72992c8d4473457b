/**
 * Bounds of what a text of JSON holds: a few bytes of it can be many in memory.
 *
 * @module
 */

import { MAX_DEPTH, MAX_NAMES } from "./bounds.ts";

/** Bytes of an answer for each value that it may hold. */
const BYTES_FOR_A_VALUE = 50;

const [QUOTE, COMMA, COLON, OPEN, BACKSLASH, CLOSE, BRACE, END] = [
  ...new TextEncoder().encode('",:[\\]{}'),
];

/** The names seen so far, by their hashes. */
const names = new Uint8Array(64 * 1024);

/** Hashes of its own in each process: nobody can choose names that share one. */
const [multiplier = 0, seed = 0] = crypto.getRandomValues(new Uint32Array(2))
  .map((bits) => bits | 0x8000_0001);

/** Tells what a text of JSON has too much of, in words, before it is parsed. */
export function excessOf(bytes: Uint8Array, limit: number): string | undefined {
  const maxValues = Math.ceil(limit / BYTES_FOR_A_VALUE);
  names.fill(0);
  let values = 0;
  let depth = 0;
  let different = 0;
  let hash = 0;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE: {
        hash = seed;
        let byte = bytes[++at];
        while (byte !== QUOTE && byte !== undefined) {
          hash = Math.imul(hash ^ byte, multiplier);
          hash ^= hash >>> 15;
          if (byte === BACKSLASH) at++;
          byte = bytes[++at];
        }
        continue;
      }
      case COLON: {
        const place = hash & names.length - 1;
        different += 1 - (names[place] ?? 0);
        names[place] = 1;
        continue;
      }
      case OPEN:
      case BRACE:
        depth++;
        values++;
        break;
      case CLOSE:
      case END:
        depth--;
        continue;
      case COMMA:
        values++;
        break;
      default:
        continue;
    }
    if (depth > MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH}`;
    if (values > maxValues) return `has more than ${maxValues} values`;
    if (different > MAX_NAMES) return `has more than ${MAX_NAMES} names`;
  }
  return undefined;
}
