import type {
  Attribute,
  Attributes,
  Block,
  BlockNesting,
  Blocks,
  NestedShape,
  NestingMode,
  Timeouts,
} from "./attribute.ts";
import {
  type AnyOptions,
  type AttributeBy,
  attributeOf,
  type CommonOptions,
  type LeafBuilders,
  leaves,
  type ModeOptions,
  nestedParts,
  type OnlyOptions,
} from "./build_attribute.ts";
import type { AttributesModel } from "./model.ts";
import type { Schema } from "./schema.ts";

/** The attribute that a nested builder makes of its options. */
export type NestedAttribute<N extends NestingMode, A extends Attributes, O> =
  AttributeBy<NestedShape<N, A>, O>;

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
export type NestedObjects<N extends NestingMode, A extends Attributes> =
  N extends "map" ? Readonly<Record<string, AttributesModel<A, "config">>>
    : readonly AttributesModel<A, "config">[];

/** Makes a nested builder; its type is what checks an author's options. */
function nestedOf<B>(nesting: NestingMode, timeouts?: Timeouts): B {
  const build = (attributes: Attributes, options: AnyOptions) =>
    attributeOf(options, { ...nestedParts(nesting, attributes), timeouts });
  // Nothing of the types is left at run time.
  return build as unknown as B;
}

/** Makes nested objects. */
export type ObjectBuilder = <
  const A extends Attributes,
  const O extends ObjectOptions<A>,
>(
  attributes: A,
  options: O & OnlyOptions<O>,
) => NestedAttribute<"single", A, O>;

/** Makes collections of nested objects. */
export type ObjectsBuilder<N extends "list" | "set" | "map"> = <
  const A extends Attributes,
  const O extends ObjectsOptions<NestedObjects<N, A>>,
>(attributes: A, options: O & OnlyOptions<O>) => NestedAttribute<N, A, O>;

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

/**
 * The options of a block; by default there may be any number of it, without
 * blocks inside.
 */
export type BlockOptions<A extends Attributes, B extends Blocks> =
  & Pick<Block<BlockNesting, A, B>, "description" | "attributes">
  & Partial<Omit<Block<BlockNesting, A, B>, "kind" | "nesting" | "timeouts">>;

/** No blocks. */
export type NoBlocks = Readonly<Record<never, Block>>;

/** Makes the blocks of a nesting. */
export type BlockBuilder<N extends BlockNesting> = <
  const A extends Attributes,
  const B extends Blocks = NoBlocks,
>(options: BlockOptions<A, B>) => Block<N, A, B>;

function blockOf<N extends BlockNesting>(nesting: N): BlockBuilder<N> {
  return <A extends Attributes, B extends Blocks>(
    options: BlockOptions<A, B>,
  ) => ({
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
  });
}

/** The builders of blocks, one per nesting. */
export interface BlockBuilders {
  /** At most one block; null when absent. */
  readonly single: BlockBuilder<"single">;
  /** Exactly one block, with null attributes when absent. */
  readonly group: BlockBuilder<"group">;
  /** Blocks in order. */
  readonly list: BlockBuilder<"list">;
  /** Blocks without order or duplicates. */
  readonly set: BlockBuilder<"set">;
  /** Blocks by their one label. */
  readonly map: BlockBuilder<"map">;
  /**
   * The `timeouts` block, for both protocols: what `s.timeouts` is as an
   * attribute.
   */
  readonly timeouts: <const T extends Timeouts>(
    limits: T,
  ) => Block<"single", TimeoutAttributes<T>, NoBlocks>;
}

/** The options of a schema; by default of version 0 and without blocks. */
export interface SchemaOptions<A extends Attributes, B extends Blocks>
  extends
    Pick<Schema<A, B>, "description" | "attributes">,
    Partial<
      Pick<Schema<A, B>, "version" | "deprecated" | "blocks" | "validators">
    > {}

/** Everything that {@linkcode s} builds. */
export interface Builders extends LeafBuilders {
  /** One nested object. */
  readonly object: ObjectBuilder;
  /** A list of nested objects. */
  readonly objectList: ObjectsBuilder<"list">;
  /** A set of nested objects: no order, no duplicates. */
  readonly objectSet: ObjectsBuilder<"set">;
  /** A map of nested objects by string keys. */
  readonly objectMap: ObjectsBuilder<"map">;
  /**
   * The `timeouts` attribute: one optional duration for each operation that is
   * given a default limit, such as `{ create: "30m" }`. The framework ends the
   * operation's signal when its limit is over.
   */
  readonly timeouts: <const T extends Timeouts>(
    limits: T,
  ) => Attribute<
    NestedShape<"single", TimeoutAttributes<T>>,
    "optional",
    false
  >;
  /** A schema. */
  readonly schema: <
    const A extends Attributes,
    const B extends Blocks = NoBlocks,
  >(options: SchemaOptions<A, B>) => Schema<A, B>;
  /** Blocks. */
  readonly block: BlockBuilders;
}

/** The builders of schemas, their attributes and their blocks. */
export const s: Builders = {
  ...leaves,
  schema: <A extends Attributes, B extends Blocks>(
    options: SchemaOptions<A, B>,
  ) => ({
    version: options.version ?? 0,
    description: options.description,
    deprecated: options.deprecated,
    attributes: options.attributes,
    // Without blocks, B is inferred as the type without members.
    blocks: options.blocks ?? ({} as B),
    validators: options.validators ?? [],
  }),
  object: nestedOf("single"),
  objectList: nestedOf("list"),
  objectSet: nestedOf("set"),
  objectMap: nestedOf("map"),
  timeouts: (limits) =>
    nestedOf<ObjectBuilder>("single", limits)(timeoutAttributes(limits), {
      optional: true,
      description: timeoutsDescription,
    }),
  block: {
    single: blockOf("single"),
    group: blockOf("group"),
    list: blockOf("list"),
    set: blockOf("set"),
    map: blockOf("map"),
    timeouts: (limits) => ({
      ...blockOf("single")({
        description: timeoutsDescription,
        attributes: timeoutAttributes(limits),
      }),
      timeouts: limits,
    }),
  },
};
