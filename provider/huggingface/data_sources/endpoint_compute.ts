/**
 * `huggingface_endpoint_compute`: the machines that endpoints can run on.
 *
 * @module
 */

import {
  type DataSource,
  didYouMean,
  Path,
  s,
  v,
} from "../../framework/mod.ts";
import type { ComputeCatalog } from "../../../mod.ts";
import { defineDataSource } from "../shared/define.ts";
import { explain } from "../shared/errors.ts";
import { accelerators, vendors } from "../shared/known_values.ts";
import { namespaceAttribute } from "./endpoint_fields.ts";

const instance = {
  id: s.string({
    computed: true,
    description: "The id, such as `aws-us-east-1-nvidia-l4-x1`.",
  }),
  vendor: s.string({ computed: true, description: "The cloud vendor." }),
  region: s.string({ computed: true, description: "The region." }),
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
  accelerators: s.int({
    computed: true,
    description: "How many accelerators a replica has.",
  }),
  architecture: s.string({
    computed: true,
    description: "The processor, in words.",
  }),
  cpus: s.int({
    computed: true,
    description: "How many virtual CPUs a replica has, if that is known.",
  }),
  memory_gb: s.float({
    computed: true,
    description: "The memory of a replica in GB.",
  }),
  gpu_memory_gb: s.float({
    computed: true,
    description: "The GPU memory in GB; null without a GPU.",
  }),
  status: s.string({
    computed: true,
    description: "`available`, `low_availability`, `not_available`, " +
      "`reserved` or `deprecated`.",
  }),
  price_per_hour: s.float({
    computed: true,
    description: "US dollars per replica and hour.",
  }),
  quota: s.int({
    computed: true,
    description: "How many accelerators of the instance type the namespace " +
      "may use; for CPU instances, virtual CPUs.",
  }),
  quota_used: s.int({
    computed: true,
    description: "How many of them are in use.",
  }),
};

/** The data source `huggingface_endpoint_compute`. */
export const endpointComputeData: DataSource = defineDataSource({
  typeName: "huggingface_endpoint_compute",
  schema: s.schema({
    description:
      "The machines that Inference Endpoints can run on: where, at what " +
      "price, and how many of them the namespace may use.",
    attributes: {
      namespace: namespaceAttribute,
      vendor: s.string({
        optional: true,
        description: "Only machines of this vendor: `aws`, `azure` or `gcp`.",
        validators: [v.knownValues(...vendors)],
      }),
      region: s.string({
        optional: true,
        description: "Only machines in this region.",
      }),
      accelerator: s.string({
        optional: true,
        description: "Only machines with this kind of accelerator: `cpu`, " +
          "`gpu` or `neuron`.",
        validators: [v.knownValues(...accelerators)],
      }),
      status: s.string({
        optional: true,
        description: "Only machines with this status: `available`, " +
          "`low_availability`, `not_available`, `reserved` or `deprecated`.",
        validators: [
          v.knownValues(
            "available",
            "low_availability",
            "not_available",
            "reserved",
            "deprecated",
          ),
        ],
      }),
      instances: s.objectList(instance, {
        computed: true,
        description: "The machines, the cheapest first.",
      }),
    },
  }),
  async read({ config, provider, signal, diagnostics }) {
    const { vendor, region, accelerator, status } = config;
    const namespace = config.namespace ??
      await provider.defaultNamespace(signal);
    const client = await provider.client();
    try {
      const catalog = await client.endpoints.compute(namespace, { signal });
      const all = instancesOf(catalog);
      const regions = all.map((one) => one.region);
      if (region !== null && !regions.includes(region)) {
        diagnostics.addWarning(
          `Unknown region ${region}`,
          `\`region\` is "${region}", which the catalogue does not have, so no ` +
            `machine is found.${didYouMean(region, regions)}`,
          Path.root.attribute("region"),
        );
      }
      const instances = all.filter((one) =>
        (vendor === null || one.vendor === vendor) &&
        (region === null || one.region === region) &&
        (accelerator === null || one.accelerator === accelerator) &&
        (status === null || one.status === status)
      );
      return { namespace, vendor, region, accelerator, status, instances };
    } catch (error) {
      throw await explain(error, {
        summary: "Cannot read the catalogue of machines",
        provider,
        named: "namespace",
        namespace,
        permission: "the permission `inference.endpoints.write`",
      });
    }
  },
});

function instancesOf({ vendors }: ComputeCatalog) {
  return vendors.flatMap((vendor) =>
    vendor.regions.flatMap((region) =>
      region.computes.map((one) => ({
        id: one.id,
        vendor: vendor.name,
        region: region.name,
        instance_type: one.instanceType,
        instance_size: one.instanceSize,
        accelerator: one.accelerator,
        accelerators: one.numAccelerators,
        architecture: one.architecture,
        cpus: one.numCpus ?? null,
        memory_gb: one.memoryGb,
        gpu_memory_gb: one.gpuMemoryGb ?? null,
        status: one.status,
        price_per_hour: one.pricePerHour,
        quota: one.quota?.maxAccelerators ?? null,
        quota_used: one.quota?.usedAccelerators ?? null,
      }))
    )
  ).sort((a, b) =>
    a.price_per_hour - b.price_per_hour || (a.id < b.id ? -1 : 1)
  );
}
