import { memoize } from "../values/memoize.ts";
import type { Path } from "../values/path.ts";
import type { Type } from "../values/type.ts";
import type { Attribute, Attributes, Block, Blocks } from "./attribute.ts";
import type { ConfigValidator } from "./rules.ts";

/** The attributes and blocks of one thing. Made by `s.schema`. */
export interface Schema<
  A extends Attributes = Attributes,
  B extends Blocks = Blocks,
> {
  /** Grows when the stored form changes; see state upgrades. */
  readonly version: number;
  /** Description in Markdown. */
  readonly description: string;
  /** Deprecation message: the reason and the replacement. */
  readonly deprecated: string | undefined;
  /** The attributes by name. */
  readonly attributes: A;
  /** The blocks by name. */
  readonly blocks: B;
  /** Checks over several attributes. */
  readonly validators: readonly ConfigValidator[];
}

/** Anything that holds attributes and perhaps blocks. */
export interface NestedObject {
  /** The attributes by name. */
  readonly attributes: Attributes;
  /** The blocks by name; absent: none. */
  readonly blocks?: Blocks;
}

/** Attributes and blocks with their names. */
export type Items = readonly (readonly [string, Attribute | Block])[];

/** The attributes and blocks of an object by name, attributes first. */
export const itemsOf: (holder: NestedObject) => Items = memoize(
  ({ attributes, blocks = {} }) => [
    ...Object.entries(attributes),
    ...Object.entries(blocks),
  ],
);

/** The attribute or block of a name; undefined: there is none. */
export function itemOf(
  holder: NestedObject,
  name: string,
): Attribute | Block | undefined {
  return itemsOf(holder).find(([one]) => one === name)?.[1];
}

/** The object that an attribute or block holds; undefined: none. */
export function nestedIn(
  item: Attribute | Block,
): (NestedObject & Pick<Block, "nesting">) | undefined {
  return item.kind === "block" ? item : item.nested;
}

/** The attributes and blocks that a path leads through, as far as they exist. */
export function itemsAlong(
  schema: NestedObject,
  { steps }: Path,
): readonly (Attribute | Block)[] {
  const items: (Attribute | Block)[] = [];
  let holder: NestedObject | undefined = schema;
  for (const step of steps) {
    if (step.kind !== "attribute") continue;
    const item: Attribute | Block | undefined = holder &&
      itemOf(holder, step.name);
    if (item === undefined) break;
    items.push(item);
    holder = nestedIn(item);
  }
  return items;
}

/** Whether nobody configures what is at a path. */
export function isComputedAt(holder: NestedObject, path: Path): boolean {
  const item = itemsAlong(holder, path).at(-1);
  return item?.kind === "attribute" && item.mode === "computed";
}

/** Makes the question whether some attribute of an object, at any depth, is. */
export function someAttribute(
  is: (attribute: Attribute) => boolean,
): (holder: NestedObject) => boolean {
  const ask = memoize((holder: NestedObject): boolean =>
    itemsOf(holder).some(([, item]) => {
      const nested = nestedIn(item);
      return item.kind === "attribute" && is(item) ||
        nested !== undefined && ask(nested);
    })
  );
  return ask;
}

const hasSensitive = someAttribute(({ sensitive }) => sensitive);

export function holdsSensitive({ sensitive, nested }: Attribute): boolean {
  return sensitive || nested !== undefined && hasSensitive(nested);
}

/** The type of an object with these attributes and blocks. */
export const objectType: (holder: NestedObject) => Type = memoize((holder) => {
  const types: Record<string, Type> = Object.create(null);
  for (const [name, item] of itemsOf(holder)) types[name] = typeOf(item);
  return ["object", types];
});

/** The type of an attribute, or of all blocks of one name. */
export function typeOf(item: Attribute | Block): Type {
  if (item.kind === "attribute") return item.type;
  const { nesting } = item;
  const object = objectType(item);
  return nesting === "single" || nesting === "group"
    ? object
    : [nesting, object];
}
