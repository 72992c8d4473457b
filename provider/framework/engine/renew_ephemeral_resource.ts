/**
 * Makes an ephemeral resource last longer.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import type { EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode renewEphemeralResource}. */
export interface RenewEphemeralResourceRequest {
  /** The type name. */
  readonly typeName: string;
  /** What open or the last renew returned. */
  readonly privateState: Uint8Array;
}

/** The response of {@linkcode renewEphemeralResource}. */
export interface RenewEphemeralResourceResponse {
  /** What the next call is given. */
  readonly privateState: Uint8Array;
  /** When to renew again; undefined: never. */
  readonly renewAt: Date | undefined;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Makes an ephemeral resource last longer. */
export function renewEphemeralResource(
  server: ProviderServer,
  request: RenewEphemeralResourceRequest,
  call: EngineCall,
): Promise<RenewEphemeralResourceResponse> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
