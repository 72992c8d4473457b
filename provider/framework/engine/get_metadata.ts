/**
 * Names everything that the provider has.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import type { EngineCall, ServerCapabilities } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode getMetadata}: it holds nothing. */
export type GetMetadataRequest = Readonly<Record<never, never>>;

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
  request: GetMetadataRequest,
  call: EngineCall,
): Promise<GetMetadataResponse> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
