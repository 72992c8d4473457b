/** One instance type at one size, as the catalogue knows it. */
export interface Instance {
  /** `cpu`, `gpu` or `neuron`. */
  readonly accelerator: string;
  /** Such as `nvidia-l4`. */
  readonly type: string;
  /** Such as `x1`. */
  readonly size: string;
  /** The display name, which also groups quotas. */
  readonly architecture: string;
  /** Accelerators of one replica; vCPUs for a CPU instance. */
  readonly accelerators: number;
  /** vCPUs of one replica. */
  readonly cpus: number;
  /** Memory of one replica in GB. */
  readonly memoryGb: number;
  /** Memory of all accelerators of one replica in GB; null on a CPU. */
  readonly gpuMemoryGb: number | null;
  /** USD per replica and hour. */
  readonly price: number;
  /** How many accelerators of the type a namespace may use. */
  readonly quota: number;
}

/** A region of a vendor and what it offers. */
export interface Region {
  /** `aws`, `azure` or `gcp`. */
  readonly vendor: string;
  /** Such as `us-east-1`. */
  readonly name: string;
  /** The display name. */
  readonly label: string;
  /** Instance types offered, each with its status. */
  readonly offers: Readonly<Record<string, string>>;
}

type Sizes = readonly (readonly [size: string, units: number])[];

interface Family {
  readonly accelerator: string;
  readonly type: string;
  readonly architecture: string;
  readonly sizes: Sizes;
  readonly cpus: number;
  readonly memoryGb: number;
  readonly gpuMemoryGb: number | null;
  readonly price: number;
  readonly quota: number;
}

const doubling: Sizes = [["x1", 1], ["x2", 2], ["x4", 4], ["x8", 8]];

// Prices are those of the public price list where it names one; quotas of
// the small families are wide so that a test of 1,000 endpoints fits.
const families: readonly Family[] = [
  {
    accelerator: "cpu",
    type: "intel-spr",
    architecture: "Intel Sapphire Rapids",
    sizes: [["x1", 1], ["x2", 2], ["x4", 4], ["x8", 8], ["x16", 16]],
    cpus: 1,
    memoryGb: 2,
    gpuMemoryGb: null,
    price: 0.033,
    quota: 60_000,
  },
  {
    accelerator: "cpu",
    type: "intel-icl",
    architecture: "Intel Ice Lake",
    sizes: doubling,
    cpus: 1,
    memoryGb: 2,
    gpuMemoryGb: null,
    price: 0.032,
    quota: 60,
  },
  {
    accelerator: "gpu",
    type: "nvidia-t4",
    architecture: "Nvidia T4",
    sizes: [["x1", 1], ["x4", 4]],
    cpus: 3,
    memoryGb: 14,
    gpuMemoryGb: 16,
    price: 0.5,
    quota: 20_000,
  },
  {
    accelerator: "gpu",
    type: "nvidia-l4",
    architecture: "Nvidia L4",
    sizes: [["x1", 1], ["x4", 4]],
    cpus: 7,
    memoryGb: 30,
    gpuMemoryGb: 24,
    price: 0.8,
    quota: 20_000,
  },
  {
    accelerator: "gpu",
    type: "nvidia-a10g",
    architecture: "Nvidia A10G",
    sizes: [["x1", 1], ["x4", 4]],
    cpus: 6,
    memoryGb: 30,
    gpuMemoryGb: 24,
    price: 1,
    quota: 16,
  },
  {
    accelerator: "gpu",
    type: "nvidia-l40s",
    architecture: "Nvidia L40S",
    sizes: [["x1", 1], ["x4", 4], ["x8", 8]],
    cpus: 7,
    memoryGb: 60,
    gpuMemoryGb: 48,
    price: 1.8,
    quota: 16,
  },
  {
    accelerator: "gpu",
    type: "nvidia-a100",
    architecture: "Nvidia A100",
    sizes: doubling,
    cpus: 11,
    memoryGb: 145,
    gpuMemoryGb: 80,
    price: 2.5,
    quota: 16,
  },
  {
    accelerator: "gpu",
    type: "nvidia-h100",
    architecture: "Nvidia H100",
    sizes: doubling,
    cpus: 26,
    memoryGb: 234,
    gpuMemoryGb: 80,
    price: 10,
    quota: 8,
  },
  {
    accelerator: "gpu",
    type: "nvidia-h200",
    architecture: "Nvidia H200",
    sizes: doubling,
    cpus: 23,
    memoryGb: 256,
    gpuMemoryGb: 141,
    price: 5,
    quota: 2,
  },
  {
    accelerator: "gpu",
    type: "nvidia-rtx-pro-6000",
    architecture: "Nvidia RTX PRO 6000",
    sizes: doubling,
    cpus: 15,
    memoryGb: 120,
    gpuMemoryGb: 96,
    price: 2.75,
    quota: 2,
  },
  {
    accelerator: "neuron",
    type: "inf2",
    architecture: "AWS Inferentia2",
    sizes: [["x1", 1], ["x12", 12]],
    cpus: 4,
    memoryGb: 14,
    gpuMemoryGb: 32,
    price: 0.75,
    quota: 24,
  },
  {
    accelerator: "neuron",
    type: "trn1",
    architecture: "AWS Trainium",
    sizes: [["x1", 1]],
    cpus: 8,
    memoryGb: 32,
    gpuMemoryGb: 32,
    price: 1.34,
    quota: 0,
  },
];

