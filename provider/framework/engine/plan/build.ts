/**
 * Builds the planned value of an object from its configuration and its prior
 * value, before plan modifiers.
 *
 * @module
 */

import type { Attribute, NestedAttributes } from "../../schema/attribute.ts";
import type { Block } from "../../schema/block.ts";
import type { AttributeHolder } from "../../schema/schema.ts";
import { isUnknown, unknown } from "../../values/unknown.ts";
import {
  isValueArray,
  isValueObject,
  member,
  type MutableRecord,
  record,
  type Value,
  type ValueObject,
} from "../../values/value.ts";
import { attributeOf, elementsOf, objectOf } from "../object_type.ts";
import { correlate } from "./correlate.ts";
import { configuredByDefault } from "./defaults.ts";

/**
 * What becomes of a computed attribute that is not configured: it keeps its
 * prior value while nothing changes, else it is unknown.
 */
export type ComputedRule = "prior" | "unknown";

/** Builds the planned value of one object; prior null: the object is new. */
export function planObject(
  holder: AttributeHolder,
  config: ValueObject | null,
  prior: ValueObject | null,
  computed: ComputedRule,
): ValueObject {
  const planned: MutableRecord = record();
  for (const [name, attribute] of Object.entries(holder.attributes)) {
    planned[name] = planAttribute(
      attribute,
      attributeOf(config ?? undefined, name),
      attributeOf(prior ?? undefined, name),
      computed,
    );
  }
  for (const [name, block] of Object.entries(holder.blocks ?? {})) {
    planned[name] = planBlock(
      block,
      attributeOf(config ?? undefined, name),
      attributeOf(prior ?? undefined, name),
      computed,
    );
  }
  return planned;
}

function planAttribute(
  attribute: Attribute,
  config: Value,
  prior: Value,
  computed: ComputedRule,
): Value {
  if (attribute.writeOnly) return null;
  if (isUnknown(config)) return unknownOf(attribute, config);
  const given = config ?? configuredByDefault(attribute);
  if (given === null) {
    if (!attribute.computed) return null;
    return computed === "prior" ? prior : unknown;
  }
  return attribute.nested === undefined
    ? planLeaf(attribute, given, prior)
    : planNested(attribute.nested, given, prior, computed);
}

/**
 * What is known of a configured unknown holds for the plan only if the
 * provider does not give the value in case it turns out to be null.
 */
function unknownOf(attribute: Attribute, config: Value): Value {
  return attribute.computed ? unknown : config;
}

function planLeaf(attribute: Attribute, given: Value, prior: Value): Value {
  const same = attribute.semanticEquals;
  return same !== undefined && typeof given === "string" &&
      typeof prior === "string" && given !== prior && same(prior, given)
    ? prior
    : given;
}

function planNested(
  nested: NestedAttributes,
  given: Value,
  prior: Value,
  computed: ComputedRule,
): Value {
  const one = (config: Value, before: Value | undefined) =>
    isValueObject(config)
      ? planObject(nested, config, objectOf(before), computed)
      : config;
  return planElements(nested.nesting, nested, given, prior, one);
}

function planElements(
  nesting: "single" | "list" | "set" | "map",
  holder: AttributeHolder,
  given: Value,
  prior: Value,
  one: (config: Value, prior: Value | undefined) => Value,
): Value {
  switch (nesting) {
    case "single":
      return one(given, prior);
    case "list":
      return isValueArray(given)
        ? given.map((element, i) => one(element, elementsOf(prior)[i]))
        : given;
    case "set": {
      if (!isValueArray(given)) return given;
      const partners = priorPartners(holder, given, elementsOf(prior));
      return given.map((element, i) => one(element, partners[i]));
    }
    case "map": {
      if (!isValueObject(given)) return given;
      const before = objectOf(prior);
      return record(
        Object.entries(given).map(([key, element]) => [
          key,
          one(element, before === null ? undefined : member(before, key)),
        ]),
      );
    }
  }
}

/** The element of the prior set that each configured one stands for. */
export function priorPartners(
  holder: AttributeHolder,
  configured: readonly Value[],
  prior: readonly Value[],
): readonly (Value | undefined)[] {
  const plan = (config: ValueObject, before: ValueObject) =>
    planObject(holder, config, before, "prior");
  return correlate(holder, { configured, prior, plan });
}

function planBlock(
  block: Block,
  config: Value,
  prior: Value,
  computed: ComputedRule,
): Value {
  if (isUnknown(config)) return config;
  if (block.nesting === "group") {
    return planObject(block, objectOf(config), objectOf(prior), computed);
  }
  if (config === null) return absentBlock(block);
  const one = (given: Value, before: Value | undefined) =>
    isValueObject(given)
      ? planObject(block, given, objectOf(before), computed)
      : given;
  return planElements(block.nesting, block, config, prior, one);
}

/** The value of a block that is not there; never null but for single ones. */
export function absentBlock(block: Block): Value {
  switch (block.nesting) {
    case "single":
      return null;
    case "group":
      return emptyObject(block);
    case "map":
      return record();
    case "list":
    case "set":
      return [];
  }
}

/** An object whose attributes are null and whose blocks are absent. */
export function emptyObject(holder: AttributeHolder): ValueObject {
  const object: MutableRecord = record();
  for (const name of Object.keys(holder.attributes)) object[name] = null;
  for (const [name, block] of Object.entries(holder.blocks ?? {})) {
    object[name] = absentBlock(block);
  }
  return object;
}
