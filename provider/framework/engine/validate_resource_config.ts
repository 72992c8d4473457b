/**
 * Checks the configuration of a resource.
 *
 * @module
 */

import type {
  ClientCapabilities,
  DiagnosticsResponse,
  EngineCall,
} from "./contract.ts";
import type { ProviderServer } from "./server.ts";
import {
  validateTypedConfig,
  type ValidateTypedConfigRequest,
} from "./validate/typed_config.ts";

/** The request of {@linkcode validateResourceConfig}. */
export interface ValidateResourceConfigRequest
  extends ValidateTypedConfigRequest {
  /** What the client is able to deal with. */
  readonly clientCapabilities: ClientCapabilities;
}

/** The response of {@linkcode validateResourceConfig}. */
export type ValidateResourceConfigResponse = DiagnosticsResponse;

/** Checks the configuration of a resource. */
export function validateResourceConfig(
  server: ProviderServer,
  request: ValidateResourceConfigRequest,
  call: EngineCall,
): Promise<ValidateResourceConfigResponse> {
  return validateTypedConfig(server, request, {
    target: server.resource(request.typeName),
    kind: "resource",
    writeOnlyAllowed: request.clientCapabilities.writeOnlyAttributesAllowed,
    call,
  });
}
