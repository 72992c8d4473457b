import type {
  Attribute,
  Attributes,
  Blocks,
} from "../../provider/framework/schema/attribute.ts";
import type { Schema } from "../../provider/framework/schema/schema.ts";
import type { Value } from "../../provider/framework/values/value.ts";
import { type Random, randomValue } from "./random_values.ts";

/** Gives attributes defaults and semantic equality, sets included. */
export function withDefaults(random: Random, schema: Schema): Schema {
  return {
    ...schema,
    attributes: attributesWithDefaults(random, schema.attributes),
    blocks: blocksWithDefaults(random, schema.blocks),
  };
}

function attributesWithDefaults(
  random: Random,
  attributes: Attributes,
): Attributes {
  const changed: Record<string, Attribute> = {};
  for (const [name, attribute] of Object.entries(attributes)) {
    changed[name] = withDefault(random, attribute);
  }
  return changed;
}

function withDefault(random: Random, attribute: Attribute): Attribute {
  const { nested, type } = attribute;
  if (attribute.writeOnly) return attribute;
  const inner: Attribute = nested === undefined ? attribute : {
    ...attribute,
    nested: {
      ...nested,
      attributes: attributesWithDefaults(random, nested.attributes),
    },
  };
  const same = (a: string, b: string) => a.length === b.length;
  const alike = type === "string" && random.once(4)
    ? { ...inner, expression: { type, semanticEquals: same } }
    : inner;
  if (!attribute.optional || !random.once(3)) return alike;
  const standard = nested === undefined
    ? randomValue(random, type, { unknowns: false })
    : nested.nesting === "single"
    ? partialObject(inner)
    : null;
  return standard === null
    ? alike
    : { ...alike, mode: "defaulted", computed: true, default: standard };
}

/** An empty default is only legal if no attribute inside is required. */
function partialObject(attribute: Attribute): Value {
  const inner = Object.values(attribute.nested?.attributes ?? {});
  return inner.some(({ required }) => required) ? null : {};
}

function blocksWithDefaults(random: Random, blocks: Blocks): Blocks {
  return Object.fromEntries(
    Object.entries(blocks).map(([name, block]) => [
      name,
      {
        ...block,
        attributes: attributesWithDefaults(random, block.attributes),
        blocks: blocksWithDefaults(random, block.blocks),
      },
    ]),
  );
}
