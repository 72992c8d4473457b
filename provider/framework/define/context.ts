/**
 * What every operation of a provider author is given, and what all definitions
 * have.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import type { OperationLog } from "../log.ts";
import type { Schema } from "../schema/schema.ts";
import type { Json, ValueObject } from "../values/value.ts";

/**
 * Values that a resource keeps beside its state, unseen by the practitioner.
 * They are stored in the clear: no secrets.
 */
export interface PrivateState {
  /** The value kept under a key; undefined: none. */
  get(key: string): Json | undefined;
  /** Keeps a value under a key. Keys that begin with a dot are reserved. */
  set(key: string, value: Json): void;
  /** Forgets a key. */
  delete(key: string): void;
}

/** What every operation is given. `D` is what the provider's configure made. */
export interface OperationContext<D> {
  /** What the provider's `configure` returned. */
  readonly provider: D;
  /**
   * Ends when Terraform asks to stop, the client goes away, or the time limit
   * of the operation is over. Its reason is an Error that says which.
   */
  readonly signal: AbortSignal;
  /**
   * What the module of the resource says in its `provider_meta` block; null:
   * nothing, or the operation is not about a resource of a module.
   */
  readonly providerMeta: ValueObject | null;
  /** Where the operation puts errors and warnings. */
  readonly diagnostics: Diagnostics;
  /** The log of the operation. */
  readonly log: OperationLog;
}

/** What a check of a whole configuration is given. */
export interface ValidateContext<C> {
  /** The configuration; unknown values possible anywhere. */
  readonly config: C;
  /** Where the check puts what it finds. */
  readonly diagnostics: Diagnostics;
}

/** What is said of everything that has a type name and a schema `S`. */
export interface Definition<S extends Schema, C> {
  /** The full type name, such as `example_thing`. */
  readonly typeName: string;
  /** The schema. */
  readonly schema: S;
  /** Checks the configuration as a whole. */
  validate?(context: ValidateContext<C>): void | Promise<void>;
}
