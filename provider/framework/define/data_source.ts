/**
 * Data sources and ephemeral resources: things that are only looked at, or
 * exist only while Terraform runs.
 *
 * @module
 */

import type { Schema } from "../schema/schema.ts";
import type { Json } from "../values/value.ts";
import type { Definition, OperationContext } from "./context.ts";
import type { ErasedModels, Models, ModelsOf } from "./resource.ts";

/** What a data source's `read` or an ephemeral resource's `open` is given. */
export interface ConfigContext<C, D> extends OperationContext<D> {
  /** The configuration; nothing in it is unknown. */
  readonly config: C;
}

/** A data source with a schema `S` and a provider that makes `D`. */
export interface DataSourceDefinition<
  S extends Schema,
  D,
  M extends Models = ModelsOf<S>,
> extends Definition<S, M["config"]> {
  /** Looks the object up. Not found is an error. */
  read(context: ConfigContext<M["knownConfig"], D>): Promise<M["state"]>;
}

/** A data source with its schema type-erased. */
export interface DataSource
  extends DataSourceDefinition<Schema, unknown, ErasedModels> {
  /** Tells data sources from resources and others. */
  readonly kind: "data_source";
}

/** What `open` of an ephemeral resource returns. */
export interface Opened<S> extends Renewed {
  /** The values, for as long as Terraform runs. */
  readonly result: S;
}

/** What `renew` and `close` of an ephemeral resource are given. */
export interface OpenedContext<D> extends OperationContext<D> {
  /** What `open` or the last `renew` returned as `private`. */
  readonly private: Json | undefined;
}

/** What `renew` of an ephemeral resource returns. */
export interface Renewed {
  /** When `renew` is to be called next; absent: never. */
  readonly renewAt?: Date;
  /** What `renew` and `close` are given. Not stored by Terraform. */
  readonly private?: Json;
}

/** An ephemeral resource with a schema `S` and a provider that makes `D`. */
export interface EphemeralResourceDefinition<
  S extends Schema,
  D,
  M extends Models = ModelsOf<S>,
> extends Definition<S, M["config"]> {
  /** Makes the values; unknown is what an apply is yet to make possible. */
  open(context: ConfigContext<M["knownConfig"], D>): Promise<Opened<M["plan"]>>;
  /** Makes them last longer. */
  renew?(context: OpenedContext<D>): Promise<Renewed>;
  /** Closes the ephemeral resource. */
  close?(context: OpenedContext<D>): Promise<void>;
}

/** An ephemeral resource with its schema type-erased. */
export interface EphemeralResource
  extends EphemeralResourceDefinition<Schema, unknown, ErasedModels> {
  /** Tells ephemeral resources from resources and others. */
  readonly kind: "ephemeral_resource";
}
