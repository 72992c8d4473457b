/**
 * Runs plan modifiers, outer attributes before inner ones, in the order of
 * declaration.
 *
 * @module
 */

import type { Attribute } from "../../schema/attribute.ts";
import type { AttributeHolder } from "../../schema/schema.ts";
import { Path } from "../../values/path.ts";
import { isUnknown } from "../../values/unknown.ts";
import {
  isValueArray,
  isValueObject,
  member,
  record,
  type Value,
  type ValueObject,
} from "../../values/value.ts";
import {
  attributeOf,
  elementsOf,
  entriesOf,
  objectOf,
} from "../object_type.ts";
import { emptyObject, priorPartners } from "./build.ts";

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
  for (const [inner, part] of elementSlots(nesting, holder, around, slot)) {
    const planned = part.get();
    if (isValueObject(planned)) {
      modifyHolder(holder, inner, part, run);
    } else if (isValueObject(inner.prior) && isTaken(planned, inner.config)) {
      modifyHolder(holder, inner, goneSlot(holder, planned), run);
    }
  }
}

/** Whether an object is removed, or perhaps removed, by the configuration. */
function isTaken(planned: Value, config: Value): boolean {
  return planned === null || isUnknown(config);
}

/**
 * The plan of an object that is not there any more: the rules of its attributes
 * are asked whether that replaces the resource, and what they plan is dropped.
 */
function goneSlot(holder: AttributeHolder, planned: Value): Slot {
  let object: Value = isUnknown(planned)
    ? record(Object.keys(holder.attributes).map((name) => [name, planned]))
    : emptyObject(holder);
  return {
    get: () => object,
    set: (value) => {
      object = value;
    },
  };
}

/** The nested objects of plan and state with what belongs to each. */
function elementSlots(
  nesting: "single" | "group" | "list" | "set" | "map",
  holder: AttributeHolder,
  around: Around,
  slot: Slot,
): readonly (readonly [Around, Slot])[] {
  const { path, config, prior } = around;
  switch (nesting) {
    case "single":
    case "group":
      return [[around, slot]];
    case "map": {
      const keys = [...entriesOf(slot.get()), ...entriesOf(prior)]
        .map(([key]) => key);
      return [...new Set(keys)].map((key) => [{
        path: path.key(key),
        config: isUnknown(config) ? config : attributeOf(config, key),
        prior: attributeOf(prior, key),
      }, memberSlot(slot, key)]);
    }
    case "list":
      return range(elementsOf(slot.get()).length, elementsOf(prior).length)
        .map((i) => [{
          path: path.index(i),
          config: isUnknown(config) ? config : elementsOf(config)[i] ?? null,
          prior: elementsOf(prior)[i] ?? null,
        }, elementSlot(slot, i)]);
    case "set":
      return setSlots(holder, around, slot);
  }
}

/** No step leads into a set, so that all its elements have its own path. */
function setSlots(
  holder: AttributeHolder,
  { path, config, prior }: Around,
  slot: Slot,
): readonly (readonly [Around, Slot])[] {
  const before = elementsOf(prior);
  const planned = elementsOf(slot.get());
  const partners = isValueArray(config)
    ? priorPartners(holder, config, before)
    : before.slice(0, planned.length);
  const gone = before.filter((element) => !partners.includes(element));
  return [...planned.map((_, i) => partners[i] ?? null), ...gone].map(
    (partner, i) => [{
      path,
      config: isUnknown(config) ? config : elementsOf(config)[i] ?? null,
      prior: partner,
    }, elementSlot(slot, i)],
  );
}

/** The numbers from 0 to below the greater of two. */
function range(a: number, b: number): readonly number[] {
  return Array.from({ length: Math.max(a, b) }, (_, i) => i);
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
