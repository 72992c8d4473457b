/**
 * `huggingface_endpoints`: all Inference Endpoints of a namespace.
 *
 * @module
 */

import { type DataSource, s, types, v } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import { dataSource } from "../shared/data_source.ts";
import {
  endpointFields,
  endpointPermission,
  namespaceAttribute,
  type ShownEndpoint,
} from "./endpoint_fields.ts";

const b = bindingToAnswer<{
  readonly namespace: string;
  readonly endpoints: readonly ShownEndpoint[];
}>();

/** The data source `huggingface_endpoints`. */
export const endpointsData: DataSource = dataSource(b, {
  typeName: "huggingface_endpoints",
  permission: endpointPermission,
  schema: s.schema({
    description:
      "All Inference Endpoints of a namespace, or those with certain tags or " +
      "a part of a name.",
    attributes: {
      namespace: b.given(namespaceAttribute, "namespace"),
      tags: s.set(types.string, {
        optional: true,
        description: "Only endpoints with all of these tags.",
        validators: [v.each(v.lengthAtLeast(1))],
      }),
      search: s.string({
        optional: true,
        description: "Only endpoints whose name contains this text.",
        validators: [v.lengthAtLeast(1)],
      }),
      names: b.strings(
        ({ endpoints }) => endpoints.map(({ name }) => name),
        "The names of the endpoints, in order.",
      ),
      endpoints: b.list("endpoints", (endpoint) => ({
        name: endpoint.string("name", "The name."),
        ...endpointFields(endpoint),
      }), "The endpoints, by name."),
    },
  }),
  failed: (_config, namespace) => ({
    summary: `Cannot list the endpoints of ${namespace}`,
    named: "namespace",
    namespace,
  }),
  async read({ config: { tags, search }, client, namespace, signal }) {
    const endpoints = await client.endpoints.list(namespace, {
      tags: tags ?? undefined,
      search: search ?? undefined,
    }, { signal }).toArray();
    return {
      namespace,
      endpoints: endpoints.map((endpoint) => ({ ...endpoint, namespace }))
        .sort((a, b) => a.name < b.name ? -1 : 1),
    };
  },
});
