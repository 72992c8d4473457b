/**
 * Pairs of elements of two sets, and strings that mean the same: each of the
 * two questions needs the answer of the other.
 *
 * @module
 */

import type { Path } from "../values/path.ts";
import { fitsPattern, pairUp, PatternIndex } from "../values/pattern.ts";
import { unknown } from "../values/unknown.ts";
import {
  isValueObject,
  record,
  type Value,
  type ValueObject,
} from "../values/value.ts";
import { hasFloats, storedValueOf } from "./numbers.ts";
import { hasSemanticEquality, keepEqualTexts } from "./texts.ts";
import type { Attribute, Block } from "./attribute.ts";
import {
  itemsOf,
  type NestedObject,
  objectType,
  someAttribute,
} from "./schema.ts";
import {
  descend,
  elementsOf,
  runToCompletion,
  type Versions,
  type Visitor,
  walkSchema,
} from "./walk_schema.ts";

/**
 * For each pattern the position of an element of its own from which it differs
 * in nothing that it knows: what is unknown in it may be anything, strings only
 * have to mean the same. Undefined: there is none. As many patterns as
 * possible get one, in n log n unless a `semanticEquals` that does not normalize
 * has to decide.
 */
export function pairElements(
  holder: NestedObject,
  patterns: readonly Value[],
  elements: readonly Value[],
): readonly (number | undefined)[] {
  if (elements.length === 0) return patterns.map(() => undefined);
  const type = objectType(holder);
  const index = new PatternIndex(elements, type);
  let masked: PatternIndex | undefined;
  return pairUp(patterns.length, function* (i) {
    const pattern = patterns[i] ?? null;
    if (!isValueObject(pattern)) return;
    yield index.find(pattern);
    if (!hasSemanticTexts(holder)) return;
    masked ??= new PatternIndex(
      elements.map((one) =>
        isValueObject(one) ? maskSemanticTexts(holder, one) : one
      ),
      type,
    );
    const found = masked.find(maskSemanticTexts(holder, pattern));
    yield !hasOpenTexts(holder) ? found : found.filter((candidate) => {
      const element = elements[candidate] ?? null;
      return isValueObject(element) &&
        fitsPattern(pattern, normalizeObject(holder, element, pattern), type);
    });
  });
}

const hasSemanticTexts = someAttribute(hasOwnEquality);

function hasOwnEquality({ expression }: Attribute): boolean {
  return hasSemanticEquality(expression) || hasFloats(expression);
}

/** Whether a mask leaves something open, so that each candidate has to be compared. */
const hasOpenTexts = someAttribute((attribute) =>
  hasOwnEquality(attribute) &&
  attribute.expression?.semanticEquals?.normalize === undefined
);

/** The object with what has an equality of its own normalized, or unknown. */
function maskSemanticTexts(
  holder: NestedObject,
  object: ValueObject,
): ValueObject {
  return runToCompletion(walkSchema<"value">(holder, { value: object }, {
    primary: "value",
    attribute: (attribute, { values }) => {
      if (attribute.nested !== undefined) return descend(values);
      const { value } = values;
      if (!hasOwnEquality(attribute)) return value;
      const { normalize } = attribute.expression?.semanticEquals ?? {};
      if (normalize === undefined) return unknown;
      return typeof value === "string" ? normalize(value) : value;
    },
    block: (_, { values }) => descend(values),
  }));
}

/**
 * The object in the form that Terraform demands beyond its type, with
 * write-only attributes null and absent blocks empty, and with the values of
 * `reference` where those mean the same.
 *
 * @param reference The planned or stored value; null: there is none.
 * @param onLeaf Called for each leaf.
 */
export function normalizeObject(
  holder: NestedObject,
  object: ValueObject,
  reference: ValueObject | null,
  onLeaf?: (leaf: Attribute, value: Value, path: Path) => void,
): ValueObject {
  const visitor: Visitor<"value" | "reference"> = {
    primary: "value",
    attribute(attribute, part) {
      const { values } = part;
      if (attribute.writeOnly) return null;
      if (attribute.nested !== undefined) return descend(values);
      const { value, reference } = values;
      onLeaf?.(attribute, value, part.path);
      const { expression } = attribute;
      const kept = keepEqualTexts(expression, value, reference);
      return storedValueOf(kept, reference, expression);
    },
    block: (block, { values }) =>
      values.value === null ? absentBlock(block) : descend(values),
    pair(nested, { value, reference }) {
      const elements = elementsOf(value);
      const references = elementsOf(reference);
      const found: Value[] = elements.map(() => null);
      const positions = pairElements(nested, references, elements);
      for (const [i, position] of positions.entries()) {
        if (position !== undefined) found[position] = references[i] ?? null;
      }
      return elements.map((value, i): Versions<"value" | "reference"> => ({
        value,
        reference: found[i] ?? null,
      }));
    },
  };
  return runToCompletion(
    walkSchema(holder, { value: object, reference }, visitor),
  );
}

/** The value of a block that is not there; never null but for single ones. */
export function absentBlock(block: Block): Value {
  const { nesting } = block;
  if (nesting === "single") return null;
  if (nesting === "group") return emptyObject(block);
  return nesting === "map" ? record() : [];
}

/** An object whose attributes are null and whose blocks are absent. */
export function emptyObject(holder: NestedObject): ValueObject {
  return record(
    itemsOf(holder).map(([name, item]) => [
      name,
      item.kind === "block" ? absentBlock(item) : null,
    ]),
  );
}
