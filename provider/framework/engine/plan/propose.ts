/**
 * The first step of a plan: configuration over state, before plan modifiers.
 *
 * @module
 */

import type { Attribute, NestedAttributes } from "../../schema/attribute.ts";
import { absentBlock, emptyObject, pairElements } from "../../schema/pair.ts";
import { type NestedObject, objectType } from "../../schema/schema.ts";
import {
  descend,
  elementsOf,
  objectsIn,
  runToCompletion,
  type Versions,
  type Visitor,
  walkSchema,
} from "../../schema/walk_schema.ts";
import { memberValue } from "../../values/walk.ts";
import { keepEqualTexts } from "../../schema/texts.ts";
import { distinct, equalValues } from "../../values/equal.ts";
import type { Path } from "../../values/path.ts";
import { isUnknown, unknown } from "../../values/unknown.ts";
import {
  copyOf,
  isNull,
  isValueArray,
  isValueObject,
  isWhollyKnown,
  type Value,
  type ValueObject,
} from "../../values/value.ts";

/**
 * Rule for a computed attribute that is not configured: it keeps its prior
 * value while nothing changes, else it is unknown.
 */
export type ComputedRule = "prior" | "unknown";

/** Configuration and state of one value. */
export type Sources = Versions<"config" | "prior">;

/** Elements of the state by the elements of each set that stand for them. */
export class SetPairs {
  /** Sets with elements that are equal once they have their defaults. */
  readonly duplicates: Path[] = [];
  readonly #configured = new WeakMap<
    readonly Value[],
    { readonly prior: readonly Value[]; readonly found: readonly Value[] }
  >();
  readonly #planned = new WeakMap<readonly Value[], readonly Value[]>();

  /** The prior elements of the configured ones; null for a new one. */
  ofConfigured(nested: NestedObject, sources: Sources): readonly Value[] {
    const config = elementsOf(sources.config);
    const prior = elementsOf(sources.prior);
    if (prior.length === 0) return config.map(() => null);
    const known = this.#configured.get(config);
    if (known?.prior === prior) return known.found;
    // What the configuration leaves open is unknown in the pattern; what is
    // unknown in the configuration itself makes a new element.
    const patterns = config.map((element) =>
      isValueObject(element) && isWhollyKnown(element)
        ? runToCompletion(proposePlan(nested, { config: element, prior: null }))
        : null
    );
    const found = pairElements(nested, patterns, prior)
      .map((i) => i === undefined ? null : prior[i] ?? null);
    this.#configured.set(config, { prior, found });
    return found;
  }

  /** Remembers that a planned set was made of the sources. */
  keep(nested: NestedObject, planned: Value, sources: Sources): Value {
    if (isValueArray(planned)) {
      this.#planned.set(planned, this.ofConfigured(nested, sources));
    }
    return planned;
  }

  /**
   * Configuration and state of each element of a planned set; then each
   * element of the state that has none in the plan.
   */
  ofPlanned(
    nested: NestedObject,
    values: Versions<"config" | "prior" | "planned">,
  ): readonly Versions<"config" | "prior" | "planned">[] {
    const planned = elementsOf(values.planned);
    const prior = elementsOf(values.prior);
    const kept = this.#planned.get(planned);
    // A set that a plan modifier gave belongs to the state by its own elements.
    const partners = kept ??
      pairElements(nested, planned, prior)
        .map((i) => i === undefined ? null : prior[i] ?? null);
    const configs = kept === undefined
      ? this.#configsOf(nested, values, partners)
      : elementsOf(values.config);
    const config = isUnknown(values.config) ? unknown : null;
    const left = new Set(prior);
    for (const partner of partners) left.delete(partner);
    return [
      ...planned.map((planned, i) => ({
        planned,
        config: configs[i] ?? config,
        prior: partners[i] ?? null,
      })),
      ...[...left].map((prior) => ({ planned: null, config, prior })),
    ];
  }

