import type { Attribute, Attributes, Timeouts } from "./attribute.ts";

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
