/**
 * Validators of the form and length of strings. Lengths count characters
 * (Unicode code points), not bytes.
 *
 * @module
 */

import type { Validator } from "../schema/rules.ts";
import { count, must } from "./report.ts";

/**
 * The string must match a pattern; anchor it with `^` and `$` to check the whole
 * text. The message completes "must be …", such as `lower-case letters and
 * digits`; by default it quotes the pattern.
 *
 * @param advice See {@linkcode must}.
 */
export function matches(
  pattern: RegExp,
  message?: string,
  advice?: (value: string) => string,
): Validator<string> {
  const description = message ?? `text that matches \`${pattern.source}\``;
  // A global or sticky pattern would remember where it stopped last time.
  const stateless = new RegExp(
    pattern.source,
    pattern.flags.replace(/[gy]/g, ""),
  );
  return must(description, (value) => stateless.test(value), advice);
}

/** The string must be at least `min` and at most `max` characters long. */
export function lengthBetween(min: number, max: number): Validator<string> {
  return ofLength(
    `between ${min} and ${count(max, "character")} long`,
    (length) => length >= min && length <= max,
  );
}

/** The string must be at least `min` characters long. */
export function lengthAtLeast(min: number): Validator<string> {
  return ofLength(
    `at least ${count(min, "character")} long`,
    (length) => length >= min,
  );
}

/** The string must be at most `max` characters long. */
export function lengthAtMost(max: number): Validator<string> {
  return ofLength(
    `at most ${count(max, "character")} long`,
    (length) => length <= max,
  );
}

function ofLength(
  description: string,
  fits: (length: number) => boolean,
): Validator<string> {
  return must(description, (value) => fits([...value].length));
}
