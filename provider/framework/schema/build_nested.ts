/**
 * Builders of nested attributes, blocks and whole schemas.
 *
 * @module
 */

import type {
  Attribute,
  Attributes,
  NestedShape,
  Nesting,
  Timeouts,
} from "./attribute.ts";
import type { Block, BlockNesting, Blocks } from "./block.ts";
import {
  attributeOf,
  type CommonOptions,
  leaves,
  type ModeOf,
  type ModeOptions,
  type ShapeParts,
  type WriteOnlyOf,
} from "./build_attribute.ts";
import type { AttributesModel } from "./model.ts";
import { objectType, type Schema } from "./schema.ts";

/** The attribute that a nested builder makes of its options. */
export type NestedAttribute<N extends Nesting, A extends Attributes, O> =
  Attribute<NestedShape<N, A>, ModeOf<O>, WriteOnlyOf<O>>;

/**
 * The options of a nested object. Its default is a partial object: what it
 * leaves out gets its own default or is computed, so `default: {}` stands for
 * "as if an empty object were configured".
 */
export type ObjectOptions<A extends Attributes> =
  & CommonOptions<AttributesModel<A, "config">>
  & ModeOptions<Partial<AttributesModel<A, "known_config">>>;

/** The options of a collection of nested objects. */
export type ObjectsOptions<T> = CommonOptions<T> & ModeOptions<never>;

/** The value of a collection of nested objects in the configuration. */
type NestedObjects<N extends Nesting, A extends Attributes> = N extends "map"
  ? Readonly<Record<string, AttributesModel<A, "config">>>
  : readonly AttributesModel<A, "config">[];

function nestedParts(nesting: Nesting, attributes: Attributes): ShapeParts {
  const object = objectType({ attributes });
  return {
    type: nesting === "single" ? object : [nesting, object],
    expression: undefined,
    nested: { nesting, attributes },
  };
}

/** Makes the builder of a collection of nested objects. */
function objectsIn<N extends "list" | "set" | "map">(nesting: N) {
  return <
    const A extends Attributes,
    const O extends ObjectsOptions<NestedObjects<N, A>>,
  >(attributes: A, options: O): NestedAttribute<N, A, O> =>
    attributeOf<NestedShape<N, A>, O>(
      options,
      nestedParts(nesting, attributes),
    );
}

/** The attributes that `timeouts` makes for the given limits. */
export type TimeoutAttributes<T extends Timeouts> = {
  readonly [K in keyof T]-?: Attribute<
    { readonly leaf?: string },
    "optional",
    false
  >;
};

const timeoutsDescription = "How long each operation may take.";

function timeoutAttributes<T extends Timeouts>(
  limits: T,
): TimeoutAttributes<T> {
  const attributes = Object.entries(limits).map(([operation, limit]) =>
    [
      operation,
      leaves.string({
        optional: true,
        description: `How long to wait for the ${operation}, as a duration ` +
          `such as \`"90s"\`, \`"30m"\` or \`"1h30m"\`. Default \`"${limit}"\`.`,
      }),
    ] as const
  );
  // There is one attribute for each key of T.
  return Object.fromEntries(attributes) as TimeoutAttributes<T>;
}

/** The builders of nested attributes. */
export const nested = {
  /** One nested object. */
  object: <const A extends Attributes, const O extends ObjectOptions<A>>(
    attributes: A,
    options: O,
  ): NestedAttribute<"single", A, O> =>
    attributeOf<NestedShape<"single", A>, O>(
      options,
      nestedParts("single", attributes),
    ),
  /** A list of nested objects. */
  objectList: objectsIn("list"),
  /** A set of nested objects: no order, no duplicates. */
  objectSet: objectsIn("set"),
  /** A map of nested objects by string keys. */
  objectMap: objectsIn("map"),
  /**
   * The `timeouts` attribute: one optional duration for each operation that is
   * given a default limit, such as `{ create: "30m" }`. The framework ends the
   * operation's signal when its limit is over.
   */
  timeouts: <const T extends Timeouts>(
    limits: T,
  ): Attribute<
    NestedShape<"single", TimeoutAttributes<T>>,
    "optional",
    false
  > =>
    attributeOf<
      NestedShape<"single", TimeoutAttributes<T>>,
      { optional: true; description: string; timeouts: T }
    >(
      { optional: true, description: timeoutsDescription, timeouts: limits },
      nestedParts("single", timeoutAttributes(limits)),
    ),
} as const;

/**
 * The options of a block; by default there may be any number of it, without
 * blocks inside.
 */
export interface BlockOptions<A extends Attributes, B extends Blocks>
  extends
    Pick<Block<BlockNesting, A, B>, "description" | "attributes">,
    Partial<
      Pick<
        Block<BlockNesting, A, B>,
        | "blocks"
        | "deprecated"
        | "minItems"
        | "maxItems"
        | "validators"
        | "planModifiers"
      >
    > {}

type NoBlocks = Readonly<Record<never, Block>>;

function blockOf<
  N extends BlockNesting,
  A extends Attributes,
  B extends Blocks,
>(nesting: N, options: BlockOptions<A, B>): Block<N, A, B> {
  return {
    kind: "block",
    nesting,
    attributes: options.attributes,
    // Without blocks, B is inferred as the type without members.
    blocks: options.blocks ?? ({} as B),
    description: options.description,
    deprecated: options.deprecated,
    minItems: options.minItems ?? 0,
    maxItems: options.maxItems ?? (nesting === "single" ? 1 : 0),
    validators: options.validators ?? [],
    planModifiers: options.planModifiers ?? [],
  };
}

/** Makes the builder of the blocks of a nesting. */
function blocksIn<N extends BlockNesting>(nesting: N) {
  return <const A extends Attributes, const B extends Blocks = NoBlocks>(
    options: BlockOptions<A, B>,
  ): Block<N, A, B> => blockOf(nesting, options);
}

/** The builders of blocks, one per nesting. */
export const block = {
  /** At most one block; null when absent. */
  single: blocksIn("single"),
  /** Exactly one block, with null attributes when absent. */
  group: blocksIn("group"),
  /** Blocks in order. */
  list: blocksIn("list"),
  /** Blocks without order or duplicates. */
  set: blocksIn("set"),
  /** Blocks by their one label. */
  map: blocksIn("map"),
  /**
   * The `timeouts` block, for both protocols: what `s.timeouts` is as an
   * attribute.
   */
  timeouts: <const T extends Timeouts>(
    limits: T,
  ): Block<"single", TimeoutAttributes<T>, NoBlocks> => ({
    ...blockOf<"single", TimeoutAttributes<T>, NoBlocks>("single", {
      description: timeoutsDescription,
      attributes: timeoutAttributes(limits),
    }),
    timeouts: limits,
  }),
} as const;

/** The options of a schema; by default of version 0 and without blocks. */
export interface SchemaOptions<A extends Attributes, B extends Blocks>
  extends
    Pick<Schema<A, B>, "description" | "attributes">,
    Partial<
      Pick<Schema<A, B>, "version" | "deprecated" | "blocks" | "validators">
    > {}

/** A whole schema. */
export function schema<
  const A extends Attributes,
  const B extends Blocks = NoBlocks,
>(options: SchemaOptions<A, B>): Schema<A, B> {
  return {
    version: options.version ?? 0,
    description: options.description,
    deprecated: options.deprecated,
    attributes: options.attributes,
    // Without blocks, B is inferred as the type without members.
    blocks: options.blocks ?? ({} as B),
    validators: options.validators ?? [],
  };
}
