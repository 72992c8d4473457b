/**
 * Whether attributes and blocks are what the CLI takes.
 *
 * @module
 */

import type { Attribute, Attributes } from "../schema/attribute.ts";
import type { Block, Blocks } from "../schema/block.ts";
import { objectType } from "../schema/schema.ts";
import { verifyDefault } from "./default.ts";
import {
  type DefinitionErrors,
  type Kind,
  verifyName,
  verifyRootName,
} from "./names.ts";
import { type Holders, verifyReferences } from "./references.ts";
import { holdsDynamic } from "../values/type.ts";
import { verifyType } from "./function.ts";

/** Where an attribute or block is. */
export interface Place {
  /** What holds the schema. */
  readonly kind: Kind;
  /** The objects around it. */
  readonly holders: Holders;
  /** Whether it is inside a set. */
  readonly inSet: boolean;
  /** The attribute around it, if it is nested in one. */
  readonly parent: Attribute | undefined;
  /** Whether an attribute around it, at whatever distance, is computed. */
  readonly inComputed: boolean;
}

/** Checks the attributes and blocks of an object. */
export function verifyContent(
  content: { readonly attributes: Attributes; readonly blocks?: Blocks },
  place: Place,
  errors: DefinitionErrors,
): void {
  const { attributes, blocks = {} } = content;
  const items = [...Object.entries(attributes), ...Object.entries(blocks)];
  for (const [name, item] of items) {
    const inner = errors.inside(name);
    verifyName(name, inner);
    if (place.holders.length === 1) verifyRootName(name, place.kind, inner);
    if (item.description.trim() === "") inner.add("must have a description");
    verifyReferences(name, item, place.holders, inner);
    if (item.kind === "block") verifyBlock(item, place, inner);
    else verifyAttribute(item, place, inner);
  }
  for (const name of Object.keys(blocks)) {
    if (Object.hasOwn(attributes, name)) {
      errors.inside(name).add("is both an attribute and a block");
    }
  }
}

function verifyAttribute(
  attribute: Attribute,
  place: Place,
  errors: DefinitionErrors,
): void {
  verifyMode(attribute, place, errors);
  verifyDefault(attribute, errors);
  if (attribute.writeOnly) verifyWriteOnly(attribute, place, errors);
  else if (place.parent?.writeOnly) {
    errors.add("must be write-only, as the object around it is");
  }
  if (attribute.semanticEquals !== undefined && attribute.type !== "string") {
    errors.add("must be a string to have its own equality");
  }
  if (attribute.nested === undefined) verifyLeaf(attribute, errors);
  else verifyNested(attribute, place, errors);
}

function verifyMode(
  attribute: Attribute,
  place: Place,
  errors: DefinitionErrors,
): void {
  const { required, optional, computed } = attribute;
  if (required && optional) {
    errors.add("must not be both required and optional");
  }
  if (required && computed) {
    errors.add("must not be both required and computed");
  }
  if (!required && !optional && !computed) {
    errors.add("must be required, optional or computed");
  }
  if (attribute.default !== undefined && !(optional && computed)) {
    errors.add("must be optional and computed to have a default");
  }
  if (computed && !optional && attribute.validators.length > 0) {
    errors.add("is never configured, so it must not have validators");
  }
  if (place.parent && isComputedOnly(place.parent) && (required || optional)) {
    errors.add("must be only computed, as the object around it is");
  }
  if (place.kind !== "resource") verifyPlain(attribute, place, errors);
}

/** What only resources can have, since only they are planned. */
function verifyPlain(
  attribute: Attribute,
  { kind }: Place,
  errors: DefinitionErrors,
): void {
  if (attribute.default !== undefined) {
    errors.add("must not have a default: only resources are planned");
  }
  if (attribute.planModifiers.length > 0) {
    errors.add("must not have plan modifiers: only resources are planned");
  }
  if (attribute.writeOnly) {
    errors.add(
      "must not be write-only: only resources have a plan and state",
    );
  }
  const results = kind === "data source" || kind === "ephemeral resource";
  if (attribute.computed && !results && attribute.default === undefined) {
    errors.add("must not be computed: nothing is given back here");
  }
}

function verifyWriteOnly(
  attribute: Attribute,
  place: Place,
  errors: DefinitionErrors,
): void {
  if (attribute.computed) errors.add("must not be write-only and computed");
  if (attribute.default !== undefined) {
    errors.add("must not be write-only and have a default");
  }
  if (attribute.planModifiers.length > 0) {
    errors.add("must not be write-only and have plan modifiers");
  }
  if (place.inSet) errors.add("must not be write-only inside a set");
  if (place.inComputed) {
    errors.add("must not be write-only inside something computed");
  }
}

function verifyLeaf(attribute: Attribute, errors: DefinitionErrors): void {
  if (attribute.expression === undefined) {
    errors.add("must have either a type or nested attributes");
  }
  verifyType(attribute.type, errors);
}

function verifyNested(
  attribute: Attribute,
  place: Place,
  errors: DefinitionErrors,
): void {
  const { nested } = attribute;
  if (nested === undefined) return;
  if (attribute.expression !== undefined) {
    errors.add("must have either a type or nested attributes, not both");
  }
  if (Object.keys(nested.attributes).length === 0) {
    errors.add("must have at least one nested attribute");
  }
  if (nested.nesting !== "single" && holdsDynamic(objectType(nested))) {
    errors.add(
      "must not hold dynamic attributes: all objects in a list, set or map " +
        "need one type",
    );
  }
  verifyContent(nested, {
    ...place,
    holders: [...place.holders, nested],
    inSet: place.inSet || nested.nesting === "set",
    parent: attribute,
    inComputed: place.inComputed || attribute.computed,
  }, errors);
}

function verifyBlock(
  block: Block,
  place: Place,
  errors: DefinitionErrors,
): void {
  verifyItems(block, errors);
  if (block.nesting === "set" && holdsDynamic(objectType(block))) {
    errors.add("must not hold dynamic attributes, as it is a set");
  }
  verifyContent(block, {
    ...place,
    holders: [...place.holders, block],
    inSet: place.inSet || block.nesting === "set",
    parent: undefined,
    inComputed: false,
  }, errors);
}

function verifyItems(block: Block, errors: DefinitionErrors): void {
  const { nesting, minItems, maxItems } = block;
  if (![minItems, maxItems].every((n) => Number.isInteger(n) && n >= 0)) {
    errors.add("must have limits that are whole numbers of at least 0");
  }
  switch (nesting) {
    case "single":
      if (minItems > 1 || maxItems > 1) {
        errors.add("must not have limits above 1, as it is a single block");
      }
      return;
    case "group":
    case "map":
      if (minItems !== 0 || maxItems !== 0) {
        errors.add(`must not have limits, as it is a ${nesting} of blocks`);
      }
      return;
    default:
      if (maxItems !== 0 && minItems > maxItems) {
        errors.add("must not have a lower limit above the upper one");
      }
  }
}

function isComputedOnly(attribute: Attribute): boolean {
  return attribute.computed && !attribute.optional && !attribute.required;
}
