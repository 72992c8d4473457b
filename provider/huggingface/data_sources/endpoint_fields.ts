/**
 * What data sources show of an endpoint.
 *
 * @module
 */

import { s, types } from "@hf-terraform/framework";
import type { AnswerBinder } from "@hf-terraform/framework/binding";
import { type Endpoint, engineOf } from "@hf-terraform/client";
import type { Permission } from "../shared/access.ts";
import { namespaceName } from "../shared/validators.ts";

/** The permission that the Inference Endpoints API demands for everything. */
export const endpointPermission: Permission = "inference.endpoints.write";

/** An endpoint, and whose it is. */
export type ShownEndpoint = Endpoint & {
  /** The owner. */
  readonly namespace: string;
};

/** The computed attributes of an endpoint that is looked at. */
export const endpointFields = (b: AnswerBinder<ShownEndpoint>) => ({
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
      scaling.minReplica > 0 ? null : scaling.scaleToZeroTimeout,
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
    ({ model }) => engineOf(model.image)?.name,
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
  created_at: b.string(
    "status.createdAt",
    "When it was created, in the form of RFC 3339.",
  ),
  updated_at: b.string(
    "status.updatedAt",
    "When it was last changed, in the form of RFC 3339.",
  ),
  created_by: b.string(
    "status.createdBy.name",
    "The name of the user who created it.",
  ),
});

/** The namespace of a data source, with its default. */
export const namespaceAttribute = s.string({
  optional: true,
  computed: true,
  description:
    "The user or organization. By default the provider's `namespace`, else " +
    "the user of the token.",
  validators: [namespaceName()],
});
