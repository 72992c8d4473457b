/**
 * Brings a stored state into the form of the current schema.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import type { Value } from "../values/value.ts";
import type { EngineCall, RawState } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode upgradeResourceState}. */
export interface UpgradeResourceStateRequest {
  /** The type name. */
  readonly typeName: string;
  /** The schema version of the stored state. */
  readonly version: number;
  /** The stored state. */
  readonly rawState: RawState;
}

/** The response of {@linkcode upgradeResourceState}. */
export interface UpgradeResourceStateResponse {
  /** The state in the current form; null after an error. */
  readonly upgradedState: Value;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Brings a stored state into the form of the current schema. */
export function upgradeResourceState(
  server: ProviderServer,
  request: UpgradeResourceStateRequest,
  call: EngineCall,
): Promise<UpgradeResourceStateResponse> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
