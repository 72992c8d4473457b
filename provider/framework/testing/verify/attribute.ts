/**
 * Checks that the CLI takes the attributes and blocks.
 *
 * @module
 */

import type {
  Attribute,
  Attributes,
  Block,
  Blocks,
} from "../../schema/attribute.ts";
import { Diagnostics } from "../../diagnostics.ts";
import { modelValueOf } from "../../schema/numbers.ts";
import { itemsOf, type NestedObject, objectType } from "../../schema/schema.ts";
import { expressionErrors } from "../../schema/expression.ts";
import { validateValue } from "../../values/conform.ts";
import { Path } from "../../values/path.ts";
import { holdsDynamic } from "../../values/type.ts";
import {
  isValueObject,
  isWhollyKnown,
  record,
  type Value,
} from "../../values/value.ts";
import { verifyType } from "./function.ts";
import {
  type DefinitionErrors,
  type DefinitionKind,
  verifyName,
  verifyRootName,
} from "./names.ts";
import { type Holders, verifyReferences } from "./references.ts";

/** The place of an attribute or block. */
export interface AttributePlace {
  /** The owner of the schema. */
  readonly kind: DefinitionKind;
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
  place: AttributePlace,
  errors: DefinitionErrors,
): void {
  const { attributes, blocks = {} } = content;
  for (const [name, item] of itemsOf(content)) {
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
  place: AttributePlace,
  errors: DefinitionErrors,
): void {
  const { required, optional, computed, writeOnly, nested } = attribute;
  const { kind, parent } = place;
  const hasDefault = attribute.default !== undefined;
  const hasModifiers = attribute.planModifiers.length > 0;
  const isPlanned = kind === "resource";
  const isAnswered = isPlanned || kind === "data source" ||
    kind === "ephemeral resource";
  errors.addIf({
    "must not be both required and optional": required && optional,
    "must not be both required and computed": required && computed &&
      !hasDefault,
    "must be required, optional or computed": !required && !optional &&
      !computed,
    "must not be required and have a default": required && hasDefault,
    "is never configured, so it must not have validators": computed &&
      !optional && attribute.validators.length > 0,
    "must be only computed, as the object around it is": parent !== undefined &&
      isComputedOnly(parent) && (required || optional),
    "must not have a default: only resources are planned": !isPlanned &&
      hasDefault,
    "must not have plan modifiers: only resources are planned": !isPlanned &&
      hasModifiers,
    "must not be write-only: only resources and actions are in a plan":
      !isPlanned && kind !== "action" && writeOnly,
    "must not be computed: nothing is given back here": !isAnswered &&
      computed && !hasDefault,
  });
  verifyDefault(attribute, errors);
  errors.addIf({
    "must not be write-only and computed": writeOnly && computed,
    "must not be write-only and have a default": writeOnly && hasDefault,
    "must not be write-only inside a set": writeOnly && place.inSet,
    "must not be write-only inside something computed": writeOnly &&
      place.inComputed,
    "must be write-only, as the object around it is": !writeOnly &&
      parent?.writeOnly === true,
    "must be a string to have its own equality":
      attribute.expression?.semanticEquals !== undefined &&
      attribute.type !== "string",
    "must have either a type or nested attributes": nested === undefined &&
      attribute.expression === undefined,
    "must have either a type or nested attributes, not both":
      nested !== undefined && attribute.expression !== undefined,
    "must have at least one nested attribute": nested !== undefined &&
      Object.keys(nested.attributes).length === 0,
  });
  if (nested === undefined) {
    verifyType(attribute.type, errors);
    return;
  }
  refuseDynamic(nested, errors);
  verifyContent(nested, {
    ...place,
    holders: [...place.holders, nested],
    inSet: place.inSet || nested.nesting === "set",
    parent: attribute,
    inComputed: place.inComputed || computed,
  }, errors);
}

function verifyBlock(
  block: Block,
  place: AttributePlace,
  errors: DefinitionErrors,
): void {
  const { nesting, minItems, maxItems } = block;
  const isMany = nesting === "list" || nesting === "set";
  errors.addIf({
    "must have limits that are whole numbers of at least 0": ![
      minItems,
      maxItems,
    ].every((n) => Number.isInteger(n) && n >= 0),
    "must not have plan modifiers: only resources are planned":
      place.kind !== "resource" && block.planModifiers.length > 0,
    "must not have limits above 1, as it is a single block":
      nesting === "single" && (minItems > 1 || maxItems > 1),
    [`must not have limits, as it is a ${nesting} of blocks`]:
      (nesting === "group" || nesting === "map") &&
      (minItems !== 0 || maxItems !== 0),
    "must not have a lower limit above the upper one": isMany &&
      maxItems !== 0 && minItems > maxItems,
  });
  refuseDynamic(block, errors);
  verifyContent(block, {
    ...place,
    holders: [...place.holders, block],
    inSet: place.inSet || nesting === "set",
    parent: undefined,
    inComputed: false,
  }, errors);
}

function refuseDynamic(
  holder: NestedObject & Pick<Block, "nesting">,
  errors: DefinitionErrors,
): void {
  const isOne = holder.nesting === "single" || holder.nesting === "group";
  if (isOne || !holdsDynamic(objectType(holder))) return;
  errors.add(
    "must not hold dynamic attributes: all objects in a list, set or map " +
      "need one type",
  );
}

function isComputedOnly(attribute: Attribute): boolean {
  return attribute.computed && !attribute.optional && !attribute.required;
}

/** Checks the default of an attribute that has one. */
function verifyDefault(
  attribute: Attribute,
  errors: DefinitionErrors,
): void {
  const { default: value, nested } = attribute;
  if (value === undefined) return;
  if (value === null) {
    errors.add("must not have the default null, which is none");
  } else if (!isWhollyKnown(value)) {
    errors.add("must have a default that is known");
  } else if (nested?.nesting === "single" && isValueObject(value)) {
    verifyPartial(value, nested.attributes, errors);
  } else {
    const error = validateValue(value, attribute.type);
    const odd = error?.message ??
      expressionErrors(value, attribute.expression, Path.root)[0]?.message;
    if (odd !== undefined) {
      errors.add(`has a default that does not fit its type: ${odd}`);
    } else verifyAllowed(attribute, value, errors);
  }
}

/** Checks that a default is a value that a configuration could have. */
function verifyAllowed(
  { type, expression, sensitive, validators }: Attribute,
  value: Value,
  errors: DefinitionErrors,
): void {
  const diagnostics = new Diagnostics();
  const around = { holder: record(), config: record(), path: Path.root };
  const context = { ...around, type, sensitive, diagnostics };
  for (const validator of validators) {
    if (validator.references !== undefined) continue;
    validator.validate(modelValueOf(value, expression), context);
  }
  for (const { severity, detail } of diagnostics.items) {
    if (severity !== "error") continue;
    errors.add(`has a default that its validators refuse: ${detail}`);
  }
}

/** A default object may leave attributes out, but not invent any. */
function verifyPartial(
  value: Readonly<Record<string, Value>>,
  attributes: Attributes,
  errors: DefinitionErrors,
): void {
  for (const [name, part] of Object.entries(value)) {
    const attribute = Object.hasOwn(attributes, name)
      ? attributes[name]
      : undefined;
    if (attribute === undefined) {
      errors.add(`has a default with "${name}", which is no attribute of it`);
    } else if (part !== null) {
      verifyDefault({ ...attribute, default: part }, errors.inside(name));
    }
  }
  for (const [name, attribute] of Object.entries(attributes)) {
    if (attribute.required && (value[name] ?? null) === null) {
      errors.add(`has a default without "${name}", which is required`);
    }
  }
}
