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

/** Ends the signal of everything that runs, and answers at once. */
export function stopProvider(
  server: ProviderServer,
  _request: StopProviderRequest,
  _call: EngineCall,
): Promise<StopProviderResponse> {
  server.stop();
  return Promise.resolve({ error: "" });
}
