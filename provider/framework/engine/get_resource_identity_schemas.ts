/**
 * Gives the identity schemas of all resources that have one.
 *
 * @module
 */

import { loadProvider } from "../define/provider.ts";
import type { IdentitySchema } from "../define/identity.ts";
import { Diagnostics } from "../diagnostics.ts";
import type { EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode getResourceIdentitySchemas}: it holds nothing. */
export type GetResourceIdentitySchemasRequest = Readonly<Record<never, never>>;

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
  _request: GetResourceIdentitySchemasRequest,
  _call: EngineCall,
): Promise<GetResourceIdentitySchemasResponse> {
  const identitySchemas: Record<string, IdentitySchema> = {};
  const { resources } = await loadProvider(server.provider);
  for (const { typeName, identity } of resources) {
    if (identity !== undefined) identitySchemas[typeName] = identity.schema;
  }
  return { identitySchemas, diagnostics: new Diagnostics() };
}
