/**
 * What the provider has, for RPCs that ask nothing else.
 *
 * @module
 */

import type { ProviderFunction } from "../define/function.ts";
import type { IdentitySchema } from "../define/identity.ts";
import { loadProvider, type Provider } from "../define/provider.ts";
import { Diagnostics } from "../diagnostics.ts";
import { type ServerCapabilities, serverCapabilities } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The response of {@linkcode getProviderSchema}. */
export interface GetProviderSchemaResponse {
  /** The provider, which holds all schemas and functions. */
  readonly provider: Provider;
  /** What the server can do. */
  readonly serverCapabilities: ServerCapabilities;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Gives all schemas of the provider. */
export async function getProviderSchema(
  server: ProviderServer,
): Promise<GetProviderSchemaResponse> {
  return {
    provider: await loadProvider(server.provider),
    serverCapabilities,
    diagnostics: new Diagnostics(),
  };
}

/** The response of {@linkcode getMetadata}. */
export interface GetMetadataResponse {
  /** What the server can do. */
  readonly serverCapabilities: ServerCapabilities;
  /** The type names of the resources. */
  readonly resources: readonly string[];
  /** The type names of the data sources. */
  readonly dataSources: readonly string[];
  /** The type names of the ephemeral resources. */
  readonly ephemeralResources: readonly string[];
  /** The names of the functions. */
  readonly functions: readonly string[];
  /** The type names of the list resources. */
  readonly listResources: readonly string[];
  /** The type names of the actions. */
  readonly actions: readonly string[];
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Names everything that the provider has. */
export function getMetadata(
  server: ProviderServer,
): Promise<GetMetadataResponse> {
  const { provider } = server;
  const names = (items: readonly { readonly typeName: string }[]) =>
    items.map((item) => item.typeName);
  return Promise.resolve({
    serverCapabilities,
    resources: names(provider.resources),
    dataSources: names(provider.dataSources),
    ephemeralResources: names(provider.ephemeralResources),
    functions: provider.functions.map((item) => item.name),
    listResources: names(provider.listResources),
    actions: names(provider.actions),
    diagnostics: new Diagnostics(),
  });
}

/** The response of {@linkcode getFunctions}. */
export interface GetFunctionsResponse {
  /** The functions. */
  readonly functions: readonly ProviderFunction[];
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Gives all functions of the provider. */
export function getFunctions(
  server: ProviderServer,
): Promise<GetFunctionsResponse> {
  return Promise.resolve({
    functions: server.provider.functions,
    diagnostics: new Diagnostics(),
  });
}

/** The response of {@linkcode getResourceIdentitySchemas}. */
export interface GetResourceIdentitySchemasResponse {
  /** The identity schemas by resource type name. */
  readonly identitySchemas: Readonly<Record<string, IdentitySchema>>;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Gives the identity schemas of all resources that have one. */
export async function getResourceIdentitySchemas(
  server: ProviderServer,
): Promise<GetResourceIdentitySchemasResponse> {
  const identitySchemas: Record<string, IdentitySchema> = {};
  const { resources } = await loadProvider(server.provider);
  for (const { typeName, identity } of resources) {
    if (identity !== undefined) identitySchemas[typeName] = identity.schema;
  }
  return { identitySchemas, diagnostics: new Diagnostics() };
}
