/**
 * Gives all schemas of the provider.
 *
 * @module
 */

import { loadProvider, type Provider } from "../define/provider.ts";
import { Diagnostics } from "../diagnostics.ts";
import {
  type EngineCall,
  type ServerCapabilities,
  serverCapabilities,
} from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode getProviderSchema}: it holds nothing. */
export type GetProviderSchemaRequest = Readonly<Record<never, never>>;

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
  _request: GetProviderSchemaRequest,
  _call: EngineCall,
): Promise<GetProviderSchemaResponse> {
  return {
    provider: await loadProvider(server.provider),
    serverCapabilities,
    diagnostics: new Diagnostics(),
  };
}
