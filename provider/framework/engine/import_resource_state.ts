/**
 * Finds an existing object, to manage it.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import type { Value } from "../values/value.ts";
import type { ClientCapabilities, Deferred, EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** One resource that was imported. */
export interface ImportedResource {
  /** The type name. */
  readonly typeName: string;
  /** The state. */
  readonly state: Value;
  /** The private data to store. */
  readonly privateState: Uint8Array;
  /** The identity; undefined: none. */
  readonly identity: Value | undefined;
}

/** The request of {@linkcode importResourceState}. */
export interface ImportResourceStateRequest {
  /** The type name. */
  readonly typeName: string;
  /** The id given; empty with an identity. */
  readonly id: string;
  /** The identity given; undefined with an id. */
  readonly identity: Value | undefined;
  /** What the client is able to deal with. */
  readonly clientCapabilities: ClientCapabilities;
}

/** The response of {@linkcode importResourceState}. */
export interface ImportResourceStateResponse {
  /** What was found: one resource, or none after an error. */
  readonly importedResources: readonly ImportedResource[];
  /** Why the import is put off. */
  readonly deferred: Deferred;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Finds an existing object, to manage it. */
export function importResourceState(
  server: ProviderServer,
  request: ImportResourceStateRequest,
  call: EngineCall,
): Promise<ImportResourceStateResponse> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
