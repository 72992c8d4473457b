import { v } from "@hf-terraform/framework";
import type { ResponseBinder } from "@hf-terraform/framework/binding";
import { type Offer, offersOf } from "../cost/price.ts";
import { dataSource } from "../define/request.ts";
import { either, text } from "../define/inputs.ts";
import {
  accelerators,
  machineStatuses,
  vendors,
} from "../schema/known_values.ts";
import { namespaceAttribute } from "../schema/namespace.ts";

const offerAttributes = (b: ResponseBinder<Offer>) => ({
  id: b.string("instance.id", "The id, such as `aws-us-east-1-nvidia-l4-x1`."),
  vendor: b.string("vendor", "The cloud vendor."),
  region: b.string("region", "The region."),
  instance_type: b.string(
    "instance.instanceType",
    "The instance type, such as `nvidia-l4`.",
  ),
  instance_size: b.string("instance.instanceSize", "The size, such as `x1`."),
  accelerator: b.string(
    "instance.accelerator",
    "The kind of accelerator: `cpu`, `gpu` or `neuron`.",
  ),
  accelerators: b.int(
    "instance.numAccelerators",
    "How many accelerators a replica has.",
  ),
  architecture: b.string("instance.architecture", "The processor, in words."),
  cpus: b.int(
    "instance.numCpus",
    "How many virtual CPUs a replica has, if that is known.",
  ),
  memory_gb: b.float("instance.memoryGb", "The memory of a replica in GB."),
  gpu_memory_gb: b.float(
    "instance.gpuMemoryGb",
    "The GPU memory in GB; null without a GPU.",
  ),
  status: b.string("instance.status", `${either(machineStatuses)}.`),
  price_per_hour: b.float(
    "instance.pricePerHour",
    "US dollars per replica and hour.",
  ),
  quota: b.int(
    "instance.quota.maxAccelerators",
    "How many accelerators, or virtual CPUs, the namespace may use.",
  ),
  quota_used: b.int(
    "instance.quota.usedAccelerators",
    "How many of them are in use.",
  ),
});

export const endpointComputeData = dataSource<
  { readonly instances: readonly Offer[] }
>()({
  typeName: "huggingface_endpoint_compute",
  access: { permission: "inference.endpoints.write" },
  description:
    "The machines that Inference Endpoints can run on: where, at what " +
    "price, and how many of them the namespace may use.",
  attributes: (b) => ({
    namespace: namespaceAttribute,
    vendor: text(
      "Only machines of this vendor: `aws`, `azure` or `gcp`.",
      v.knownValues(...vendors),
    ),
    region: text("Only machines in this region."),
    accelerator: text(
      "Only machines with this kind of accelerator: `cpu`, `gpu` or `neuron`.",
      v.knownValues(...accelerators),
    ),
    status: text(
      `Only machines with this status: ${either(machineStatuses)}.`,
      v.knownValues(...machineStatuses),
    ),
    instances: b.list(
      "instances",
      offerAttributes,
      "The machines, the cheapest first.",
    ),
  }),
  failed: () => ({ summary: "Cannot read the catalogue of machines" }),
  async read({ config, client: { endpoints }, namespace, signal }) {
    const { vendor, region, accelerator, status } = config;
    const all = offersOf(await endpoints.getCompute(namespace, { signal }));
    const instances = all.filter(({ instance, ...place }) =>
      (vendor === null || place.vendor === vendor) &&
      (region === null || place.region === region) &&
      (accelerator === null || instance.accelerator === accelerator) &&
      (status === null || instance.status === status)
    ).sort(({ instance: a }, { instance: b }) =>
      (a.pricePerHour ?? Infinity) - (b.pricePerHour ?? Infinity) ||
      ((a.id ?? "") < (b.id ?? "") ? -1 : 1)
    );
    return { instances };
  },
});
