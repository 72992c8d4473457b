/**
 * `huggingface_endpoint_private_services`: the private links of a namespace.
 *
 * @module
 */

import { type DataSource, s, v } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { PrivateService } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import { namespaceAttribute } from "./endpoint_fields.ts";

const b = bindingToAnswer<{
  readonly namespace: string;
  readonly services: readonly PrivateService[];
}>();

/** The data source `huggingface_endpoint_private_services`. */
export const endpointPrivateServicesData: DataSource = dataSource(b, {
  typeName: "huggingface_endpoint_private_services",
  permission: "inference.endpoints.write",
  schema: s.schema({
    description:
      "The private links (AWS PrivateLink) of a namespace's Inference " +
      "Endpoints. Each comes from `private_service` of a " +
      "`huggingface_endpoint`; connect an `aws_vpc_endpoint` to its " +
      "`service_name`.",
    attributes: {
      namespace: b.given(namespaceAttribute, "namespace"),
      account_id: s.string({
        optional: true,
        description: "Only those for this AWS account: 12 digits.",
        validators: [v.matches(/^\d{12}$/, "12 digits")],
      }),
      shared: s.bool({
        optional: true,
        description: "Only those that several endpoints share, or do not.",
      }),
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
          ({ status, privateService }) =>
            status.region ?? privateService.region,
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
        created_at: service.string(
          "createdAt",
          "When it was made, in the form of RFC 3339.",
        ),
      }), "The private links, oldest first."),
    },
  }),
  failed: (_config, namespace) => ({
    summary: `Cannot read the private services of ${namespace}`,
    named: "namespace",
    namespace,
  }),
  async read({ config, client: { endpoints }, namespace, signal }) {
    const services = await endpoints.network.listPrivateServices(namespace, {
      accountId: config.account_id ?? undefined,
      shared: config.shared ?? undefined,
    }, { signal }).toArray();
    return {
      namespace,
      services: services.toSorted((a, b) =>
        Date.parse(a.createdAt) - Date.parse(b.createdAt)
      ),
    };
  },
});
