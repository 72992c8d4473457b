/**
 * Creates, changes or destroys a resource.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import type { Value } from "../values/value.ts";
import type { EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode applyResourceChange}. */
export interface ApplyResourceChangeRequest {
  /** The type name. */
  readonly typeName: string;
  /** The state; null: the resource is created. */
  readonly priorState: Value;
  /** The plan; null: the resource is destroyed. */
  readonly plannedState: Value;
  /** The configuration, with write-only values; null: the resource is destroyed. */
  readonly config: Value;
  /** The private data of the plan. */
  readonly privateState: Uint8Array;
  /** The `provider_meta` of the module; null: none. */
  readonly providerMeta: Value;
  /** The planned identity; undefined: none. */
  readonly identity: Value | undefined;
}

/** The response of {@linkcode applyResourceChange}. */
export interface ApplyResourceChangeResponse {
  /** The state reached; null: nothing exists. */
  readonly newState: Value;
  /** The private data to store. */
  readonly privateState: Uint8Array;
  /** The identity; undefined: none. */
  readonly identity: Value | undefined;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Creates, changes or destroys a resource. */
export function applyResourceChange(
  server: ProviderServer,
  request: ApplyResourceChangeRequest,
  call: EngineCall,
): Promise<ApplyResourceChangeResponse> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
