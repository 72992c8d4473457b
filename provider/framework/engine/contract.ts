/**
 * Fields that the requests and responses of all RPCs have in common.
 *
 * Objects in requests and responses are decoded values of the type that
 * `objectType(schema)` gives; a null object, or a message that was absent, is
 * `null`. If the client names a type that the provider does not have, there is
 * no schema to decode with: pass `null`, the engine returns a diagnostic.
 *
 * @module
 */

import type { DeferralReason } from "../define/resource.ts";
import type { Diagnostics } from "../diagnostics.ts";
import type { Path } from "../values/path.ts";
import type { Value } from "../values/value.ts";

/**
 * Abilities of the client. Without them in a request, nothing may be deferred,
 * and write-only attributes are allowed.
 */
export interface ClientCapabilities {
  readonly deferralAllowed: boolean;
  readonly writeOnlyAttributesAllowed: boolean;
}

export interface EngineCall {
  /** Aborted when the client cancels the call or goes away. */
  readonly signal: AbortSignal;
}

/** Requests, then responses; in these values are null after an error. */
export interface MessageFields {
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
  readonly currentState: Value;
  /** The object to configure, or the one that a data source read. */
  readonly state: Value;
  /** The private data stored with the state, or made with the plan. */
  readonly privateState: Uint8Array;
  /** The `provider_meta` of the module; null: none. */
  readonly providerMeta: Value;
  /** The stored, planned, given or found identity; undefined: none so far. */
  readonly identity: Value | undefined;
  readonly clientCapabilities: ClientCapabilities;
  /** The id of what is imported; empty with an identity. */
  readonly id: string;
  /** The schema version of the stored state or identity. */
  readonly version: number;
  readonly rawState: RawState;
  readonly rawIdentity: RawState;
  readonly sourceProviderAddress: string;
  readonly sourceTypeName: string;
  readonly sourceSchemaVersion: number;
  readonly sourceState: RawState;
  readonly sourceIdentity: RawState;
  readonly sourceIdentitySchemaVersion: number;
  readonly sourcePrivate: Uint8Array;
  readonly targetTypeName: string;
  /** Whether the states are wanted too. */
  readonly includeResource: boolean;
  /** Greatest number of results; 0: any number. */
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
  readonly requiresReplace: readonly Path[];
  /** The state reached or found; null: nothing exists. */
  readonly newState: Value;
  readonly upgradedState: Value;
  readonly upgradedIdentity: Value | undefined;
  readonly targetState: Value;
  readonly targetPrivate: Uint8Array;
  readonly targetIdentity: Value | undefined;
  readonly importedResources: readonly ImportedResource[];
  /** The values of an ephemeral resource, or of a function. */
  readonly result: Value;
  /** Time of the next renewal; undefined: never. */
  readonly renewAt: Date | undefined;
}

export type Fields<K extends keyof MessageFields> = Pick<MessageFields, K>;

/** A response: these fields, diagnostics, and whether it was deferred. */
export type RpcResponse<K extends keyof MessageFields = never> =
  & Fields<K>
  & { readonly diagnostics: Diagnostics; readonly deferred: OptionalDeferral };

interface ImportedResource
  extends Fields<"typeName" | "state" | "privateState" | "identity"> {}

/** Stored data as Terraform hands it over, in the form of its own time. */
export type RawState =
  /** The string of a JSON object. */
  | { readonly kind: "json"; readonly text: string }
  /** The form of Terraform 0.11 and older, which is refused. */
  | { readonly kind: "flatmap" }
  /** The message held neither. */
  | { readonly kind: "absent" };

/** Reason to defer an operation; undefined: none. */
export type OptionalDeferral = DeferralReason | undefined;

export const noPrivate: Uint8Array = new Uint8Array();
