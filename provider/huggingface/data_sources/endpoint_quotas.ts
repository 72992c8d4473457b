/**
 * `huggingface_endpoint_quotas`: how many machines a namespace may use.
 *
 * @module
 */

import { type DataSource, s } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import { dataSource } from "../shared/data_source.ts";
import { type Offer, offersOf } from "../shared/cost/price.ts";
import { namespaceName } from "../shared/validators.ts";
import { endpointPermission } from "./endpoint_fields.ts";

const b = bindingToAnswer<{ readonly quotas: readonly Offer[] }>();

/** The data source `huggingface_endpoint_quotas`. */
export const endpointQuotasData: DataSource = dataSource(b, {
  typeName: "huggingface_endpoint_quotas",
  permission: endpointPermission,
  schema: s.schema({
    description:
      "How many machines of each kind the Inference Endpoints of a " +
      "namespace may use, and how many they do.",
    attributes: {
      namespace: s.string({
        optional: true,
        description: "The user or organization. Default: the provider's " +
          "`namespace`, else the user of the token.",
        validators: [namespaceName()],
      }),
      quotas: b.list("quotas", (offer) => ({
        vendor: offer.string("vendor", "The cloud vendor, such as `aws`."),
        region: offer.string("region", "The region, such as `us-east-1`."),
        instance_type: offer.string(
          "instance.instanceType",
          "The type of the instance, such as `nvidia-l4`.",
        ),
        instance_size: offer.string(
          "instance.instanceSize",
          "The size of the instance, such as `x1`.",
        ),
        maximum: offer.int(
          "instance.quota.maxAccelerators",
          "Maximum number of accelerators, for CPU instances virtual CPUs.",
        ),
        used: offer.int(
          "instance.quota.usedAccelerators",
          "How many are in use.",
        ),
      }), "The quotas, by vendor, region and instance."),
    },
  }),
  failed: (_config, namespace) => ({
    summary: `Cannot read the quotas of ${namespace}`,
    named: "namespace",
    namespace,
  }),
  async read({ client: { endpoints }, namespace, signal }) {
    const offers = offersOf(await endpoints.getCompute(namespace, { signal }));
    return {
      quotas: offers.filter(({ instance }) => instance.quota !== undefined),
    };
  },
});
