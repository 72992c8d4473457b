/**
 * Validators of the range of numbers.
 *
 * @module
 */

import type { Validator } from "../schema/rules.ts";
import {
  compareNumbers,
  isMultiple,
  type NumberValue,
} from "../values/decimal.ts";
import { code, must } from "./report.ts";

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
