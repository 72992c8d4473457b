/**
 * Gives a repaired value the shape that Terraform demands beyond its type:
 * write-only attributes are null, absent blocks are empty.
 *
 * @module
 */

import type { Attribute } from "../../schema/attribute.ts";
import type { Block } from "../../schema/block.ts";
import type { AttributeHolder } from "../../schema/schema.ts";
import { isUnknown } from "../../values/unknown.ts";
import {
  isValueArray,
  isValueObject,
  type MutableRecord,
  record,
  type Value,
  type ValueObject,
} from "../../values/value.ts";
import { attributeOf, elementsOf, objectOf } from "../object_type.ts";
import { absentBlock } from "../plan/build.ts";

/**
 * The object with write-only attributes null and absent blocks empty, and with
 * texts of `reference` where those mean the same.
 *
 * @param reference The planned or stored value; null: there is none.
 */
export function shapeObject(
  holder: AttributeHolder,
  object: ValueObject,
  reference: ValueObject | null,
): ValueObject {
  const shaped: MutableRecord = record();
  for (const [name, attribute] of Object.entries(holder.attributes)) {
    shaped[name] = shapeAttribute(
      attribute,
      attributeOf(object, name),
      attributeOf(reference ?? undefined, name),
    );
  }
  for (const [name, block] of Object.entries(holder.blocks ?? {})) {
    shaped[name] = shapeBlock(
      block,
      attributeOf(object, name),
      attributeOf(reference ?? undefined, name),
    );
  }
  return shaped;
}

function shapeAttribute(
  attribute: Attribute,
  value: Value,
  reference: Value,
): Value {
  if (attribute.writeOnly) return null;
  const same = attribute.semanticEquals;
  if (same !== undefined) {
    return typeof value === "string" && typeof reference === "string" &&
        value !== reference && same(reference, value)
      ? reference
      : value;
  }
  return attribute.nested === undefined ? value : shapeElements(
    attribute.nested.nesting,
    attribute.nested,
    value,
    reference,
  );
}

function shapeBlock(block: Block, value: Value, reference: Value): Value {
  if (value === null) return absentBlock(block);
  const nesting = block.nesting === "group" ? "single" : block.nesting;
  return shapeElements(nesting, block, value, reference);
}

function shapeElements(
  nesting: "single" | "list" | "set" | "map",
  holder: AttributeHolder,
  value: Value,
  reference: Value,
): Value {
  if (value === null || isUnknown(value)) return value;
  const one = (part: Value, partReference: Value) =>
    isValueObject(part)
      ? shapeObject(holder, part, objectOf(partReference))
      : part;
  if (nesting === "single") return one(value, reference);
  if (nesting === "map") {
    return isValueObject(value)
      ? record(
        Object.entries(value).map(([key, part]) => [
          key,
          one(part, attributeOf(reference, key)),
        ]),
      )
      : value;
  }
  // The elements of a set have no place by which to find their reference.
  const references = nesting === "list" ? elementsOf(reference) : [];
  return isValueArray(value)
    ? value.map((part, i) => one(part, references[i] ?? null))
    : value;
}
