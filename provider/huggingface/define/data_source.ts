/**
 * Data sources: what each of them asks, and what its errors say.
 *
 * @module
 */

import {
  type Attributes,
  type ConfigContext,
  type DataSource,
  dataSourceOf,
  s,
} from "@hf-terraform/framework";
import {
  bindingToResponse,
  dataStateOf,
  type ResponseBinder,
} from "@hf-terraform/framework/binding";
import { withAccess } from "./access.ts";
import {
  type ConfigOf,
  type Means,
  type RequestDefinition,
  runRequest,
} from "./request.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";

/** A data source: what differs from one to another. */
export interface DataSourceDefinition<A extends Attributes, T extends object>
  extends RequestDefinition<A> {
  /** The attributes; what `b` binds comes from what `read` returns. */
  attributes(b: ResponseBinder<T>): A;
  read(
    context: ConfigContext<ConfigOf<A>, HuggingFaceProvider> & Means,
  ): Promise<T>;
}

/** Defines data sources of what is read as a `T`. */
export function dataSource<T extends object>(): <A extends Attributes>(
  definition: DataSourceDefinition<A, T>,
) => DataSource {
  return <A extends Attributes>(definition: DataSourceDefinition<A, T>) => {
    const { typeName, description, validators = [], read } = definition;
    const attributes = definition.attributes(bindingToResponse<T>());
    const schema = s.schema({ description, attributes, validators });
    return dataSourceOf({
      typeName,
      schema: withAccess(definition.access, schema),
      read: (context: ConfigContext<ConfigOf<A>, HuggingFaceProvider>) =>
        runRequest(definition, attributes, context, async (means) => {
          const { config } = context;
          const { namespace } = means;
          const answer = await read({ ...context, ...means });
          const isFilledIn = attributes.namespace?.computed && namespace !== "";
          const told = isFilledIn ? { ...config, namespace } : config;
          return dataStateOf(attributes, answer, told);
        }),
    });
  };
}
