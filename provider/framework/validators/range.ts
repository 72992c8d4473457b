/**
 * Validators of the range of numbers, and of the form and length of strings.
 * Lengths count characters (Unicode code points), not bytes.
 *
 * @module
 */

import type { Validator } from "../schema/rules.ts";
import {
  compareNumbers,
  isMultiple,
  type NumberValue,
} from "../values/decimal.ts";
import { code, count, must } from "./report.ts";

/** The number must be at least `min` and at most `max`. */
export function between(
  min: number | bigint,
  max: number | bigint,
): Validator<NumberValue> {
  return must(
    `between ${code(min)} and ${code(max)}`,
    (value) =>
      compareNumbers(value, min) >= 0 && compareNumbers(value, max) <= 0,
  );
}

/** The number must be at least `min`. */
export function atLeast(min: number | bigint): Validator<NumberValue> {
  return must(
    `at least ${code(min)}`,
    (value) => compareNumbers(value, min) >= 0,
  );
}

/** The number must be at most `max`. */
export function atMost(max: number | bigint): Validator<NumberValue> {
  return must(
    `at most ${code(max)}`,
    (value) => compareNumbers(value, max) <= 0,
  );
}

/**
 * The number must be a multiple of `step`, which is more than 0: in decimal, so
 * that 0.3 is one of 0.1.
 */
export function multipleOf(step: number): Validator<number> {
  return must(
    `a multiple of ${code(step)}`,
    (value) => isMultiple(value, step),
  );
}

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
  const lengthOf = (value: string) => [...value].length;
  return must(
    description,
    (value) => fits(lengthOf(value)),
    (value) =>
      value === "" ? "" : ` It has ${count(lengthOf(value), "character")}.`,
  );
}
