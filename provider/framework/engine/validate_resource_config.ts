/**
 * Checks the configuration of a resource.
 *
 * @module
 */

import type { Value } from "../values/value.ts";
import type {
  ClientCapabilities,
  DiagnosticsResponse,
  EngineCall,
} from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode validateResourceConfig}. */
export interface ValidateResourceConfigRequest {
  /** The type name. */
  readonly typeName: string;
  /** The configuration; unknown values possible anywhere. */
  readonly config: Value;
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
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
