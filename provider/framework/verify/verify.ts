/**
 * A check of a whole provider, for its author's tests.
 *
 * @module
 */

import type { Provider } from "../define/provider.ts";
import type { Schema } from "../schema/schema.ts";
import { verifyContent } from "./attribute.ts";
import { DefinitionErrors, type Kind, verifyTypeName } from "./names.ts";
import { verifyFunction } from "./function.ts";
import { verifyRules } from "./references.ts";
import { verifyResource } from "./resource.ts";

/**
 * Checks that a provider is what the CLI takes and what makes sense: names,
 * types, modes, defaults, write-only values, blocks, references, life cycle,
 * state upgrades, identities, functions.
 *
 * Returns one message for each error, with the resource and the path of the
 * attribute; none if all is well. A provider should have a test that expects
 * the empty list.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { defineProvider, s, verify } from "../mod.ts";
 *
 * const provider = defineProvider({
 *   name: "example",
 *   version: "",
 *   schema: s.schema({ description: "Examples.", attributes: {} }),
 *   configure: () => undefined,
 * });
 * assertEquals(verify(provider), ["provider: must have a version"]);
 * ```
 */
export function verify(provider: Provider): readonly string[] {
  const errors = new DefinitionErrors();
  verifyProvider(provider, errors.about("provider"));
  verifyKind("resource", provider.resources, provider, errors);
  verifyKind("data source", provider.dataSources, provider, errors);
  verifyKind(
    "ephemeral resource",
    provider.ephemeralResources,
    provider,
    errors,
  );
  verifyKind("list resource", provider.listResources, provider, errors);
  verifyKind("action", provider.actions, provider, errors);
  for (const resource of provider.resources) {
    const about = errors.about(`resource "${resource.typeName}"`);
    verifyResource(resource, about);
  }
  for (const { typeName } of provider.listResources) {
    verifyListed(typeName, provider, errors);
  }
  for (const definition of provider.functions) {
    const about = errors.about(`function "${definition.name}"`);
    verifyFunction(definition, about);
  }
  verifyUnique(
    "function",
    provider.functions.map(({ name }) => name),
    errors,
  );
  return errors.messages;
}

function verifyProvider(provider: Provider, errors: DefinitionErrors): void {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(provider.name)) {
    errors.add(
      "must be named with lower-case letters, digits and single hyphens, " +
        `not "${provider.name}"`,
    );
  }
  if (provider.version === "") errors.add("must have a version");
  verifySchema("provider", provider.schema, errors);
  if (provider.metaSchema !== undefined) {
    const about = errors.about("provider_meta");
    verifySchema("provider_meta", provider.metaSchema, about);
  }
}

interface Item {
  readonly typeName: string;
  readonly schema: Schema;
}

function verifyKind(
  kind: Kind,
  items: readonly Item[],
  provider: Provider,
  errors: DefinitionErrors,
): void {
  verifyUnique(kind, items.map(({ typeName }) => typeName), errors);
  for (const { typeName, schema } of items) {
    const about = errors.about(`${kind} "${typeName}"`);
    verifyTypeName(typeName, provider.name, about);
    verifySchema(kind, schema, about);
  }
}

function verifySchema(
  kind: Kind,
  schema: Schema,
  errors: DefinitionErrors,
): void {
  const { version } = schema;
  if (!Number.isSafeInteger(version) || version < 0) {
    errors.add(
      `must have a schema version that is a whole number of at least 0, not ` +
        `${version}`,
    );
  }
  if (schema.description.trim() === "") errors.add("must have a description");
  verifyContent(schema, {
    kind,
    holders: [schema],
    inSet: false,
    parent: undefined,
    inComputed: false,
  }, errors);
  verifyRules(schema, errors);
}

function verifyUnique(
  kind: string,
  names: readonly string[],
  errors: DefinitionErrors,
): void {
  const twice = names.filter((name, i) => names.indexOf(name) < i);
  for (const name of new Set(twice)) {
    errors.about(`${kind} "${name}"`).add("is defined more than once");
  }
}

function verifyListed(
  typeName: string,
  provider: Provider,
  errors: DefinitionErrors,
): void {
  const resource = provider.resources.find((r) => r.typeName === typeName);
  if (resource?.identity === undefined) {
    errors.about(`list resource "${typeName}"`).add(
      resource === undefined
        ? "must list a resource of the same name, and there is none"
        : "must list a resource with an identity, and it has none",
    );
  }
}
