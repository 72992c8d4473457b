/**
 * Configures the provider.
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

/** The request of {@linkcode configureProvider}. */
export interface ConfigureProviderRequest {
  /** The configuration; unknown values possible anywhere. */
  readonly config: Value;
  /** The version of the CLI; OpenTofu sends its own. */
  readonly terraformVersion: string;
  /** What the client is able to deal with. */
  readonly clientCapabilities: ClientCapabilities;
}

/** The response of {@linkcode configureProvider}. */
export type ConfigureProviderResponse = DiagnosticsResponse;

/** Configures the provider. */
export function configureProvider(
  server: ProviderServer,
  request: ConfigureProviderRequest,
  call: EngineCall,
): Promise<ConfigureProviderResponse> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
