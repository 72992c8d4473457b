import type { KnownConfig, Plan, State } from "../schema/model.ts";
import type { Schema } from "../schema/schema.ts";
import type { Json } from "../values/value.ts";
import type { Awaitable, Definition, OperationContext } from "./context.ts";

/** Arguments of `read` of a data source or `open` of an ephemeral resource. */
export interface ConfigContext<C, D> extends OperationContext<D> {
  /** The configuration; nothing in it is unknown. */
  readonly config: C;
}

/** A data source with a schema `S` and a provider that makes `D`. */
export interface DataSourceDefinition<
  S extends Schema,
  D,
  R = Awaitable<State<S>>,
> extends Definition<S> {
  /** Looks the object up. Not found is an error. */
  read(context: ConfigContext<KnownConfig<S>, D>): R;
}

/** A data source with its schema type-erased. */
export interface DataSource extends DataSourceDefinition<Schema, unknown> {
  /** Tells data sources from resources and others. */
  readonly kind: "data_source";
}

/** Result of `open` of an ephemeral resource. */
export interface OpenResult<S> extends RenewResult {
  /** The values, for as long as Terraform runs. */
  readonly result: S;
}

/** Arguments of `renew` and `close` of an ephemeral resource. */
export interface OpenedContext<D> extends OperationContext<D> {
  /** The `private` of the last `open` or `renew`. */
  readonly private: Json | undefined;
}

/** Result of `renew` of an ephemeral resource. */
export interface RenewResult {
  /** Time of the next `renew`; absent: never. */
  readonly renewAt?: Date;
  /**
   * Data for `renew` and `close`; default of a renewal: as before. Not stored
   * by Terraform.
   */
  readonly private?: Json;
}

/** An ephemeral resource with a schema `S` and a provider that makes `D`. */
export interface EphemeralResourceDefinition<
  S extends Schema,
  D,
  R = Awaitable<OpenResult<Plan<S>>>,
> extends Definition<S> {
  /** Makes the values; unknown is what an apply is yet to make possible. */
  open(context: ConfigContext<KnownConfig<S>, D>): R;
  /** Makes them last longer. */
  renew?(context: OpenedContext<D>): Awaitable<RenewResult>;
  /** Closes the ephemeral resource. */
  close?(context: OpenedContext<D>): Awaitable<void>;
}

/** An ephemeral resource with its schema type-erased. */
export interface EphemeralResource
  extends EphemeralResourceDefinition<Schema, unknown> {
  /** Tells ephemeral resources from resources and others. */
  readonly kind: "ephemeral_resource";
}
