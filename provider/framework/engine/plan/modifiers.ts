/**
 * Runs plan modifiers, outer attributes before inner ones, in the order of
 * declaration.
 *
 * @module
 */

import type { Attribute } from "../../schema/attribute.ts";
import type { AttributeHolder } from "../../schema/schema.ts";
import { Path } from "../../values/path.ts";
import {
  isValueArray,
  isValueObject,
  member,
  record,
  type Value,
  type ValueObject,
} from "../../values/value.ts";
import { attributeOf, elementsOf, objectOf } from "../object_type.ts";
import { correlate } from "./correlate.ts";

/** What plan modifiers made of a plan. */
export interface Modified {
  /** The plan. */
  readonly planned: ValueObject;
  /** Paths whose change replaces the resource. */
  readonly requiresReplace: readonly Path[];
}

/** The configuration and the prior value of a part of the plan. */
interface Around {
  readonly path: Path;
  readonly config: Value;
  readonly prior: Value;
}

/** A part of the plan that can be read and written while the rules run. */
interface Slot {
  get(): Value;
  set(value: Value): void;
}

interface Run {
  readonly configRoot: ValueObject;
  readonly priorRoot: ValueObject | null;
  readonly root: () => ValueObject;
  readonly requiresReplace: Path[];
}

/** Runs the plan modifiers of all attributes. Throws what they throw. */
export function runModifiers(
  holder: AttributeHolder,
  config: ValueObject,
  prior: ValueObject | null,
  planned: ValueObject,
): Modified {
  let root = planned;
  const run: Run = {
    configRoot: config,
    priorRoot: prior,
    root: () => root,
    requiresReplace: [],
  };
  const slot: Slot = {
    get: () => root,
    set: (value) => {
      root = objectOf(value) ?? root;
    },
  };
  modifyHolder(holder, { path: Path.root, config, prior }, slot, run);
  return { planned: root, requiresReplace: run.requiresReplace };
}

function modifyHolder(
  holder: AttributeHolder,
  around: Around,
  slot: Slot,
  run: Run,
): void {
  for (const [name, attribute] of Object.entries(holder.attributes)) {
    const inner = innerOf(around, name);
    modifyAttribute(attribute, inner, around.prior, slot, name, run);
    if (attribute.nested !== undefined) {
      const part = memberSlot(slot, name);
      modifyElements(
        attribute.nested.nesting,
        attribute.nested,
        inner,
        part,
        run,
      );
    }
  }
  for (const [name, block] of Object.entries(holder.blocks ?? {})) {
    const part = memberSlot(slot, name);
    modifyElements(block.nesting, block, innerOf(around, name), part, run);
  }
}

function innerOf(around: Around, name: string): Around {
  return {
    path: around.path.attribute(name),
    config: attributeOf(around.config, name),
    prior: attributeOf(around.prior, name),
  };
}

function modifyAttribute(
  attribute: Attribute,
  around: Around,
  priorHolder: Value,
  holderSlot: Slot,
  name: string,
  run: Run,
): void {
  const slot = memberSlot(holderSlot, name);
  for (const modifier of attribute.planModifiers) {
    const plannedHolder = objectOf(holderSlot.get());
    if (plannedHolder === null) return;
    const result = modifier.modify({
      ...around,
      planned: slot.get(),
      priorHolder: objectOf(priorHolder),
      plannedHolder,
      configRoot: run.configRoot,
      priorRoot: run.priorRoot,
      plannedRoot: run.root(),
    });
    if (result?.planned !== undefined) slot.set(result.planned);
    // A write-only value is in no state, so that a change can't be seen.
    if (result?.requiresReplace === true && !attribute.writeOnly) {
      run.requiresReplace.push(around.path);
    }
  }
}

function modifyElements(
  nesting: "single" | "group" | "list" | "set" | "map",
  holder: AttributeHolder,
  around: Around,
  slot: Slot,
  run: Run,
): void {
  const planned = slot.get();
  const { path, config, prior } = around;
  const enter = (inner: Around, part: Slot) => {
    if (isValueObject(part.get())) modifyHolder(holder, inner, part, run);
  };
  if (nesting === "single" || nesting === "group") {
    enter(around, slot);
  } else if (nesting === "map") {
    for (const key of Object.keys(objectOf(planned) ?? {})) {
      enter({
        path: path.key(key),
        config: attributeOf(config, key),
        prior: attributeOf(prior, key),
      }, memberSlot(slot, key));
    }
  } else if (isValueArray(planned)) {
    const partners = nesting === "set" && isValueArray(config)
      ? correlate(holder, elementsOf(config), elementsOf(prior))
      : elementsOf(prior);
    for (const i of planned.keys()) {
      enter({
        path: nesting === "set" ? path : path.index(i),
        config: elementsOf(config)[i] ?? null,
        prior: partners[i] ?? null,
      }, elementSlot(slot, i));
    }
  }
}

function memberSlot(parent: Slot, name: string): Slot {
  return {
    get: () => attributeOf(parent.get(), name),
    set: (value) => {
      const object = objectOf(parent.get());
      if (object !== null && member(object, name) !== value) {
        parent.set(record([...Object.entries(object), [name, value]]));
      }
    },
  };
}

function elementSlot(parent: Slot, i: number): Slot {
  return {
    get: () => elementsOf(parent.get())[i] ?? null,
    set: (value) => {
      const elements = elementsOf(parent.get());
      if (elements[i] !== value) parent.set(elements.with(i, value));
    },
  };
}
