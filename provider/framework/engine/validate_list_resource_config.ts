/**
 * Checks the configuration of a search.
 *
 * @module
 */

import type { DiagnosticsResponse, EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";
import {
  validateTypedConfig,
  type ValidateTypedConfigRequest,
} from "./validate/typed_config.ts";

/** The request of {@linkcode validateListResourceConfig}. */
export type ValidateListResourceConfigRequest = ValidateTypedConfigRequest;

/** The response of {@linkcode validateListResourceConfig}. */
export type ValidateListResourceConfigResponse = DiagnosticsResponse;

/** Checks the configuration of a search. */
export function validateListResourceConfig(
  server: ProviderServer,
  request: ValidateListResourceConfigRequest,
  call: EngineCall,
): Promise<ValidateListResourceConfigResponse> {
  return validateTypedConfig(server, request, {
    target: server.listResource(request.typeName),
    kind: "list resource",
    call,
  });
}
