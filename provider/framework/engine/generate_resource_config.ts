/**
 * Makes a configuration of a state, for an imported object.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import type { Value } from "../values/value.ts";
import type { EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode generateResourceConfig}. */
export interface GenerateResourceConfigRequest {
  /** The type name. */
  readonly typeName: string;
  /** The state. */
  readonly state: Value;
}

/** The response of {@linkcode generateResourceConfig}. */
export interface GenerateResourceConfigResponse {
  /** The configuration; null after an error. */
  readonly config: Value;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Makes a configuration of a state, for an imported object. */
export function generateResourceConfig(
  server: ProviderServer,
  request: GenerateResourceConfigRequest,
  call: EngineCall,
): Promise<GenerateResourceConfigResponse> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
