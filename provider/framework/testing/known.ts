/**
 * What a test expects of values that the CLI shows.
 *
 * @module
 */

import type { Json } from "./terraform_json.ts";

/** A value as the CLI shows it, and what it says about it. */
export interface Observed {
  /** The value; undefined where there is none, or it is not known yet. */
  readonly value: Json | undefined;
  /** Whether it is known only after apply; of an object, which of its parts. */
  readonly unknown: Json | undefined;
  /** Whether it is sensitive; of an object, which of its parts. */
  readonly sensitive: Json | undefined;
}

/**
 * What a value must be.
 *
 * - `null`: null, or absent
 * - a boolean, a number or a string: the same
 * - a regular expression: a string that it matches
 * - an array: a list or set of these elements, in this order
 * - an object: an object or map with these members and no other
 * - one of {@linkcode known}: what that says
 */
export type Expected =
  | null
  | boolean
  | number
  | string
  | RegExp
  | Known
  | readonly Expected[]
  | ExpectedObject;

/** What each of these attributes or keys must be. */
export interface ExpectedObject {
  /** By the name of the attribute, or the key. */
  readonly [name: string]: Expected;
}

/** An expectation that is more than a value. Extend it for one of your own. */
export abstract class Known {
  /** In words, as in "expected a list of 3". */
  abstract readonly description: string;

  /**
   * What is not as expected, each with its path: empty if all is.
   *
   * @param path Where the value is, such as `tags[0]`.
   */
  abstract differences(observed: Observed, path: string): readonly string[];
}

/**
 * What of a value is not as expected, each with its path: empty if all is.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { differences, known } from "@hf-terraform/framework/testing";
 *
 * const seen = {
 *   value: { name: "milk", tags: ["b", "a"] },
 *   unknown: { length: true },
 *   sensitive: {},
 * };
 * const expected = { name: /^m/, tags: known.set(["a", "b"]), length: 4 };
 * deepEqual(differences(expected, seen), [
 *   "length: expected 4, but it is not known yet",
 * ]);
 * ```
 */
export function differences(
  expected: Expected,
  observed: Observed,
  path = "",
): readonly string[] {
  if (expected instanceof Known) return expected.differences(observed, path);
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
  expected: Expected,
  observed: Observed,
): readonly string[] {
  return isWell ? [] : [differs(path, expected, observed)];
}

function differs(
  path: string,
  expected: Expected,
  { value, unknown }: Observed,
): string {
  const found = unknown === true
    ? "it is not known yet"
    : `found ${value === undefined ? "nothing" : JSON.stringify(value)}`;
  return `${path === "" ? "" : `${path}: `}expected ${
    text(expected)
  }, but ${found}`;
}

function text(expected: Expected): string {
  if (expected instanceof Known) return expected.description;
  if (expected instanceof RegExp) return `${expected}`;
  if (isList(expected)) return `[${expected.map(text).join(", ")}]`;
  if (!isObject(expected)) return JSON.stringify(expected);
  const members = Object.entries(expected).map(([name, one]) =>
    `${name}: ${text(one)}`
  );
  return `{ ${members.join(", ")} }`;
}

/** One element or member of a value. */
function partOf(observed: Observed, key: string | number): Observed {
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
function namesOf({ value, unknown }: Observed): string[] {
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
class Simple extends Known {
  readonly description: string;
  readonly #differences: Known["differences"];

  constructor(
    description: string,
    differences: (observed: Observed, path: string) =>
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

  differences(observed: Observed, path: string): readonly string[] {
    return this.#differences(observed, path);
  }
}

/** A value that a test sees more than once; see {@linkcode known.remembered}. */
export class Remembered extends Known {
  /** In words. */
  override readonly description = "the same value as before";
  #seen: string | undefined;

  /** Remembers the first value that it is given. */
  override differences(observed: Observed, path: string): readonly string[] {
    const seen = JSON.stringify(observed.value);
    if (seen === undefined) return [differs(path, this, observed)];
    this.#seen ??= seen;
    return when(this.#seen === seen, path, this, observed);
  }

  /** Another value than the one remembered, which is remembered instead. */
  get changed(): Known {
    return new Simple("another value than before", (observed) => {
      const seen = JSON.stringify(observed.value);
      const isOther = seen !== undefined && seen !== this.#seen;
      this.#seen = seen;
      return isOther;
    });
  }
}

function holdsAll(
  elements: readonly Expected[],
  observed: Observed,
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

/** What {@linkcode known} has. */
export interface KnownValues {
  /** Known only after apply. */
  unknown(): Known;
  /** Any value that is not null, and is known. */
  notNull(): Known;
  /** A sensitive value; of a state or plan, or of an output. */
  sensitive(expected?: Expected): Known;
  /** A set of these elements, or a list of them in any order. */
  set(elements: readonly Expected[]): Known;
  /** A list or set that holds these elements, and perhaps others. */
  including(...elements: readonly Expected[]): Known;
  /** An object, a map or, by index, a list with these members among others. */
  partial(members: ExpectedObject): Known;
  /** A list, set, map or object of so many. */
  size(size: number): Known;
  /** A known value for which a function returns true. */
  where(description: string, isWell: (value: Json) => boolean): Known;
  /**
   * A value that is remembered when it is first seen, and must be the same
   * whenever it is expected again: in another step, or of another resource. Its
   * `changed` expects another value.
   */
  remembered(): Remembered;
}

/**
 * Expectations that a plain value cannot say.
 *
 * @example
 * ```ts
 * import { differences, known } from "@hf-terraform/framework/testing";
 *
 * const id = known.remembered();
 * const seen = (value: string) => ({ value, unknown: false, sensitive: false });
 * console.assert(differences(id, seen("7")).length === 0);
 * console.assert(differences(id, seen("7")).length === 0);
 * console.assert(differences(id.changed, seen("8")).length === 0);
 * ```
 */
export const known: KnownValues = {
  unknown(): Known {
    return new Simple("an unknown value", ({ unknown }) => unknown === true);
  },
  notNull(): Known {
    return new Simple(
      "a value",
      ({ value, unknown }) =>
        unknown !== true && value !== undefined && value !== null,
    );
  },
  sensitive(expected: Expected = known.notNull()): Known {
    return new Simple(
      `${text(expected)}, sensitive`,
      (observed, path) =>
        observed.sensitive === true
          ? differences(expected, observed, path)
          : [`${path}: expected a sensitive value, but it is not sensitive`],
    );
  },
  set(elements: readonly Expected[]): Known {
    return new Simple(
      `these in any order: ${text(elements)}`,
      (observed) => holdsAll(elements, observed, true),
    );
  },
  including(...elements: readonly Expected[]): Known {
    return new Simple(
      `these among others: ${text(elements)}`,
      (observed) => holdsAll(elements, observed, false),
    );
  },
  partial(members: ExpectedObject): Known {
    return new Simple(
      `${text(members)} among others`,
      (observed, path) =>
        Object.entries(members).flatMap(([name, one]) =>
          differences(one, partOf(observed, name), joined(path, name))
        ),
    );
  },
  size(size: number): Known {
    return new Simple(
      `${size} elements`,
      ({ value }) =>
        typeof value === "object" && value !== null &&
        Object.keys(value).length === size,
    );
  },
  where(description: string, isWell: (value: Json) => boolean): Known {
    return new Simple(
      description,
      ({ value, unknown }) =>
        unknown !== true && value !== undefined && isWell(value),
    );
  },
  remembered(): Remembered {
    return new Remembered();
  },
};
