/**
 * Gives all functions of the provider.
 *
 * @module
 */

import type { ProviderFunction } from "../define/function.ts";
import { Diagnostics } from "../diagnostics.ts";
import type { EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode getFunctions}: it holds nothing. */
export type GetFunctionsRequest = Readonly<Record<never, never>>;

/** The response of {@linkcode getFunctions}. */
export interface GetFunctionsResponse {
  /** The functions. */
  readonly functions: readonly ProviderFunction[];
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Gives all functions of the provider. */
export function getFunctions(
  server: ProviderServer,
  _request: GetFunctionsRequest,
  _call: EngineCall,
): Promise<GetFunctionsResponse> {
  return Promise.resolve({
    functions: server.provider.functions,
    diagnostics: new Diagnostics(),
  });
}
