/**
 * The schema vocabulary under one short name.
 *
 * @module
 */

import { type LeafBuilders, leaves } from "./build_attribute.ts";
import {
  block,
  type BlockBuilders,
  nested,
  type NestedBuilders,
  type NoBlocks,
  schema,
  type SchemaOptions,
} from "./build_nested.ts";
import type { Attributes } from "./attribute.ts";
import type { Blocks } from "./block.ts";
import type { Schema } from "./schema.ts";

/** Everything that {@linkcode s} builds. */
export interface Builders extends LeafBuilders, NestedBuilders {
  /** A schema. */
  schema<const A extends Attributes, const B extends Blocks = NoBlocks>(
    options: SchemaOptions<A, B>,
  ): Schema<A, B>;
  /** Blocks. */
  readonly block: BlockBuilders;
}

/**
 * The builders of schemas: `s.schema`, the leaf attributes `string`, `bool`,
 * `int`, `float`, `number`, `dynamic`, `list`, `set`, `map` and `value`, the
 * nested attributes `object`, `objectList`, `objectSet` and `objectMap`,
 * `timeouts`, and the blocks in `s.block`.
 *
 * @example
 * ```ts
 * import { p, s, types, v } from "@hf-terraform/framework";
 *
 * const schema = s.schema({
 *   description: "A queue.",
 *   attributes: {
 *     id: s.string({
 *       computed: true,
 *       planModifiers: [p.useStateForUnknown()],
 *       description: "The id.",
 *     }),
 *     size: s.int({
 *       optional: true,
 *       default: 10,
 *       validators: [v.between(1, 100)],
 *       description: "The size.",
 *     }),
 *     tags: s.set(types.string, { optional: true, description: "Tags." }),
 *     retry: s.object({
 *       attempts: s.int({ required: true, description: "How many." }),
 *     }, { optional: true, description: "What happens to failures." }),
 *   },
 * });
 * ```
 */
export const s: Builders = { schema, ...leaves, ...nested, block };
