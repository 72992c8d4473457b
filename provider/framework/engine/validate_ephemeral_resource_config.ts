/**
 * Checks the configuration of an ephemeral resource.
 *
 * @module
 */

import type { Value } from "../values/value.ts";
import type { DiagnosticsResponse, EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode validateEphemeralResourceConfig}. */
export interface ValidateEphemeralResourceConfigRequest {
  /** The type name. */
  readonly typeName: string;
  /** The configuration; unknown values possible anywhere. */
  readonly config: Value;
}

/** The response of {@linkcode validateEphemeralResourceConfig}. */
export type ValidateEphemeralResourceConfigResponse = DiagnosticsResponse;

/** Checks the configuration of an ephemeral resource. */
export function validateEphemeralResourceConfig(
  server: ProviderServer,
  request: ValidateEphemeralResourceConfigRequest,
  call: EngineCall,
): Promise<ValidateEphemeralResourceConfigResponse> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
