import type { NumberValue } from "../values/decimal.ts";
import type { Dynamic, Value } from "../values/value.ts";
import type {
  Attribute,
  Attributes,
  Leaf,
  Mode,
  NestingMode,
  Shape,
} from "./attribute.ts";
import type { NoOthers } from "./exact.ts";
import type { KnownInUpdate, Validator } from "./rules.ts";
import { objectType } from "./schema.ts";
import {
  type SemanticEquals,
  type TypeExpression,
  types,
} from "./type_expression.ts";

/** Options that every attribute has; by default it is not sensitive. */
export interface CommonOptions<T>
  extends
    Pick<Attribute, "description">,
    Partial<Pick<Attribute, "sensitive" | "deprecated" | "planModifiers">> {
  /** Checks of the configured value. */
  readonly validators?: readonly Validator<T>[];
}

/** Options of a mode, without those that would contradict it. */
export type Exactly<O> =
  & O
  & {
    readonly [
      K in Exclude<
        "required" | "optional" | "computed" | "default" | "writeOnly",
        keyof O
      >
    ]?: never;
  };

/** Source of the value, see {@linkcode Mode}, and whether it is stored. */
export type ModeOptions<D> =
  // The provider gives the value, which is the same in every plan.
  | Exactly<{ readonly computed: true; readonly default: D }>
  | Exactly<{ readonly required: true; readonly writeOnly?: true }>
  | Exactly<{ readonly optional: true; readonly writeOnly?: true }>
  | Exactly<{ readonly optional: true; readonly computed: true }>
  | Exactly<{ readonly computed: true }>
  | Exactly<{ readonly optional: true; readonly default: D }>;

/** The mode that follows from the options. */
export type ModeOf<O> = O extends { readonly required: true } ? "required"
  : O extends { readonly default: unknown } ? "defaulted"
  : O extends { readonly optional: true; readonly computed: true }
    ? "optional_computed"
  : O extends { readonly optional: true } ? "optional"
  : O extends { readonly computed: true } ? "computed"
  : Mode;

/** True if the options make an attribute write-only. */
export type WriteOnlyOf<O> = O extends { readonly writeOnly: true } ? true
  : false;

/**
 * True if a plan modifier among the options makes the value known in updates.
 */
export type KnownInUpdateOf<O> = O extends
  { readonly planModifiers: readonly (infer P)[] }
  ? [Extract<P, KnownInUpdate>] extends [never] ? false : true
  : false;

/** The attribute of a shape that a builder makes of its options. */
export type AttributeBy<S extends Shape, O> = Attribute<
  S,
  ModeOf<O>,
  WriteOnlyOf<O>,
  KnownInUpdateOf<O>
>;

/** The attribute that a leaf builder makes of its options. */
export type LeafAttribute<T, O> = AttributeBy<Leaf<T>, O>;

/** The options of a leaf attribute. */
export type LeafOptions<T> = CommonOptions<T> & ModeOptions<T>;

/** The options of a string attribute. */
export type StringOptions = LeafOptions<string> & {
  /**
   * Tests whether two strings mean the same. If so, the prior string is kept in
   * plan and state instead of a change being shown.
   */
  readonly semanticEquals?: SemanticEquals;
};

/** The parts of an attribute that do not follow from its options. */
export type ShapeParts =
  & Pick<Attribute, "type" | "expression" | "nested">
  & Partial<Pick<Attribute, "timeouts">>;

/** The parts of an attribute that holds objects. */
export function nestedParts(
  nesting: NestingMode,
  attributes: Attributes,
): ShapeParts {
  const object = objectType({ attributes });
  return {
    type: nesting === "single" ? object : [nesting, object],
    expression: undefined,
    nested: { nesting, attributes },
  };
}

/** Options of any shape and mode, as the builders read them. */
export type AnyOptions =
  & CommonOptions<never>
  & Pick<StringOptions, "semanticEquals">
  & { readonly default?: unknown }
  & Partial<
    Pick<
      Attribute,
      | "required"
      | "optional"
      | "computed"
      | "writeOnly"
    >
  >;

/** Refuses the keys of options `O` that are none of `L`. */
export type OnlyOptions<O, L = LeafOptions<never>> = NoOthers<O, keyof L>;

