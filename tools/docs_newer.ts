/**
 * What only newer CLIs print of a provider, in their form, so that the pages do
 * not depend on which CLI makes them: identities (Terraform 1.12), actions and
 * list resources (Terraform 1.14).
 *
 * @module
 */
import {
  type Attributes,
  loadProvider,
  type Schema,
} from "../provider/framework/mod.ts";
import { provider as lazy } from "../provider/huggingface/provider.ts";

const provider = await loadProvider(lazy);

/** What the CLI would print under `action_schemas`. */
export function actionSchemas(): Record<string, unknown> {
  return schemasOf(provider.actions);
}

/** What the CLI would print under `list_resource_schemas`. */
export function listResourceSchemas(): Record<string, unknown> {
  return schemasOf(provider.listResources);
}

function schemasOf(
  objects: readonly { readonly typeName: string; readonly schema: Schema }[],
): Record<string, unknown> {
  return Object.fromEntries(objects.map(({ typeName, schema }) => [typeName, {
    version: 0,
    block: {
      description: schema.description,
      description_kind: "markdown",
      attributes: printed(schema.attributes),
    },
  }]));
}

function printed(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [name, {
      ...attribute.nested === undefined ? { type: attribute.type } : {
        nested_type: {
          attributes: printed(attribute.nested.attributes),
          nesting_mode: attribute.nested.nesting,
        },
      },
      description: attribute.description,
      description_kind: "markdown",
      ...attribute.required ? { required: true } : { optional: true },
      ...attribute.sensitive && { sensitive: true },
    }]),
  );
}

/** What the CLI would print under `resource_identity_schemas`. */
export function identitySchemas(): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const { typeName, identity } of provider.resources) {
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
