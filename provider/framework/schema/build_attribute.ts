/**
 * Builders of leaf attributes.
 *
 * @module
 */

import type { Decimal } from "../values/decimal.ts";
import type { Dynamic, Value } from "../values/value.ts";
import type { Attribute, Leaf, Mode, Shape, Timeouts } from "./attribute.ts";
import type {
  CommonOptions,
  ModeOf,
  ModeOptions,
  WriteOnlyOf,
} from "./options.ts";
import { type TypeExpression, types } from "./type_expression.ts";

/** The attribute that a leaf builder makes of its options. */
export type LeafAttribute<T, O> = Attribute<Leaf<T>, ModeOf<O>, WriteOnlyOf<O>>;

/** The options of a leaf attribute. */
export type LeafOptions<T> = CommonOptions<T> & ModeOptions<T>;

/** The options of a string attribute. */
export type StringOptions = LeafOptions<string> & {
  /**
   * Whether two strings mean the same. If so, the prior string is kept in plan and
   * state instead of a change being shown.
   */
  readonly semanticEquals?: (a: string, b: string) => boolean;
};

/** The parts of an attribute that follow from its shape. */
export type ShapeParts = Pick<Attribute, "type" | "expression" | "nested">;

/** What the builders read of options of any shape and mode. */
export interface AnyOptions extends CommonOptions<never> {
  /** See {@linkcode ModeOptions}. */
  readonly required?: boolean;
  /** See {@linkcode ModeOptions}. */
  readonly optional?: boolean;
  /** See {@linkcode ModeOptions}. */
  readonly computed?: boolean;
  /** See {@linkcode ModeOptions}. */
  readonly default?: unknown;
  /** See {@linkcode ModeOptions}. */
  readonly writeOnly?: boolean;
  /** See {@linkcode StringOptions}. */
  readonly semanticEquals?: (a: string, b: string) => boolean;
  /** See {@linkcode timeouts}. */
  readonly timeouts?: Timeouts;
}

/**
 * Makes an attribute of its options and the parts that follow from its shape.
 * For the builders: authors use those in `s`.
 */
export function attributeOf<S extends Shape, O extends AnyOptions>(
  options: O,
  parts: ShapeParts,
): Attribute<S, ModeOf<O>, WriteOnlyOf<O>> {
  const attribute: Attribute = {
    kind: "attribute",
    ...parts,
    mode: modeOf(options),
    required: options.required === true,
    optional: options.optional === true,
    computed: options.computed === true || options.default !== undefined,
    sensitive: options.sensitive === true,
    writeOnly: options.writeOnly === true,
    description: options.description,
    deprecated: options.deprecated,
    // The type of `default` is checked by the option type of each builder.
    default: options.default as Value | undefined,
    validators: options.validators ?? [],
    planModifiers: options.planModifiers ?? [],
    semanticEquals: options.semanticEquals,
    timeouts: options.timeouts,
  };
  // Mode and shape are carried by type parameters that mirror the options.
  return attribute as Attribute<S, ModeOf<O>, WriteOnlyOf<O>>;
}

function modeOf(options: AnyOptions): Mode {
  if (options.required === true) return "required";
  if (options.default !== undefined) return "defaulted";
  if (options.optional !== true) return "computed";
  return options.computed === true ? "optional_computed" : "optional";
}

function leaf<T, O extends AnyOptions>(
  expression: TypeExpression<T>,
  options: O,
): LeafAttribute<T, O> {
  return attributeOf<Leaf<T>, O>(options, {
    type: expression.type,
    expression,
    nested: undefined,
  });
}

/** A string. */
export function string<const O extends StringOptions>(
  options: O,
): LeafAttribute<string, O> {
  return leaf(types.string, options);
}

/** A boolean. */
export function bool<const O extends LeafOptions<boolean>>(
  options: O,
): LeafAttribute<boolean, O> {
  return leaf(types.bool, options);
}

/** A whole number within ±(2^53 − 1); others are refused. */
export function int<const O extends LeafOptions<number>>(
  options: O,
): LeafAttribute<number, O> {
  return leaf(types.int, options);
}

/**
 * A number within the range of a double. Authors see the double; plan and state
 * keep all digits that were configured. Others are refused.
 */
export function float<const O extends LeafOptions<number>>(
  options: O,
): LeafAttribute<number, O> {
  return leaf(types.float, options);
}

/** A number of any size and precision, kept without loss. */
export function number<
  const O extends LeafOptions<number | bigint | Decimal>,
>(options: O): LeafAttribute<number | bigint | Decimal, O> {
  return leaf(types.number, options);
}

/** A value whose type the practitioner chooses. */
export function dynamic<const O extends LeafOptions<Dynamic>>(
  options: O,
): LeafAttribute<Dynamic, O> {
  return leaf(types.dynamic, options);
}

/** A list of elements, such as `s.list(types.string, {…})`. */
export function list<T, const O extends LeafOptions<readonly T[]>>(
  element: TypeExpression<T>,
  options: O,
): LeafAttribute<readonly T[], O> {
  return leaf(types.list(element), options);
}

/** A set of elements: no order, no duplicates. An array in models. */
export function set<T, const O extends LeafOptions<readonly T[]>>(
  element: TypeExpression<T>,
  options: O,
): LeafAttribute<readonly T[], O> {
  return leaf(types.set(element), options);
}

/** A map from strings to elements. A plain object in models. */
export function map<
  T,
  const O extends LeafOptions<Readonly<Record<string, T>>>,
>(
  element: TypeExpression<T>,
  options: O,
): LeafAttribute<Readonly<Record<string, T>>, O> {
  return leaf(types.map(element), options);
}

/**
 * A leaf of any type expression, for object and tuple values:
 * `s.value(types.object({…}), {…})`.
 */
export function value<T, const O extends LeafOptions<T>>(
  expression: TypeExpression<T>,
  options: O,
): LeafAttribute<T, O> {
  return leaf(expression, options);
}
