/**
 * List resources, which search for what exists, and actions, which do
 * something once.
 *
 * @module
 */

import type { Config, KnownConfig } from "../schema/model.ts";
import type { Schema } from "../schema/schema.ts";
import type { ValueObject } from "../values/value.ts";
import type { Definition, OperationContext } from "./context.ts";
import type { ConfigContext } from "./data_source.ts";
import type { DeferralReason } from "./resource.ts";

/** What `list` is given. */
export interface ListContext<C, D> extends ConfigContext<C, D> {
  /** How many results are wanted at most. */
  readonly limit: number;
  /** Whether results should hold the whole state. */
  readonly includeResource: boolean;
}

/** One thing that was found. */
export interface ListResult {
  /** Its identity, in the identity schema of the resource. */
  readonly identity: ValueObject;
  /** What to call it in a list. */
  readonly displayName: string;
  /** Its state, if that was asked for. */
  readonly resource?: ValueObject;
}

/**
 * A list resource with a configuration schema `S`, and the type name of the
 * resource that it lists.
 */
export interface ListResourceDefinition<
  S extends Schema,
  D,
  C = Config<S>,
  K = KnownConfig<S>,
> extends Definition<S, C> {
  /** Finds what exists; the framework stops it at the limit. */
  list(context: ListContext<K, D>): AsyncIterable<ListResult>;
}

/** A list resource with its schema type-erased. */
export interface ListResource
  extends ListResourceDefinition<Schema, unknown, ValueObject, ValueObject> {
  /** Tells list resources from resources and others. */
  readonly kind: "list_resource";
}

/** What an action's `plan` is given. */
export interface PlanActionContext<C, D> extends OperationContext<D> {
  /** The configuration; unknown values possible anywhere. */
  readonly config: C;
  /** Whether the client allows a deferral. */
  readonly deferralAllowed: boolean;
}

/** What an action's `invoke` is given. */
export interface InvokeContext<C, D> extends ConfigContext<C, D> {
  /** Tells the practitioner how far it is. */
  progress(message: string): void;
}

/** An action with a schema `S`. */
export interface ActionDefinition<
  S extends Schema,
  D,
  C = Config<S>,
  K = KnownConfig<S>,
> extends Definition<S, C> {
  /** Checks the plan, or defers it. */
  plan?(
    context: PlanActionContext<C, D>,
  ): DeferralReason | void | Promise<DeferralReason | void>;
  /** Does it. */
  invoke(context: InvokeContext<K, D>): Promise<void>;
}

/** An action with its schema type-erased. */
export interface Action
  extends ActionDefinition<Schema, unknown, ValueObject, ValueObject> {
  /** Tells actions from resources and others. */
  readonly kind: "action";
}
