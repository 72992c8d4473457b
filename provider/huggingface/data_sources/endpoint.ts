/**
 * `huggingface_endpoint`: one Inference Endpoint that is there already.
 *
 * @module
 */

import { type DataSource, s } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import { dataSource } from "../shared/data_source.ts";
import { endpointName } from "../shared/validators.ts";
import {
  endpointFields,
  endpointPermission,
  namespaceAttribute,
  type ShownEndpoint,
} from "./endpoint_fields.ts";

const b = bindingToAnswer<ShownEndpoint>();

/** The data source `huggingface_endpoint`. */
export const endpointData: DataSource = dataSource(b, {
  typeName: "huggingface_endpoint",
  permission: endpointPermission,
  schema: s.schema({
    description: "An Inference Endpoint that is there already.",
    attributes: {
      namespace: b.given(namespaceAttribute, "namespace"),
      name: s.string({
        required: true,
        description: "The name.",
        validators: [endpointName()],
      }),
      ...endpointFields(b),
    },
  }),
  failed: ({ name }, namespace) => ({
    summary: `Cannot read the endpoint ${namespace}/${name}`,
    named: "name",
    namespace,
  }),
  async read({ config: { name }, client, namespace, signal }) {
    const id = `${namespace}/${name}`;
    return { ...await client.endpoints.get(id, { signal }), namespace };
  },
});
