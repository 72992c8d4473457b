import type { Init } from "../../../../proto/codec.ts";
import type { tfplugin6 } from "../../../../proto/gen/tfplugin6.ts";
import type {
  Attribute,
  Attributes,
  NestedAttributes,
} from "../../schema/attribute.ts";
import type { Block, Blocks } from "../../schema/block.ts";
import type { Schema } from "../../schema/schema.ts";
import { typeJson } from "../../values/type.ts";

/** The kind of all descriptions. */
export const MARKDOWN = 1;

const text = new TextEncoder();

/** How nested attributes and blocks are held, as numbers of the protocol. */
const nestings = { single: 1, list: 2, set: 3, map: 4, group: 5 } as const;

/**
 * The message of a schema. Protocol 5 reads it as well, if no attribute has
 * nested attributes.
 */
export function wireSchema(schema: Schema): Init<tfplugin6.Schema> {
  return {
    version: schema.version,
    block: wireBlock(schema),
  };
}

/** The messages of schemas by type name. */
export function wireSchemas(
  items: readonly { readonly typeName: string; readonly schema: Schema }[],
): Record<string, Init<tfplugin6.Schema>> {
  return Object.fromEntries(
    items.map((item) => [item.typeName, wireSchema(item.schema)]),
  );
}

interface BlockContent {
  readonly attributes: Attributes;
  readonly blocks: Blocks;
  readonly description: string;
  readonly deprecated: string | undefined;
  readonly version?: number;
}

function wireBlock(content: BlockContent): Init<tfplugin6.Schema.Block> {
  return {
    version: content.version ?? 0,
    attributes: wireAttributes(content.attributes),
    blockTypes: Object.entries(content.blocks).map(([name, block]) =>
      wireNestedBlock(name, block)
    ),
    description: content.description,
    descriptionKind: MARKDOWN,
    deprecated: content.deprecated !== undefined,
    deprecationMessage: content.deprecated,
  };
}

function wireNestedBlock(
  name: string,
  block: Block,
): Init<tfplugin6.Schema.NestedBlock> {
  return {
    typeName: name,
    block: wireBlock(block),
    nesting: nestings[block.nesting],
    minItems: block.minItems,
    // Of a single block the protocol wants both limits equal: required or not.
    maxItems: block.nesting === "single" ? block.minItems : block.maxItems,
  };
}

function wireAttributes(
  attributes: Attributes,
): readonly Init<tfplugin6.Schema.Attribute>[] {
  return Object.entries(attributes).map(([name, attribute]) =>
    wireAttribute(name, attribute)
  );
}

function wireAttribute(
  name: string,
  attribute: Attribute,
): Init<tfplugin6.Schema.Attribute> {
  const { nested } = attribute;
  return {
    name,
    type: nested === undefined
      ? text.encode(typeJson(attribute.type))
      : undefined,
    nestedType: nested && wireNested(nested),
    description: attribute.description,
    required: attribute.required,
    optional: attribute.optional,
    computed: attribute.computed,
    sensitive: attribute.sensitive,
    descriptionKind: MARKDOWN,
    deprecated: attribute.deprecated !== undefined,
    writeOnly: attribute.writeOnly,
    deprecationMessage: attribute.deprecated,
  };
}

function wireNested(nested: NestedAttributes): Init<tfplugin6.Schema.Object> {
  return {
    attributes: wireAttributes(nested.attributes),
    nesting: nestings[nested.nesting],
  };
}
