/**
 * Whether attributes and blocks are what the CLI takes.
 *
 * @module
 */

import type { Attribute, Attributes } from "../schema/attribute.ts";
import type { Block, Blocks } from "../schema/block.ts";
import { objectType } from "../schema/schema.ts";
import { verifyDefault } from "./default.ts";
import type { Findings } from "./findings.ts";
import { type Kind, verifyName, verifyRootName } from "./names.ts";
import { type Holders, verifyReferences } from "./references.ts";
import { holdsDynamic } from "../values/type.ts";
import { verifyType } from "./types.ts";

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
  findings: Findings,
): void {
  const { attributes, blocks = {} } = content;
  const items = [...Object.entries(attributes), ...Object.entries(blocks)];
  for (const [name, item] of items) {
    const inner = findings.inside(name);
    verifyName(name, inner);
    if (place.holders.length === 1) verifyRootName(name, place.kind, inner);
    if (item.description.trim() === "") inner.add("must have a description");
    verifyReferences(name, item, place.holders, inner);
    if (item.kind === "block") verifyBlock(item, place, inner);
    else verifyAttribute(item, place, inner);
  }
  for (const name of Object.keys(blocks)) {
    if (Object.hasOwn(attributes, name)) {
      findings.inside(name).add("is both an attribute and a block");
    }
  }
}

function verifyAttribute(
  attribute: Attribute,
  place: Place,
  findings: Findings,
): void {
  verifyMode(attribute, place, findings);
  verifyDefault(attribute, findings);
  if (attribute.writeOnly) verifyWriteOnly(attribute, place, findings);
  else if (place.parent?.writeOnly) {
    findings.add("must be write-only, as the object around it is");
  }
  if (attribute.semanticEquals !== undefined && attribute.type !== "string") {
    findings.add("must be a string to have its own equality");
  }
  if (attribute.nested === undefined) verifyLeaf(attribute, findings);
  else verifyNested(attribute, place, findings);
}

function verifyMode(
  attribute: Attribute,
  place: Place,
  findings: Findings,
): void {
  const { required, optional, computed } = attribute;
  if (required && optional) {
    findings.add("must not be both required and optional");
  }
  if (required && computed) {
    findings.add("must not be both required and computed");
  }
  if (!required && !optional && !computed) {
    findings.add("must be required, optional or computed");
  }
  if (attribute.default !== undefined && !(optional && computed)) {
    findings.add("must be optional and computed to have a default");
  }
  if (computed && !optional && attribute.validators.length > 0) {
    findings.add("is never configured, so it must not have validators");
  }
  if (place.parent && isComputedOnly(place.parent) && (required || optional)) {
    findings.add("must be only computed, as the object around it is");
  }
  if (place.kind !== "resource") verifyPlain(attribute, place, findings);
}

/** What only resources can have, since only they are planned. */
function verifyPlain(
  attribute: Attribute,
  { kind }: Place,
  findings: Findings,
): void {
  if (attribute.default !== undefined) {
    findings.add("must not have a default: only resources are planned");
  }
  if (attribute.planModifiers.length > 0) {
    findings.add("must not have plan modifiers: only resources are planned");
  }
  if (attribute.writeOnly) {
    findings.add(
      "must not be write-only: only resources have a plan and state",
    );
  }
  const results = kind === "data source" || kind === "ephemeral resource";
  if (attribute.computed && !results && attribute.default === undefined) {
    findings.add("must not be computed: nothing is given back here");
  }
}

function verifyWriteOnly(
  attribute: Attribute,
  place: Place,
  findings: Findings,
): void {
  if (attribute.computed) findings.add("must not be write-only and computed");
  if (attribute.default !== undefined) {
    findings.add("must not be write-only and have a default");
  }
  if (attribute.planModifiers.length > 0) {
    findings.add("must not be write-only and have plan modifiers");
  }
  if (place.inSet) findings.add("must not be write-only inside a set");
  if (place.inComputed) {
    findings.add("must not be write-only inside something computed");
  }
}

function verifyLeaf(attribute: Attribute, findings: Findings): void {
  if (attribute.expression === undefined) {
    findings.add("must have either a type or nested attributes");
  }
  verifyType(attribute.type, findings);
}

function verifyNested(
  attribute: Attribute,
  place: Place,
  findings: Findings,
): void {
  const { nested } = attribute;
  if (nested === undefined) return;
  if (attribute.expression !== undefined) {
    findings.add("must have either a type or nested attributes, not both");
  }
  if (Object.keys(nested.attributes).length === 0) {
    findings.add("must have at least one nested attribute");
  }
  if (nested.nesting !== "single" && holdsDynamic(objectType(nested))) {
    findings.add(
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
  }, findings);
}

function verifyBlock(block: Block, place: Place, findings: Findings): void {
  verifyItems(block, findings);
  if (block.nesting === "set" && holdsDynamic(objectType(block))) {
    findings.add("must not hold dynamic attributes, as it is a set");
  }
  verifyContent(block, {
    ...place,
    holders: [...place.holders, block],
    inSet: place.inSet || block.nesting === "set",
    parent: undefined,
    inComputed: false,
  }, findings);
}

function verifyItems(block: Block, findings: Findings): void {
  const { nesting, minItems, maxItems } = block;
  if (![minItems, maxItems].every((n) => Number.isInteger(n) && n >= 0)) {
    findings.add("must have limits that are whole numbers of at least 0");
  }
  switch (nesting) {
    case "single":
      if (minItems > 1 || maxItems > 1) {
        findings.add("must not have limits above 1, as it is a single block");
      }
      return;
    case "group":
    case "map":
      if (minItems !== 0 || maxItems !== 0) {
        findings.add(`must not have limits, as it is a ${nesting} of blocks`);
      }
      return;
    default:
      if (maxItems !== 0 && minItems > maxItems) {
        findings.add("must not have a lower limit above the upper one");
      }
  }
}

function isComputedOnly(attribute: Attribute): boolean {
  return attribute.computed && !attribute.optional && !attribute.required;
}