/** All instance types at all sizes. */
export const instances: readonly Instance[] = families.flatMap((family) =>
  family.sizes.map(([size, units]): Instance => ({
    accelerator: family.accelerator,
    type: family.type,
    size,
    architecture: family.architecture,
    accelerators: units,
    cpus: family.cpus * units,
    memoryGb: family.memoryGb * units,
    gpuMemoryGb: family.gpuMemoryGb === null
      ? null
      : family.gpuMemoryGb * units,
    price: Math.round(family.price * units * 1000) / 1000,
    quota: family.quota,
  }))
);

/** What costs otherwise in a region or at a vendor: USD of the smallest. */
export const localPrices: Readonly<Record<string, number>> = {
  "aws us-east-1 nvidia-t4": 0.6,
  "gcp us-east4 nvidia-l4": 0.7,
  "gcp us-east4 nvidia-a100": 3.6,
};

/** The three vendors with their seven regions. */
export const regions: readonly Region[] = [
  {
    vendor: "aws",
    name: "us-east-1",
    label: "N. Virginia",
    offers: {
      "intel-spr": "available",
      "intel-icl": "deprecated",
      "nvidia-t4": "available",
      "nvidia-l4": "available",
      "nvidia-a10g": "low_availability",
      "nvidia-l40s": "available",
      "nvidia-a100": "available",
      "inf2": "available",
    },
  },
  {
    vendor: "aws",
    name: "us-east-2",
    label: "Ohio",
    offers: {
      "intel-spr": "available",
      "nvidia-l4": "available",
      "nvidia-l40s": "not_available",
      "nvidia-rtx-pro-6000": "available",
      "trn1": "available",
    },
  },
  {
    vendor: "aws",
    name: "us-west-2",
    label: "Oregon",
    offers: {
      "intel-spr": "available",
      "nvidia-t4": "available",
      "nvidia-a10g": "available",
      "nvidia-h200": "available",
      "inf2": "low_availability",
    },
  },
  {
    vendor: "aws",
    name: "eu-west-1",
    label: "Ireland",
    offers: {
      "intel-spr": "available",
      "intel-icl": "deprecated",
      "nvidia-t4": "available",
      "nvidia-l4": "available",
      "nvidia-a10g": "available",
    },
  },
  {
    vendor: "azure",
    name: "eastus",
    label: "Virginia",
    offers: { "intel-spr": "available", "intel-icl": "deprecated" },
  },
  {
    vendor: "gcp",
    name: "us-east1",
    label: "South Carolina",
    offers: {
      "intel-spr": "available",
      "nvidia-t4": "available",
      "nvidia-l4": "available",
      "nvidia-a100": "low_availability",
    },
  },
  {
    vendor: "gcp",
    name: "us-east4",
    label: "Northern Virginia",
    offers: {
      "intel-spr": "available",
      "nvidia-t4": "available",
      "nvidia-l4": "available",
      "nvidia-a100": "reserved",
      "nvidia-h100": "available",
    },
  },
];
