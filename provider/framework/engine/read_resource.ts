/**
 * Reads a resource.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import type { Value } from "../values/value.ts";
import type { ClientCapabilities, Deferred, EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode readResource}. */
export interface ReadResourceRequest {
  /** The type name. */
  readonly typeName: string;
  /** The state as it was stored. */
  readonly currentState: Value;
  /** The private data stored with the state. */
  readonly privateState: Uint8Array;
  /** The `provider_meta` of the module; null: none. */
  readonly providerMeta: Value;
  /** The stored identity; undefined: none. */
  readonly identity: Value | undefined;
  /** What the client is able to deal with. */
  readonly clientCapabilities: ClientCapabilities;
}

/** The response of {@linkcode readResource}. */
export interface ReadResourceResponse {
  /** The state as it is; null: the object is gone. */
  readonly newState: Value;
  /** The private data to store. */
  readonly privateState: Uint8Array;
  /** The identity; undefined: none. */
  readonly identity: Value | undefined;
  /** Why the read is put off. */
  readonly deferred: Deferred;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Reads a resource. */
export function readResource(
  server: ProviderServer,
  request: ReadResourceRequest,
  call: EngineCall,
): Promise<ReadResourceResponse> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
