import type {
  Attribute,
  Attributes,
  Block,
  BlockNesting,
  Blocks,
  NestingMode,
} from "../../provider/framework/schema/attribute.ts";
import { attributeOf } from "../../provider/framework/schema/build_attribute.ts";
import { s } from "../../provider/framework/schema/s.ts";
import {
  objectType,
  type Schema,
} from "../../provider/framework/schema/schema.ts";
import type { Type } from "../../provider/framework/values/type.ts";

/** An attribute as the test data write it; flags are absent if false. */
export interface AttributeJson {
  readonly type?: Type;
  readonly nested?: {
    readonly nesting: NestingMode;
    readonly attributes: Readonly<Record<string, AttributeJson>>;
  };
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly writeOnly?: boolean;
  readonly sensitive?: boolean;
}

/** A block, or a schema if it has no nesting, as the test data write it. */
export interface BlockJson {
  readonly nesting?: BlockNesting;
  readonly attributes?: Readonly<Record<string, AttributeJson>>;
  readonly blocks?: Readonly<Record<string, BlockJson>>;
}

/** The schema that test data describe. */
export function schemaFromJson(json: BlockJson): Schema {
  return s.schema({
    description: "A schema of test data.",
    attributes: attributesFromJson(json.attributes ?? {}),
    blocks: blocksFromJson(json.blocks ?? {}),
  });
}

function attributesFromJson(
  json: Readonly<Record<string, AttributeJson>>,
): Attributes {
  return Object.fromEntries(
    Object.entries(json).map(([name, part]) => [name, attributeFromJson(part)]),
  );
}

function attributeFromJson(json: AttributeJson): Attribute {
  const options = { ...json, description: "An attribute of test data." };
  if (json.nested === undefined) {
    const type = json.type ?? "string";
    return attributeOf(options, {
      type,
      expression: undefined,
      nested: undefined,
    });
  }
  const { nesting } = json.nested;
  const attributes = attributesFromJson(json.nested.attributes);
  const object = objectType({ attributes });
  return attributeOf(options, {
    type: nesting === "single" ? object : [nesting, object],
    expression: undefined,
    nested: { nesting, attributes },
  });
}

function blocksFromJson(json: Readonly<Record<string, BlockJson>>): Blocks {
  return Object.fromEntries(
    Object.entries(json).map(([name, part]) => [name, blockFromJson(part)]),
  );
}

function blockFromJson(json: BlockJson): Block {
  return s.block[json.nesting ?? "single"]({
    description: "A block of test data.",
    attributes: attributesFromJson(json.attributes ?? {}),
    blocks: blocksFromJson(json.blocks ?? {}),
  });
}
