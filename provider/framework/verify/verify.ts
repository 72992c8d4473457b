/**
 * A check of a whole provider, for its author's tests.
 *
 * @module
 */

import type { Provider } from "../define/provider.ts";
import type { Schema } from "../schema/schema.ts";
import { verifyContent } from "./attribute.ts";
import { Findings } from "./findings.ts";
import { verifyFunction } from "./function.ts";
import { type Kind, verifyTypeName } from "./names.ts";
import { verifyRules } from "./references.ts";
import { verifyResource } from "./resource.ts";

/**
 * Checks that a provider is what the CLI takes and what makes sense: names,
 * types, modes, defaults, write-only values, blocks, references, life cycle,
 * state upgrades, identities, functions.
 *
 * Returns one message for each fault, with the resource and the path of the
 * attribute; none if all is well. A provider should have a test that expects
 * the empty list.
 */
export function verify(provider: Provider): readonly string[] {
  const findings = new Findings();
  verifyProvider(provider, findings.about("provider"));
  verifyKind("resource", provider.resources, provider, findings);
  verifyKind("data source", provider.dataSources, provider, findings);
  verifyKind(
    "ephemeral resource",
    provider.ephemeralResources,
    provider,
    findings,
  );
  verifyKind("list resource", provider.listResources, provider, findings);
  verifyKind("action", provider.actions, provider, findings);
  for (const resource of provider.resources) {
    const about = findings.about(`resource "${resource.typeName}"`);
    verifyResource(resource, about);
  }
  for (const { typeName } of provider.listResources) {
    verifyListed(typeName, provider, findings);
  }
  for (const definition of provider.functions) {
    const about = findings.about(`function "${definition.name}"`);
    verifyFunction(definition, about);
  }
  verifyUnique(
    "function",
    provider.functions.map(({ name }) => name),
    findings,
  );
  return findings.messages;
}

function verifyProvider(provider: Provider, findings: Findings): void {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(provider.name)) {
    findings.add(
      "must be named with lower-case letters, digits and single hyphens, " +
        `not "${provider.name}"`,
    );
  }
  if (provider.version === "") findings.add("must have a version");
  verifySchema("provider", provider.schema, findings);
  if (provider.metaSchema !== undefined) {
    const about = findings.about("provider_meta");
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
  findings: Findings,
): void {
  verifyUnique(kind, items.map(({ typeName }) => typeName), findings);
  for (const { typeName, schema } of items) {
    const about = findings.about(`${kind} "${typeName}"`);
    verifyTypeName(typeName, provider.name, about);
    verifySchema(kind, schema, about);
  }
}

function verifySchema(kind: Kind, schema: Schema, findings: Findings): void {
  const { version } = schema;
  if (!Number.isSafeInteger(version) || version < 0) {
    findings.add(
      `must have a schema version that is a whole number of at least 0, not ` +
        `${version}`,
    );
  }
  if (schema.description.trim() === "") findings.add("must have a description");
  verifyContent(schema, {
    kind,
    holders: [schema],
    inSet: false,
    parent: undefined,
    inComputed: false,
  }, findings);
  verifyRules(schema, findings);
}

function verifyUnique(
  kind: string,
  names: readonly string[],
  findings: Findings,
): void {
  const twice = names.filter((name, i) => names.indexOf(name) < i);
  for (const name of new Set(twice)) {
    findings.about(`${kind} "${name}"`).add("is defined more than once");
  }
}

function verifyListed(
  typeName: string,
  provider: Provider,
  findings: Findings,
): void {
  const resource = provider.resources.find((r) => r.typeName === typeName);
  if (resource?.identity === undefined) {
    findings.about(`list resource "${typeName}"`).add(
      resource === undefined
        ? "must list a resource of the same name, and there is none"
        : "must list a resource with an identity, and it has none",
    );
  }
}
