/**
 * What the requests and responses of all RPCs have in common.
 *
 * Objects in requests and responses are decoded values of the type that
 * `objectType(schema)` gives; a null object, or a message that was absent, is
 * `null`. If the client names a type that the provider does not have, there is
 * no schema to decode with: pass `null`, the engine answers with a diagnostic.
 *
 * @module
 */

import type { DeferralReason } from "../define/resource.ts";
import type { Diagnostics } from "../diagnostics.ts";

/** What the client is able to deal with. Absent in a message: false. */
export interface ClientCapabilities {
  /** Whether an operation may be deferred to a later run. */
  readonly deferralAllowed: boolean;
  /** Whether write-only attributes may be configured. */
  readonly writeOnlyAttributesAllowed: boolean;
}

/** The call that a request came with. */
export interface EngineCall {
  /** Aborted when the client cancels the call or goes away. */
  readonly signal: AbortSignal;
}

/** The response of an RPC that only checks something. */
export interface DiagnosticsResponse {
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Stored data as Terraform hands it over, in the form of its own time. */
export type RawState =
  /** The string of a JSON object. */
  | { readonly kind: "json"; readonly text: string }
  /** The form of Terraform 0.11 and older, which is refused. */
  | { readonly kind: "flatmap" }
  /** The message held neither. */
  | { readonly kind: "absent" };

/** Why an operation is deferred; undefined: it is not. */
export type Deferred = DeferralReason | undefined;

/** What this server can do beyond the basic protocol. */
export interface ServerCapabilities {
  /** Whether destroying is planned by the provider. */
  readonly planDestroy: boolean;
  /** Whether the server works without being asked for its schema first. */
  readonly getProviderSchemaOptional: boolean;
  /** Whether states of other resource types can be taken over. */
  readonly moveResourceState: boolean;
  /** Whether configuration can be made of a state. */
  readonly generateResourceConfig: boolean;
}

/** The capabilities of every provider made with this framework. */
export const serverCapabilities: ServerCapabilities = {
  planDestroy: true,
  getProviderSchemaOptional: true,
  moveResourceState: true,
  generateResourceConfig: true,
};

/** Private data that holds nothing. */
export const noPrivate: Uint8Array = new Uint8Array();
