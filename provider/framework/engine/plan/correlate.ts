/**
 * Finds which element of the prior set a configured element stands for.
 *
 * @module
 */

import type { AttributeHolder } from "../../schema/schema.ts";
import { equalValues } from "../../values/equal.ts";
import {
  isValueObject,
  type Value,
  type ValueObject,
} from "../../values/value.ts";
import { attributeOf, typeOf } from "../object_type.ts";

/** The elements of a set, and how they are planned. */
export interface Correlation {
  /** The configured elements. */
  readonly configured: readonly Value[];
  /** The elements of the state. */
  readonly prior: readonly Value[];
  /** Plans a configured element as one of the state. */
  readonly plan: (config: ValueObject, prior: ValueObject) => ValueObject;
}

/**
 * For each configured element a prior element of its own from which it differs
 * in nothing that is configured, so that planning it changes nothing;
 * undefined: it is a new element. As many elements as possible find theirs.
 */
export function correlate(
  holder: AttributeHolder,
  correlation: Correlation,
): readonly (Value | undefined)[] {
  const { configured, prior } = correlation;
  const fits = fitting(holder, correlation);
  const takenBy = new Map<number, number>();
  // Who finds all his candidates taken asks their takers to move on.
  const place = (element: number, asked: Set<number>): boolean => {
    for (const candidate of fits(element)) {
      if (asked.has(candidate)) continue;
      asked.add(candidate);
      const taker = takenBy.get(candidate);
      if (taker === undefined || place(taker, asked)) {
        takenBy.set(candidate, element);
        return true;
      }
    }
    return false;
  };
  for (const element of configured.keys()) place(element, new Set());
  const partners = new Map([...takenBy].map(([p, element]) => [element, p]));
  return configured.map((_, element) => {
    const partner = partners.get(element);
    return partner === undefined ? undefined : prior[partner];
  });
}

/** Gives the prior elements that each configured one may stand for. */
function fitting(
  holder: AttributeHolder,
  { configured, prior, plan }: Correlation,
): (element: number) => readonly number[] {
  const type = typeOf(holder);
  const telling = tellingAttributes(holder);
  const found = new Map<number, readonly number[]>();
  return (element) => {
    const known = found.get(element);
    if (known !== undefined) return known;
    const config = configured[element] ?? null;
    const candidates = isValueObject(config)
      ? [...prior.keys()].filter((i) => {
        const candidate = prior[i] ?? null;
        return isValueObject(candidate) &&
          !telling.some((name) => tellApart(config, candidate, name)) &&
          equalValues(plan(config, candidate), candidate, type);
      })
      : [];
    found.set(element, candidates);
    return candidates;
  };
}

/** Attributes whose planned value is the configured one, and is simple. */
function tellingAttributes(holder: AttributeHolder): readonly string[] {
  return Object.entries(holder.attributes)
    .filter(([, { type, computed, semanticEquals }]) =>
      (type === "string" || type === "bool") && !computed &&
      semanticEquals === undefined
    )
    .map(([name]) => name);
}

/** A quick look that spares the thorough one for most of a large set. */
function tellApart(a: ValueObject, b: ValueObject, name: string): boolean {
  const left = attributeOf(a, name);
  const right = attributeOf(b, name);
  return typeof left !== "object" && typeof right !== "object" &&
    left !== right;
}
