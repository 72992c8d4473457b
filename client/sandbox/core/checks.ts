/**
 * What bodies of the Hub must look like. The Hub drops unknown fields, so they
 * are no fault here either.
 *
 * @module
 */

import { issue, notAnOption } from "./failure.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import { type Call, readJson } from "./router.ts";

/** Says what is wrong with a value, and where; undefined if nothing is. */
export type Check = (value: Json | undefined, at: string) => Wrong | undefined;

/** What is wrong, and where. */
interface Wrong {
  readonly message: string;
  readonly at: string;
}

/** Smallest and greatest length or number, both allowed. */
export interface Bounds {
  /** The smallest. */
  readonly min?: number;
  /** The greatest. */
  readonly max?: number;
}

/** A check of what `is` accepts, and what is said of the rest. */
function check(
  is: (value: Json | undefined) => boolean,
  message: (value: Json | undefined) => string,
): Check {
  return (value, at) => is(value) ? undefined : { message: message(value), at };
}

/** A check of a type, as the Hub's validation names it. */
function typed(
  type: string,
  is: (value: Json | undefined) => boolean,
): Check {
  return check(
    is,
    (value) => `Invalid input: expected ${type}, received ${typeOf(value)}`,
  );
}

function typeOf(value: Json | undefined): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

const anyText = typed("string", (value) => typeof value === "string");
const anyList = typed("array", (value) => Array.isArray(value));
const anyObject = typed("object", (value) => isObject(value));

/** A check of a size against bounds. */
function sized(
  { min = 0, max = Infinity }: Bounds,
  size: number,
  [what, to, unit]: readonly [string, string, string],
): string | undefined {
  if (size < min) return `Too small: expected ${what} to ${to}>=${min}${unit}`;
  if (size > max) return `Too big: expected ${what} to ${to}<=${max}${unit}`;
  return undefined;
}

/** Text, of a length in characters, and of a form. */
export function text(options: Bounds & { form?: RegExp } = {}): Check {
  const { form } = options;
  return (value, at) => {
    if (typeof value !== "string") return anyText(value, at);
    const message =
      sized(options, value.length, ["string", "have ", " characters"]) ??
        (form === undefined || form.test(value)
          ? undefined
          : `Invalid string: must match pattern ${form}`);
    return message === undefined ? undefined : { message, at };
  };
}

/** One of some words. */
export function oneOf(...words: readonly string[]): Check {
  return check(
    (value) => typeof value === "string" && words.includes(value),
    () => notAnOption(words),
  );
}

/** An absolute URL. */
export const url: Check = check(
  (value) => typeof value === "string" && URL.canParse(value),
  () => "Invalid URL",
);

/** An id of 24 hexadecimal digits. */
export const id: Check = text({ form: /^[0-9a-fA-F]{24}$/ });

/** True or false. */
export const flag: Check = typed(
  "boolean",
  (value) => typeof value === "boolean",
);

/** A whole number. */
export function whole(bounds: Bounds = {}): Check {
  const isWhole = typed("int", (value) => Number.isSafeInteger(value));
  return (value, at) => {
    if (typeof value !== "number") return isWhole(value, at);
    const message = sized({ min: 0, ...bounds }, value, ["number", "be ", ""]);
    return message === undefined ? isWhole(value, at) : { message, at };
  };
}

/** What `check` says, or null. */
export function orNull(check: Check): Check {
  return (value, at) => value === null ? undefined : check(value, at);
}

/** What one of the checks finds nothing wrong with. */
export function either(...checks: readonly Check[]): Check {
  return check(
    (value) => checks.some((each) => each(value, "") === undefined),
    () => "Invalid input",
  );
}

/** A list. */
export function list(of: Check, bounds: Bounds = {}): Check {
  return (value, at) => {
    if (!Array.isArray(value)) return anyList(value, at);
    const message = sized(bounds, value.length, ["array", "have ", " items"]);
    return message === undefined
      ? first(value.map((item, index) => of(item, `${at}[${index}]`)))
      : { message, at };
  };
}

/** A map from keys that `key` accepts. */
export function map(of: Check, key: Check): Check {
  return (value, at) => {
    if (!isObject(value)) return anyObject(value, at);
    return first(
      Object.entries(value).flatMap(([name, item]) => [
        key(name, below(at, name)),
        of(item, below(at, name)),
      ]),
    );
  };
}

/** An object; the fields of `needed` cannot be left out. */
export function fields(
  needed: Readonly<Record<string, Check>>,
  others: Readonly<Record<string, Check>> = {},
): Check {
  return (value, at) => {
    if (!isObject(value)) return anyObject(value, at);
    return first(
      Object.entries({ ...others, ...needed }).map(([name, check]) =>
        value[name] === undefined && !Object.hasOwn(needed, name)
          ? undefined
          : check(value[name], below(at, name))
      ),
    );
  };
}

function below(at: string, name: string): string {
  return at === "" ? name : `${at}.${name}`;
}

/** The body as an object that a check accepts; throws 400 or 415. */
export function readChecked(call: Call, check: Check): JsonObject {
  const [value] = readCheckedList(call, check);
  return value ?? {};
}

/** The body as objects that a check accepts; throws 400 or 415. */
export function readCheckedList(call: Call, check: Check): JsonObject[] {
  const value = checked(readJson(call), check);
  return [value].flat().filter((item) => isObject(item));
}

/** The value, if a check accepts it; else throws 400. */
export function checked(
  value: Json | undefined,
  check: Check,
  at = "",
): Json {
  const wrong = check(value, at);
  if (wrong !== undefined) throw issue(wrong.message, wrong.at);
  return value ?? null;
}

/** The fields of these names that an object has. */
export function pick(
  value: JsonObject,
  names: readonly string[],
): JsonObject {
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => names.includes(name)),
  );
}

function first(found: readonly (Wrong | undefined)[]): Wrong | undefined {
  return found.find((wrong) => wrong !== undefined);
}
