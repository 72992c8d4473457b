/**
 * Blocks: nested configuration written without an equals sign.
 *
 * @module
 */

import type { Attributes, Timeouts } from "./attribute.ts";
import type { PlanModifier, Validator } from "./rules.ts";

/** How blocks are held. A `group` is one block that is never null. */
export type BlockNesting = "single" | "group" | "list" | "set" | "map";

/** Blocks by name. */
export type Blocks = { readonly [name: string]: Block };

/** One kind of nested block. Made by the builders in `s.block`. */
export interface Block<
  N extends BlockNesting = BlockNesting,
  A extends Attributes = Attributes,
  B extends Blocks = Blocks,
> {
  /** Tells blocks from attributes. */
  readonly kind: "block";
  /** How the blocks are held. */
  readonly nesting: N;
  /** The attributes of each block. */
  readonly attributes: A;
  /** The blocks inside each block. */
  readonly blocks: B;
  /** What it is, in Markdown. */
  readonly description: string;
  /** Why it should no longer be used and what instead. */
  readonly deprecated: string | undefined;
  /** How many there must be; lists and sets, or 1 for a required single. */
  readonly minItems: number;
  /** How many there may be; 0: any number. */
  readonly maxItems: number;
  /** Checks of the configured value. */
  readonly validators: readonly Validator<unknown>[];
  /** Rules of the planned value, in order; such as what replaces. */
  readonly planModifiers: readonly PlanModifier[];
  /** Default time limits by operation, on a block of time limits only. */
  readonly timeouts?: Timeouts;
}
