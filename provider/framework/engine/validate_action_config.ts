/**
 * Checks the configuration of an action.
 *
 * @module
 */

import type { DiagnosticsResponse, EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";
import {
  validateTypedConfig,
  type ValidateTypedConfigRequest,
} from "./validate/typed_config.ts";

/** The request of {@linkcode validateActionConfig}. */
export type ValidateActionConfigRequest = ValidateTypedConfigRequest;

/** The response of {@linkcode validateActionConfig}. */
export type ValidateActionConfigResponse = DiagnosticsResponse;

/** Checks the configuration of an action. */
export function validateActionConfig(
  server: ProviderServer,
  request: ValidateActionConfigRequest,
  call: EngineCall,
): Promise<ValidateActionConfigResponse> {
  return validateTypedConfig(server, request, {
    target: server.action(request.typeName),
    kind: "action",
    call,
  });
}
