/**
 * Gives an ephemeral resource up.
 *
 * @module
 */

import type { DiagnosticsResponse, EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode closeEphemeralResource}. */
export interface CloseEphemeralResourceRequest {
  /** The type name. */
  readonly typeName: string;
  /** What open or the last renew returned. */
  readonly privateState: Uint8Array;
}

/** The response of {@linkcode closeEphemeralResource}. */
export type CloseEphemeralResourceResponse = DiagnosticsResponse;

/** Gives an ephemeral resource up. */
export function closeEphemeralResource(
  server: ProviderServer,
  request: CloseEphemeralResourceRequest,
  call: EngineCall,
): Promise<CloseEphemeralResourceResponse> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
