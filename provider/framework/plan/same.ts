import type { SemanticEquals } from "../schema/type_expression.ts";
import { parseDuration } from "../timeouts.ts";
import { equalValues } from "../values/equal.ts";
import { parseJson } from "../values/json_parser.ts";

export type { SemanticEquals };

/**
 * Tests whether two strings mean the same. One that is no JSON, duration and so
 * on means only itself.
 */
export const same: {
  /** Of JSON: white space, order of keys and spelling of numbers don't count. */
  readonly json: SemanticEquals;
  /** Of durations such as `"60m"` and `"1h"`: if they are equally long. */
  readonly duration: SemanticEquals;
  /** If `normalize` makes the same string of them. */
  readonly normalize: (normalize: (text: string) => string) => SemanticEquals;
} = {
  json: compareParsed(parseJson, (a, b) => equalValues(a, b, "dynamic")),
  duration: compareParsed(parseDuration),
  normalize: (normalize) =>
    Object.assign(
      (a: string, b: string) => normalize(a) === normalize(b),
      { normalize },
    ),
};

/**
 * Compares what `parse` returns. A text that it cannot read equals only itself.
 */
function compareParsed<T>(
  parse: (text: string) => T | undefined,
  isSame: (a: T, b: T) => boolean = (a, b) => a === b,
): SemanticEquals {
  return (a, b) => {
    if (a === b) return true;
    try {
      const [one, other] = [parse(a), parse(b)];
      return one !== undefined && other !== undefined && isSame(one, other);
    } catch {
      return false;
    }
  };
}
