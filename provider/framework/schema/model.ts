import type { Unknown } from "../values/unknown.ts";
import type { Decimal } from "../values/decimal.ts";
import type { Dynamic, ValueObject } from "../values/value.ts";
import type {
  Attribute,
  Attributes,
  Block,
  Blocks,
  Leaf,
  Mode,
  NestedShape,
} from "./attribute.ts";
import type { Schema } from "./schema.ts";

/**
 * From where a value is looked at:
 *
 * - `config`: validation and plan; anything may be unknown
 * - `known_config`: apply and data sources; nothing is unknown
 * - `planned`: while planning; anything may be unknown
 * - `plan`: create; only what the provider computes may be unknown
 * - `update`: a plan in which what a plan modifier keeps is known, too
 * - `state`: what exists; nothing is unknown, write-only values are null
 */
export type View =
  | "config"
  | "known_config"
  | "planned"
  | "plan"
  | "update"
  | "state";

/** The type that a view adds to a value. */
export type UnknownIn<V extends View> = V extends "config" | "planned" ? Unknown
  : never;

/** A leaf value in which elements may be unknown. */
export type PartlyKnown<T> = T extends
  null | string | number | boolean | bigint | Decimal | Dynamic | Unknown ? T
  : T extends readonly (infer E)[] ? readonly (PartlyKnown<E> | Unknown)[]
  : { readonly [K in keyof T]: PartlyKnown<T[K]> | Unknown };

/** The view of nested objects: those that an update adds are new. */
export type InsideOf<V extends View> = V extends "update" ? "plan" : V;

/**
 * The view of an attribute's nested objects: what only the provider computes,
 * and an update keeps, is as the state has it.
 */
export type ViewIn<V extends View, M extends Mode, K> = V extends "update"
  ? M extends "computed" ? K extends true ? "state" : InsideOf<V> : InsideOf<V>
  : InsideOf<V>;

/** The type of a value that is there, in a view, and its objects in another. */
export type ShapeIn<S, V extends View, I extends View = InsideOf<V>> = S extends
  NestedShape<infer N, infer A extends Attributes>
  ? N extends "single" ? AttributesModel<A, I>
  : N extends "map" ? {
      readonly [key: string]: AttributesModel<A, I> | UnknownIn<V>;
    }
  : readonly (AttributesModel<A, I> | UnknownIn<V>)[]
  : S extends Leaf<infer T>
    ? V extends "config" | "planned" ? PartlyKnown<T> : T
  : never;

/** The type of a value as its mode lets it be, in a view. */
export type Present<T, M extends Mode, W, K, V extends View> = V extends
  "config" ? T | Unknown | (M extends "required" ? never : null)
  : V extends "known_config" ? T | (M extends "required" ? never : null)
  : W extends true ? null
  : M extends "required" | "defaulted" ? T | UnknownIn<V>
  : V extends "plan" ? T | null | (M extends "optional" ? never : Unknown)
  : V extends "update" ?
      | T
      | null
      | (M extends "optional" ? never : K extends true ? never : Unknown)
  : T | null | UnknownIn<V>;

/** The type of one attribute's value in a view. */
export type AttributeValue<A, V extends View> = A extends
  Attribute<infer S, infer M, infer W, infer K>
  ? Present<ShapeIn<S, V, ViewIn<V, M, K>>, M, W, K, V>
  : never;

/** The type of an object with these attributes in a view; of any, of values. */
export type AttributesModel<A extends Attributes, V extends View> =
  string extends keyof A ? ValueObject
    : { readonly [K in keyof A]: AttributeValue<A[K], V> };

/** The type of one block in a view. */
export type BlockObject<
  A extends Attributes,
  B extends Blocks,
  V extends View,
> =
  & AttributesModel<A, V>
  & BlocksModel<B, V>;

/** The type of one kind of block's value in a view. */
export type BlockValue<T, V extends View> = T extends
  Block<infer N, infer A, infer B>
  ? N extends "single" ? BlockObject<A, B, InsideOf<V>> | null
  : N extends "group" ? BlockObject<A, B, InsideOf<V>>
  : N extends "map" ? { readonly [key: string]: BlockObject<A, B, InsideOf<V>> }
  : readonly BlockObject<A, B, InsideOf<V>>[] | UnknownIn<V>
  : never;

/** The type of the blocks of an object in a view; unnamed blocks are none. */
export type BlocksModel<B extends Blocks, V extends View> = string extends
  keyof B ? unknown
  : { readonly [K in keyof B]: BlockValue<B[K], V> };

/** The type of a whole object of a schema in a view. */
export type Model<S extends Schema, V extends View> =
  & AttributesModel<S["attributes"], V>
  & BlocksModel<S["blocks"], V>;

/** A configuration in which anything may be unknown. */
export type Config<S extends Schema> = Model<S, "config">;

/** A configuration in which nothing is unknown. */
export type KnownConfig<S extends Schema> = Model<S, "known_config">;

/** A plan in the making: anything may be unknown. */
export type PlannedState<S extends Schema> = Model<S, "planned">;

/** A plan that is applied: only what the provider computes may be unknown. */
export type Plan<S extends Schema> = Model<S, "plan">;

/** A plan of what exists: what `p.useStateForUnknown` keeps is known. */
export type UpdatePlan<S extends Schema> = Model<S, "update">;

/** An object that exists: nothing is unknown. */
export type State<S extends Schema> = Model<S, "state">;
