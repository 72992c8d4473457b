/**
 * Plans the creation, change or destruction of a resource.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import type { Path } from "../values/path.ts";
import type { Value } from "../values/value.ts";
import type { ClientCapabilities, Deferred, EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode planResourceChange}. */
export interface PlanResourceChangeRequest {
  /** The type name. */
  readonly typeName: string;
  /** The state; null: the resource is created. */
  readonly priorState: Value;
  /** The merge of configuration and state that Terraform made. */
  readonly proposedNewState: Value;
  /** The configuration; null: the resource is destroyed. */
  readonly config: Value;
  /** The private data stored with the state. */
  readonly privateState: Uint8Array;
  /** The `provider_meta` of the module; null: none. */
  readonly providerMeta: Value;
  /** What the client is able to deal with. */
  readonly clientCapabilities: ClientCapabilities;
  /** The stored identity; undefined: none. */
  readonly identity: Value | undefined;
}

/** The response of {@linkcode planResourceChange}. */
export interface PlanResourceChangeResponse {
  /** The plan; null: the resource is destroyed. */
  readonly plannedState: Value;
  /** The paths whose change replaces the resource. */
  readonly requiresReplace: readonly Path[];
  /** The private data that apply is given. */
  readonly privateState: Uint8Array;
  /** The planned identity; undefined: not known yet, or none. */
  readonly identity: Value | undefined;
  /** Why the plan is put off. */
  readonly deferred: Deferred;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Plans the creation, change or destruction of a resource. */
export function planResourceChange(
  server: ProviderServer,
  request: PlanResourceChangeRequest,
  call: EngineCall,
): Promise<PlanResourceChangeResponse> {
  throw new Error(`Not served yet: ${server} ${request} ${call}`);
}
