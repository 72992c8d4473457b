/**
 * How validators word what they find.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import type { Validator, ValidatorContext } from "../schema/rules.ts";
import { isNumberValue, numberText } from "../values/decimal.ts";
import { Path } from "../values/path.ts";

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

/**
 * The validator of what a value must be by itself; the description follows
 * "must be".
 *
 * @param advice What to do about a value that does not fit, as a sentence after
 * a space; default: nothing. It is not asked about sensitive values.
 */
export function must<T>(
  description: string,
  fits: (value: T) => boolean,
  advice: (value: T) => string = () => "",
): Validator<T> {
  return {
    description,
    validate(value, context) {
      if (fits(value)) return;
      refuse(
        context,
        description,
        value,
        context.sensitive ? "" : advice(value),
      );
    },
  };
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

/** Adds the error that attributes exclude each other, at the first of them. */
export function refuseSeveral(
  diagnostics: Diagnostics,
  set: readonly Path[],
): void {
  const names = set.map((path) => code(String(path)));
  const rest = set.length > 2 ? "all but one" : "one of them";
  diagnostics.addError(
    "Conflicting attributes",
    `${enumeration(names, "and")} exclude each other. Remove ${rest}.`,
    set[0],
  );
}

/**
 * Adds the error that none of these attributes is set, at what holds them all.
 *
 * @param quantity How many must be, such as "exactly one".
 */
export function refuseNone(
  diagnostics: Diagnostics,
  all: readonly Path[],
  quantity: string,
): void {
  const [holder = Path.root] = all.map(({ parent }) => parent);
  const isHeld = !holder.isRoot &&
    all.every(({ parent }) => parent.equals(holder));
  const names = all.map((path) => isHeld ? nameOf(path) : String(path));
  const list = enumeration([...new Set(names)].sort().map(code), "and");
  diagnostics.addError(
    "Missing attribute",
    isHeld
      ? `\`${holder}\` must have ${quantity} of ${list}. Add one.`
      : `${quantity[0]?.toUpperCase()}${quantity.slice(1)} of ${list} must ` +
        "be set. Add one.",
    isHeld ? holder : undefined,
  );
}

function nameOf({ last }: Path): string {
  return last?.kind === "attribute" ? last.name : "";
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
