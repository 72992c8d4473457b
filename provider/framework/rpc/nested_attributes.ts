import type { Provider } from "../define/provider.ts";
import type { AttributeHolder, Schema } from "../schema/schema.ts";

/**
 * Names the first attribute of a provider that has nested attributes;
 * undefined if none has, so that protocol 5 can be served as well.
 */
export function firstNestedAttribute(provider: Provider): string | undefined {
  for (const [name, schema] of schemas(provider)) {
    const attribute = firstIn(schema);
    if (attribute !== undefined) return `${name}.${attribute}`;
  }
  return undefined;
}

function* schemas(provider: Provider): Generator<readonly [string, Schema]> {
  yield ["provider", provider.schema];
  if (provider.metaSchema) yield ["provider_meta", provider.metaSchema];
  const parts = [
    provider.resources,
    provider.dataSources,
    provider.ephemeralResources,
    provider.listResources,
    provider.actions,
  ];
  for (const { typeName, schema } of parts.flat()) yield [typeName, schema];
}

function firstIn(holder: AttributeHolder): string | undefined {
  for (const [name, attribute] of Object.entries(holder.attributes)) {
    if (attribute.nested !== undefined) return name;
  }
  for (const [name, block] of Object.entries(holder.blocks ?? {})) {
    const inner = firstIn(block);
    if (inner !== undefined) return `${name}.${inner}`;
  }
  return undefined;
}
