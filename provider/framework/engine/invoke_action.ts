/**
 * Does what an action does. The last event is always `completed`.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import type { Value } from "../values/value.ts";
import type { EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** Something that happens while an action runs. */
export type InvokeEvent =
  /** How far it is. */
  | { readonly kind: "progress"; readonly message: string }
  /** It is over; errors and warnings. */
  | { readonly kind: "completed"; readonly diagnostics: Diagnostics };

/** The request of {@linkcode invokeAction}. */
export interface InvokeActionRequest {
  /** The type name. */
  readonly typeName: string;
  /** The configuration; nothing in it is unknown. */
  readonly config: Value;
}

/** Does what an action does. The last event is always `completed`. */
export function invokeAction(
  server: ProviderServer,
  request: InvokeActionRequest,
  call: EngineCall,
): AsyncIterable<InvokeEvent> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
