/**
 * `huggingface_endpoint`: one Inference Endpoint that is there already.
 *
 * @module
 */

import { type DataSource, s } from "../../framework/mod.ts";
import { defineDataSource } from "../shared/define.ts";
import { explain } from "../shared/errors.ts";
import { endpointName } from "../shared/validators.ts";
import {
  endpointFields,
  endpointValues,
  namespaceAttribute,
} from "./endpoint_fields.ts";

/** The data source `huggingface_endpoint`. */
export const endpointData: DataSource = defineDataSource({
  typeName: "huggingface_endpoint",
  schema: s.schema({
    description: "An Inference Endpoint that is there already.",
    attributes: {
      namespace: namespaceAttribute,
      name: s.string({
        required: true,
        description: "The name.",
        validators: [endpointName()],
      }),
      ...endpointFields,
    },
  }),
  async read({ config: { namespace: given, name }, provider, signal }) {
    const namespace = given ?? await provider.defaultNamespace(signal);
    const client = await provider.client();
    try {
      const endpoint = await client.endpoints.get(`${namespace}/${name}`, {
        signal,
      });
      return { namespace, name, ...endpointValues(namespace, endpoint) };
    } catch (error) {
      throw await explain(error, {
        summary: `Cannot read the endpoint ${namespace}/${name}`,
        provider,
        named: "name",
        namespace,
        permission: "the permission `inference.endpoints.write`",
      });
    }
  },
});
