/**
 * Checks that the attributes exist that rules refer to.
 *
 * @module
 */

import type { Attribute, Attributes, Block } from "../../schema/attribute.ts";
import { didYouMean } from "../../values/nearest.ts";
import {
  itemOf,
  itemsOf,
  nestedIn,
  type NestedObject,
  type Schema,
} from "../../schema/schema.ts";
import type { Reference } from "../../schema/reference.ts";
import type { DefinitionErrors } from "./names.ts";

/** The objects around an attribute, the innermost last. */
export type Holders = readonly [Schema, ...NestedObject[]];

/** Checks what the rules of an attribute or block refer to. */
export function verifyReferences(
  name: string,
  item: Attribute | Block,
  holders: Holders,
  errors: DefinitionErrors,
): void {
  const modifiers = item.planModifiers.map((modifier) => ({
    ...modifier,
    references: [
      ...modifier.references ?? [],
      ...modifier.configReferences ?? [],
    ],
  }));
  const own = [name, `/${errors.path.replaceAll(".", "/")}`];
  for (const rule of [...item.validators, ...modifiers]) {
    const optionalOnly = "optionalOnly" in rule && rule.optionalOnly === true;
    if (optionalOnly && item.kind === "attribute" && item.required) {
      errors.add(`is required, so "${rule.description}" makes no sense`);
    }
    // A rule that several attributes share names each of them.
    const { references = [] } = rule;
    const others = references.filter((reference) => !own.includes(reference));
    if (others.length === 0 && references.length > 0) {
      errors.add("refers to itself");
    }
    for (const reference of others) {
      verifyReference(reference, { holders, errors, optionalOnly });
    }
  }
  verifyOrder(name, item, holders, errors);
}

interface Search {
  readonly holders: Holders;
  readonly errors: DefinitionErrors;
  readonly optionalOnly: boolean;
}

function verifyReference(reference: Reference, search: Search): void {
  const { holders, errors, optionalOnly } = search;
  const target = find(reference, holders);
  if (target === undefined) {
    const names = holders.flatMap((one) => itemsOf(one).map(([name]) => name));
    const meant = didYouMean(reference.replace(/^.*\//, ""), names);
    const end = meant === "" ? "" : `.${meant}`;
    errors.add(`refers to "${reference}", which does not exist${end}`);
  } else if (optionalOnly && target.kind === "attribute" && target.required) {
    errors.add(
      `refers to "${reference}", which is required and so never absent`,
    );
  }
}

function find(
  reference: Reference,
  holders: Holders,
): Attribute | Block | undefined {
  const parts = reference.split("/").filter((part) => part !== "");
  let around: readonly NestedObject[] = reference.startsWith("/")
    ? holders.slice(0, 1)
    : holders;
  let found: Attribute | Block | undefined;
  let element = false;
  for (const part of parts) {
    if (part === "..") {
      around = around.slice(0, -1);
    } else if (found !== undefined && !element && holdsElements(found)) {
      if (!isElement(part, found)) return undefined;
      element = true;
    } else {
      const holder = found === undefined ? around.at(-1) : nestedIn(found);
      found = holder && itemOf(holder, part);
      if (found === undefined) return undefined;
      element = false;
    }
  }
  return found;
}

function holdsElements(item: Attribute | Block): boolean {
  return ["list", "set", "map"].includes(nestedIn(item)?.nesting ?? "");
}

/** Whether it names an element: lists have positions, sets nothing. */
function isElement(part: string, item: Attribute | Block): boolean {
  const nesting = nestedIn(item)?.nesting;
  return nesting === "map" || nesting === "list" && /^[0-9]+$/.test(part);
}

/** Checks that no plan looks at one that in turn looks at it. */
function verifyOrder(
  name: string,
  item: Attribute | Block,
  holders: Holders,
  errors: DefinitionErrors,
): void {
  const attributes: Attributes = holders.at(-1)?.attributes ?? {};
  const sourcesOf = (one: Attribute | Block) =>
    one.planModifiers.flatMap(({ references = [] }) => references);
  const seen = new Set<string>();
  const leadsBack = (source: string): boolean => {
    if (source === name) return true;
    const other = Object.hasOwn(attributes, source) && attributes[source];
    if (!other || seen.has(source)) return false;
    seen.add(source);
    return sourcesOf(other).some(leadsBack);
  };
  for (const source of sourcesOf(item)) {
    if (source !== name && leadsBack(source)) {
      errors.add(`looks at the plan of "${source}", which looks at its own`);
    }
  }
}
