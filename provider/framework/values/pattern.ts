/**
 * Patterns: values in which an unknown stands for anything.
 *
 * @module
 */

import { equalValues, valueKey } from "./equal.ts";
import { compareText, type Type } from "./type.ts";
import { isUnknown } from "./unknown.ts";
import {
  isValueArray,
  isValueObject,
  isWhollyKnown,
  member,
  type Value,
} from "./value.ts";
import { elementType, memberType } from "./walk.ts";

/** Whether `value` of `type` equals the pattern where that is known. */
export function fitsPattern(pattern: Value, value: Value, type: Type): boolean {
  if (isUnknown(pattern)) return true;
  if (isWhollyKnown(pattern)) return equalValues(pattern, value, type);
  if (isValueArray(pattern)) {
    if (!isValueArray(value) || value.length !== pattern.length) return false;
    if (type[0] === "set") return setFits(pattern, value, type);
    return pattern.every((part, i) => {
      const partType = elementType(type, i);
      return partType !== undefined &&
        fitsPattern(part, value[i] ?? null, partType);
    });
  }
  if (!isValueObject(pattern) || !isValueObject(value)) return false;
  const names = Object.keys(pattern);
  return names.length === Object.keys(value).length && names.every((name) => {
    const partType = memberType(type, name);
    const part = member(value, name);
    return partType !== undefined && part !== undefined &&
      fitsPattern(pattern[name] ?? null, part, partType);
  });
}

function setFits(
  patterns: readonly Value[],
  values: readonly Value[],
  type: Type,
): boolean {
  const index = new PatternIndex(values, elementType(type, 0) ?? "dynamic");
  return !pairUp(patterns.length, (i) => [index.find(patterns[i] ?? null)])
    .includes(undefined);
}

/** Which parts of a value count: all, none, or those of its parts that do. */
type Mask =
  | boolean
  | { readonly each: Mask }
  | { readonly at: readonly (readonly [string | number, Mask])[] };

/** Finds the elements of a set that fit a pattern without trying them all. */
export class PatternIndex {
  readonly #elements: readonly Value[];
  readonly #type: Type;
  readonly #byMask = new Map<string, ReadonlyMap<string, readonly number[]>>();

  /** The elements of a set, and their type. */
  constructor(elements: readonly Value[], type: Type) {
    this.#elements = elements;
    this.#type = type;
  }

  /** The positions of the elements that fit the pattern. */
  find(pattern: Value): readonly number[] {
    return this.near(pattern).filter((i) =>
      fitsPattern(pattern, this.#elements[i] ?? null, this.#type)
    );
  }

  /**
   * The positions of all elements that may fit the pattern, and few others:
   * sets inside that hold unknowns are not looked at.
   */
  near(pattern: Value): readonly number[] {
    const mask = maskOf(pattern, this.#type);
    const name = JSON.stringify(mask);
    let index = this.#byMask.get(name);
    if (index === undefined) {
      index = this.#indexBy(mask);
      this.#byMask.set(name, index);
    }
    return index.get(maskedKey(pattern, mask, this.#type)) ?? [];
  }

  #indexBy(mask: Mask): ReadonlyMap<string, readonly number[]> {
    const index = new Map<string, number[]>();
    for (const [i, element] of this.#elements.entries()) {
      const key = maskedKey(element, mask, this.#type);
      const found = index.get(key);
      if (found === undefined) index.set(key, [i]);
      else found.push(i);
    }
    return index;
  }
}

function maskOf(pattern: Value, type: Type): Mask {
  if (isUnknown(pattern)) return false;
  if (isWhollyKnown(pattern)) return true;
  // Which element of an inner set is which can't be told.
  if (type[0] === "set") return false;
  const parts: (readonly [string | number, Mask])[] = [];
  if (isValueArray(pattern)) {
    for (const [i, part] of pattern.entries()) {
      parts.push([i, maskOf(part, elementType(type, i) ?? "dynamic")]);
    }
  } else if (isValueObject(pattern)) {
    for (const name of Object.keys(pattern).sort(compareText)) {
      const partType = memberType(type, name) ?? "dynamic";
      parts.push([name, maskOf(pattern[name] ?? null, partType)]);
    }
  }
  const [first] = parts;
  if (first === undefined) return false;
  const text = JSON.stringify(first[1]);
  // One mask for all elements, so that the number of masks stays small.
  if (parts.every(([, mask]) => JSON.stringify(mask) === text)) {
    return { each: first[1] };
  }
  return { at: parts };
}

/** A string that all values share that fit a pattern with this mask. */
function maskedKey(value: Value, mask: Mask, type: Type): string {
  if (mask === false) return "?";
  const isArray = isValueArray(value);
  if (mask === true || !isArray && !isValueObject(value)) {
    return valueKey(value, type);
  }
  const key = (name: string | number, inner: Mask) =>
    isValueArray(value)
      ? maskedKey(
        value[Number(name)] ?? null,
        inner,
        elementType(type, Number(name)) ?? "dynamic",
      )
      : maskedKey(
        member(value, String(name)) ?? null,
        inner,
        memberType(type, String(name)) ?? "dynamic",
      );
  const names = Object.keys(value);
  if ("at" in mask) {
    const keys = mask.at.map(([name, inner]) => key(name, inner));
    return `${names.length}(${keys.join()})`;
  }
  const keys = isArray
    ? names.map((name) => key(name, mask.each))
    : names.sort(compareText).map((name) =>
      `${JSON.stringify(name)}:${key(name, mask.each)}`
    );
  return `(${keys.join()})`;
}

/**
 * Gives each of `count` seekers one of its candidates, no candidate to two of
 * them, and as many seekers as possible one; undefined: none. The first lists
 * of candidates of a seeker are asked for before later ones.
 */
export function pairUp(
  count: number,
  candidates: (seeker: number) => Iterable<readonly number[]>,
): readonly (number | undefined)[] {
  const holders = new Map<number, number>();
  const found: (number | undefined)[] = Array.from({ length: count });
  // Who finds all candidates taken asks their holders to move on.
  const place = (seeker: number, asked: Set<number>): boolean => {
    for (const list of candidates(seeker)) {
      const free = list.find((candidate) => !holders.has(candidate));
      const choice = free ?? list.find((candidate) => {
        if (asked.has(candidate)) return false;
        asked.add(candidate);
        const holder = holders.get(candidate);
        return holder !== undefined && place(holder, asked);
      });
      if (choice === undefined) continue;
      holders.set(choice, seeker);
      found[seeker] = choice;
      return true;
    }
    return false;
  };
  for (let seeker = 0; seeker < count; seeker++) place(seeker, new Set());
  return found;
}
