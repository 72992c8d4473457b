import type { Init } from "@hf-terraform/tfplugin/codec";
import type { tfplugin6 } from "@hf-terraform/tfplugin/tfplugin6";
import type { Parameter, ProviderFunction } from "../define/function.ts";
import type { IdentitySchema } from "../define/identity.ts";
import { isLazy } from "../define/lazy.ts";
import type { LazyProvider } from "../define/provider.ts";
import type { Attributes, Block } from "../schema/attribute.ts";
import { itemsOf, type NestedObject, type Schema } from "../schema/schema.ts";
import { typeJson } from "../values/type.ts";

const MARKDOWN = 1;

const describe = new TextEncoder();

/** Nesting of attributes and blocks as numbers of the protocol. */
const nestings = { single: 1, list: 2, set: 3, map: 4, group: 5 } as const;

/**
 * The message of a schema. Protocol 5 reads it as well, if no attribute has
 * nested attributes.
 */
export function wireSchema(schema: Schema): Init<tfplugin6.Schema> {
  const { version } = schema;
  return { version, block: { ...wireBlock(schema), version } };
}

export function wireSchemas(
  items: readonly { readonly typeName: string; readonly schema: Schema }[],
): Record<string, Init<tfplugin6.Schema>> {
  return Object.fromEntries(
    items.map((item) => [item.typeName, wireSchema(item.schema)]),
  );
}

function wireBlock(
  { attributes, blocks, description, deprecated }: Schema | Block,
): Init<tfplugin6.Schema.Block> {
  return {
    attributes: wireAttributes(attributes),
    blockTypes: Object.entries(blocks).map(([typeName, block]) => ({
      typeName,
      block: wireBlock(block),
      nesting: nestings[block.nesting],
      minItems: block.minItems,
      // Of a single block the protocol wants both limits equal: required or not.
      maxItems: block.nesting === "single" ? block.minItems : block.maxItems,
    })),
    description,
    descriptionKind: MARKDOWN,
    deprecated: deprecated !== undefined,
    deprecationMessage: deprecated,
  };
}

function wireAttributes(
  attributes: Attributes,
): readonly Init<tfplugin6.Schema.Attribute>[] {
  return Object.entries(attributes).map(([name, attribute]) => {
    const { type, nested, deprecated } = attribute;
    return {
      name,
      type: nested === undefined ? describe.encode(typeJson(type)) : undefined,
      nestedType: nested && {
        attributes: wireAttributes(nested.attributes),
        nesting: nestings[nested.nesting],
      },
      description: attribute.description,
      required: attribute.required,
      optional: attribute.optional,
      computed: attribute.computed,
      sensitive: attribute.sensitive,
      descriptionKind: MARKDOWN,
      deprecated: deprecated !== undefined,
      writeOnly: attribute.writeOnly,
      deprecationMessage: deprecated,
    };
  });
}

export function wireFunctions(
  functions: readonly ProviderFunction[],
): Record<string, Init<tfplugin6.Function>> {
  return Object.fromEntries(functions.map((definition) => {
    const { name, parameters, variadic, returns } = definition;
    return [name, {
      parameters: parameters.map(wireParameter),
      variadicParameter: variadic && wireParameter(variadic),
      return: { type: describe.encode(typeJson(returns.type)) },
      summary: definition.summary,
      description: definition.description,
      descriptionKind: MARKDOWN,
      deprecationMessage: definition.deprecated,
    }];
  }));
}

function wireParameter(
  parameter: Parameter,
): Init<tfplugin6.Function.Parameter> {
  return {
    name: parameter.name,
    type: describe.encode(typeJson(parameter.type.type)),
    allowNullValue: parameter.type.nullable === true,
    allowUnknownValues: false,
    description: parameter.description,
    descriptionKind: MARKDOWN,
  };
}

export function wireIdentitySchema(
  schema: IdentitySchema,
): Init<tfplugin6.ResourceIdentitySchema> {
  return {
    version: schema.version ?? 0,
    identityAttributes: Object.entries(schema.attributes).map(
      ([name, attribute]) => ({
        name,
        type: describe.encode(typeJson(attribute.expression.type)),
        requiredForImport: attribute.requiredForImport,
        optionalForImport: !attribute.requiredForImport,
        description: attribute.description,
      }),
    ),
  };
}

/**
 * Names the first attribute of a provider that has nested attributes;
 * undefined if none has, so that protocol 5 can be served as well. It does not
 * see what is not loaded.
 */
export function firstNestedAttribute(
  provider: LazyProvider,
): string | undefined {
  const parts = [
    { typeName: "provider", schema: provider.schema },
    { typeName: "provider_meta", schema: provider.metaSchema },
    ...provider.resources,
    ...provider.dataSources,
    ...provider.ephemeralResources,
    ...provider.listResources,
    ...provider.actions,
  ];
  for (const part of parts) {
    const attribute = isLazy(part) || part.schema === undefined
      ? undefined
      : firstIn(part.schema);
    if (attribute !== undefined) return `${part.typeName}.${attribute}`;
  }
  return undefined;
}

function firstIn(holder: NestedObject): string | undefined {
  for (const [name, item] of itemsOf(holder)) {
    if (item.kind === "attribute" && item.nested !== undefined) return name;
    const inner = item.kind === "block" ? firstIn(item) : undefined;
    if (inner !== undefined) return `${name}.${inner}`;
  }
  return undefined;
}
