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
import type { Path } from "../values/path.ts";
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

/** The fields of requests. */
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
  /** The plan; null: the resource is destroyed. */
  readonly plannedState: Value;
  /** The state as it was stored. */
  readonly currentState: Value;
  /** The state to make a configuration of. */
  readonly state: Value;
  /** The private data stored with the state, or made with the plan. */
  readonly privateState: Uint8Array;
  /** The `provider_meta` of the module; null: none. */
  readonly providerMeta: Value;
  /** The stored, planned or given identity; undefined: none. */
  readonly identity: Value | undefined;
  /** What the client is able to deal with. */
  readonly clientCapabilities: ClientCapabilities;
  /** The id of what is imported; empty with an identity. */
  readonly id: string;
  /** The schema version of the stored state or identity. */
  readonly version: number;
  /** The stored state. */
  readonly rawState: RawState;
  /** The stored identity. */
  readonly rawIdentity: RawState;
  /** The address of the provider that a state is moved from. */
  readonly sourceProviderAddress: string;
  /** The type that a state is moved from. */
  readonly sourceTypeName: string;
  /** The schema version of the state that is moved. */
  readonly sourceSchemaVersion: number;
  /** The state that is moved. */
  readonly sourceState: RawState;
  /** The identity that is moved. */
  readonly sourceIdentity: RawState;
  /** The version of the schema of that identity. */
  readonly sourceIdentitySchemaVersion: number;
  /** The private data of the state that is moved. */
  readonly sourcePrivate: Uint8Array;
  /** The type that a state is moved to. */
  readonly targetTypeName: string;
  /** Whether the states are wanted too. */
  readonly includeResource: boolean;
  /** How many results are wanted at most; 0: any number. */
  readonly limit: number;
  /** The version of the CLI; OpenTofu sends its own. */
  readonly terraformVersion: string;
  /** The name of a function, without a prefix. */
  readonly name: string;
  /**
   * All arguments of a function in order, each decoded by its parameter's type;
   * null where there is no parameter for it.
   */
  readonly arguments: readonly Value[];
}

/** Some of the fields of requests. */
export type Fields<K extends keyof RequestFields> = Pick<RequestFields, K>;

/** The response of an RPC that only checks something. */
export interface DiagnosticsResponse {
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** The fields of responses. */
export interface AnswerFields {
  /** The plan; null: the resource is destroyed, or there was an error. */
  readonly plannedState: Value;
  /** The paths whose change replaces the resource. */
  readonly requiresReplace: readonly Path[];
  /** The state reached or found; null: nothing exists. */
  readonly newState: Value;
  /** The stored state in the current form; null after an error. */
  readonly upgradedState: Value;
  /** The stored identity in the current form; undefined after an error. */
  readonly upgradedIdentity: Value | undefined;
  /** The state that was moved; null after an error. */
  readonly targetState: Value;
  /** The private data to store with it. */
  readonly targetPrivate: Uint8Array;
  /** Its identity; undefined: none. */
  readonly targetIdentity: Value | undefined;
  /** What was imported: one resource, or none after an error. */
  readonly importedResources: readonly ImportedResource[];
  /** The configuration made of a state; null after an error. */
  readonly config: Value;
  /** What a data source read; null after an error. */
  readonly state: Value;
  /** The values of an ephemeral resource, or of a function; null after an error. */
  readonly result: Value;
  /** The private data to store, or to give to the next call. */
  readonly privateState: Uint8Array;
  /** The identity; undefined: none, or not known yet. */
  readonly identity: Value | undefined;
  /** When to renew; undefined: never. */
  readonly renewAt: Date | undefined;
}

/** Some of the fields of responses. */
export type Results<K extends keyof AnswerFields> = Pick<AnswerFields, K>;

/** A response: these fields, diagnostics, and whether it was deferred. */
export type Answer<K extends keyof AnswerFields = never> =
  & Results<K>
  & DiagnosticsResponse
  & {
    /** Why the operation is deferred. */
    readonly deferred: Deferred;
  };

/** One resource that was imported. */
export interface ImportedResource extends Results<"privateState" | "identity"> {
  /** The type name. */
  readonly typeName: string;
  /** The state. */
  readonly state: Value;
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

/** Private data that holds nothing. */
export const noPrivate: Uint8Array = new Uint8Array();
