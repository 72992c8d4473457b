/**
 * What belongs to Inference Endpoints: `huggingface_endpoint_replicas`,
 * `huggingface_endpoint_private_services` and `huggingface_endpoint_audit_log`.
 *
 * @module
 */

import { type DataSource, v } from "@hf-terraform/framework";
import type {
  AuditLogEntry,
  EndpointReplica,
  PrivateService,
} from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import { at, flag, given, needed, text, whole } from "../shared/inputs.ts";
import { namespaceAttribute } from "../shared/namespace.ts";
import { endpointName } from "../shared/validators.ts";

/** The data source `huggingface_endpoint_replicas`. */
export const endpointReplicasData: DataSource = dataSource<
  { readonly replicas: readonly EndpointReplica[] }
>()({
  typeName: "huggingface_endpoint_replicas",
  permission: "inference.endpoints.write",
  description:
    "The replicas of an Inference Endpoint: the machines that serve it now.",
  attributes: (b) => ({
    endpoint: needed(
      "The endpoint: `namespace/name`, which is `id` of " +
        "`huggingface_endpoint`.",
      v.matches(
        /^[\w.-]+\/[a-z0-9-]{1,32}$/,
        "of the form `namespace/name`, such as `acme/my-endpoint`",
      ),
    ),
    replicas: b.list("replicas", (replica) => ({
      id: replica.string("id", "The id, which logs and metrics name."),
      stage: replica.string(
        "status.stage",
        "Current status, by the API's name, such as `ready`.",
      ),
      live: replica.bool(
        "status.live",
        "Whether it takes requests.",
      ),
    }), "The replicas; none while the endpoint is paused or scaled to zero."),
  }),
  failed: ({ endpoint }) => ({
    summary: `Cannot read the replicas of the endpoint ${endpoint}`,
    named: "endpoint",
  }),
  async read({ config: { endpoint: id }, client: { endpoints }, signal }) {
    return { replicas: await endpoints.listReplicas(id, { signal }).toArray() };
  },
});

/** The data source `huggingface_endpoint_private_services`. */
export const endpointPrivateServicesData: DataSource = dataSource<
  { readonly services: readonly PrivateService[] }
>()({
  typeName: "huggingface_endpoint_private_services",
  permission: "inference.endpoints.write",
  description:
    "The private links (AWS PrivateLink) of a namespace's Inference " +
    "Endpoints. Each comes from `private_service` of a " +
    "`huggingface_endpoint`; connect an `aws_vpc_endpoint` to its " +
    "`service_name`.",
  attributes: (b) => ({
    namespace: namespaceAttribute,
    account_id: text(
      "Only those for this AWS account: 12 digits.",
      v.matches(/^\d{12}$/, "12 digits"),
    ),
    shared: flag("Only those that several endpoints share, or do not."),
    private_services: b.list("services", (service) => ({
      id: service.string("id", "The id."),
      endpoint: service.string(
        "endpointName",
        "The name of the endpoint that it was made for.",
      ),
      account_id: service.string(
        "privateService.accountId",
        "The AWS account that may connect.",
      ),
      shared: service.bool(
        ({ privateService }) => privateService.shared ?? false,
        "Whether several endpoints share it.",
      ),
      region: service.string(
        ({ status, privateService }) => status.region ?? privateService.region,
        "The AWS region to connect from.",
      ),
      service_name: service.string(
        "status.service_name",
        "The name of the service to connect to; null until there is one.",
      ),
      stage: service.string(
        "status.stage",
        "Current status, by the API's name, such as `ready`.",
      ),
      load_balancer_ips: service.strings(
        ({ status }) => status.lb_ips ?? [],
        "The addresses of its load balancer.",
      ),
      created_at: service.string("createdAt", at("When it was made")),
    }), "The private links, oldest first."),
  }),
  failed: "read the private services of",
  async read({ config, client: { endpoints }, namespace, signal }) {
    const filter = given({
      accountId: config.account_id,
      shared: config.shared,
    });
    const services = await endpoints.network
      .listPrivateServices(namespace, filter, { signal }).toArray();
    return {
      services: services.toSorted((a, b) =>
        Date.parse(a.createdAt) - Date.parse(b.createdAt)
      ),
    };
  },
});

/** The data source `huggingface_endpoint_audit_log`. */
export const endpointAuditLogData: DataSource = dataSource<
  { readonly entries: readonly AuditLogEntry[] }
>()({
  typeName: "huggingface_endpoint_audit_log",
  permission: "inference.endpoints.write",
  plan: "Team",
  description:
    "Who did what with the Inference Endpoints of a namespace. The service " +
    "documents no field of an entry, so that each is JSON here. The entries " +
    "name people, who come into the state.",
  attributes: (b) => ({
    namespace: namespaceAttribute,
    endpoint: text(
      "Only entries of the endpoint of this name.",
      endpointName(),
    ),
    username: text("Only entries of this user."),
    limit: whole(
      "How many entries to return at most. Default: 1000.",
      v.between(1, 100_000),
    ),
    entries_json: b.strings(
      ({ entries }) => entries.map((entry) => JSON.stringify(entry)),
      "The entries in the order of the service, each as JSON: use " +
        "`jsondecode`.",
    ),
  }),
  failed: "read the audit log of the endpoints of",
  async read({ config, client: { endpoints }, namespace, signal }) {
    const { endpoint, username, limit } = config;
    const filter = { limit: limit ?? 1000, ...given({ endpoint, username }) };
    const list = endpoints.listAuditLog(namespace, filter, { signal });
    return { entries: await list.toArray() };
  },
});
