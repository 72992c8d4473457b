/**
 * Checks the configuration of a data source.
 *
 * @module
 */

import type { Value } from "../values/value.ts";
import type { DiagnosticsResponse, EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode validateDataResourceConfig}. */
export interface ValidateDataResourceConfigRequest {
  /** The type name. */
  readonly typeName: string;
  /** The configuration; unknown values possible anywhere. */
  readonly config: Value;
}

/** The response of {@linkcode validateDataResourceConfig}. */
export type ValidateDataResourceConfigResponse = DiagnosticsResponse;

/** Checks the configuration of a data source. */
export function validateDataResourceConfig(
  server: ProviderServer,
  request: ValidateDataResourceConfigRequest,
  call: EngineCall,
): Promise<ValidateDataResourceConfigResponse> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
