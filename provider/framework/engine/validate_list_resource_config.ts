/**
 * Checks the configuration of a search.
 *
 * @module
 */

import type { Value } from "../values/value.ts";
import type { DiagnosticsResponse, EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode validateListResourceConfig}. */
export interface ValidateListResourceConfigRequest {
  /** The type name. */
  readonly typeName: string;
  /** The configuration; unknown values possible anywhere. */
  readonly config: Value;
}

/** The response of {@linkcode validateListResourceConfig}. */
export type ValidateListResourceConfigResponse = DiagnosticsResponse;

/** Checks the configuration of a search. */
export function validateListResourceConfig(
  server: ProviderServer,
  request: ValidateListResourceConfigRequest,
  call: EngineCall,
): Promise<ValidateListResourceConfigResponse> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
