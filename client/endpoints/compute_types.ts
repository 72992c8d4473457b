/**
 * The machines that Inference Endpoints can run on.
 *
 * @module
 */

import type { OpenEnum } from "../core/open_enum.ts";

/** The availability. */
export type ComputeAvailability = OpenEnum<
  | "available"
  | "low_availability"
  | "not_available"
  | "reserved"
  | "deprecated"
>;

/** A quota of a namespace. */
export interface ComputeQuota {
  /** Maximum number of accelerators, for CPU instances virtual CPUs. */
  readonly maxAccelerators?: number;
  /** The number in use. */
  readonly usedAccelerators?: number;
}

/** An instance of one type and size in one region. */
export interface ComputeInstance {
  /** Its id, as `aws-us-east-1-nvidia-l4-x1`. */
  readonly id?: string;
  /** The kind of accelerator. */
  readonly accelerator?: OpenEnum<"cpu" | "gpu" | "neuron">;
  /** The number of accelerators. */
  readonly numAccelerators?: number;
  /** The number of virtual CPUs. */
  readonly numCpus?: number | null;
  /** Its memory in GB. */
  readonly memoryGb?: number;
  /** Its GPU memory in GB, null without GPU. */
  readonly gpuMemoryGb?: number | null;
  /** Its type, as `nvidia-l4`. */
  readonly instanceType: string;
  /** Its size, as `x1`. */
  readonly instanceSize: string;
  /** Its processor, in words. */
  readonly architecture?: string;
  /** The availability. */
  readonly status?: ComputeAvailability;
  /** US dollars per replica and hour. */
  readonly pricePerHour?: number;
  /** The namespace's quota; zeros in the public catalogue. */
  readonly quota?: ComputeQuota;
}

/** A region of a vendor. */
export interface ComputeRegion {
  /** Its name, as `us-east-1`. */
  readonly name: string;
  /** Its name, as shown. */
  readonly label?: string;
  /** The availability. */
  readonly status?: ComputeAvailability;
  /** The instances. */
  readonly computes: readonly ComputeInstance[];
}

/** A cloud vendor. */
export interface ComputeVendor {
  /** Its name. */
  readonly name: OpenEnum<"aws" | "azure" | "gcp">;
  /** The availability. */
  readonly status?: ComputeAvailability;
  /** Its regions. */
  readonly regions: readonly ComputeRegion[];
}

/** Everything that can be rented. */
export interface ComputeCatalog {
  /** The vendors. */
  readonly vendors: readonly ComputeVendor[];
}

/** A namespace's quota of one instance type. */
export interface InstanceQuota extends ComputeQuota {
  /** The instance type. */
  readonly instanceType: string;
  /** Its processor, in words. */
  readonly architecture?: string;
}

/** The quotas of a namespace. */
export interface ComputeQuotas {
  /** By vendor. */
  readonly vendors: readonly {
    /** The vendor. */
    readonly name: OpenEnum<"aws" | "azure" | "gcp">;
    /** By instance type. */
    readonly quotas: readonly InstanceQuota[];
  }[];
}
