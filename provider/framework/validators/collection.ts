import type { Reference } from "../schema/reference.ts";
import type { Validator, ValidatorContext } from "../schema/rules.ts";
import { valueKey } from "../values/equal.ts";
import { partType, pathIn } from "../values/walk.ts";
import { isUnknown } from "../values/unknown.ts";
import { isWhollyKnown, type Value } from "../values/value.ts";
import { Diagnostics } from "../diagnostics.ts";
import {
  addValueError,
  count,
  enumeration,
  predicateValidator,
} from "./report.ts";

/** The value of a list, set or map attribute with elements `T`. */
export type Collection<T> = readonly T[] | Readonly<Record<string, T>>;

/** There must be at least `min` and at most `max` elements. */
export function sizeBetween(
  min: number,
  max: number,
): Validator<Collection<unknown>> {
  return ofSize(`${min} to ${count(max, "element")}`, min, max);
}

/** There must be at least `min` elements. */
export function sizeAtLeast(min: number): Validator<Collection<unknown>> {
  return ofSize(`at least ${count(min, "element")}`, min, Infinity);
}

/** There must be at most `max` elements. */
export function sizeAtMost(max: number): Validator<Collection<unknown>> {
  return ofSize(`at most ${count(max, "element")}`, 0, max);
}

function ofSize(
  limit: string,
  min: number,
  max: number,
): Validator<Collection<unknown>> {
  return {
    description: `a collection of ${limit}`,
    acceptsUnknownParts: true,
    validate(value, { path, type, diagnostics }) {
      const all = Object.values(value);
      const open = type[0] === "set" ? all.filter(isUnknown).length : 0;
      // Unknown elements of a set may turn out to be equal to others.
      const least = Math.max(all.length - open, Math.min(all.length, 1));
      const size = all.length;
      if (size >= min && least <= max) return;
      diagnostics.addError(
        "Invalid attribute value",
        `\`${path}\` must have ${limit}, but it has ${size}.`,
        path,
      );
    },
  };
}

/**
 * No two elements of a list or set may be equal, or have one key.
 *
 * @param keyOf Returns the key; undefined: it is not known. Default: all of it.
 */
export function uniqueValues(
  keyOf?: (element: Value) => string | undefined,
): Validator<readonly Value[]> {
  const description = "a collection without duplicates";
  return {
    description,
    acceptsUnknownParts: true,
    validate(value, context) {
      const seen = new Map<string, number>();
      elements(value, context).forEach(({ value, type, path }, i) => {
        const isOpen = keyOf === undefined && !isWhollyKnown(value);
        const key = isOpen ? undefined : (keyOf ?? valueKey)(value, type);
        if (key === undefined) return;
        const first = seen.get(key);
        if (first === undefined) seen.set(key, i);
        else {
          context.diagnostics.addError(
            "Duplicate element",
            keyOf
              ? `\`${context.path}\` has ${key} twice. Remove one.`
              : `\`${path}\` equals \`${
                context.path.index(first)
              }\`. Remove one.`,
            path,
          );
        }
      });
    },
  };
}

/** Every element of a list or set, or value of a map, must pass the checks. */
export function each<T extends Value>(
  ...validators: readonly Validator<T>[]
): Validator<Collection<T>> {
  return {
    description: `a collection in which each element is ${
      describeAll(validators)
    }`,
    acceptsUnknownParts: true,
    validate(value, context) {
      for (const { value: element, ...place } of elements(value, context)) {
        if (element === null || isUnknown(element)) continue;
        const hasUnknownParts = context.hasUnknownParts === true &&
          !isWhollyKnown(element);
        const inner = { ...context, ...place, hasUnknownParts };
        for (const validator of validators) {
          if (hasUnknownParts && !validator.acceptsUnknownParts) continue;
          validator.validate(element, inner);
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
    description: `a map in which each key is ${describeAll(validators)}`,
    acceptsUnknownParts: true,
    validate(value, context) {
      for (const key of Object.keys(value)) {
        const path = context.path.key(key);
        for (const validator of validators) {
          validator.validate(key, { ...context, path, type: "string" });
        }
      }
    },
  };
}

/**
 * Every one of the checks must pass; for one description of all. What is
 * true of one of them is true of all: that it looks at other attributes, or at
 * absent values.
 */
export function allOf<T>(
  ...validators: readonly Validator<T>[]
): Validator<T> {
  return {
    description: describeAll(validators),
    acceptsUnknownParts: true,
    ...validators.some((one) => one.onAbsent) ? { onAbsent: true } : {},
    ...validators.some((one) => one.optionalOnly) ? { optionalOnly: true } : {},
    references: referencesOf(validators),
    validate(value, context) {
      for (const validator of validators) {
        if (value === undefined && !validator.onAbsent) continue;
        if (context.hasUnknownParts && !validator.acceptsUnknownParts) continue;
        validator.validate(value, context);
      }
    },
  };
}

/** At least one of the checks must pass. */
export function anyOf<T>(
  ...validators: readonly Validator<T>[]
): Validator<T> {
  const description = enumeration(
    validators.map((one) => one.description),
    "or",
  );
  return {
    description,
    references: referencesOf(validators),
    validate(value, context) {
      const isAny = validators.some((validator) =>
        !collectErrors(validator, value, context).hasErrors
      );
      if (!isAny) addValueError(context, description, value);
    },
  };
}

/** The check must not pass. */
export function not<T>(validator: Validator<T>): Validator<T> {
  return {
    description: `not ${validator.description}`,
    references: referencesOf([validator]),
    validate(value, context) {
      if (collectErrors(validator, value, context).hasErrors) return;
      addValueError(context, `not ${validator.description}`, undefined);
    },
  };
}

function collectErrors<T>(
  validator: Validator<T>,
  value: T,
  context: ValidatorContext,
): Diagnostics {
  const diagnostics = new Diagnostics();
  validator.validate(value, { ...context, diagnostics });
  return diagnostics;
}

/** No element of the collection may be null. */
export function noNulls(): Validator<Collection<unknown>> {
  return {
    ...predicateValidator(
      "a collection without null",
      (value) => !Object.values(value).includes(null),
    ),
    acceptsUnknownParts: true,
  };
}

function referencesOf<T>(
  validators: readonly Validator<T>[],
): readonly Reference[] {
  return validators.flatMap(({ references = [] }) => references);
}

function describeAll<T>(validators: readonly Validator<T>[]): string {
  return enumeration(
    validators.map((validator) => validator.description),
    "and",
  );
}

function elements<T>(
  collection: Collection<T>,
  { path, type }: ValidatorContext,
) {
  const isList = Array.isArray(collection);
  return Object.entries(collection).map(([key, value]) => {
    const step = isList ? Number(key) : key;
    const inner = partType(type, step) ?? "dynamic";
    return { value, type: inner, path: pathIn(path, type, step) };
  });
}
