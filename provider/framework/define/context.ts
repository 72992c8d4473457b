import type { Diagnostics } from "../diagnostics.ts";
import type { OperationLog } from "../log.ts";
import type { Config } from "../schema/model.ts";
import type { Schema } from "../schema/schema.ts";
import type { Json, ValueObject } from "../values/value.ts";

/**
 * Values that a resource keeps beside its state, unseen by the practitioner.
 * They are stored in the clear: no secrets.
 */
export interface PrivateState {
  /**
   * Whether the values of a state are lost, which says nothing of them: Terraform
   * keeps none if an apply never answers, as when the provider is killed.
   */
  readonly isLost: boolean;
  /** The value kept under a key; undefined: none. */
  get(key: string): Json | undefined;
  /** Keeps a value under a key. */
  set(key: string, value: Json): void;
  /** Forgets a key. */
  delete(key: string): void;
}

/** Arguments of every operation. `D` is what the provider's configure made. */
export interface OperationContext<D> {
  /** The result of the provider's `configure`. */
  readonly provider: D;
  /**
   * Ends when Terraform asks to stop, the client goes away, or the time limit
   * of the operation is over. Its reason is an Error that says which.
   */
  readonly signal: AbortSignal;
  /**
   * Value of the `provider_meta` block of the resource's module; null: none, or
   * the operation is not about a resource of a module.
   */
  readonly providerMeta: ValueObject | null;
  /** Collects errors and warnings of the operation. */
  readonly diagnostics: Diagnostics;
  /** The log of the operation. */
  readonly log: OperationLog;
}

/** Arguments of every operation about one object of a resource. */
export interface ObjectContext<D> extends OperationContext<D> {
  /** Values kept beside its state. */
  readonly privateState: PrivateState;
}

/** Arguments of a check of a whole configuration. */
export interface ValidateContext<C> {
  /** The configuration; unknown values possible anywhere. */
  readonly config: C;
  /** Collects the errors of the check. */
  readonly diagnostics: Diagnostics;
}

/** A value, or a promise of one. */
export type Awaitable<T> = T | Promise<T>;

/** Fields common to all definitions with a type name and a schema `S`. */
export interface Definition<S extends Schema> {
  /** The full type name, such as `example_thing`. */
  readonly typeName: string;
  /** The schema. */
  readonly schema: S;
  /** Checks the configuration as a whole. */
  validate?(context: ValidateContext<Config<S>>): Awaitable<void>;
}
