/**
 * What data sources show of an endpoint.
 *
 * @module
 */

import { s, types } from "../../framework/mod.ts";
import { type Endpoint, engineOf } from "../../../mod.ts";
import { namespaceName } from "../shared/validators.ts";

/** The computed attributes of an endpoint that is looked at. */
export const endpointFields = {
  id: s.string({
    computed: true,
    description: "Namespace and name, such as `acme/my-endpoint`.",
  }),
  type: s.string({
    computed: true,
    description: "Who may call it: `public`, `authenticated` or `private`.",
  }),
  vendor: s.string({
    computed: true,
    description: "The cloud vendor that it runs at.",
  }),
  region: s.string({
    computed: true,
    description: "The region that it runs in.",
  }),
  instance_type: s.string({
    computed: true,
    description: "The instance type, such as `nvidia-l4`.",
  }),
  instance_size: s.string({
    computed: true,
    description: "The size, such as `x1`.",
  }),
  accelerator: s.string({
    computed: true,
    description: "The kind of accelerator: `cpu`, `gpu` or `neuron`.",
  }),
  min_replica: s.int({
    computed: true,
    description: "Minimum number of replicas.",
  }),
  max_replica: s.int({
    computed: true,
    description: "Maximum number of replicas.",
  }),
  scale_to_zero_timeout: s.int({
    computed: true,
    description: "Idle minutes until it scales to zero; null if it does not.",
  }),
  repository: s.string({
    computed: true,
    description: "The model repository.",
  }),
  revision: s.string({
    computed: true,
    description: "The commit, or the branch if it is not resolved yet.",
  }),
  framework: s.string({ computed: true, description: "The framework." }),
  task: s.string({ computed: true, description: "The task." }),
  engine: s.string({
    computed: true,
    description: "The engine by the API's name, such as `vLLM`.",
  }),
  tags: s.set(types.string, { computed: true, description: "The tags." }),
  status: s.string({
    computed: true,
    description: "Current status, such as `running` or `paused`.",
  }),
  status_message: s.string({
    computed: true,
    description: "Status message from the API.",
  }),
  url: s.string({
    computed: true,
    description: "The address that requests go to; null until there is one.",
  }),
  health_route: s.string({
    computed: true,
    description: "The path that answers 200 when it is ready.",
  }),
  ready_replicas: s.int({
    computed: true,
    description: "How many replicas answer.",
  }),
  target_replicas: s.int({
    computed: true,
    description: "How many replicas there should be.",
  }),
  created_at: s.string({
    computed: true,
    description: "When it was created, in the form of RFC 3339.",
  }),
  updated_at: s.string({
    computed: true,
    description: "When it was last changed, in the form of RFC 3339.",
  }),
  created_by: s.string({
    computed: true,
    description: "The name of the user who created it.",
  }),
};

/** The values of {@linkcode endpointFields}. */
export function endpointValues(namespace: string, endpoint: Endpoint) {
  const { compute, model, provider, status } = endpoint;
  const { minReplica, maxReplica, scaleToZeroTimeout } = compute.scaling;
  return {
    id: `${namespace}/${endpoint.name}`,
    type: endpoint.type,
    vendor: provider.vendor,
    region: provider.region,
    instance_type: compute.instanceType,
    instance_size: compute.instanceSize,
    accelerator: compute.accelerator,
    min_replica: minReplica,
    max_replica: maxReplica,
    scale_to_zero_timeout: minReplica > 0 ? null : scaleToZeroTimeout ?? null,
    repository: model.repository,
    revision: model.revision ?? null,
    framework: model.framework,
    task: model.task ?? null,
    engine: engineOf(model.image)?.name ?? null,
    tags: [...endpoint.tags ?? []].sort(),
    status: status.state,
    status_message: status.message,
    url: status.url ?? null,
    health_route: endpoint.healthRoute ?? null,
    ready_replicas: status.readyReplica,
    target_replicas: status.targetReplica,
    created_at: status.createdAt,
    updated_at: status.updatedAt,
    created_by: status.createdBy?.name ?? null,
  };
}

/** The namespace of a data source, with its default. */
export const namespaceAttribute = s.string({
  optional: true,
  computed: true,
  description:
    "The user or organization. By default the provider's `namespace`, else " +
    "the user of the token.",
  validators: [namespaceName()],
});
