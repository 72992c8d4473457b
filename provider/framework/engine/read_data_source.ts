/**
 * Reads a data source.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import type { Value } from "../values/value.ts";
import type { ClientCapabilities, Deferred, EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode readDataSource}. */
export interface ReadDataSourceRequest {
  /** The type name. */
  readonly typeName: string;
  /** The configuration; nothing in it is unknown. */
  readonly config: Value;
  /** The `provider_meta` of the module; null: none. */
  readonly providerMeta: Value;
  /** What the client is able to deal with. */
  readonly clientCapabilities: ClientCapabilities;
}

/** The response of {@linkcode readDataSource}. */
export interface ReadDataSourceResponse {
  /** The result; null after an error. */
  readonly state: Value;
  /** Why the read is put off. */
  readonly deferred: Deferred;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Reads a data source. */
export function readDataSource(
  server: ProviderServer,
  request: ReadDataSourceRequest,
  call: EngineCall,
): Promise<ReadDataSourceResponse> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
