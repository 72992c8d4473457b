/**
 * `huggingface_endpoint_replicas`: the machines that serve an endpoint.
 *
 * @module
 */

import { type DataSource, s, v } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { EndpointReplica } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import { endpointPermission } from "./endpoint_fields.ts";

const b = bindingToAnswer<{ readonly replicas: readonly EndpointReplica[] }>();

/** The data source `huggingface_endpoint_replicas`. */
export const endpointReplicasData: DataSource = dataSource(b, {
  typeName: "huggingface_endpoint_replicas",
  permission: endpointPermission,
  schema: s.schema({
    description:
      "The replicas of an Inference Endpoint: the machines that serve it now.",
    attributes: {
      endpoint: s.string({
        required: true,
        description: "The endpoint: `namespace/name`, which is `id` of " +
          "`huggingface_endpoint`.",
        validators: [v.matches(
          /^[\w.-]+\/[a-z0-9-]{1,32}$/,
          "of the form `namespace/name`, such as `acme/my-endpoint`",
        )],
      }),
      replicas: b.list("replicas", (replica) => ({
        id: replica.string("id", "The id, which logs and metrics name."),
        stage: replica.string(
          "status.stage",
          "Current status, by the API's name, such as `ready`.",
        ),
        live: replica.bool(
          ({ status }) => status.live ?? false,
          "Whether it takes requests.",
        ),
      }), "The replicas; none while the endpoint is paused or scaled to zero."),
    },
  }),
  failed: ({ endpoint }) => ({
    summary: `Cannot read the replicas of the endpoint ${endpoint}`,
    named: "endpoint",
  }),
  async read({ config: { endpoint: id }, client: { endpoints }, signal }) {
    return { replicas: await endpoints.listReplicas(id, { signal }).toArray() };
  },
});
