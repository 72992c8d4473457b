import type { Detail } from "../diagnostics.ts";
import type { Config, KnownConfig } from "../schema/model.ts";
import type { Schema } from "../schema/schema.ts";
import type { ValueObject } from "../values/value.ts";
import type { Awaitable, Definition, OperationContext } from "./context.ts";
import type { ConfigContext } from "./data_source.ts";
import type { DeferralReason } from "./resource.ts";

/** Arguments of `list`. */
export interface ListContext<C, D> extends ConfigContext<C, D> {
  /** Greatest number of results. */
  readonly limit: number;
  /** Whether results should hold the whole state. */
  readonly includeResource: boolean;
}

/**
 * One thing that was found, with an identity `I` and a state `S`. A `list` that
 * says what it yields, as `AsyncIterable<ListResult<…>>` with the `Identity` and
 * the `State` of the resource, has both checked by the compiler.
 */
export interface ListResult<
  I extends ValueObject = ValueObject,
  S extends ValueObject = ValueObject,
> {
  /** Its identity, in the identity schema of the resource. */
  readonly identity: I;
  /** Display name in a list. */
  readonly displayName: string;
  /** Its state, if that was asked for. */
  readonly resource?: S;
}

/**
 * A list resource with a configuration schema `S`, and the type name of the
 * resource that it lists.
 */
export interface ListResourceDefinition<
  S extends Schema,
  D,
  R = ListResult,
> extends Definition<S> {
  /** Finds what exists; the framework stops it at the limit. */
  list(context: ListContext<KnownConfig<S>, D>): AsyncIterable<R>;
}

/** A list resource with its schema type-erased. */
export interface ListResource extends ListResourceDefinition<Schema, unknown> {
  /** Tells list resources from resources and others. */
  readonly kind: "list_resource";
}

/** Arguments of an action's `plan`. */
export interface PlanActionContext<C, D> extends OperationContext<D> {
  /** The configuration; unknown values possible anywhere. */
  readonly config: C;
  /** Whether the client allows a deferral. */
  readonly deferralAllowed: boolean;
}

/** Arguments of an action's `invoke`. */
export interface InvokeContext<C, D> extends ConfigContext<C, D> {
  /**
   * Tells the practitioner how far it is. Resolves when the client has taken it:
   * who tells much waits for that, or it is kept in memory.
   */
  progress(message: Detail): Promise<void>;
}

/** An action with a schema `S`. */
export interface ActionDefinition<S extends Schema, D> extends Definition<S> {
  /** Checks the plan, or defers it. */
  plan?(
    context: PlanActionContext<Config<S>, D>,
  ): Awaitable<DeferralReason | void>;
  /** Does it. */
  invoke(context: InvokeContext<KnownConfig<S>, D>): Awaitable<void>;
}

/** An action with its schema type-erased. */
export interface Action extends ActionDefinition<Schema, unknown> {
  /** Tells actions from resources and others. */
  readonly kind: "action";
}
