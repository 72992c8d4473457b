/**
 * Data sources whose attributes are declared with their place in the API's JSON.
 *
 * @module
 */

import {
  type Binder,
  bindingTo,
  type ConfigContext,
  type DataSource,
  dataStateOf,
  type KnownConfig,
  type Schema,
} from "../../framework/mod.ts";
import { defineDataSource } from "./define.ts";
import { explain } from "./errors.ts";
import type { HuggingFaceProvider } from "./provider_data.ts";

type Nothing = Readonly<Record<never, never>>;

/** Binds attributes to the answer `T`, which is only read. */
export function bindingToAnswer<T extends object>(): Pick<
  Binder<{
    readonly create: Nothing;
    readonly update: Nothing;
    readonly answer: T;
  }>,
  "shown" | "shownBy"
> {
  return bindingTo();
}

/** A data source: what differs from one to another. */
export interface BoundDataSource<S extends Schema, T extends object> {
  /** The full type name. */
  readonly typeName: string;
  /** The schema; what has a binding comes from the answer. */
  readonly schema: S;
  /** What is read, to follow "Cannot read": `the bucket acme/x`. */
  what(config: KnownConfig<S>): string;
  /** The permission of the token, such as `job.write`. */
  readonly permission: string;
  /** Asks the service. */
  read(
    context: ConfigContext<KnownConfig<S>, HuggingFaceProvider>,
  ): Promise<T>;
}

/** Defines a data source that is read from an answer `T`. */
export function boundDataSource<S extends Schema, T extends object>(
  { typeName, schema, what, permission, read }: BoundDataSource<S, T>,
): DataSource {
  return defineDataSource({
    typeName,
    schema,
    async read(context) {
      const { config, provider } = context;
      try {
        return dataStateOf(schema, await read(context), config);
      } catch (error) {
        throw await explain(error, {
          summary: `Cannot read ${what(config)}`,
          provider,
          permission: `the permission \`${permission}\``,
        });
      }
    },
  });
}
