import type { Value } from "../values/value.ts";
import type { Type } from "../values/type.ts";
import type { PlanModifier, Validator } from "./rules.ts";
import type { TypeExpression } from "./type_expression.ts";

/**
 * Source of the value: `required` and `optional` the practitioner, `computed`
 * the provider, `optional_computed` either, `defaulted` the practitioner, if it
 * is optional, or else a default that is known at plan time.
 */
export type Mode =
  | "required"
  | "optional"
  | "computed"
  | "optional_computed"
  | "defaulted";

/** Nesting of objects: alone, in a list, a set, or a map. */
export type NestingMode = "single" | "list" | "set" | "map";

/** Marks the shape of a leaf attribute with values of type `T`. */
export interface Leaf<T> {
  /** Never set: it carries `T` for inference. */
  readonly leaf?: T;
}

/** Marks the shape of an attribute with nested attributes. */
export interface NestedShape<N extends NestingMode, A extends Attributes> {
  /** The nesting of the objects. */
  readonly nesting: N;
  /** The attributes of each object. */
  readonly attributes: A;
}

/** The shape of an attribute's value. */
export type Shape = Leaf<unknown> | NestedShape<NestingMode, Attributes>;

/** Attributes by name. */
export type Attributes = { readonly [name: string]: Attribute };

/** The nested attributes of an attribute, and how the objects are held. */
export type NestedAttributes = NestedShape<NestingMode, Attributes>;

/** One attribute of a schema. Made by the builders in `s`. */
export interface Attribute<
  S extends Shape = Shape,
  M extends Mode = Mode,
  W extends boolean = boolean,
  K extends boolean = boolean,
> {
  /** Tells attributes from blocks. */
  readonly kind: "attribute";
  /** The type of the whole value, nested objects included. */
  readonly type: Type;
  /** The type expression of a leaf; undefined with nested attributes. */
  readonly expression: TypeExpression<unknown> | undefined;
  /** The nested attributes; undefined for a leaf. */
  readonly nested: NestedAttributes | undefined;
  /** The source of the value. */
  readonly mode: M;
  /** Whether the configuration must have it. */
  readonly required: boolean;
  /** Whether the configuration may have it. */
  readonly optional: boolean;
  /** Whether the provider may give it. */
  readonly computed: boolean;
  /** Whether Terraform hides the value in its output. */
  readonly sensitive: boolean;
  /** True if the value is in the configuration only, never in plan or state. */
  readonly writeOnly: W;
  /** Description in Markdown: units, allowed values, meaning of absence. */
  readonly description: string;
  /**
   * Deprecation message: the reason and the replacement; absent: not
   * deprecated.
   */
  readonly deprecated: string | undefined;
  /** The value of a null configuration; undefined: none. */
  readonly default: Value | undefined;
  /** Checks of the configured value. */
  readonly validators: readonly Validator<unknown>[];
  /** Rules of the planned value, in order. */
  readonly planModifiers: readonly PlanModifier[];
  /** Default time limits by operation, on a `timeouts` attribute only. */
  readonly timeouts: Timeouts | undefined;
  /** Never set: it carries the shape for inference. */
  readonly shape?: S;
  /** Never set: it carries whether `update` knows the value. */
  readonly knownInUpdate?: K;
}

/** Time limits by operation, as durations such as `"30m"`. */
export type Timeouts = {
  readonly [Operation in "create" | "read" | "update" | "delete"]?: string;
};

/** Nesting of blocks. A `group` is one block that is never null. */
export type BlockNesting = "single" | "group" | "list" | "set" | "map";

/** Blocks by name. */
export type Blocks = { readonly [name: string]: Block };

/** One kind of nested block. Made by the builders in `s.block`. */
export interface Block<
  N extends BlockNesting = BlockNesting,
  A extends Attributes = Attributes,
  B extends Blocks = Blocks,
> extends
  Pick<
    Attribute,
    "description" | "deprecated" | "validators" | "planModifiers"
  > {
  /** Tells blocks from attributes. */
  readonly kind: "block";
  /** The nesting of the blocks. */
  readonly nesting: N;
  /** The attributes of each block. */
  readonly attributes: A;
  /** The blocks inside each block. */
  readonly blocks: B;
  /** Least number of blocks; lists and sets, or 1 for a required single. */
  readonly minItems: number;
  /** Greatest number of blocks; 0: any number. */
  readonly maxItems: number;
  /** Default time limits by operation, on a block of time limits only. */
  readonly timeouts?: Timeouts;
}
