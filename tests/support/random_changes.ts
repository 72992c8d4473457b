import type {
  Attribute,
  Attributes,
} from "../../provider/framework/schema/attribute.ts";
import type { NestedObject } from "../../provider/framework/schema/schema.ts";
import type { Type } from "../../provider/framework/values/type.ts";
import { isUnknown, unknown } from "../../provider/framework/values/unknown.ts";
import {
  Dynamic,
  isValueArray,
  isValueObject,
  record,
  type Value,
} from "../../provider/framework/values/value.ts";
import { transform } from "./walk.ts";
import { concreteType, type Random, randomValue } from "./random_values.ts";

/** Replaces about one in `rarity` parts of the value by something else. */
export function randomlyChanged(
  random: Random,
  value: Value,
  type: Type,
  rarity: number,
): Value {
  return transform(value, type, (part, partType) => {
    if (!random.once(rarity)) {
      return part;
    }
    if (isValueArray(part) && partType[0] !== "tuple" && random.once(2)) {
      return part.slice(1);
    }
    return random.once(2)
      ? randomValue(random, partType)
      : random.pick([null, unknown]);
  });
}

/** Gives each unknown a known value, mostly one that keeps its refinements. */
export function randomlyKnown(random: Random, value: Value, type: Type): Value {
  return transform(value, type, (part, partType) => {
    if (!isUnknown(part)) {
      return part;
    }
    const { prefix, numberMin, lengthMin, nullness } = part.refinements ?? {};
    if (random.once(15)) {
      return randomValue(random, partType);
    }
    if (prefix !== undefined) {
      return `${prefix} and more`;
    }
    if (numberMin !== undefined) {
      return numberMin.value;
    }
    const options = {
      unknowns: false,
      nulls: nullness !== false,
    };
    if (partType === "dynamic") {
      const inner = concreteType(random, 2);
      return new Dynamic(inner, randomValue(random, inner, options));
    }
    for (let tries = 0; tries < 20; tries++) {
      const made = randomValue(random, partType, options);
      if (lengthMin === undefined || sizeOf(made) >= lengthMin) {
        return made;
      }
    }
    return randomValue(random, partType, options);
  });
}

function sizeOf(value: Value): number {
  return isValueArray(value)
    ? value.length
    : isValueObject(value)
    ? Object.keys(value).length
    : 0;
}

/** The state and the configuration that a plan is made of. */
export interface PlanSources {
  /** The state; null at a create. */
  readonly prior: Value;
  /** The configuration. */
  readonly config: Value;
}

/**
 * A plan, valid or not: each attribute comes from the configuration, the
 * state, or nowhere.
 */
export function randomPlan(
  random: Random,
  holder: NestedObject,
  sources: PlanSources,
): Value {
  if (!isValueObject(sources.config)) {
    return random.once(20) ? unknown : sources.config;
  }
  const plan = record();
  for (const [name, attribute] of Object.entries(holder.attributes)) {
    const inner = memberSources(sources, name);
    plan[name] = plannedAttribute(random, attribute, inner);
  }
  for (const [name, block] of Object.entries(holder.blocks ?? {})) {
    const inner = memberSources(sources, name);
    plan[name] = random.once(40)
      ? random.pick([null, unknown, inner.prior])
      : plannedParts(random, block, inner);
  }
  return plan;
}

function plannedAttribute(
  random: Random,
  attribute: Attribute,
  sources: PlanSources,
): Value {
  if (attribute.writeOnly) {
    return random.once(20) ? sources.config : null;
  }
  if (attribute.computed && sources.config === null && random.once(2)) {
    return random.pick([unknown, sources.prior]);
  }
  switch (random.below(12)) {
    case 0:
      return sources.prior;
    case 1:
      return random.once(3)
        ? randomValue(random, attribute.type)
        : sources.config;
    case 2:
      return random.once(3) ? null : sources.config;
    case 3:
      return random.once(3) ? unknown : sources.config;
    default: {
      const attributes: Attributes | undefined = attribute.nested?.attributes;
      return attributes === undefined
        ? sources.config
        : plannedParts(random, { attributes }, sources);
    }
  }
}

/** Plans each object in a value of whatever nesting. */
function plannedParts(
  random: Random,
  holder: NestedObject,
  sources: PlanSources,
): Value {
  const { prior, config } = sources;
  if (isValueArray(config)) {
    const parts = config.map((element, i) =>
      randomPlan(random, holder, {
        prior: isValueArray(prior) ? prior[i] ?? null : null,
        config: element,
      })
    );
    return random.once(25) ? parts.slice(1) : parts;
  }
  if (!isValueObject(config)) {
    return config;
  }
  const isObject = Object.keys(holder.attributes).every((name) =>
    Object.hasOwn(config, name)
  );
  if (isObject) {
    return randomPlan(random, holder, sources);
  }
  const parts = Object.keys(config).map((key) =>
    [
      random.once(25) ? `${key}2` : key,
      randomPlan(random, holder, memberSources(sources, key)),
    ] as const
  );
  return record(parts);
}

function memberSources(sources: PlanSources, name: string): PlanSources {
  const member = (value: Value) =>
    isValueObject(value) && Object.hasOwn(value, name)
      ? value[name] ?? null
      : null;
  return { prior: member(sources.prior), config: member(sources.config) };
}
