import type {
  Attribute,
  Attributes,
  Block,
  Blocks,
} from "../../provider/framework/schema/attribute.ts";
import { attributeOf } from "../../provider/framework/schema/build_attribute.ts";
import { s } from "../../provider/framework/schema/s.ts";
import {
  type NestedObject,
  objectType,
  type Schema,
  someAttribute,
} from "../../provider/framework/schema/schema.ts";
import type { Type } from "../../provider/framework/values/type.ts";
import { unknown } from "../../provider/framework/values/unknown.ts";
import { record, type Value } from "../../provider/framework/values/value.ts";
import { concreteType, type Random, randomValue } from "./random_values.ts";

/** A random schema that Terraform accepts, nested at most `depth` levels. */
export function randomSchema(
  random: Random,
  depth: number,
): Schema {
  const place = { depth, inSet: false };
  return s.schema({
    description: "A random schema.",
    attributes: randomAttributes(random, place),
    blocks: randomBlocks(random, place),
  });
}

interface Place {
  readonly depth: number;
  /** Sets hold nothing write-only and nothing dynamic. */
  readonly inSet: boolean;
}

function randomAttributes(random: Random, place: Place): Attributes {
  const attributes: Record<string, Attribute> = {};
  const names = ["a", "b", "c", "d", "e"].slice(0, random.below(5) + 1);
  for (const name of names) {
    attributes[name] = randomAttribute(random, place);
  }
  return attributes;
}

function randomAttribute(random: Random, place: Place): Attribute {
  const writeOnly = !place.inSet && random.once(10);
  const options = {
    description: "A random attribute.",
    ...random.pick(
      writeOnly ? [{ required: true }, { optional: true }] : [
        { required: true },
        { optional: true },
        { computed: true },
        { optional: true, computed: true },
      ],
    ),
    sensitive: random.once(8),
    writeOnly,
  };
  if (place.depth > 0 && !writeOnly && random.once(3)) {
    const nesting = random.pick(["single", "list", "set", "map"] as const);
    const inner = {
      ...place,
      depth: place.depth - 1,
      inSet: place.inSet || nesting === "set",
    };
    const attributes = randomAttributes(random, inner);
    const object = objectType({ attributes });
    const type: Type = nesting === "single" ? object : [nesting, object];
    return attributeOf(options, {
      type,
      expression: undefined,
      nested: { nesting, attributes },
    });
  }
  const isDynamic = !place.inSet && place.depth === 2 && random.once(12);
  const type = isDynamic ? "dynamic" : concreteType(random, 2);
  return attributeOf(options, {
    type,
    expression: undefined,
    nested: undefined,
  });
}

function randomBlocks(random: Random, place: Place): Blocks {
  const blocks: Record<string, Block> = {};
  if (place.depth === 0) return blocks;
  for (const name of ["x", "y", "z"].slice(0, random.below(3))) {
    const nesting = random.pick(
      ["single", "group", "list", "set", "map"] as const,
    );
    // Dynamic values in lists and maps of blocks have a form of their own.
    const inner = {
      ...place,
      depth: Math.min(1, place.depth - 1),
      inSet: place.inSet || nesting === "set",
    };
    blocks[name] = s.block[nesting]({
      description: "A random block.",
      attributes: randomAttributes(random, inner),
      blocks: randomBlocks(random, inner),
    });
  }
  return blocks;
}

/** Gives the value of one attribute without nested ones. */
type Leaf = (attribute: Attribute) => Value;

/** A random configuration, as Terraform would let it through. */
export function randomConfig(
  random: Random,
  schema: NestedObject,
): Value {
  return randomObject(random, schema, (attribute) => {
    const isAbsent = !attribute.required &&
      (!attribute.optional || random.once(2));
    if (isAbsent) {
      return null;
    }
    if (random.once(8)) {
      return unknown;
    }
    return randomConfigured(random, attribute);
  });
}

function randomConfigured(
  random: Random,
  attribute: Attribute,
): Value {
  if (attribute.nested === undefined) {
    let value: Value = null;
    while (value === null) {
      value = randomValue(random, attribute.type);
    }
    return value;
  }
  const { nesting, attributes } = attribute.nested;
  return nest(
    random,
    nesting,
    () => randomConfig(random, { attributes }),
  );
}

/** A random state: all is known, what is write-only is null. */
export function randomState(random: Random, schema: NestedObject): Value {
  return randomObject(random, schema, (attribute) => {
    const isAbsent = attribute.writeOnly ||
      !attribute.required && random.once(3);
    if (isAbsent) {
      return null;
    }
    if (attribute.nested === undefined) {
      return randomValue(random, attribute.type, { unknowns: false });
    }
    const { nesting, attributes } = attribute.nested;
    return nest(random, nesting, () => randomState(random, { attributes }));
  });
}

function randomObject(
  random: Random,
  holder: NestedObject,
  leaf: Leaf,
): Value {
  const object = record();
  for (const [name, attribute] of Object.entries(holder.attributes)) {
    object[name] = leaf(attribute);
  }
  for (const [name, block] of Object.entries(holder.blocks ?? {})) {
    object[name] = block.nesting === "single" && random.once(3)
      ? null
      : nest(random, block.nesting, () => randomObject(random, block, leaf));
  }
  return object;
}

function nest(
  random: Random,
  nesting: "single" | "group" | "list" | "set" | "map",
  make: () => Value,
): Value {
  switch (nesting) {
    case "single":
    case "group":
      return make();
    case "map":
      return record(
        ["k", "l", "m"].slice(0, random.below(4)).map((key) =>
          [key, make()] as const
        ),
      );
    default:
      return Array.from({ length: random.below(4) }, make);
  }
}

/** Whether a provider may give what counts as configured once it is there. */
export const mayLoseConfigured: (holder: NestedObject) => boolean =
  someAttribute(({ optional, computed, nested }) =>
    optional && computed && nested !== undefined && holdsOnlyConfigured(nested)
  );

const holdsOnlyConfigured = someAttribute((each) => !each.computed);
