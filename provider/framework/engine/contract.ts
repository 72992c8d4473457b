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
import type { Value } from "../values/value.ts";

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

/** The fields that the requests of several RPCs have. */
interface RequestFields {
  /** The type name. */
  readonly typeName: string;
  /**
   * The configuration; null: the resource is destroyed. Unknown values are
   * possible anywhere until something is applied, read, opened or invoked.
   */
  readonly config: Value;
  /** The state; null: the resource is created. */
  readonly priorState: Value;
  /** The private data stored with the state, or made with the plan. */
  readonly privateState: Uint8Array;
  /** The `provider_meta` of the module; null: none. */
  readonly providerMeta: Value;
  /** The stored, planned or given identity; undefined: none. */
  readonly identity: Value | undefined;
  /** What the client is able to deal with. */
  readonly clientCapabilities: ClientCapabilities;
}

/** Some of the fields of requests. */
export type Fields<K extends keyof RequestFields> = Pick<RequestFields, K>;

/** The response of an RPC that only checks something. */
export interface DiagnosticsResponse {
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** The fields that the responses of several RPCs have. */
interface AnswerFields {
  /** The private data to store, or to give to the next call. */
  readonly privateState: Uint8Array;
  /** The identity; undefined: none, or not known yet. */
  readonly identity: Value | undefined;
  /** Why the operation is deferred. */
  readonly deferred: Deferred;
  /** When to renew; undefined: never. */
  readonly renewAt: Date | undefined;
}

/** Diagnostics, and some of the fields of responses. */
export type Answer<K extends keyof AnswerFields> =
  & Pick<AnswerFields, K>
  & DiagnosticsResponse;

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

/** Private data that holds nothing. */
export const noPrivate: Uint8Array = new Uint8Array();
