/**
 * Gives the identity schemas of all resources that have one.
 *
 * @module
 */

import type { IdentitySchema } from "../define/identity.ts";
import type { Diagnostics } from "../diagnostics.ts";
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
export function getResourceIdentitySchemas(
  server: ProviderServer,
  request: GetResourceIdentitySchemasRequest,
  call: EngineCall,
): Promise<GetResourceIdentitySchemasResponse> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
