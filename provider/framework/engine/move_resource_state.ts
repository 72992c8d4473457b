/**
 * Takes over the state of another resource type or provider.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import type { Value } from "../values/value.ts";
import type { EngineCall, RawState } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode moveResourceState}. */
export interface MoveResourceStateRequest {
  /** The address of the other provider. */
  readonly sourceProviderAddress: string;
  /** The type of the other resource. */
  readonly sourceTypeName: string;
  /** The schema version of the other resource. */
  readonly sourceSchemaVersion: number;
  /** The state of the other resource. */
  readonly sourceState: RawState;
  /** The private data of the other resource. */
  readonly sourcePrivate: Uint8Array;
  /** The type of our resource. */
  readonly targetTypeName: string;
}

/** The response of {@linkcode moveResourceState}. */
export interface MoveResourceStateResponse {
  /** The new state; null after an error. */
  readonly targetState: Value;
  /** The private data to store. */
  readonly targetPrivate: Uint8Array;
  /** The identity; undefined: none. */
  readonly targetIdentity: Value | undefined;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Takes over the state of another resource type or provider. */
export function moveResourceState(
  server: ProviderServer,
  request: MoveResourceStateRequest,
  call: EngineCall,
): Promise<MoveResourceStateResponse> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
