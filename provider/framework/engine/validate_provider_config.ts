/**
 * Checks a provider block.
 *
 * @module
 */

import type { Value } from "../values/value.ts";
import type { DiagnosticsResponse, EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";
import { validateConfig } from "./validate/config.ts";

/** The request of {@linkcode validateProviderConfig}. */
export interface ValidateProviderConfigRequest {
  /** The configuration; unknown values possible anywhere. */
  readonly config: Value;
}

/** The response of {@linkcode validateProviderConfig}. */
export type ValidateProviderConfigResponse = DiagnosticsResponse;

/** Checks a provider block. */
export async function validateProviderConfig(
  server: ProviderServer,
  request: ValidateProviderConfigRequest,
  call: EngineCall,
): Promise<ValidateProviderConfigResponse> {
  const diagnostics = await validateConfig(server, {
    target: server.provider,
    typeName: undefined,
    config: request.config,
    writeOnlyAllowed: true,
    call,
  });
  return { diagnostics };
}
