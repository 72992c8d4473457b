/**
 * Expectations of values that the CLI shows.
 *
 * @module
 */

import type { Json } from "../values/value.ts";

/** A value as the CLI shows it, and what it says about it. */
export interface ObservedValue {
  /** The value; undefined where there is none, or it is not known yet. */
  readonly value: Json | undefined;
  /** True if it is known only after apply; of an object, by its parts. */
  readonly unknown: Json | undefined;
  /** True if it is sensitive; of an object, by its parts. */
  readonly sensitive: Json | undefined;
}

/**
 * An expected value.
 *
 * - `null`: null, or absent
 * - a boolean, a number or a string: the same
 * - a regular expression: a string that it matches
 * - an array: a list or set of these elements, in this order
 * - an object: an object or map with these members and no other
 * - one of {@linkcode knownValue}: what that says
 */
export type ExpectedValue =
  | null
  | boolean
  | number
  | string
  | RegExp
  | KnownValue
  | readonly ExpectedValue[]
  | ExpectedObject;

/** The expected values of some attributes or keys. */
export interface ExpectedObject {
  /** By the name of the attribute, or the key. */
  readonly [name: string]: ExpectedValue;
}

/** An expectation that is more than a value. Extend it for one of your own. */
export abstract class KnownValue {
  /** In words, as in "expected a list of 3". */
  abstract readonly description: string;

  /**
   * The differences from what is expected, each with its path.
   *
   * @param path Where the value is, such as `tags[0]`.
   */
  abstract differences(
    observed: ObservedValue,
    path: string,
  ): readonly string[];
}

/**
 * Lists the differences of a value from what is expected, each with its path.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { differences, knownValue } from "@hf-terraform/framework/testing";
 *
 * const seen = {
 *   value: { name: "milk", tags: ["b", "a"] },
 *   unknown: { length: true },
 *   sensitive: {},
 * };
 * const expected = { name: /^m/, tags: knownValue.set(["a", "b"]), length: 4 };
 * deepEqual(differences(expected, seen), [
 *   "length: expected 4, but it is not known yet",
 * ]);
 * ```
 */
export function differences(
  expected: ExpectedValue,
  observed: ObservedValue,
  path = "",
): readonly string[] {
  if (expected instanceof KnownValue) {
    return expected.differences(observed, path);
  }
  if (observed.unknown === true) return [differs(path, expected, observed)];
  const { value } = observed;
  if (expected instanceof RegExp) {
    return when(
      typeof value === "string" && expected.test(value),
      path,
      expected,
      observed,
    );
  }
  if (isList(expected)) {
    const isSame = isList(value) && value.length === expected.length;
    return isSame
      ? expected.flatMap((one, at) =>
        differences(one, partOf(observed, at), `${path}[${at}]`)
      )
      : [differs(path, expected, observed)];
  }
  if (typeof expected === "object" && expected !== null) {
    const names = new Set([...Object.keys(expected), ...namesOf(observed)]);
    return isObject(value) || namesOf(observed).length > 0
      ? [...names].flatMap((name) =>
        differences(
          expected[name] ?? null,
          partOf(observed, name),
          joined(path, name),
        )
      )
      : [differs(path, expected, observed)];
  }
  return when(Object.is(value ?? null, expected), path, expected, observed);
}

/** Nothing if all is well, else what differs. */
function when(
  isWell: boolean,
  path: string,
  expected: ExpectedValue,
  observed: ObservedValue,
): readonly string[] {
  return isWell ? [] : [differs(path, expected, observed)];
}

function differs(
  path: string,
  expected: ExpectedValue,
  { value, unknown }: ObservedValue,
): string {
  const found = unknown === true
    ? "it is not known yet"
    : `found ${value === undefined ? "nothing" : JSON.stringify(value)}`;
  return `${path === "" ? "" : `${path}: `}expected ${
    text(expected)
  }, but ${found}`;
}

function text(expected: ExpectedValue): string {
  if (expected instanceof KnownValue) return expected.description;
  if (expected instanceof RegExp) return `${expected}`;
  if (isList(expected)) return `[${expected.map(text).join(", ")}]`;
  if (!isObject(expected)) return JSON.stringify(expected);
  const members = Object.entries(expected).map(([name, one]) =>
    `${name}: ${text(one)}`
  );
  return `{ ${members.join(", ")} }`;
}

/** One element or member of a value. */
function partOf(observed: ObservedValue, key: string | number): ObservedValue {
  const take = (whole: Json | undefined): Json | undefined =>
    isList(whole)
      ? whole[Number(key)]
      : isObject(whole)
      ? whole[key]
      : undefined;
  return {
    value: take(observed.value),
    // A list or object that is unknown or sensitive is so in all its parts.
    unknown: observed.unknown === true || take(observed.unknown),
    sensitive: observed.sensitive === true || take(observed.sensitive),
  };
}

/** The members that are not null. */
function namesOf({ value, unknown }: ObservedValue): string[] {
  const there = isObject(value)
    ? Object.keys(value).filter((name) => value[name] !== null)
    : [];
  const later = isObject(unknown)
    ? Object.keys(unknown).filter((name) => unknown[name] === true)
    : [];
  return [...there, ...later];
}

