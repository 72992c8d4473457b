import { compareNumbers, isNumberValue, numberText } from "./decimal.ts";
import { attributeNames, compareText, type Type, typeJson } from "./type.ts";
import { isUnknown } from "./unknown.ts";
import {
  Dynamic,
  isValueArray,
  isValueObject,
  isWhollyKnown,
  member,
  type Value,
} from "./value.ts";
import { normalText } from "../normal_text.ts";
import { partType } from "./walk.ts";

/**
 * The elements of a set without duplicates, in the order in which Terraform
 * writes them: strings by their bytes, numbers ascending, false before true,
 * what holds unknowns after what doesn't, null last. Compound elements come in
 * a stable order of our own.
 */
export function orderedSet(
  elements: readonly Value[],
  type: Type,
): readonly Value[] {
  return [...distinct(elements, type)]
    .sort((a, b) =>
      rank(a.value) - rank(b.value) || compareKnown(a.value, b.value) ||
      compareText(a.key, b.key)
    )
    .map(({ value }) => value);
}

function rank(value: Value): number {
  return value === null ? 2 : isWhollyKnown(value) ? 0 : 1;
}

function compareKnown(a: Value, b: Value): number {
  if (typeof a === "string" && typeof b === "string") {
    return compareText(normalText(a), normalText(b));
  }
  if (isNumberValue(a) && isNumberValue(b)) return compareNumbers(a, b);
  return 0;
}

/**
 * Whether both are the same value of `type`: numbers by value, strings in normal
 * form, sets without order or duplicates. An unknown equals every other
 * unknown: what is known of it doesn't count.
 */
export function equalValues(a: Value, b: Value, type: Type): boolean {
  if (a === b) return true;
  const inner = (step: string | number) => partType(type, step) ?? "dynamic";
  if (isValueArray(a) && isValueArray(b) && type[0] !== "set") {
    return a.length === b.length &&
      a.every((part, i) => equalValues(part, b[i] ?? null, inner(i)));
  }
  if (isValueObject(a) && isValueObject(b)) {
    const isObject = typeof type !== "string" && type[0] === "object";
    const names = isObject ? attributeNames(type) : Object.keys(a);
    return (isObject || names.length === Object.keys(b).length) &&
      names.every((name) => {
        const other = member(b, name);
        return (isObject || other !== undefined) &&
          equalValues(member(a, name) ?? null, other ?? null, inner(name));
      });
  }
  return valueKey(a, type) === valueKey(b, type);
}

/**
 * A string that two values of `type` share if, and only if, they are equal; see
 * {@link equalValues}. Good as the key of a Map.
 */
export function valueKey(value: Value, type: Type): string {
  if (value === null) return "null";
  if (isUnknown(value)) return "?";
  if (typeof value === "string") return JSON.stringify(normalText(value));
  if (isNumberValue(value)) return numberText(value);
  if (Dynamic.is(value)) {
    return `${typeJson(value.type)}=${valueKey(value.value, value.type)}`;
  }
  if (isValueArray(value)) {
    if (typeof type !== "string" && type[0] === "set") {
      const keys = distinct(value, type[1]).map(({ key }) => key);
      return `{${keys.sort().join(",")}}`;
    }
    const keys = value.map((part, i) =>
      valueKey(part, partType(type, i) ?? "dynamic")
    );
    return `[${keys.join(",")}]`;
  }
  if (!isValueObject(value)) return String(value);
  const isObject = typeof type !== "string" && type[0] === "object";
  const names = isObject ? attributeNames(type) : Object.keys(value).sort();
  const keys = names.map((name) => {
    const part = member(value, name) ?? null;
    const key = valueKey(part, partType(type, name) ?? "dynamic");
    return isObject ? key : `${JSON.stringify(name)}:${key}`;
  });
  return `(${keys.join(",")})`;
}

/** An element of a set, and its {@link valueKey}. */
type KeyedValue = { readonly key: string; readonly value: Value };

/**
 * The elements of a set of `type` elements without the later duplicates.
 * Elements with anything unknown inside are never duplicates.
 */
export function distinct(
  elements: readonly Value[],
  type: Type,
): readonly KeyedValue[] {
  const seen = new Set<string>();
  const kept: KeyedValue[] = [];
  for (const value of elements) {
    const key = valueKey(value, type);
    if (!seen.has(key) || !isWhollyKnown(value)) {
      seen.add(key);
      kept.push({ key, value });
    }
  }
  return kept;
}
