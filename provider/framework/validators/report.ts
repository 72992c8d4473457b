/**
 * How validators word what they find.
 *
 * @module
 */

import type { ValidatorContext } from "../schema/validator.ts";
import { isNumberValue, numberText } from "../values/decimal.ts";

/** Longer strings are cut in messages. */
const MAX_SHOWN = 80;

/**
 * Adds the error that a value must be something else than it is.
 *
 * @param advice A sentence to end with, after a space.
 */
export function refuse(
  context: ValidatorContext,
  expectation: string,
  value: unknown,
  advice = "",
): void {
  const name = context.path.toString();
  const subject = name === "" ? "The value" : `\`${name}\``;
  const actual = context.sensitive ? undefined : shown(value);
  context.diagnostics.addError(
    "Invalid attribute value",
    actual === undefined
      ? `${subject} must be ${expectation}.${advice}`
      : `${subject} must be ${expectation}, but it is ${actual}.${advice}`,
    context.path,
  );
}

/** A value as a message shows it; undefined: it is better left out. */
function shown(value: unknown): string | undefined {
  if (typeof value === "string") {
    const cut = value.length > MAX_SHOWN
      ? `${value.slice(0, MAX_SHOWN)}…`
      : value;
    return JSON.stringify(cut);
  }
  if (typeof value === "boolean") return String(value);
  return isNumberValue(value) ? numberText(value) : undefined;
}

/** A value as documentation and messages name it: in code style. */
export function code(value: string | number | bigint | boolean): string {
  return `\`${value}\``;
}

/** Words in a row: `a`, `a and b`, `a, b and c`. */
export function enumeration(
  words: readonly string[],
  conjunction: "and" | "or",
): string {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} ${conjunction} ${words.at(-1)}`;
}

/** A number of things: `1 element`, `2 elements`. */
export function count(quantity: number, noun: string): string {
  return `${quantity} ${noun}${quantity === 1 ? "" : "s"}`;
}
