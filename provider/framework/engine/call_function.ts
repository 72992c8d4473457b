/**
 * Calls a function.
 *
 * @module
 */

import type { Value } from "../values/value.ts";
import type { EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** Why a function has no result. */
export interface FunctionError {
  /** What went wrong. */
  readonly text: string;
  /** The argument to blame, from 0; undefined: none in particular. */
  readonly argument: number | undefined;
}

/** The request of {@linkcode callFunction}. */
export interface CallFunctionRequest {
  /** The name, without a prefix. */
  readonly name: string;
  /** All arguments in order, each decoded by its parameter's type; null where there is no parameter for it. */
  readonly arguments: readonly Value[];
}

/** The response of {@linkcode callFunction}. */
export interface CallFunctionResponse {
  /** The result; null after an error. */
  readonly result: Value;
  /** What went wrong; undefined: nothing. */
  readonly error: FunctionError | undefined;
}

/** Calls a function. */
export function callFunction(
  server: ProviderServer,
  request: CallFunctionRequest,
  call: EngineCall,
): Promise<CallFunctionResponse> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
