/**
 * `huggingface_endpoint` and `huggingface_endpoints`: Inference Endpoints
 * that are there already.
 *
 * @module
 */

import { type DataSource, types } from "@hf-terraform/framework";
import type { AnswerBinder } from "@hf-terraform/framework/binding";
import { type Endpoint, engineOf } from "@hf-terraform/client";
import { dataSource } from "../define/data_source.ts";
import { at, given, needed, text, texts } from "../define/inputs.ts";
import { namespaceAttribute } from "../schema/namespace.ts";
import { endpointName } from "../schema/validators.ts";

/** An endpoint, and whose it is. */
type ShownEndpoint = Endpoint & { readonly namespace: string };

/** The computed attributes of an endpoint that is looked at. */
const endpointFields = (b: AnswerBinder<ShownEndpoint>) => ({
  id: b.string(
    ({ namespace, name }) => `${namespace}/${name}`,
    "Namespace and name, such as `acme/my-endpoint`.",
  ),
  type: b.string(
    "type",
    "Who may call it: `public`, `authenticated` or `private`.",
  ),
  vendor: b.string("provider.vendor", "The cloud vendor that it runs at."),
  region: b.string("provider.region", "The region that it runs in."),
  instance_type: b.string(
    "compute.instanceType",
    "The instance type, such as `nvidia-l4`.",
  ),
  instance_size: b.string("compute.instanceSize", "The size, such as `x1`."),
  accelerator: b.string(
    "compute.accelerator",
    "The kind of accelerator: `cpu`, `gpu` or `neuron`.",
  ),
  min_replica: b.int(
    "compute.scaling.minReplica",
    "Minimum number of replicas.",
  ),
  max_replica: b.int(
    "compute.scaling.maxReplica",
    "Maximum number of replicas.",
  ),
  scale_to_zero_timeout: b.int(
    ({ compute: { scaling } }) =>
      scaling.minReplica === 0 ? scaling.scaleToZeroTimeout : null,
    "Idle minutes until it scales to zero; null if it does not.",
  ),
  repository: b.string("model.repository", "The model repository."),
  revision: b.string(
    "model.revision",
    "The commit, or the branch if it is not resolved yet.",
  ),
  framework: b.string("model.framework", "The framework."),
  task: b.string("model.task", "The task."),
  engine: b.string(
    ({ model }) => engineOf(model.image ?? {})?.name,
    "The engine by the API's name, such as `vLLM`.",
  ),
  tags: b.value(
    types.set(types.string),
    ({ tags = [] }) => tags.toSorted(),
    "The tags.",
  ),
  status: b.string(
    "status.state",
    "Current status, such as `running` or `paused`.",
  ),
  status_message: b.string("status.message", "Status message from the API."),
  url: b.string(
    "status.url",
    "The address that requests go to; null until there is one.",
  ),
  health_route: b.string(
    "healthRoute",
    "The path that answers 200 when it is ready.",
  ),
  ready_replicas: b.int("status.readyReplica", "How many replicas answer."),
  target_replicas: b.int(
    "status.targetReplica",
    "How many replicas there should be.",
  ),
  created_at: b.string("status.createdAt", at("When it was created")),
  updated_at: b.string("status.updatedAt", at("When it was last changed")),
  created_by: b.string(
    "status.createdBy.name",
    "The name of the user who created it.",
  ),
});

/** The data source `huggingface_endpoint`. */
export const endpointData: DataSource = dataSource<ShownEndpoint>()({
  typeName: "huggingface_endpoint",
  permission: "inference.endpoints.write",
  description: "An Inference Endpoint that is there already.",
  attributes: (b) => ({
    namespace: namespaceAttribute,
    name: needed("The name.", endpointName()),
    ...endpointFields(b),
  }),
  failed: "read the endpoint",
  async read({ config: { name }, client, namespace, signal }) {
    const id = `${namespace}/${name}`;
    return { ...await client.endpoints.get(id, { signal }), namespace };
  },
});

/** The data source `huggingface_endpoints`. */
export const endpointsData: DataSource = dataSource<
  { readonly endpoints: readonly ShownEndpoint[] }
>()({
  typeName: "huggingface_endpoints",
  permission: "inference.endpoints.write",
  description:
    "All Inference Endpoints of a namespace, or those with certain tags or " +
    "a part of a name.",
  attributes: (b) => ({
    namespace: namespaceAttribute,
    tags: texts("Only endpoints with all of these tags."),
    search: text("Only endpoints whose name contains this text."),
    names: b.strings(
      ({ endpoints }) => endpoints.map(({ name }) => name),
      "The names of the endpoints, in order.",
    ),
    endpoints: b.list("endpoints", (endpoint) => ({
      name: endpoint.string("name", "The name."),
      ...endpointFields(endpoint),
    }), "The endpoints, by name."),
  }),
  failed: "list the endpoints of",
  async read({ config: { tags, search }, client, namespace, signal }) {
    const filter = given({ tags, search });
    const endpoints = await client.endpoints.list(namespace, filter, { signal })
      .toArray();
    return {
      endpoints: endpoints.map((endpoint) => ({ ...endpoint, namespace }))
        .sort((a, b) => a.name < b.name ? -1 : 1),
    };
  },
});