function joined(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function isList<T>(
  value: T | readonly T[] | undefined,
): value is readonly T[] {
  return Array.isArray(value);
}

function isObject<T>(
  value: T | { readonly [name: string]: T } | undefined,
): value is { readonly [name: string]: T } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An expectation made of two functions. */
class Simple extends KnownValue {
  readonly description: string;
  readonly #differences: KnownValue["differences"];

  constructor(
    description: string,
    differences: (observed: ObservedValue, path: string) =>
      | readonly string[]
      | boolean,
  ) {
    super();
    this.description = description;
    this.#differences = (observed, path) => {
      const found = differences(observed, path);
      return typeof found === "boolean"
        ? when(found, path, this, observed)
        : found;
    };
  }

  differences(observed: ObservedValue, path: string): readonly string[] {
    return this.#differences(observed, path);
  }
}

/** A value that a test sees more than once. */
export class RememberedValue extends KnownValue {
  /** In words. */
  override readonly description = "the same value as before";
  #seen: string | undefined;

  /** Remembers the first value that it is given. */
  override differences(
    observed: ObservedValue,
    path: string,
  ): readonly string[] {
    const seen = JSON.stringify(observed.value);
    if (seen === undefined) return [differs(path, this, observed)];
    this.#seen ??= seen;
    return when(this.#seen === seen, path, this, observed);
  }

  /** Another value than the one remembered, which is remembered instead. */
  get changed(): KnownValue {
    return new Simple("another value than before", (observed) => {
      const seen = JSON.stringify(observed.value);
      const isOther = seen !== undefined && seen !== this.#seen;
      this.#seen = seen;
      return isOther;
    });
  }
}

function holdsAll(
  elements: readonly ExpectedValue[],
  observed: ObservedValue,
  isWhole: boolean,
): boolean {
  const { value } = observed;
  if (!isList(value) || isWhole && value.length !== elements.length) {
    return false;
  }
  const left = new Set(value.keys());
  return elements.every((element) => {
    const at = [...left].find((at) =>
      differences(element, partOf(observed, at)).length === 0
    );
    return at !== undefined && left.delete(at);
  });
}

/** The kinds of {@linkcode knownValue}. */
export interface KnownValues {
  /** A value that is known only after apply. */
  unknown(): KnownValue;
  /** Any value that is not null, and is known. */
  notNull(): KnownValue;
  /** A sensitive value; of a state or plan, or of an output. */
  sensitive(expected?: ExpectedValue): KnownValue;
  /** A set of these elements, or a list of them in any order. */
  set(elements: readonly ExpectedValue[]): KnownValue;
  /** A list or set that holds these elements, and perhaps others. */
  including(...elements: readonly ExpectedValue[]): KnownValue;
  /** An object, a map or, by index, a list with these members among others. */
  partial(members: ExpectedObject): KnownValue;
  /** A list, set, map or object of so many. */
  size(size: number): KnownValue;
  /** A known value for which a function returns true. */
  where(description: string, isWell: (value: Json) => boolean): KnownValue;
  /**
   * A value that is remembered when it is first seen, and must be the same
   * whenever it is expected again: in another step, or of another resource. Its
   * `changed` expects another value.
   */
  remembered(): RememberedValue;
}

/**
 * Expectations that a plain value cannot say.
 *
 * @example
 * ```ts
 * import { differences, knownValue } from "@hf-terraform/framework/testing";
 *
 * const id = knownValue.remembered();
 * const seen = (value: string) => ({ value, unknown: false, sensitive: false });
 * console.assert(differences(id, seen("7")).length === 0);
 * console.assert(differences(id, seen("7")).length === 0);
 * console.assert(differences(id.changed, seen("8")).length === 0);
 * ```
 */
export const knownValue: KnownValues = {
  unknown(): KnownValue {
    return new Simple("an unknown value", ({ unknown }) => unknown === true);
  },
  notNull(): KnownValue {
    return new Simple(
      "a value",
      ({ value, unknown }) =>
        unknown !== true && value !== undefined && value !== null,
    );
  },
  sensitive(expected: ExpectedValue = knownValue.notNull()): KnownValue {
    return new Simple(
      `${text(expected)}, sensitive`,
      (observed, path) =>
        observed.sensitive === true
          ? differences(expected, observed, path)
          : [`${path}: expected a sensitive value, but it is not sensitive`],
    );
  },
  set(elements: readonly ExpectedValue[]): KnownValue {
    return new Simple(
      `these in any order: ${text(elements)}`,
      (observed) => holdsAll(elements, observed, true),
    );
  },
  including(...elements: readonly ExpectedValue[]): KnownValue {
    return new Simple(
      `these among others: ${text(elements)}`,
      (observed) => holdsAll(elements, observed, false),
    );
  },
  partial(members: ExpectedObject): KnownValue {
    return new Simple(
      `${text(members)} among others`,
      (observed, path) =>
        Object.entries(members).flatMap(([name, one]) =>
          differences(one, partOf(observed, name), joined(path, name))
        ),
    );
  },
  size(size: number): KnownValue {
    return new Simple(
      `${size} elements`,
      ({ value }) =>
        typeof value === "object" && value !== null &&
        Object.keys(value).length === size,
    );
  },
  where(description: string, isWell: (value: Json) => boolean): KnownValue {
    return new Simple(
      description,
      ({ value, unknown }) =>
        unknown !== true && value !== undefined && isWell(value),
    );
  },
  remembered(): RememberedValue {
    return new RememberedValue();
  },
};
