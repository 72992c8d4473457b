/**
 * Bounds of what a text of JSON holds: a few bytes of it can be many in memory.
 *
 * @module
 */

import { MAX_DEPTH } from "./bounds.ts";

/** Bytes of memory that a value takes. */
const VALUE_BYTES = 64;

/** Bytes for a name that is a number: it makes room for those before it. */
const NUMBER_BYTES = 6 * VALUE_BYTES;

/** Bytes for a new kind of objects, more for each eight names before the last. */
const KIND_BYTES = 1024;

const encoder = new TextEncoder();

const [QUOTE, COMMA, COLON, OPEN, BACKSLASH, CLOSE, BRACE, END, U, ZERO] = [
  ...encoder.encode('",:[\\]{}u0'),
];

/** The first characters of names that are numbers, escaped or not. */
const numberBegins: ReadonlySet<number | undefined> = new Set(
  encoder.encode("0123456789\\"),
);

/** Names of an object that V8 tells objects apart by; it looks up further ones. */
const MAX_POSITION = 128;

/** The kind of the open object at each depth, and its number of names. */
const kindAt = new Int32Array(MAX_DEPTH + 2);
const positionAt = new Int32Array(MAX_DEPTH + 2);

/** Hashes of its own in each process: nobody can choose names that share one. */
const [multiplier = 0, seed = 0] = crypto.getRandomValues(new Uint32Array(2))
  .map((bits) => bits | 0x8000_0001);

function mix(hash: number, part: number): number {
  const mixed = Math.imul(hash ^ part, multiplier);
  return mixed ^ mixed >>> 15;
}

/**
 * The bytes of memory that a text of JSON takes when it is parsed, at most two
 * fifths more than the largest text, if it is not wide. Memory holds objects by
 * their kinds: their names up to each one, in order.
 *
 * @param kinds Is given the part of each kind, which other texts may share.
 * @param wideLength The characters of the text if each takes two bytes, else 0.
 * @throws {RangeError} If it has too much of something, which the message says.
 */
export function memoryOf(
  bytes: Uint8Array,
  limit: number,
  kinds: Map<number, number> = new Map(),
  wideLength: number = 0,
): number {
  let held = bytes.length;
  let depth = 0;
  let hash = 0;
  let begin = 0;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE: {
        hash = seed;
        begin = at + 1;
        let extra = 0;
        let isWide = false;
        let byte = bytes[++at];
        while (byte !== QUOTE && byte !== undefined) {
          hash = mix(hash, byte);
          if (byte === BACKSLASH) {
            const escaped = bytes[++at] ?? 0;
            hash = mix(hash, escaped);
            extra -= escaped === U ? 10 : 2;
            isWide ||= escaped === U &&
              (bytes[at + 1] !== ZERO || bytes[at + 2] !== ZERO);
          }
          byte = bytes[++at];
        }
        // One such character makes two bytes of each.
        if (isWide && wideLength === 0) held += Math.max(0, at - begin + extra);
        break;
      }
      case COLON: {
        const kind = mix(kindAt[depth] ?? 0, hash);
        kindAt[depth] = kind;
        const position = positionAt[depth] ?? 0;
        positionAt[depth] = position + 1;
        if (!kinds.has(kind)) {
          const size = KIND_BYTES *
            (position < MAX_POSITION ? 1 + (position >> 3) : 1);
          kinds.set(kind, size);
          held += size;
        }
        if (numberBegins.has(bytes[begin])) held += NUMBER_BYTES;
        break;
      }
      case OPEN:
      case BRACE:
        depth++;
        held += VALUE_BYTES;
        kindAt[depth] = seed;
        positionAt[depth] = 0;
        break;
      case CLOSE:
      case END:
        depth--;
        continue;
      case COMMA:
        held += VALUE_BYTES;
        break;
      default:
        continue;
    }
    if (depth > MAX_DEPTH) {
      throw new RangeError(`is nested deeper than ${MAX_DEPTH}`);
    }
    if (held > 1.4 * limit) {
      throw new RangeError("takes too much memory");
    }
  }
  return held + wideLength;
}
