/**
 * Cancels everything that runs.
 *
 * @module
 */

import type { EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode stopProvider}: it holds nothing. */
export type StopProviderRequest = Readonly<Record<never, never>>;

/** The response of {@linkcode stopProvider}. */
export interface StopProviderResponse {
  /** Why it could not be stopped; empty: it was. */
  readonly error: string;
}

/** Cancels everything that runs. */
export function stopProvider(
  server: ProviderServer,
  request: StopProviderRequest,
  call: EngineCall,
): Promise<StopProviderResponse> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
