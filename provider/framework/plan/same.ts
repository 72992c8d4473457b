/**
 * When two texts mean the same: for the `semanticEquals` of a string.
 *
 * @module
 */

import { parseDuration } from "../timeouts.ts";
import { parseJson } from "../values/json_parser.ts";
import { sameValue } from "./same_value.ts";

/** Whether two texts mean the same. */
export type SameText = (a: string, b: string) => boolean;

/**
 * Two JSON texts mean the same if they hold the same value: white space, the
 * order of keys, and how a number is written don't count. A text that is no
 * JSON means only itself.
 */
function json(a: string, b: string): boolean {
  return a === b || agree(a, b, parseJson, sameValue);
}

/**
 * Two durations such as `"60m"` and `"1h"` mean the same if they are equally
 * long. A text that is no duration means only itself.
 */
function duration(a: string, b: string): boolean {
  return a === b || agree(a, b, parseDuration, (x, y) => x === y);
}

/**
 * Two texts mean the same if `normalize` makes the same text of them, such as
 * `(text) => text.trim().toLowerCase()`.
 */
function normalized(normalize: (text: string) => string): SameText {
  return (a, b) => normalize(a) === normalize(b);
}

/**
 * Whether two texts mean the same: `json`, `duration`, and `normalized`, which
 * is given a function that makes a normal form of a text.
 */
export const same: {
  readonly json: SameText;
  readonly duration: SameText;
  readonly normalized: (normalize: (text: string) => string) => SameText;
} = { json, duration, normalized };

function agree<T>(
  a: string,
  b: string,
  parse: (text: string) => T,
  equal: (a: T, b: T) => boolean,
): boolean {
  try {
    return equal(parse(a), parse(b));
  } catch {
    return false;
  }
}
