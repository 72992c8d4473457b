import { equalValues, valueKey } from "./equal.ts";
import type { Type } from "./type.ts";
import { isUnknown } from "./unknown.ts";
import {
  isValueArray,
  isValueObject,
  isWhollyKnown,
  stepsOf,
  type Value,
} from "./value.ts";
import { partAt, partType } from "./walk.ts";

/** Whether `value` equals the pattern, in which an unknown is anything. */
export function fitsPattern(pattern: Value, value: Value, type: Type): boolean {
  if (isUnknown(pattern)) return true;
  if (isWhollyKnown(pattern)) return equalValues(pattern, value, type);
  const isArray = isValueArray(pattern);
  if (isArray && isValueArray(value) && type[0] === "set") {
    return value.length === pattern.length && setFits(pattern, value, type);
  }
  const isObject = isValueObject(pattern) && isValueObject(value);
  if (!(isArray ? isValueArray(value) : isObject)) return false;
  const steps = stepsOf(pattern);
  return steps.length === stepsOf(value).length &&
    steps.every((step) => {
      const inner = partType(type, step);
      const part = partAt(value, step);
      return inner !== undefined && part !== undefined &&
        fitsPattern(partAt(pattern, step) ?? null, part, inner);
    });
}

function setFits(
  patterns: readonly Value[],
  values: readonly Value[],
  type: Type,
): boolean {
  const index = new PatternIndex(values, partType(type, 0) ?? "dynamic");
  return !pairUp(patterns.length, (i) => [index.find(patterns[i] ?? null)])
    .includes(undefined);
}

/** Parts of a value that count: all, none, or those of its parts that do. */
type Mask =
  | boolean
  | { readonly each: Mask }
  | { readonly parts: readonly (readonly [string | number, Mask])[] };

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
    const candidates = this.candidates(pattern);
    if (isWhollyKnown(pattern)) return candidates;
    return candidates.filter((i) =>
      fitsPattern(pattern, this.#elements[i] ?? null, this.#type)
    );
  }

  /**
   * The positions of all elements that may fit the pattern, and few others:
   * sets inside that hold unknowns are not looked at.
   */
  candidates(pattern: Value): readonly number[] {
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
  const parts = stepsOf(pattern).toSorted().map((step) =>
    [
      step,
      maskOf(partAt(pattern, step) ?? null, partType(type, step) ?? "dynamic"),
    ] as const
  );
  const [first] = parts;
  if (first === undefined) return false;
  const text = JSON.stringify(first[1]);
  // One mask for all elements, so that the number of masks stays small.
  if (parts.every(([, mask]) => JSON.stringify(mask) === text)) {
    return { each: first[1] };
  }
  return { parts };
}

/** A string that all values share that fit a pattern with this mask. */
function maskedKey(value: Value, mask: Mask, type: Type): string {
  if (mask === false) return "?";
  const steps = stepsOf(value);
  if (mask === true || !isValueArray(value) && !isValueObject(value)) {
    return valueKey(value, type);
  }
  const key = (step: string | number, inner: Mask) =>
    maskedKey(
      partAt(value, step) ?? null,
      inner,
      partType(type, step) ?? "dynamic",
    );
  const keys = "parts" in mask
    ? mask.parts.map(([step, inner]) => key(step, inner))
    : steps.toSorted().map((step) =>
      `${JSON.stringify(step)}:${key(step, mask.each)}`
    );
  return `${steps.length}(${keys.join()})`;
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
  // A list that many share is looked through once: who is held stays held, and
  // what a search that failed has asked leads nowhere later either.
  const begins = new Map<readonly number[], number>();
  const dead = new Set<unknown>();
  let asked = new Set<unknown>();
  const isNew = (one: unknown) =>
    !dead.has(one) && asked.size < asked.add(one).size;
  const freeIn = (list: readonly number[]) => {
    let at = begins.get(list) ?? 0;
    while (holders.has(list[at] ?? -1)) at++;
    begins.set(list, at);
    return list[at];
  };
  // Who finds all candidates taken asks their holders to move on.
  const place = (seeker: number): boolean => {
    for (const list of candidates(seeker)) {
      if (!isNew(list)) continue;
      const choice = freeIn(list) ?? list.find((candidate) => {
        const holder = holders.get(candidate);
        return isNew(candidate) && holder !== undefined && place(holder);
      });
      if (choice === undefined) continue;
      holders.set(choice, seeker);
      found[seeker] = choice;
      return true;
    }
    return false;
  };
  for (let seeker = 0; seeker < count; seeker++) {
    if (!place(seeker)) { for (const one of asked) dead.add(one); }
    asked = new Set();
  }
  return found;
}
