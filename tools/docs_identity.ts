/**
 * Resource identities in the form in which Terraform 1.12 and OpenTofu print
 * them, so that the pages do not depend on which CLI makes them.
 *
 * @module
 */
import { loadProvider } from "../provider/framework/mod.ts";
import { provider as lazy } from "../provider/huggingface/provider.ts";

const provider = await loadProvider(lazy);

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
