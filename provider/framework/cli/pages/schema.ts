/**
 * The schema that Terraform's newest CLI prints, made of the definitions, so
 * that the pages depend on no CLI. Descriptions say also what is allowed.
 *
 * @module
 */

import type { Parameter, ProviderFunction } from "../../define/function.ts";
import type { Provider } from "../../define/provider.ts";
import type { Resource } from "../../define/resource.ts";
import type { Attributes, Blocks } from "../../schema/attribute.ts";
import type { Schema } from "../../schema/schema.ts";
import { changesOf, withAllowed } from "./limits.ts";

/** Kinds of objects as the CLI names them, and the objects. */
export type ProviderSchema = Record<string, Record<string, unknown>>;

/**
 * The schema of a provider.
 *
 * @param refusalOf The condition under which a replacement is refused.
 */
export function printedSchema(
  provider: Provider,
  refusalOf: (resource: Resource) => string | undefined,
): ProviderSchema {
  return {
    provider: printedOf(provider.schema),
    resource_schemas: named(
      provider.resources,
      (resource) =>
        printedOf(resource.schema, changesOf(resource, refusalOf(resource))),
    ),
    data_source_schemas: schemasOf(provider.dataSources),
    ephemeral_resource_schemas: schemasOf(provider.ephemeralResources),
    action_schemas: schemasOf(provider.actions),
    list_resource_schemas: schemasOf(provider.listResources),
    functions: Object.fromEntries(
      provider.functions.map((one) => [one.name, printedFunction(one)]),
    ),
    resource_identity_schemas: identitySchemas(provider.resources),
  };
}

function named<T extends { readonly typeName: string }>(
  objects: readonly T[],
  print: (object: T) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(objects.map((one) => [one.typeName, print(one)]));
}

function schemasOf(
  objects: readonly { readonly typeName: string; readonly schema: Schema }[],
): Record<string, unknown> {
  return named(objects, ({ schema }) => printedOf(schema));
}

type Sentences = ReadonlyMap<string, string>;

function printedOf(
  schema: Schema,
  changes: Sentences = new Map(),
): Record<string, unknown> {
  return { version: schema.version, block: printedBlock(schema, changes) };
}

interface Content {
  readonly attributes: Attributes;
  readonly blocks: Blocks;
  readonly description: string;
  readonly deprecated: string | undefined;
}

function printedBlock(content: Content, changes: Sentences): unknown {
  const { attributes, blocks, description, deprecated } = content;
  return {
    description,
    description_kind: "markdown",
    ...deprecated !== undefined && { deprecated: true },
    attributes: printedAttributes(attributes, changes, []),
    block_types: Object.fromEntries(
      Object.entries(blocks).map(([name, block]) => [name, {
        nesting_mode: block.nesting,
        block: printedBlock(block, new Map()),
        min_items: block.minItems,
        max_items: block.maxItems,
      }]),
    ),
  };
}

function printedAttributes(
  attributes: Attributes,
  changes: Sentences,
  above: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => {
      const path = [...above, name];
      const change = changes.get(path.join("."));
      const description = withAllowed(attribute);
      return [name, {
        ...attribute.nested === undefined ? { type: attribute.type } : {
          nested_type: {
            attributes: printedAttributes(
              attribute.nested.attributes,
              changes,
              path,
            ),
            nesting_mode: attribute.nested.nesting,
          },
        },
        description: change === undefined
          ? description
          : `${description} ${change}`,
        description_kind: "markdown",
        ...attribute.required && { required: true },
        ...attribute.optional && { optional: true },
        ...attribute.computed && { computed: true },
        ...attribute.sensitive && { sensitive: true },
        ...attribute.writeOnly && { write_only: true },
        ...attribute.deprecated !== undefined && { deprecated: true },
      }];
    }),
  );
}

function printedFunction(
  { summary, description, deprecated, parameters, variadic, returns }:
    ProviderFunction,
): unknown {
  return {
    description,
    summary,
    return_type: returns.type,
    parameters: parameters.map(printedParameter),
    ...variadic !== undefined &&
      { variadic_parameter: printedParameter(variadic) },
    ...deprecated !== undefined && { deprecation_message: deprecated },
  };
}

function printedParameter({ name, type, description }: Parameter): unknown {
  return {
    name,
    type: type.type,
    description,
    ...type.nullable === true && { is_nullable: true },
  };
}

function identitySchemas(
  resources: readonly Resource[],
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const { typeName, identity } of resources) {
    if (identity === undefined) continue;
    const { version = 0, attributes } = identity.schema;
    found[typeName] = {
      version,
      attributes: Object.fromEntries(
        Object.entries(attributes).map(([name, attribute]) => [name, {
          type: attribute.expression.type,
          description: attribute.description,
          [
            attribute.requiredForImport
              ? "required_for_import"
              : "optional_for_import"
          ]: true,
        }]),
      ),
    };
  }
  return found;
}
