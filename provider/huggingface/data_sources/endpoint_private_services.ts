/**
 * `huggingface_endpoint_private_services`: the private links of a namespace.
 *
 * @module
 */

import { type DataSource, s, types, v } from "../../framework/mod.ts";
import type { PrivateService } from "../../../mod.ts";
import { bindingToAnswer, boundDataSource } from "../shared/bound_data.ts";
import { namespaceAttribute } from "./endpoint_fields.ts";

const b = bindingToAnswer<{
  readonly namespace: string;
  readonly services: readonly PrivateService[];
}>();

/** The data source `huggingface_endpoint_private_services`. */
export const endpointPrivateServicesData: DataSource = boundDataSource({
  typeName: "huggingface_endpoint_private_services",
  permission: "inference.endpoints.write",
  schema: s.schema({
    description:
      "The private links (AWS PrivateLink) of a namespace's Inference " +
      "Endpoints. Each comes from `private_service` of a " +
      "`huggingface_endpoint`; connect an `aws_vpc_endpoint` to its " +
      "`service_name`.",
    attributes: {
      namespace: b.shown("namespace", namespaceAttribute),
      account_id: s.string({
        optional: true,
        description: "Only those for this AWS account: 12 digits.",
        validators: [v.matches(/^\d{12}$/, "12 digits")],
      }),
      shared: s.bool({
        optional: true,
        description: "Only those that several endpoints share, or do not.",
      }),
      private_services: b.shownBy(
        "services",
        s.objectList({
          id: s.string({ computed: true, description: "The id." }),
          endpoint: s.string({
            computed: true,
            description: "The name of the endpoint that it was made for.",
          }),
          account_id: s.string({
            computed: true,
            description: "The AWS account that may connect.",
          }),
          shared: s.bool({
            computed: true,
            description: "Whether several endpoints share it.",
          }),
          region: s.string({
            computed: true,
            description: "The AWS region to connect from.",
          }),
          service_name: s.string({
            computed: true,
            description: "The name of the service to connect to; null until " +
              "there is one.",
          }),
          stage: s.string({
            computed: true,
            description: "Current status, by the API's name, such as `ready`.",
          }),
          load_balancer_ips: s.list(types.string, {
            computed: true,
            description: "The addresses of its load balancer.",
          }),
          created_at: s.string({
            computed: true,
            description: "When it was made, in the form of RFC 3339.",
          }),
        }, { computed: true, description: "The private links, oldest first." }),
        (services) =>
          services.map(({ id, createdAt, endpointName, ...service }) => {
            const { privateService, status } = service;
            return {
              id,
              endpoint: endpointName ?? null,
              account_id: privateService.accountId,
              shared: privateService.shared ?? false,
              region: status.region ?? privateService.region ?? null,
              service_name: status.service_name ?? null,
              stage: status.stage,
              load_balancer_ips: status.lb_ips ?? [],
              created_at: createdAt,
            };
          }),
      ),
    },
  }),
  what: ({ namespace }) =>
    `the private services of ${namespace ?? "the default namespace"}`,
  async read({ config, provider, signal }) {
    const namespace = config.namespace ??
      await provider.defaultNamespace(signal);
    const { endpoints } = await provider.client();
    const services = await endpoints.network.privateServices(namespace, {
      accountId: config.account_id ?? undefined,
      shared: config.shared ?? undefined,
      signal,
    });
    return {
      namespace,
      services: services.toSorted((a, b) =>
        Date.parse(a.createdAt) - Date.parse(b.createdAt)
      ),
    };
  },
});
