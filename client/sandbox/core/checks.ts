/**
 * Checks of JSON values, with the messages of the Hub's validation. The Hub
 * drops unknown fields, so they are no problem here either.
 *
 * @module
 */

import type { Check, Problem } from "./check.ts";
import { notAnOption } from "./failure.ts";
import { isObject, type Json } from "./json.ts";

/** The checks of some fields, by name. */
export type FieldChecks = Readonly<Record<string, Check>>;

/** Bounds of a length or a number, both included. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

function predicateCheck(
  predicate: (value: Json | undefined) => boolean,
  message: (value: Json | undefined) => string,
): Check {
  return (value, at) =>
    predicate(value) ? undefined : { message: message(value), at };
}

function typeCheck(
  type: string,
  predicate: (value: Json | undefined) => boolean,
): Check {
  return predicateCheck(predicate, (value) => {
    const actual = value === null
      ? "null"
      : Array.isArray(value)
      ? "array"
      : typeof value;
    return `Invalid input: expected ${type}, received ${actual}`;
  });
}

const anyText = typeCheck("string", (value) => typeof value === "string");
const anyList = typeCheck("array", (value) => Array.isArray(value));
const anyObject = typeCheck("object", (value) => isObject(value));
const anyInteger = typeCheck("int", (value) => Number.isSafeInteger(value));

/** Describes a size that is out of bounds. */
function describeSize(
  { min = 0, max = Infinity }: Bounds,
  size: number,
  [type, verb, unit]: readonly [string, string, string],
): string | undefined {
  if (size < min) {
    return `Too small: expected ${type} to ${verb}>=${min}${unit}`;
  }
  if (size > max) return `Too big: expected ${type} to ${verb}<=${max}${unit}`;
  return undefined;
}

/** Accepts a string of a length in characters and of a form. */
export function text(options: Bounds & { form?: RegExp } = {}): Check {
  const { form } = options;
  return (value, at) => {
    if (typeof value !== "string") return anyText(value, at);
    const message =
      describeSize(options, value.length, ["string", "have ", " characters"]) ??
        (form === undefined || form.test(value)
          ? undefined
          : `Invalid string: must match pattern ${form}`);
    return message === undefined ? undefined : { message, at };
  };
}

/** Accepts one of some strings. */
export function oneOf(...options: readonly string[]): Check {
  return predicateCheck(
    (value) => typeof value === "string" && options.includes(value),
    () => notAnOption(options),
  );
}

/** Accepts one value only. */
export function literal(expected: Json): Check {
  return predicateCheck(
    (value) => value === expected,
    () => `Invalid input: expected ${expected}`,
  );
}

/** Accepts an absolute URL. */
export const url: Check = predicateCheck(
  (value) => typeof value === "string" && URL.canParse(value),
  () => "Invalid URL",
);

/** Accepts an id of 24 hexadecimal digits. */
export const id: Check = text({ form: /^[0-9a-fA-F]{24}$/ });

/** Accepts the name of a variable or secret. */
export const variableName: Check = text({ form: /^[a-zA-Z][_a-zA-Z0-9]*$/ });

/** Accepts true and false. */
export const flag: Check = typeCheck(
  "boolean",
  (value) => typeof value === "boolean",
);

/** Accepts a whole number. */
export function wholeNumber(bounds: Bounds = {}): Check {
  return (value, at) => {
    if (typeof value !== "number") return anyInteger(value, at);
    const message = describeSize(bounds, value, ["number", "be ", ""]);
    return message === undefined ? anyInteger(value, at) : { message, at };
  };
}

/** Accepts null too. */
export function orNull(check: Check): Check {
  return (value, at) => value === null ? undefined : check(value, at);
}

/** Accepts what one of the checks accepts. */
export function anyOf(...checks: readonly Check[]): Check {
  return predicateCheck(
    (value) => checks.some((check) => check(value, "") === undefined),
    () => "Invalid input",
  );
}

/** Accepts a list of items. */
export function list(item: Check, bounds: Bounds = {}): Check {
  return (value, at) => {
    if (!Array.isArray(value)) return anyList(value, at);
    const words = ["array", "have ", " items"] as const;
    const message = describeSize(bounds, value.length, words);
    return message === undefined
      ? firstProblem(value.map((each, index) => item(each, `${at}[${index}]`)))
      : { message, at };
  };
}

/** Accepts a map by the checks of its values and keys. */
export function map(item: Check, key: Check): Check {
  return (value, at) => {
    if (!isObject(value)) return anyObject(value, at);
    return firstProblem(
      Object.entries(value).flatMap(([name, each]) => [
        key(name, joinPath(at, name)),
        item(each, joinPath(at, name)),
      ]),
    );
  };
}

/** Accepts an object with some required fields. */
export function fields(
  required: FieldChecks,
  optional: FieldChecks = {},
): Check {
  return (value, at) => {
    if (!isObject(value)) return anyObject(value, at);
    return firstProblem(
      Object.entries({ ...optional, ...required }).map(([name, check]) =>
        value[name] === undefined && !Object.hasOwn(required, name)
          ? undefined
          : check(value[name], joinPath(at, name))
      ),
    );
  };
}

function joinPath(at: string, name: string): string {
  return at === "" ? name : `${at}.${name}`;
}

function firstProblem(
  problems: readonly (Problem | undefined)[],
): Problem | undefined {
  return problems.find((problem) => problem !== undefined);
}
