/**
 * Plans an action.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import type { Value } from "../values/value.ts";
import type { ClientCapabilities, Deferred, EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode planAction}. */
export interface PlanActionRequest {
  /** The type name. */
  readonly typeName: string;
  /** The configuration; unknown values possible anywhere. */
  readonly config: Value;
  /** What the client is able to deal with. */
  readonly clientCapabilities: ClientCapabilities;
}

/** The response of {@linkcode planAction}. */
export interface PlanActionResponse {
  /** Why the action is put off. */
  readonly deferred: Deferred;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Plans an action. */
export function planAction(
  server: ProviderServer,
  request: PlanActionRequest,
  call: EngineCall,
): Promise<PlanActionResponse> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
