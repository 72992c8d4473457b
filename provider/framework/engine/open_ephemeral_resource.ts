/**
 * Opens an ephemeral resource.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import type { Value } from "../values/value.ts";
import type { ClientCapabilities, Deferred, EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode openEphemeralResource}. */
export interface OpenEphemeralResourceRequest {
  /** The type name. */
  readonly typeName: string;
  /** The configuration; nothing in it is unknown. */
  readonly config: Value;
  /** What the client is able to deal with. */
  readonly clientCapabilities: ClientCapabilities;
}

/** The response of {@linkcode openEphemeralResource}. */
export interface OpenEphemeralResourceResponse {
  /** The values; null after an error. */
  readonly result: Value;
  /** What renew and close are given. */
  readonly privateState: Uint8Array;
  /** When to renew; undefined: never. */
  readonly renewAt: Date | undefined;
  /** Why it is put off. */
  readonly deferred: Deferred;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Opens an ephemeral resource. */
export function openEphemeralResource(
  server: ProviderServer,
  request: OpenEphemeralResourceRequest,
  call: EngineCall,
): Promise<OpenEphemeralResourceResponse> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
