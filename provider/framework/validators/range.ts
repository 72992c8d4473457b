/**
 * Validators of the range of numbers, and of the form and length of strings.
 * Lengths count characters (Unicode code points), not bytes.
 *
 * @module
 */

import type { Validator } from "../schema/rules.ts";
import { compareNumbers, type NumberValue } from "../values/decimal.ts";
import { code, count, predicateValidator } from "./report.ts";

/** The number must be at least `min` and at most `max`. */
export function between(
  min: number | bigint,
  max: number | bigint,
): Validator<NumberValue> {
  return predicateValidator(
    `between ${code(min)} and ${code(max)}`,
    (value) =>
      compareNumbers(value, min) >= 0 && compareNumbers(value, max) <= 0,
  );
}

/** The number must be at least `min`. */
export function atLeast(min: number | bigint): Validator<NumberValue> {
  return predicateValidator(
    `at least ${code(min)}`,
    (value) => compareNumbers(value, min) >= 0,
  );
}

/** The number must be at most `max`. */
export function atMost(max: number | bigint): Validator<NumberValue> {
  return predicateValidator(
    `at most ${code(max)}`,
    (value) => compareNumbers(value, max) <= 0,
  );
}

/**
 * The string must match a pattern; anchor it with `^` and `$` to check the whole
 * text. The message completes "must be …", such as `lower-case letters and
 * digits`; by default it quotes the pattern.
 *
 * @param advice See {@linkcode predicateValidator}.
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
  return predicateValidator(
    description,
    (value) => stateless.test(value),
    advice,
  );
}

/** The string must be at least `min` and at most `max` characters long. */
export function lengthBetween(min: number, max: number): Validator<string> {
  return ofLength(characters, min, max);
}

/** The string must be at least `min` characters long. */
export function lengthAtLeast(min: number): Validator<string> {
  return ofLength(characters, min, undefined);
}

/** The string must be at most `max` characters long. */
export function lengthAtMost(max: number): Validator<string> {
  return ofLength(characters, undefined, max);
}

/** The string must be at least `min` and at most `max` bytes long in UTF-8. */
export function bytesBetween(min: number, max: number): Validator<string> {
  return ofLength(bytes, min, max);
}

/** The string must be at least `min` bytes long in UTF-8. */
export function bytesAtLeast(min: number): Validator<string> {
  return ofLength(bytes, min, undefined);
}

/** The string must be at most `max` bytes long in UTF-8. */
export function bytesAtMost(max: number): Validator<string> {
  return ofLength(bytes, undefined, max);
}

/** Unit in which a length is counted. */
interface Unit {
  readonly noun: string;
  readonly of: (text: string) => number;
}

const characters: Unit = { noun: "character", of: (text) => [...text].length };

const encoder = new TextEncoder();
const bytes: Unit = { noun: "byte", of: (text) => encoder.encode(text).length };

function ofLength(
  { noun, of }: Unit,
  min: number | undefined,
  max: number | undefined,
): Validator<string> {
  const limit = max === undefined
    ? `at least ${count(min ?? 0, noun)}`
    : min === undefined
    ? `at most ${count(max, noun)}`
    : `between ${min} and ${count(max, noun)}`;
  return predicateValidator(
    min === 1 && max === undefined ? "text that is not empty" : `${limit} long`,
    (value) => of(value) >= (min ?? 0) && of(value) <= (max ?? Infinity),
    (value) => value === "" ? "" : ` It has ${count(of(value), noun)}.`,
  );
}
