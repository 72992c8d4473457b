/**
 * The merge of configuration and state that the CLI sends with a plan. The
 * library in Go makes its plan of it.
 *
 * @module
 */
import type {
  Attribute,
  BlockNesting,
  NestedAttributes,
} from "../../provider/framework/schema/attribute.ts";
import { emptyObject } from "../../provider/framework/schema/pair.ts";
import {
  type NestedObject,
  objectType,
  typeOf,
} from "../../provider/framework/schema/schema.ts";
import { equalValues } from "../../provider/framework/values/equal.ts";
import { isUnknown } from "../../provider/framework/values/unknown.ts";
import {
  isNull,
  isValueArray,
  isValueObject,
  mapParts,
  member,
  partsOf,
  record,
  type Value,
} from "../../provider/framework/values/value.ts";

/** Computes the new state that the CLI proposes for a resource. */
export function proposedNew(
  holder: NestedObject,
  prior: Value,
  config: Value,
): Value {
  if (config === null || isUnknown(config)) return config;
  return object(holder, prior ?? emptyObject(holder), config);
}

function part(value: Value, name: string): Value {
  return isValueObject(value) ? member(value, name) ?? null : null;
}

function object(holder: NestedObject, prior: Value, config: Value): Value {
  if (config === null || isUnknown(config)) return config;
  return record([
    ...Object.entries(holder.attributes).map(([name, each]) =>
      [name, attribute(each, part(prior, name), part(config, name))] as const
    ),
    ...Object.entries(holder.blocks ?? {}).map(([name, block]) => {
      const after = part(config, name);
      const before = part(prior, name);
      return [
        name,
        block.nesting === "group" || block.nesting === "single"
          ? after === null
            ? null
            : object(block, before ?? emptyObject(block), after)
          : elements(block, block.nesting, before, after),
      ] as const;
    }),
  ]);
}

function attribute(schema: Attribute, prior: Value, config: Value): Value {
  const { computed, nested } = schema;
  if (computed && isNull(config)) {
    return schema.optional && nested !== undefined &&
        holdsConfigured(nested, prior)
      ? config
      : prior;
  }
  if (nested === undefined) return config;
  return nested.nesting === "single"
    ? object(nested, prior, config)
    : elements(nested, nested.nesting, prior, config);
}

function elements(
  holder: NestedObject,
  nesting: "list" | "set" | "map",
  prior: Value,
  config: Value,
): Value {
  if (config === null || isUnknown(config)) return config;
  if (nesting !== "set") {
    const before = new Map<unknown, Value>(
      prior === null ? [] : partsOf(prior),
    );
    return mapParts(config, (element, step) => {
      const known = before.get(step);
      return known === undefined ? element : object(holder, known, element);
    });
  }
  const left = isValueArray(prior) ? [...prior] : [];
  return isValueArray(config)
    ? config.map((element) => {
      const at = left.findIndex((each) => mayBePrior(holder, each, element));
      const [before = null] = at < 0 ? [] : left.splice(at, 1);
      return object(holder, before, element);
    })
    : config;
}

/**
 * Whether a prior element could have come of the configured one: all that is in
 * it is configured, or computed and not configured.
 */
function mayBePrior(
  holder: NestedObject,
  prior: Value,
  config: Value,
): boolean {
  if (equalValues(prior, config, objectType(holder))) return true;
  if (prior === null) return true;
  if (config === null || isUnknown(config)) return false;
  const attributes = Object.entries(holder.attributes).every(
    ([name, { type, nested, computed }]) => {
      const before = part(prior, name);
      const after = part(config, name);
      if (equalValues(before, after, type)) return true;
      return nested === undefined
        ? computed && isNull(after)
        : allMayBePrior(nested, nested.nesting, before, after);
    },
  );
  return attributes &&
    Object.entries(holder.blocks ?? {}).every(([name, block]) => {
      const before = part(prior, name);
      const after = part(config, name);
      return equalValues(before, after, typeOf(block)) ||
        allMayBePrior(block, block.nesting, before, after);
    });
}

function allMayBePrior(
  holder: NestedObject,
  nesting: BlockNesting,
  prior: Value,
  config: Value,
): boolean {
  if (nesting === "single" || nesting === "group") {
    return mayBePrior(holder, prior, config);
  }
  if (nesting === "set") return false;
  if (prior === null) return true;
  const after = new Map<unknown, Value>(partsOf(config));
  return Array.from(partsOf(prior)).every(([step, element]) =>
    after.has(step) && mayBePrior(holder, element, after.get(step) ?? null)
  );
}

/** Whether a value holds what only a configuration gives. */
function holdsConfigured(
  nested: NestedAttributes,
  value: Value,
): boolean {
  const objects = nested.nesting === "single"
    ? [value]
    : Array.from(partsOf(value), ([, element]) => element);
  return objects.some((each) =>
    Object.entries(nested.attributes).some(([name, inner]) => {
      const inside = part(each, name);
      return inside !== null &&
        (!inner.computed ||
          inner.nested !== undefined && holdsConfigured(inner.nested, inside));
    })
  );
}
