/**
 * Checks the configuration of an ephemeral resource.
 *
 * @module
 */

import type { DiagnosticsResponse, EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";
import {
  validateTypedConfig,
  type ValidateTypedConfigRequest,
} from "./validate/typed_config.ts";

/** The request of {@linkcode validateEphemeralResourceConfig}. */
export type ValidateEphemeralResourceConfigRequest = ValidateTypedConfigRequest;

/** The response of {@linkcode validateEphemeralResourceConfig}. */
export type ValidateEphemeralResourceConfigResponse = DiagnosticsResponse;

/** Checks the configuration of an ephemeral resource. */
export function validateEphemeralResourceConfig(
  server: ProviderServer,
  request: ValidateEphemeralResourceConfigRequest,
  call: EngineCall,
): Promise<ValidateEphemeralResourceConfigResponse> {
  return validateTypedConfig(server, request, {
    target: server.ephemeralResource(request.typeName),
    kind: "ephemeral resource",
    call,
  });
}
