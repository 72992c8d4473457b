/**
 * Finds what exists. Ends at the limit or with an error.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import type { Value } from "../values/value.ts";
import type { EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode listResource}. */
export interface ListResourceRequest {
  /** The type name. */
  readonly typeName: string;
  /** The configuration; nothing in it is unknown. */
  readonly config: Value;
  /** Whether the states are wanted too. */
  readonly includeResource: boolean;
  /** How many results are wanted at most; 0: any number. */
  readonly limit: number;
}

/** One thing that was found, or a diagnostic. */
export interface ListEvent {
  /** The identity; undefined in an event that only warns. */
  readonly identity: Value | undefined;
  /** What to call it in a list. */
  readonly displayName: string;
  /** Its state, if that was asked for. */
  readonly resource: Value | undefined;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Finds what exists. Ends at the limit or with an error. */
export function listResource(
  server: ProviderServer,
  request: ListResourceRequest,
  call: EngineCall,
): AsyncIterable<ListEvent> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
