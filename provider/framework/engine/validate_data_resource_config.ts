/**
 * Checks the configuration of a data source.
 *
 * @module
 */

import type { DiagnosticsResponse, EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";
import {
  validateTypedConfig,
  type ValidateTypedConfigRequest,
} from "./validate/typed_config.ts";

/** The request of {@linkcode validateDataResourceConfig}. */
export type ValidateDataResourceConfigRequest = ValidateTypedConfigRequest;

/** The response of {@linkcode validateDataResourceConfig}. */
export type ValidateDataResourceConfigResponse = DiagnosticsResponse;

/** Checks the configuration of a data source. */
export function validateDataResourceConfig(
  server: ProviderServer,
  request: ValidateDataResourceConfigRequest,
  call: EngineCall,
): Promise<ValidateDataResourceConfigResponse> {
  return validateTypedConfig(server, request, {
    target: server.dataSource(request.typeName),
    kind: "data source",
    call,
  });
}
