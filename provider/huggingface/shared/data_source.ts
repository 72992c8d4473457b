/**
 * Data sources: what each of them asks, and what its errors say.
 *
 * @module
 */

import type {
  Attributes,
  ConfigContext,
  DataSource,
  KnownConfig,
  Schema,
} from "@hf-terraform/framework";
import {
  type AnswerBinder,
  dataStateOf,
} from "@hf-terraform/framework/binding";
import type { HuggingFace } from "@hf-terraform/client";
import { type Access, needing } from "./access.ts";
import { namespaceOf } from "./object/bound.ts";
import { defineDataSource } from "./define.ts";
import { type ErrorContext, explain } from "./object/errors.ts";
import type { HuggingFaceProvider } from "./provider_data.ts";

type NoBlocks = Readonly<Record<never, never>>;
type Asked<C> = ConfigContext<C, HuggingFaceProvider>;

/** A data source: what differs from one to another. */
export interface DataSourceDefinition<
  A extends Attributes,
  T extends object,
  C = KnownConfig<Schema<A, NoBlocks>>,
> extends Access {
  /** The full type name. */
  readonly typeName: string;
  /** The schema; what has a binding comes from the answer. */
  readonly schema: Schema<A, NoBlocks>;
  /** Whether an owner is needed; default: if `namespace` or
   * `organization` is an attribute. */
  isOwned?(config: C): boolean;
  /** What an error says; the owner is empty if none is needed. */
  failed(
    config: C,
    namespace: string,
    error: unknown,
  ): Omit<ErrorContext, "provider" | keyof Access>;
  /** Asks the service. */
  read(
    context: Asked<C> & {
      /** Sends the requests. */
      readonly client: HuggingFace;
      /** The owner: that of the configuration, else the default. */
      readonly namespace: string;
    },
  ): Promise<T>;
}

/**
 * Defines a data source.
 *
 * @param _b What binds its attributes to what `read` returns.
 */
export function dataSource<T extends object, A extends Attributes>(
  _b: AnswerBinder<T>,
  definition: DataSourceDefinition<A, T>,
): DataSource {
  const { typeName, schema, permission, plan, isOwned, failed, read } =
    definition;
  const { attributes } = schema;
  return defineDataSource({
    typeName,
    schema: needing(definition, schema),
    async read(context) {
      const { config, provider } = context;
      const namespace = isOwned?.(config) ??
          ("namespace" in attributes || "organization" in attributes)
        ? await namespaceOf(config, context)
        : "";
      const client = await provider.client();
      try {
        const answer = await read({ ...context, client, namespace });
        return dataStateOf(attributes, answer, config);
      } catch (error) {
        throw await explain(error, {
          ...failed(config, namespace, error),
          permission,
          plan,
          provider,
        });
      }
    },
  });
}
