/**
 * `huggingface_endpoints`: all Inference Endpoints of a namespace.
 *
 * @module
 */

import { type DataSource, s, types } from "../../framework/mod.ts";
import { defineDataSource } from "../shared/define.ts";
import { explain } from "../shared/errors.ts";
import {
  endpointFields,
  endpointValues,
  namespaceAttribute,
} from "./endpoint_fields.ts";

/** The data source `huggingface_endpoints`. */
export const endpointsData: DataSource = defineDataSource({
  typeName: "huggingface_endpoints",
  schema: s.schema({
    description:
      "All Inference Endpoints of a namespace, or those with certain tags or " +
      "a part of a name.",
    attributes: {
      namespace: namespaceAttribute,
      tags: s.set(types.string, {
        optional: true,
        description: "Only endpoints with all of these tags.",
      }),
      search: s.string({
        optional: true,
        description: "Only endpoints whose name contains this text.",
      }),
      names: s.list(types.string, {
        computed: true,
        description: "The names of the endpoints, in order.",
      }),
      endpoints: s.objectList({
        name: s.string({ computed: true, description: "The name." }),
        ...endpointFields,
      }, { computed: true, description: "The endpoints, by name." }),
    },
  }),
  async read({ config, provider, signal }) {
    const { tags, search } = config;
    const namespace = config.namespace ??
      await provider.defaultNamespace(signal);
    const client = await provider.client();
    const endpoints = [];
    try {
      const list = client.endpoints.list(namespace, {
        tags: tags ?? undefined,
        search: search ?? undefined,
        signal,
      });
      for await (const endpoint of list) {
        const values = endpointValues(namespace, endpoint);
        endpoints.push({ name: endpoint.name, ...values });
      }
    } catch (error) {
      throw await explain(error, {
        summary: `Cannot list the endpoints of ${namespace}`,
        provider,
        named: "namespace",
        namespace,
        permission: "the permission `inference.endpoints.write`",
      });
    }
    endpoints.sort((a, b) => a.name < b.name ? -1 : 1);
    const names = endpoints.map(({ name }) => name);
    return { namespace, tags, search, names, endpoints };
  },
});
