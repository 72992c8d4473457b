/**
 * Validators of lists, sets and maps, and of what is inside them.
 *
 * @module
 */

import type { Validator, ValidatorContext } from "../schema/validator.ts";
import { valueKey } from "../values/equal.ts";
import { elementType, memberType } from "../values/walk.ts";
import { isUnknown } from "../values/unknown.ts";
import {
  isValueArray,
  isValueObject,
  isWhollyKnown,
  type Value,
} from "../values/value.ts";
import { count, enumeration, refuse } from "./report.ts";

/** The value of a list, set or map attribute with elements `T`. */
export type Collection<T> = readonly T[] | Readonly<Record<string, T>>;

/** There must be at least `min` and at most `max` elements. */
export function sizeBetween(
  min: number,
  max: number,
): Validator<Collection<unknown>> {
  return ofSize(
    `a collection of ${min} to ${count(max, "element")}`,
    (size) => size >= min && size <= max,
  );
}

/** There must be at least `min` elements. */
export function sizeAtLeast(min: number): Validator<Collection<unknown>> {
  return ofSize(
    `a collection of at least ${count(min, "element")}`,
    (size) => size >= min,
  );
}

/** There must be at most `max` elements. */
export function sizeAtMost(max: number): Validator<Collection<unknown>> {
  return ofSize(
    `a collection of at most ${count(max, "element")}`,
    (size) => size <= max,
  );
}

function ofSize(
  description: string,
  fits: (size: number) => boolean,
): Validator<Collection<unknown>> {
  return {
    description,
    validate(value, context) {
      const size = Object.keys(value).length;
      if (!fits(size)) {
        refuse(context, `${description} (it has ${size})`, undefined);
      }
    },
  };
}

/** No two elements of the list may be equal. */
export function uniqueValues(): Validator<readonly unknown[]> {
  const description = "a list without duplicates";
  return {
    description,
    validate(value, context) {
      const seen = new Map<string, number>();
      elements(value, context).forEach(({ value, type, path }, i) => {
        if (!isWhollyKnown(value)) return;
        const key = valueKey(value, type);
        const first = seen.get(key);
        if (first === undefined) seen.set(key, i);
        else {
          refuse(
            { ...context, path },
            `unlike the other elements (it equals element ${first})`,
            value,
          );
        }
      });
    },
  };
}

/** Every element of a list or set, or value of a map, must pass the checks. */
export function each<T>(
  ...validators: readonly Validator<T>[]
): Validator<Collection<T>> {
  return {
    description: `a collection in which each element is ${all(validators)}`,
    validate(value, context) {
      for (const element of elements(value, context)) {
        const inner = { ...context, path: element.path, type: element.type };
        if (element.value === null || isUnknown(element.value)) continue;
        for (const validator of validators) {
          // The attribute's type says that its elements are of type T.
          validator.validate(element.value as T, inner);
        }
      }
    },
  };
}

/** Every key of a map must pass the checks. */
export function keys(
  ...validators: readonly Validator<string>[]
): Validator<Readonly<Record<string, unknown>>> {
  return {
    description: `a map in which each key is ${all(validators)}`,
    validate(value, context) {
      for (const key of Object.keys(value)) {
        const inner: ValidatorContext = {
          ...context,
          path: context.path.key(key),
          type: "string",
        };
        for (const validator of validators) validator.validate(key, inner);
      }
    },
  };
}

/** Every one of the checks must pass; for documentation in one phrase. */
export function allOf<T>(
  ...validators: readonly Validator<T>[]
): Validator<T> {
  return {
    description: all(validators),
    validate(value, context) {
      for (const validator of validators) validator.validate(value, context);
    },
  };
}

function all<T>(validators: readonly Validator<T>[]): string {
  return enumeration(
    validators.map((validator) => validator.description),
    "and",
  );
}

interface Element {
  readonly value: Value;
  readonly type: ValidatorContext["type"];
  readonly path: ValidatorContext["path"];
}

function elements(
  collection: unknown,
  context: ValidatorContext,
): readonly Element[] {
  const { path, type } = context;
  // Validators are only called with values.
  const value = collection as Value;
  if (isValueArray(value)) {
    const inSet = typeof type !== "string" && type[0] === "set";
    return value.map((element, i) => ({
      value: element,
      type: elementType(type, i) ?? "dynamic",
      path: inSet ? path : path.index(i),
    }));
  }
  if (!isValueObject(value)) return [];
  return Object.entries(value).map(([key, element]) => ({
    value: element,
    type: memberType(type, key) ?? "dynamic",
    path: path.key(key),
  }));
}
