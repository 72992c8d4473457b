/**
 * `huggingface_endpoint_quotas`: how many machines a namespace may use.
 *
 * @module
 */

import { type DataSource, s } from "../../framework/mod.ts";
import { defineDataSource } from "../shared/define.ts";
import { explain } from "../shared/errors.ts";
import { namespaceName } from "../shared/validators.ts";

/** The data source `huggingface_endpoint_quotas`. */
export const endpointQuotasData: DataSource = defineDataSource({
  typeName: "huggingface_endpoint_quotas",
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
      quotas: s.objectList({
        vendor: s.string({
          computed: true,
          description: "The cloud vendor, such as `aws`.",
        }),
        region: s.string({
          computed: true,
          description: "The region, such as `us-east-1`.",
        }),
        instance_type: s.string({
          computed: true,
          description: "The type of the instance, such as `nvidia-l4`.",
        }),
        instance_size: s.string({
          computed: true,
          description: "The size of the instance, such as `x1`.",
        }),
        maximum: s.int({
          computed: true,
          description: "Maximum number of accelerators, for CPU instances " +
            "virtual CPUs.",
        }),
        used: s.int({ computed: true, description: "How many are in use." }),
      }, {
        computed: true,
        description: "The quotas, by vendor, region and instance.",
      }),
    },
  }),
  async read({ config, provider, signal }) {
    const namespace = config.namespace ??
      await provider.defaultNamespace(signal);
    const { endpoints } = await provider.client();
    try {
      const { vendors } = await endpoints.compute(namespace, { signal });
      const quotas = vendors.flatMap(({ name: vendor, regions }) =>
        regions.flatMap(({ name: region, computes }) =>
          computes.flatMap(({ instanceType, instanceSize, quota }) =>
            quota === undefined ? [] : [{
              vendor,
              region,
              instance_type: instanceType,
              instance_size: instanceSize,
              maximum: quota.maxAccelerators,
              used: quota.usedAccelerators,
            }]
          )
        )
      );
      return { namespace: config.namespace, quotas };
    } catch (error) {
      throw await explain(error, {
        summary: `Cannot read the quotas of ${namespace}`,
        provider,
        named: "namespace",
        namespace,
        permission: "the permission `inference.endpoints.write`",
      });
    }
  },
});
