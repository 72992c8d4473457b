/**
 * Checks of JSON values, with the messages of the Hub's validation. As at the
 * Hub, unknown fields are dropped.
 *
 * @module
 */

import { type Failure, invalidField, notAnOption } from "./failure.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";

/** Returns a value that is valid, without unknown fields; else throws. */
export type Check<T = Json> = (
  value: Json | undefined,
  at: string,
  isUpdate?: boolean,
) => T;

/** The checks of some fields, by name. */
export type FieldChecks = Readonly<Record<string, Check>>;

/** The values that checks of required and optional fields return. */
export type FieldValues<R extends FieldChecks, O extends FieldChecks> =
  & { [K in keyof R]: ReturnType<R[K]> }
  & { [K in keyof O]?: ReturnType<O[K]> };

/** Bounds of a length or a number, both included. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** Accepts the values that pass a test. */
export function accept<T extends Json>(
  isValid: (value: Json | undefined) => value is T,
  refuse: (value: Json | undefined, at: string) => Failure,
): Check<T> {
  return (value, at) => {
    if (isValid(value)) return value;
    throw refuse(value, at);
  };
}

/** Accepts a list by a check of the whole and one of the items. */
export function eachItem<T>(
  whole: Check<Json[]>,
  item: Check<T>,
): Check<T[]> {
  return (value, at) =>
    whole(value, at).map((each, index) => item(each, `${at}[${index}]`));
}

/** Accepts a map by a check of the whole and one of the values. */
export function eachValue<T>(
  whole: Check<JsonObject>,
  item: Check<T>,
): Check<Record<string, T>> {
  return (value, at, isUpdate) =>
    Object.fromEntries(
      Object.entries(whole(value, at)).map(([name, each]) => [
        name,
        item(each, joinPath(at, name), isUpdate),
      ]),
    );
}

/** Joins the path of an object and the name of a field. */
export function joinPath(at: string, name: string): string {
  return at === "" ? name : `${at}.${name}`;
}

/** Tests whether a check accepts a value. */
export function isValid(check: Check, value: Json | undefined): boolean {
  try {
    check(value, "");
    return true;
  } catch {
    return false;
  }
}

function typeCheck<T extends Json>(
  type: string,
  isOfType: (value: Json | undefined) => value is T,
): Check<T> {
  return accept(isOfType, (value, at) => {
    const actual = value === null
      ? "null"
      : Array.isArray(value)
      ? "array"
      : typeof value;
    const message = `Invalid input: expected ${type}, received ${actual}`;
    return invalidField(message, at);
  });
}

const anyText = typeCheck("string", (value) => typeof value === "string");
const anyList = typeCheck("array", (value) => Array.isArray(value));
const anyNumber = typeCheck("int", (value) => typeof value === "number");
const anyInteger = typeCheck(
  "int",
  (value): value is number => Number.isSafeInteger(value),
);

/** Accepts anything. */
export const anyJson: Check = (value) => value ?? null;

/** Accepts any object, with all its fields. */
export const anyObject: Check<JsonObject> = typeCheck("object", isObject);

/** Accepts true and false. */
export const flag: Check<boolean> = typeCheck(
  "boolean",
  (value) => typeof value === "boolean",
);

/** Accepts an absolute URL. */
export const url: Check<string> = accept(
  (value): value is string => typeof value === "string" && URL.canParse(value),
  (_, at) => invalidField("Invalid URL", at),
);

/** Accepts an id of 24 hexadecimal digits. */
export const id: Check<string> = text({ form: /^[0-9a-fA-F]{24}$/ });

/** Accepts the name of a variable or secret. */
export const variableName: Check<string> = text({
  form: /^[a-zA-Z][_a-zA-Z0-9]*$/,
});

function requireSize(
  { min = 0, max = Infinity }: Bounds,
  size: number,
  at: string,
  [type, verb, unit]: readonly [string, string, string],
): void {
  if (size >= min && size <= max) return;
  const bound = size < min ? `>=${min}` : `<=${max}`;
  const much = size < min ? "small" : "big";
  throw invalidField(
    `Too ${much}: expected ${type} to ${verb}${bound}${unit}`,
    at,
  );
}

/** Accepts a string of a length in characters and of a form. */
export function text(options: Bounds & { form?: RegExp } = {}): Check<string> {
  const { form } = options;
  return (value, at) => {
    const text = anyText(value, at);
    requireSize(options, text.length, at, ["string", "have ", " characters"]);
    if (form === undefined || form.test(text)) return text;
    throw invalidField(`Invalid string: must match pattern ${form}`, at);
  };
}

/** Accepts one of some strings. */
export function oneOf<T extends string>(...options: readonly T[]): Check<T> {
  return accept(
    (value): value is T => options.some((option) => option === value),
    (_, at) => invalidField(notAnOption(options), at),
  );
}

/** Accepts one value only. */
export function literal<T extends string | boolean>(expected: T): Check<T> {
  return accept(
    (value): value is T => value === expected,
    (_, at) => invalidField(`Invalid input: expected ${expected}`, at),
  );
}

/** Accepts a whole number. */
export function wholeNumber(bounds: Bounds = {}): Check<number> {
  return (value, at) => {
    requireSize(bounds, anyNumber(value, at), at, ["number", "be ", ""]);
    return anyInteger(value, at);
  };
}

/** Accepts null too. */
export function orNull<T>(check: Check<T>): Check<T | null> {
  return (value, at) => value === null ? null : check(value, at);
}

/** Accepts a value that one of the checks accepts. */
export function anyOf<C extends readonly Check[]>(
  ...checks: C
): Check<ReturnType<C[number]>> {
  return (value, at) => {
    const check = checks.find((check) => isValid(check, value));
    if (check === undefined) throw invalidField("Invalid input", at);
    // The union of the checks' types, of which the compiler sees only `Json`.
    return check(value, at) as ReturnType<C[number]>;
  };
}

/** Accepts a list of items. */
export function list<T>(item: Check<T>, bounds: Bounds = {}): Check<T[]> {
  return eachItem((value, at) => {
    const items = anyList(value, at);
    requireSize(bounds, items.length, at, ["array", "have ", " items"]);
    return items;
  }, item);
}

/** Accepts a map by the checks of its values and keys. */
export function map<T>(
  item: Check<T>,
  key: Check<string>,
): Check<Record<string, T>> {
  return eachValue((value, at) => {
    const entries = anyObject(value, at);
    for (const name of Object.keys(entries)) key(name, joinPath(at, name));
    return entries;
  }, item);
}

/** Accepts an object with some required fields. */
export function fields<R extends FieldChecks>(
  required: R,
): Check<FieldValues<R, Record<never, never>>>;
/** Accepts an object with some required and some optional fields. */
export function fields<R extends FieldChecks, O extends FieldChecks>(
  required: R,
  optional: O,
): Check<FieldValues<R, O>>;
export function fields(required: FieldChecks, optional?: FieldChecks): Check {
  const checks = Object.entries({ ...optional, ...required });
  return (value, at) => {
    const given = anyObject(value, at);
    return Object.fromEntries(
      checks.filter(([name]) =>
        given[name] !== undefined || Object.hasOwn(required, name)
      ).map(([name, check]) => [name, check(given[name], joinPath(at, name))]),
    );
  };
}
