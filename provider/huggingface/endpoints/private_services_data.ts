/**
 * The data source `huggingface_endpoint_private_services`.
 *
 * @module
 */

import { type DataSource, v } from "@hf-terraform/framework";
import type { PrivateService } from "@hf-terraform/client";
import { dataSource } from "../define/data_source.ts";
import { at, flag, given, text } from "../define/inputs.ts";
import { namespaceAttribute } from "../schema/namespace.ts";

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
