/**
 * A check of a whole provider, for its author's tests.
 *
 * @module
 */

import type { Provider } from "../../define/provider.ts";
import type { Schema } from "../../schema/schema.ts";
import { verifyContent } from "./attribute.ts";
import {
  DefinitionErrors,
  type DefinitionKind,
  verifyTypeName,
} from "./names.ts";
import { verifyFunction } from "./function.ts";
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
 * import { defineProvider, s } from "@hf-terraform/framework";
 * import { verify } from "@hf-terraform/framework/testing";
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
  const kinds: readonly (readonly [DefinitionKind, readonly Typed[]])[] = [
    ["resource", provider.resources],
    ["data source", provider.dataSources],
    ["ephemeral resource", provider.ephemeralResources],
    ["list resource", provider.listResources],
    ["action", provider.actions],
  ];
  const all: readonly (readonly [string, readonly unknown[]])[] = [
    ...kinds,
    ["function", provider.functions],
  ];
  for (const [kind, items] of all) {
    errors.about(kind).addIf({
      "is undefined; perhaps two modules import each other": items
        .includes(undefined),
    });
  }
  if (errors.messages.length > 0) return errors.messages;
  verifyProvider(provider, errors.about("provider"));
  for (const [kind, items] of kinds) {
    verifyUnique(kind, items.map(({ typeName }) => typeName), errors);
    for (const { typeName, schema } of items) {
      const about = errors.about(`${kind} "${typeName}"`);
      verifyTypeName(typeName, provider.name, about);
      verifySchema(kind, schema, about);
    }
  }
  for (const resource of provider.resources) {
    verifyResource(resource, errors.about(`resource "${resource.typeName}"`));
  }
  for (const { typeName } of provider.listResources) {
    const listed = provider.resources.find((r) => r.typeName === typeName);
    errors.about(`list resource "${typeName}"`).addIf({
      "must list a resource of the same name, and there is none":
        listed === undefined,
      "must list a resource with an identity, and it has none":
        listed !== undefined && listed.identity === undefined,
    });
  }
  for (const definition of provider.functions) {
    verifyFunction(definition, errors.about(`function "${definition.name}"`));
  }
  verifyUnique("function", provider.functions.map(({ name }) => name), errors);
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

interface Typed {
  readonly typeName: string;
  readonly schema: Schema;
}

function verifySchema(
  kind: DefinitionKind,
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
