/**
 * What bodies of the Hub must look like. The Hub drops unknown fields, so they
 * are no fault here either.
 *
 * @module
 */

import { Failure } from "./failure.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import { type Call, readJson } from "./router.ts";

/** Says what is wrong with a value; undefined if nothing is. */
export type Check = (value: Json, at: string) => string | undefined;

/** Smallest and greatest length or number, both allowed. */
export interface Bounds {
  /** The smallest. */
  readonly min?: number;
  /** The greatest. */
  readonly max?: number;
}

/** Text, of a length in characters, and of a form. */
export function text(options: Bounds & { form?: RegExp } = {}): Check {
  const { min = 0, max = Infinity, form } = options;
  return (value, at) => {
    if (typeof value !== "string") return `"${at}" must be a string`;
    if (value.length < min) {
      return `"${at}" must have at least ${min} characters`;
    }
    if (value.length > max) {
      return `"${at}" must have at most ${max} characters`;
    }
    return form === undefined || form.test(value)
      ? undefined
      : `"${at}" must match ${form.source}`;
  };
}

/** One of some words. */
export function oneOf(...words: readonly string[]): Check {
  return (value, at) =>
    typeof value === "string" && words.includes(value)
      ? undefined
      : `"${at}" must be one of ${words.join(", ")}`;
}

/** An absolute URL. */
export const url: Check = (value, at) =>
  typeof value === "string" && URL.canParse(value)
    ? undefined
    : `"${at}" must be a valid uri`;

/** An id of 24 hexadecimal digits. */
export const id: Check = text({ form: /^[0-9a-fA-F]{24}$/ });

/** True or false. */
export const flag: Check = (value, at) =>
  typeof value === "boolean" ? undefined : `"${at}" must be a boolean`;

/** A whole number. */
export function whole(bounds: Bounds = {}): Check {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = bounds;
  return (value, at) =>
    typeof value === "number" && Number.isInteger(value) && value >= min &&
      value <= max
      ? undefined
      : `"${at}" must be a whole number from ${min} to ${max}`;
}

/** What `check` says, or null. */
export function orNull(check: Check): Check {
  return (value, at) => value === null ? undefined : check(value, at);
}

/** What one of the checks finds nothing wrong with. */
export function either(...checks: readonly Check[]): Check {
  return (value, at) => {
    const found = checks.map((check) => check(value, at));
    return found.includes(undefined) ? undefined : found.join(" or ");
  };
}

/** A list. */
export function list(of: Check, bounds: Bounds = {}): Check {
  const { min = 0, max = Infinity } = bounds;
  return (value, at) => {
    if (!Array.isArray(value)) return `"${at}" must be an array`;
    if (value.length < min) return `"${at}" must have at least ${min} items`;
    if (value.length > max) return `"${at}" must have at most ${max} items`;
    return first(value.map((item, index) => of(item, `${at}[${index}]`)));
  };
}

/** A map from keys that `key` accepts. */
export function map(of: Check, key: Check): Check {
  return (value, at) => {
    if (!isObject(value)) return `"${at}" must be an object`;
    return first(
      Object.entries(value).flatMap(([name, item]) => [
        key(name, `${at}: ${name}`),
        of(item, `${at}.${name}`),
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
    if (!isObject(value)) return `"${at}" must be an object`;
    return first(
      Object.entries({ ...others, ...needed }).map(([name, check]) => {
        const given = value[name];
        const place = at === "body" ? name : `${at}.${name}`;
        if (given !== undefined) return check(given, place);
        return Object.hasOwn(needed, name)
          ? `"${place}" is required`
          : undefined;
      }),
    );
  };
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
export function checked(value: Json, check: Check): Json {
  const wrong = check(value, "body");
  if (wrong !== undefined) throw new Failure(400, wrong);
  return value;
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

function first(found: readonly (string | undefined)[]): string | undefined {
  return found.find((wrong) => wrong !== undefined);
}