  /** The configured elements that stand for the same prior elements. */
  #configsOf(
    nested: NestedObject,
    sources: Sources,
    partners: readonly Value[],
  ): readonly Value[] {
    const config = elementsOf(sources.config);
    const byPrior = new Map<Value, Value>();
    for (const [i, prior] of this.ofConfigured(nested, sources).entries()) {
      if (prior !== null) byPrior.set(prior, config[i] ?? null);
    }
    return partners.map((prior) => byPrior.get(prior) ?? null);
  }
}

/**
 * Plans an object of its configuration, or else defaults, or else what the
 * provider computes. Throws what `semanticEquals` throws.
 */
export function proposePlan(
  schema: NestedObject,
  sources: Versions<"config" | "prior">,
  computed: ComputedRule = "unknown",
  pairs: SetPairs = new SetPairs(),
): Generator<undefined, ValueObject> {
  const visitor: Visitor<"config" | "prior"> = {
    primary: "config",
    attribute(attribute, part) {
      const { config, prior } = part.values;
      if (attribute.writeOnly) return null;
      // What is known of a configured unknown holds for the plan only if the
      // provider does not give the value in case it turns out to be null.
      if (isUnknown(config)) return attribute.computed ? unknown : config;
      // A null may have a type of its own, where that is dynamic.
      const given = attribute.computed && isNull(config)
        ? attribute.default ?? null
        : config;
      if (given === null) {
        if (!attribute.computed) return null;
        if (computed === "unknown" || wasConfigured(attribute, prior)) {
          return unknown;
        }
        // Plan modifiers of inner attributes write into the plan.
        return attribute.nested === undefined ? prior : copyOf(prior);
      }
      const { nested } = attribute;
      if (nested === undefined) {
        // Terraform takes the configured value or the prior one, as a whole.
        const kept = keepEqualTexts(attribute.expression, given, prior);
        return kept !== given && equalValues(kept, prior, attribute.type)
          ? prior
          : given;
      }
      const values = { config: given, prior };
      return nested.nesting === "set"
        ? descend(values, (made) => {
          if (hasDuplicates(nested, made)) pairs.duplicates.push(part.path);
          return pairs.keep(nested, made, values);
        })
        : descend(values);
    },
    block(block, { values }) {
      const { config, prior } = values;
      if (isUnknown(config)) return config;
      if (block.nesting === "group") {
        return descend({ config: config ?? emptyObject(block), prior });
      }
      if (config === null) return absentBlock(block);
      return block.nesting === "set"
        ? descend(values, (made) => pairs.keep(block, made, values))
        : descend(values);
    },
    pair(nested, values) {
      const prior = pairs.ofConfigured(nested, values);
      return elementsOf(values.config).map((config, i) => ({
        config,
        prior: prior[i] ?? null,
      }));
    },
  };
  return walkSchema(schema, sources, visitor);
}

/**
 * Tests whether a nested attribute that may be configured was so: its value
 * holds a part that only a configuration gives. Terraform takes that for a
 * removal.
 */
function wasConfigured(
  { optional, nested, planModifiers }: Attribute,
  prior: Value,
): boolean {
  return optional && nested !== undefined &&
    !planModifiers.some(({ keepsState }) => keepsState) &&
    holdsConfigured(nested, prior);
}

function holdsConfigured(
  { nesting, attributes }: NestedAttributes,
  value: Value,
): boolean {
  return objectsIn(nesting, value).some((object) =>
    Object.entries(attributes).some(([name, { computed, nested }]) => {
      const part = memberValue(object, name);
      if (part === null) return false;
      return !computed || nested !== undefined && holdsConfigured(nested, part);
    })
  );
}

function hasDuplicates(nested: NestedObject, made: Value): boolean {
  const elements = elementsOf(made);
  return distinct(elements, objectType(nested)).length < elements.length;
}
