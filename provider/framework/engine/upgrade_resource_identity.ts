/**
 * Brings a stored identity into the form of the current schema.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import type { Value } from "../values/value.ts";
import type { EngineCall, RawState } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode upgradeResourceIdentity}. */
export interface UpgradeResourceIdentityRequest {
  /** The type name. */
  readonly typeName: string;
  /** The schema version of the stored identity. */
  readonly version: number;
  /** The stored identity. */
  readonly rawIdentity: RawState;
}

/** The response of {@linkcode upgradeResourceIdentity}. */
export interface UpgradeResourceIdentityResponse {
  /** The identity in the current form; undefined after an error. */
  readonly upgradedIdentity: Value | undefined;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Brings a stored identity into the form of the current schema. */
export function upgradeResourceIdentity(
  server: ProviderServer,
  request: UpgradeResourceIdentityRequest,
  call: EngineCall,
): Promise<UpgradeResourceIdentityResponse> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