/**
 * Makes an attribute of its options and the parts that follow from its shape.
 * For the builders: authors use those in `s`.
 */
export function attributeOf<S extends Shape, O extends AnyOptions>(
  options: O,
  parts: ShapeParts,
): AttributeBy<S, O> {
  const { semanticEquals } = options;
  const attribute: Attribute = {
    kind: "attribute",
    timeouts: undefined,
    ...parts,
    expression: parts.expression && semanticEquals
      ? { ...parts.expression, semanticEquals }
      : parts.expression,
    mode: modeOf(options),
    ...readOptions(options),
  };
  // Mode and shape are carried by type parameters that mirror the options.
  return attribute as AttributeBy<S, O>;
}

function readOptions(options: AnyOptions) {
  return {
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
  };
}

function modeOf(options: AnyOptions): Mode {
  if (options.required === true) return "required";
  if (options.default !== undefined) return "defaulted";
  if (options.optional !== true) return "computed";
  return options.computed === true ? "optional_computed" : "optional";
}

/** Makes leaf attributes with values of type `T` of options `L`. */
export type LeafBuilder<T, L extends AnyOptions = LeafOptions<T>> = <
  const O extends L,
>(options: O & OnlyOptions<O, L>) => LeafAttribute<T, O>;

/** Makes lists or sets of elements. */
export type ElementsBuilder = <T, const O extends LeafOptions<readonly T[]>>(
  element: TypeExpression<T>,
  options: O & OnlyOptions<O>,
) => LeafAttribute<readonly T[], O>;

/** The builders of leaf attributes. */
export interface LeafBuilders {
  /** A string. */
  readonly string: LeafBuilder<string, StringOptions>;
  /** A boolean. */
  readonly bool: LeafBuilder<boolean>;
  /** A whole number within ±(2^53 − 1); others are refused. */
  readonly int: LeafBuilder<number>;
  /** A whole number of 64 bits with a sign, as a bigint; others are refused. */
  readonly int64: LeafBuilder<bigint>;
  /**
   * A number within the range of a double. Authors see the double; plan and
   * state keep all digits that were configured. Others are refused.
   */
  readonly float: LeafBuilder<number>;
  /** A number of any size and precision, kept without loss. */
  readonly number: LeafBuilder<NumberValue>;
  /** A value whose type the practitioner chooses. */
  readonly dynamic: LeafBuilder<Dynamic>;
  /** A list of elements, such as `s.list(types.string, {…})`. */
  readonly list: ElementsBuilder;
  /** A set of elements: no order, no duplicates. An array in models. */
  readonly set: ElementsBuilder;
  /** A map from strings to elements. A plain object in models. */
  readonly map: <T, const O extends LeafOptions<Readonly<Record<string, T>>>>(
    element: TypeExpression<T>,
    options: O & OnlyOptions<O>,
  ) => LeafAttribute<Readonly<Record<string, T>>, O>;
  /**
   * A leaf of any type expression, for object and tuple values:
   * `s.value(types.object({…}), {…})`.
   */
  readonly value: <T, const O extends LeafOptions<T>>(
    expression: TypeExpression<T>,
    options: O & OnlyOptions<O>,
  ) => LeafAttribute<T, O>;
}

type Erased = (options: AnyOptions) => Attribute;
type ErasedOf = (of: TypeExpression<never>, options: AnyOptions) => Attribute;

function leafOf(expression: TypeExpression<unknown>): Erased {
  const { type } = expression;
  return (options) =>
    attributeOf(options, { type, expression, nested: undefined });
}

const builders: { readonly [K in keyof LeafBuilders]: Erased | ErasedOf } = {
  string: leafOf(types.string),
  bool: leafOf(types.bool),
  int: leafOf(types.int),
  int64: leafOf(types.int64),
  float: leafOf(types.float),
  number: leafOf(types.number),
  dynamic: leafOf(types.dynamic),
  list: (element, options) => leafOf(types.list(element))(options),
  set: (element, options) => leafOf(types.set(element))(options),
  map: (element, options) => leafOf(types.map(element))(options),
  value: (expression, options) => leafOf(expression)(options),
};

/**
 * The builders of leaf attributes. Their types are what checks an author's
 * options; nothing of them is left at run time.
 */
export const leaves: LeafBuilders = builders as unknown as LeafBuilders;
