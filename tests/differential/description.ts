/**
 * Descriptions of resources, of which the provider in Go and the one here each
 * make a schema.
 *
 * @module
 */
import type {
  Attribute,
  Attributes,
  Block,
  Blocks,
  NestingMode,
} from "../../provider/framework/schema/attribute.ts";
import { attributeOf } from "../../provider/framework/schema/build_attribute.ts";
import {
  p,
  type PlanModifier,
  s,
  type TypeExpression,
  types,
  v,
} from "../../provider/framework/mod.ts";
import {
  objectType,
  type Schema,
} from "../../provider/framework/schema/schema.ts";
import type { Type } from "../../provider/framework/values/type.ts";
import { decodeJson } from "../../provider/framework/values/json.ts";
import type { Json } from "../../provider/framework/values/value.ts";

/** The plan modifiers that both libraries have. */
export const modifiers = {
  useStateForUnknown: p.useStateForUnknown(),
  useNonNullStateForUnknown: p.useNonNullStateForUnknown(),
  requiresReplace: p.requiresReplace(),
  requiresReplaceIfConfigured: p.requiresReplaceIfConfigured(),
} satisfies Record<string, PlanModifier>;

/** The kinds of leaf attributes; a `text` is a string in any letter case. */
export type Kind =
  | "string"
  | "text"
  | "bool"
  | "int64"
  | "float64"
  | "number"
  | "dynamic"
  | "object"
  | "list"
  | "set"
  | "map";

/** An attribute, nested or of a kind. */
export interface DescribedAttribute {
  readonly kind?: Kind;
  /** The type of a leaf. */
  readonly type?: Type;
  readonly nesting?: NestingMode;
  readonly attributes?: Readonly<Record<string, DescribedAttribute>>;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly sensitive?: boolean;
  readonly writeOnly?: boolean;
  /** Whether texts of more than three characters are refused. */
  readonly short?: boolean;
  readonly deprecated?: string;
  readonly default?: Json;
  readonly modifiers?: readonly (keyof typeof modifiers)[];
}

/** A resource, or a block of a nesting. */
export interface DescribedBlock {
  readonly nesting?: "single" | "list" | "set";
  readonly attributes: Readonly<Record<string, DescribedAttribute>>;
  readonly blocks: Readonly<Record<string, DescribedBlock>>;
}

/** All that both providers serve, by name. */
export interface ProviderDescription {
  /** Resources. */
  readonly things: Readonly<Record<string, DescribedBlock>>;
}

/**
 * The service's behavior in one call: `provider_meta` tells it to both
 * providers.
 */
export interface Behaviour {
  /** A warning comes first. */
  readonly warn?: boolean;
  /** An error comes last. */
  readonly fail?: boolean;
  /** True to save the partial state before an error. */
  readonly save?: boolean;
  /** A read finds nothing. */
  readonly gone?: boolean;
  /** A plan replaces because of this attribute. */
  readonly replace?: string;
  /** The object, as JSON with all digits. */
  readonly answer?: string;
}

/** The schema that is described. */
export function schemaOf(described: DescribedBlock): Schema {
  return s.schema({
    description: "A thing.",
    attributes: attributesOf(described.attributes),
    blocks: blocksOf(described.blocks),
  });
}

function blocksOf(described: DescribedBlock["blocks"]): Blocks {
  return Object.fromEntries(
    Object.entries(described).map(([name, block]): [string, Block] => [
      name,
      s.block[block.nesting ?? "single"]({
        description: "A block.",
        attributes: attributesOf(block.attributes),
        blocks: blocksOf(block.blocks),
      }),
    ]),
  );
}

function attributesOf(described: DescribedBlock["attributes"]): Attributes {
  return Object.fromEntries(
    Object.entries(described).map(([name, each]) => [name, attribute(each)]),
  );
}

function attribute(described: DescribedAttribute): Attribute {
  const { nesting, kind = "string", type = "string" } = described;
  const standard = described.default;
  const options = {
    ...described,
    description: "An attribute.",
    planModifiers: (described.modifiers ?? []).map((name) => modifiers[name]),
    validators: described.short === true ? [v.lengthAtMost(3)] : [],
    ...kind === "text" && { semanticEquals: sameButCase },
    default: standard === undefined
      ? undefined
      : decodeJson(JSON.stringify(standard), type),
  };
  if (nesting === undefined) {
    const expression = expressionOf(kind, type);
    return attributeOf(options, { type, expression, nested: undefined });
  }
  const attributes = attributesOf(described.attributes ?? {});
  const object = objectType({ attributes });
  return attributeOf(options, {
    type: nesting === "single" ? object : [nesting, object],
    expression: undefined,
    nested: { nesting, attributes },
  });
}

/** Compares two texts as `semanticEquals` does: by all but letter case. */
export function sameButCase(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** The type of an attribute or parameter. */
export function expressionOf(
  kind: Kind,
  type: Type,
): TypeExpression<unknown> {
  if (kind === "int64") return types.int64;
  return kind === "float64" ? types.float : expression(type);
}

/** Go's types have null everywhere. */
function expression(type: Type): TypeExpression<unknown> {
  if (typeof type === "string") return types[type];
  const inner = (part: Type) => types.nullable(expression(part));
  switch (type[0]) {
    case "list":
      return types.list(inner(type[1]));
    case "set":
      return types.set(inner(type[1]));
    case "map":
      return types.map(inner(type[1]));
    case "tuple":
      return types.tuple(type[1].map(inner));
    case "object":
      return types.object(
        Object.fromEntries(
          Object.entries(type[1]).map(([name, part]) => [name, inner(part)]),
        ),
      );
  }
}
