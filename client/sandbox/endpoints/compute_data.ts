/** An instance type at one size. */
export interface Instance {
  readonly accelerator: string;
  readonly type: string;
  readonly size: string;
  /** Display name, which also groups quotas. */
  readonly architecture: string;
  /** Accelerators of one replica; vCPUs for a CPU instance. */
  readonly accelerators: number;
  /** vCPUs of one replica; undefined for a CPU instance. */
  readonly cpus: number | undefined;
  readonly memoryGb: number;
  /** Memory of all accelerators of one replica in GB; null on a CPU. */
  readonly gpuMemoryGb: number | null;
  /** USD per replica and hour. */
  readonly price: number;
  /** Number of accelerators of the type that a namespace may use. */
  readonly quota: number;
  readonly status: string;
}

/** A region of a vendor and its instances. */
export interface Region {
  readonly vendor: string;
  readonly name: string;
  readonly label: string;
  readonly instances: readonly Instance[];
}

type Family = Pick<
  Instance,
  "accelerator" | "architecture" | "cpus" | "memoryGb" | "gpuMemoryGb" | "quota"
>;

/** USD per hour, by size. */
type Prices = Readonly<Record<string, number>>;

function cpu(architecture: string, quota: number): Family {
  const [cpus, gpuMemoryGb] = [undefined, null];
  const accelerator = "cpu";
  return { accelerator, architecture, cpus, memoryGb: 2, gpuMemoryGb, quota };
}

function gpu(
  model: string,
  [cpus, memoryGb, gpuMemoryGb]: readonly [number, number, number],
  quota: number,
): Family {
  const architecture = `Nvidia ${model}`;
  const accelerator = "gpu";
  return { accelerator, architecture, cpus, memoryGb, gpuMemoryGb, quota };
}

// The resources of one accelerator. Quotas of the small families are wide so
// that a test of 1,000 endpoints fits.
const families: Readonly<Record<string, Family>> = {
  "intel-spr": cpu("Intel Sapphire Rapids", 60_000),
  "intel-icl": cpu("Intel Ice Lake", 60),
  "intel-xeon": cpu("Intel Xeon", 60),
  "nvidia-t4": gpu("T4", [3, 14, 16], 20_000),
  "nvidia-l4": gpu("L4", [7, 30, 24], 20_000),
  "nvidia-a10g": gpu("A10G", [6, 30, 24], 16),
  "nvidia-l40s": gpu("L40S", [7, 60, 48], 16),
  "nvidia-a100": gpu("A100", [11, 145, 80], 16),
  "nvidia-h100": gpu("H100", [26, 234, 80], 0),
  "nvidia-h200": gpu("H200", [23, 256, 141], 2),
  "nvidia-rtx-pro-6000": gpu("RTX PRO 6000", [15, 120, 96], 2),
  "inf2": {
    accelerator: "neuron",
    architecture: "AWS Inferentia2",
    cpus: 4,
    memoryGb: 14,
    gpuMemoryGb: 32,
    quota: 24,
  },
};

const spr = { x1: 0.033, x2: 0.067, x4: 0.134, x8: 0.268, x16: 0.536 };
const icl = { x1: 0.032, x2: 0.064, x4: 0.128, x8: 0.256 };

function region(
  vendor: string,
  name: string,
  label: string,
  offers: Readonly<Record<string, Prices>>,
  statuses: Readonly<Record<string, string>> = {},
): Region {
  const instances = Object.entries(offers).flatMap(([type, prices]) => {
    const family = families[type];
    if (family === undefined) throw new Error(`${type} is of no family`);
    return Object.entries(prices).map(([size, price]): Instance => {
      const count = Number(size.slice(1));
      const { cpus, memoryGb, gpuMemoryGb } = family;
      return {
        ...family,
        type,
        size,
        accelerators: count,
        cpus: cpus === undefined ? undefined : cpus * count,
        memoryGb: memoryGb * count,
        gpuMemoryGb: gpuMemoryGb === null ? null : gpuMemoryGb * count,
        price,
        status: statuses[type] ?? "available",
      };
    });
  });
  return { vendor, name, label, instances };
}

/**
 * The three vendors with the six regions and the prices of 2026, by the
 * service's lists and its price page. That something is short or not available
 * somewhere is made up, so that each status occurs.
 */
export const regions: readonly Region[] = [
  region("aws", "us-east-1", "N. Virginia", {
    "intel-spr": spr,
    "intel-icl": icl,
    "nvidia-t4": { x1: 0.6, x4: 3 },
    "nvidia-l4": { x1: 0.8, x4: 3.8 },
    "nvidia-a10g": { x1: 1, x4: 5 },
    "nvidia-l40s": { x1: 1.8, x4: 8.3, x8: 23.5 },
    "nvidia-a100": { x1: 2.5, x2: 5, x4: 10, x8: 20 },
    "inf2": { x1: 0.75, x12: 12 },
  }, { "intel-icl": "deprecated", "nvidia-a10g": "low_availability" }),
  region("aws", "us-east-2", "Ohio", { "nvidia-rtx-pro-6000": { x1: 2.75 } }),
  region("aws", "us-west-2", "Oregon", {
    "nvidia-h200": { x1: 5, x2: 10, x4: 20, x8: 40 },
    "inf2": { x1: 0.75, x12: 12 },
  }, { "inf2": "not_available" }),
  region("aws", "eu-west-1", "Ireland", {
    "intel-spr": spr,
    "intel-icl": icl,
    "nvidia-t4": { x1: 0.5 },
    "nvidia-a10g": { x1: 1 },
  }, { "intel-icl": "deprecated" }),
  region("azure", "eastus", "Virginia", {
    "intel-xeon": { x1: 0.06, x2: 0.12, x4: 0.24, x8: 0.48 },
  }),
  region("gcp", "us-east4", "Virginia", {
    "intel-spr": { x1: 0.05, x2: 0.1, x4: 0.2, x8: 0.4 },
    "nvidia-t4": { x1: 0.5 },
    "nvidia-l4": { x1: 0.7, x4: 3.8 },
    "nvidia-a100": { x1: 3.6, x2: 7.2, x4: 14.4, x8: 28.8 },
    "nvidia-h100": { x1: 10, x2: 20, x4: 40, x8: 80 },
  }, { "nvidia-a100": "reserved" }),
];
