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
import { attributeOf, string } from "./build_attribute.ts";
import type { AttributesModel } from "./model.ts";
import type {
  CommonOptions,
  ModeOf,
  ModeOptions,
  WriteOnlyOf,
} from "./options.ts";
import { objectType, type Schema } from "./schema.ts";
import type { ConfigValidator, Validator } from "./rules.ts";
import type { Type } from "../values/type.ts";

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

/** One nested object. */
export function object<
  const A extends Attributes,
  const O extends ObjectOptions<A>,
>(attributes: A, options: O): NestedAttribute<"single", A, O> {
  return attributeOf<NestedShape<"single", A>, O>(options, {
    type: objectType({ attributes }),
    expression: undefined,
    nested: { nesting: "single", attributes },
  });
}

/** A list of nested objects. */
export function objectList<
  const A extends Attributes,
  const O extends ObjectsOptions<readonly AttributesModel<A, "config">[]>,
>(attributes: A, options: O): NestedAttribute<"list", A, O> {
  return attributeOf<NestedShape<"list", A>, O>(
    options,
    collectionParts("list", attributes),
  );
}

/** A set of nested objects: no order, no duplicates. */
export function objectSet<
  const A extends Attributes,
  const O extends ObjectsOptions<readonly AttributesModel<A, "config">[]>,
>(attributes: A, options: O): NestedAttribute<"set", A, O> {
  return attributeOf<NestedShape<"set", A>, O>(
    options,
    collectionParts("set", attributes),
  );
}

/** A map of nested objects by string keys. */
export function objectMap<
  const A extends Attributes,
  const O extends ObjectsOptions<
    Readonly<Record<string, AttributesModel<A, "config">>>
  >,
>(attributes: A, options: O): NestedAttribute<"map", A, O> {
  return attributeOf<NestedShape<"map", A>, O>(
    options,
    collectionParts("map", attributes),
  );
}

function collectionParts(
  nesting: "list" | "set" | "map",
  attributes: Attributes,
): Pick<Attribute, "type" | "expression" | "nested"> {
  const type: Type = [nesting, objectType({ attributes })];
  return { type, expression: undefined, nested: { nesting, attributes } };
}

/** The attributes that {@linkcode timeouts} makes for the given limits. */
export type TimeoutAttributes<T extends Timeouts> = {
  readonly [K in keyof T]-?: Attribute<
    { readonly leaf?: string },
    "optional",
    false
  >;
};

/**
 * The `timeouts` attribute: one optional duration for each operation that is
 * given a default limit, such as `{ create: "30m" }`. The framework ends the
 * operation's signal when its limit is over.
 */
export function timeouts<const T extends Timeouts>(
  limits: T,
): Attribute<
  NestedShape<"single", TimeoutAttributes<T>>,
  "optional",
  false
> {
  const attributes = timeoutAttributes(limits);
  return attributeOf<
    NestedShape<"single", TimeoutAttributes<T>>,
    { optional: true; description: string; timeouts: T }
  >({
    optional: true,
    description: timeoutsDescription,
    timeouts: limits,
  }, {
    type: objectType({ attributes }),
    expression: undefined,
    nested: { nesting: "single", attributes },
  });
}

const timeoutsDescription = "How long each operation may take.";

function timeoutAttributes<T extends Timeouts>(
  limits: T,
): TimeoutAttributes<T> {
  const attributes = Object.entries(limits).map(([operation, limit]) =>
    [
      operation,
      string({
        optional: true,
        description: `How long to wait for the ${operation}, as a duration ` +
          `such as \`"90s"\`, \`"30m"\` or \`"1h30m"\`. Default \`"${limit}"\`.`,
      }),
    ] as const
  );
  // There is one attribute for each key of T.
  return Object.fromEntries(attributes) as TimeoutAttributes<T>;
}

/** The options of a block. */
export interface BlockOptions<A extends Attributes, B extends Blocks> {
  /** What it is, in Markdown. */
  readonly description: string;
  /** The attributes of each block. */
  readonly attributes: A;
  /** The blocks inside each block; default none. */
  readonly blocks?: B;
  /** Why it should no longer be used and what instead. */
  readonly deprecated?: string;
  /** How many there must be; default 0. */
  readonly minItems?: number;
  /** How many there may be; default any number. */
  readonly maxItems?: number;
  /** Checks of the configured value. */
  readonly validators?: readonly Validator<unknown>[];
}

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
  };
}

/** The builders of blocks, one per nesting. */
export const block = {
  /** At most one block; null when absent. */
  single<const A extends Attributes, const B extends Blocks = NoBlocks>(
    options: BlockOptions<A, B>,
  ): Block<"single", A, B> {
    return blockOf("single", options);
  },
  /** Exactly one block, with null attributes when absent. */
  group<const A extends Attributes, const B extends Blocks = NoBlocks>(
    options: BlockOptions<A, B>,
  ): Block<"group", A, B> {
    return blockOf("group", options);
  },
  /** Blocks in order. */
  list<const A extends Attributes, const B extends Blocks = NoBlocks>(
    options: BlockOptions<A, B>,
  ): Block<"list", A, B> {
    return blockOf("list", options);
  },
  /** Blocks without order or duplicates. */
  set<const A extends Attributes, const B extends Blocks = NoBlocks>(
    options: BlockOptions<A, B>,
  ): Block<"set", A, B> {
    return blockOf("set", options);
  },
  /** Blocks by their one label. */
  map<const A extends Attributes, const B extends Blocks = NoBlocks>(
    options: BlockOptions<A, B>,
  ): Block<"map", A, B> {
    return blockOf("map", options);
  },
  /**
   * The `timeouts` block, for both protocols: what `s.timeouts` is as an
   * attribute.
   */
  timeouts<const T extends Timeouts>(
    limits: T,
  ): Block<"single", TimeoutAttributes<T>, NoBlocks> {
    const block = blockOf<"single", TimeoutAttributes<T>, NoBlocks>("single", {
      description: timeoutsDescription,
      attributes: timeoutAttributes(limits),
    });
    return { ...block, timeouts: limits };
  },
} as const;

/** The options of a schema. */
export interface SchemaOptions<A extends Attributes, B extends Blocks> {
  /** Grows when the stored form changes; default 0. */
  readonly version?: number;
  /** What the thing is, in Markdown. */
  readonly description: string;
  /** Why it should no longer be used and what instead. */
  readonly deprecated?: string;
  /** The attributes by name. */
  readonly attributes: A;
  /** The blocks by name; default none. */
  readonly blocks?: B;
  /** Checks over several attributes. */
  readonly validators?: readonly ConfigValidator[];
}

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
