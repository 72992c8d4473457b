/**
 * Checks the configuration of an action.
 *
 * @module
 */

import type { Value } from "../values/value.ts";
import type { DiagnosticsResponse, EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode validateActionConfig}. */
export interface ValidateActionConfigRequest {
  /** The type name. */
  readonly typeName: string;
  /** The configuration; unknown values possible anywhere. */
  readonly config: Value;
}

/** The response of {@linkcode validateActionConfig}. */
export type ValidateActionConfigResponse = DiagnosticsResponse;

/** Checks the configuration of an action. */
export function validateActionConfig(
  server: ProviderServer,
  request: ValidateActionConfigRequest,
  call: EngineCall,
): Promise<ValidateActionConfigResponse> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
