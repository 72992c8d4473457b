/**
 * When two strings mean the same: for the `semanticEquals` of a string.
 *
 * @module
 */

import { parseDuration } from "../timeouts.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonValue,
  parseJson,
} from "../values/json_parser.ts";
import { equalNumbers, isNumberValue } from "../values/decimal.ts";
import { ipv6 as ipv6Of, timeOf } from "../values/formats.ts";

/** Whether two strings mean the same. */
export type SemanticEquals = (a: string, b: string) => boolean;

/**
 * Two JSON strings mean the same if they hold the same value: white space, the
 * order of keys, and how a number is written don't count. A string that is no
 * JSON means only itself.
 */
function json(a: string, b: string): boolean {
  return a === b || agree(a, b, parseJson, sameValue);
}

/**
 * Two durations such as `"60m"` and `"1h"` mean the same if they are equally
 * long. A string that is no duration means only itself.
 */
function duration(a: string, b: string): boolean {
  return a === b || agree(a, b, parseDuration, (x, y) => x === y);
}

/**
 * Two strings mean the same if `normalize` makes the same string of them, such as
 * `(text) => text.trim().toLowerCase()`.
 */
function normalized(normalize: (text: string) => string): SemanticEquals {
  return (a, b) => normalize(a) === normalize(b);
}

/** Two IPv6 addresses mean the same if they are one, however it is written. */
function ipv6(a: string, b: string): boolean {
  const address = ipv6Of(a);
  return a === b || address !== undefined && address === ipv6Of(b);
}

/** Two times of RFC 3339 mean the same if they name the same moment. */
function rfc3339(a: string, b: string): boolean {
  const moment = timeOf(a);
  return a === b || moment !== undefined && moment === timeOf(b);
}

/**
 * Two strings mean the same if `parse`, such as that of a YAML library, makes
 * equal data of them. A string that it refuses means only itself.
 */
function parsed(parse: (text: string) => unknown): SemanticEquals {
  const dataOf = (text: string) =>
    parseJson(JSON.stringify(parse(text)) ?? "null");
  return (a, b) => a === b || agree(a, b, dataOf, sameValue);
}

/**
 * Whether two strings mean the same: `json`, `duration`, `ipv6`, `rfc3339`;
 * `normalized`, which is given a function that makes a normal form of a string;
 * and `parsed`, which is given one that makes data of it.
 *
 * @example
 * ```ts
 * import { s, same } from "@hf-terraform/framework";
 *
 * const policy = s.string({
 *   required: true,
 *   semanticEquals: same.json,
 *   description: "The policy, in JSON.",
 * });
 * const caseless = same.normalized((text) => text.toLowerCase());
 * ```
 */
export const same: {
  readonly json: SemanticEquals;
  readonly duration: SemanticEquals;
  readonly ipv6: SemanticEquals;
  readonly rfc3339: SemanticEquals;
  readonly normalized: (normalize: (text: string) => string) => SemanticEquals;
  readonly parsed: (parse: (text: string) => unknown) => SemanticEquals;
} = { json, duration, ipv6, rfc3339, normalized, parsed };

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

/** Whether two values of JSON are the same. */
function sameValue(a: JsonValue, b: JsonValue): boolean {
  if (isNumberValue(a) && isNumberValue(b)) return equalNumbers(a, b);
  if (isJsonArray(a) && isJsonArray(b)) {
    return a.length === b.length &&
      a.every((part, i) => sameValue(part, b[i] ?? null));
  }
  if (isJsonObject(a) && isJsonObject(b)) {
    const names = Object.keys(a);
    return names.length === Object.keys(b).length &&
      names.every((name) =>
        Object.hasOwn(b, name) && sameValue(a[name] ?? null, b[name] ?? null)
      );
  }
  return a === b;
}
