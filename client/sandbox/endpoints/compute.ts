import { badRequest, Failure } from "../core/failure.ts";
import {
  type Json,
  type JsonObject,
  numberAt,
  objectAt,
  stringAt,
} from "../core/json.ts";
import { type Instance, regions } from "./compute_data.ts";
import type { EndpointRecord } from "./store.ts";

/** Quotas of accelerators by instance type. */
export type Quotas = Readonly<Record<string, number>>;

const byVendor = [...new Set(regions.map(({ vendor }) => vendor))]
  .map((name) =>
    [name, regions.filter(({ vendor }) => vendor === name)] as const
  );

/** Renders the catalogue with the quotas of a namespace, or without. */
export function renderCatalogue(
  quotas: Quotas,
  endpoints: readonly EndpointRecord[] | undefined,
): JsonObject {
  const list = byVendor.map(([vendor, own]): Json => ({
    name: vendor,
    status: "available",
    regions: own.map((region): Json => ({
      name: region.name,
      label: region.label,
      status: "available",
      computes: region.instances.map((one): Json => ({
        id: `${vendor}-${region.name}-${one.type}-${one.size}`,
        accelerator: one.accelerator,
        numAccelerators: one.accelerators,
        ...one.cpus === undefined ? {} : { numCpus: one.cpus },
        memoryGb: one.memoryGb,
        gpuMemoryGb: one.gpuMemoryGb,
        instanceType: one.type,
        instanceSize: one.size,
        architecture: one.architecture,
        status: one.status,
        pricePerHour: one.price,
        quota: {
          maxAccelerators: endpoints === undefined
            ? 0
            : quotas[one.type] ?? one.quota,
          usedAccelerators: countUsed(endpoints ?? [], one.type, vendor),
        },
      })),
    })),
  }));
  return { vendors: list };
}

/** Renders the quotas of a namespace by vendor and instance type. */
export function renderQuotas(
  quotas: Quotas,
  endpoints: readonly EndpointRecord[],
): JsonObject {
  const list = byVendor.map(([vendor, own]): Json => {
    const types = new Map(
      own.flatMap(({ instances }) => instances.map((one) => [one.type, one])),
    );
    const rows = [...types].map(([type, { architecture, quota }]): Json => ({
      instanceType: type,
      architecture,
      maxAccelerators: quotas[type] ?? quota,
      usedAccelerators: countUsed(endpoints, type, vendor),
    }));
    return { name: vendor, quotas: rows };
  });
  return { vendors: list };
}

/** Returns the instance of a spec; throws 400 for none, 500 for a deprecated. */
export function resolveInstance(spec: JsonObject): Instance {
  const compute = objectAt(spec, "compute");
  const provider = objectAt(spec, "provider");
  const accelerator = stringAt(compute, "accelerator");
  const type = stringAt(compute, "instanceType");
  const size = stringAt(compute, "instanceSize");
  const vendor = stringAt(provider, "vendor");
  const name = stringAt(provider, "region");
  const wanted = `Instance compute '${capital(accelerator)}' - '${type}' - ` +
    `'${size}' in '${vendor}' - '${name}'`;
  const instance = regions
    .find((one) => one.vendor === vendor && one.name === name)
    ?.instances.find((one) =>
      one.accelerator === accelerator && one.type === type && one.size === size
    );
  if (instance === undefined) throw badRequest(`${wanted} not found`);
  // The service was seen to answer so for an instance it had phased out.
  if (instance.status === "deprecated") {
    throw new Failure(500, "", { hasNoBody: true });
  }
  if (instance.status === "not_available") {
    throw badRequest(`${wanted} is not available`);
  }
  return instance;
}

/** Throws 400 if the quota has too few accelerators left. */
export function checkQuota(
  instance: Instance,
  spec: JsonObject,
  quotas: Quotas,
  others: readonly EndpointRecord[],
): void {
  const vendor = stringAt(objectAt(spec, "provider"), "vendor");
  const max = quotas[instance.type] ?? instance.quota;
  const left = max - countUsed(others, instance.type, vendor);
  const requested = instance.accelerators * replicasOf(spec);
  if (requested > left) {
    throw badRequest(
      `Quota exceeded for '${instance.type}' in '${vendor}': ${requested} ` +
        `accelerators requested, ${Math.max(0, left)} of ${max} left`,
    );
  }
}

function countUsed(
  endpoints: readonly EndpointRecord[],
  type: string,
  vendor: string,
): number {
  let sum = 0;
  for (const { spec, state } of endpoints) {
    const compute = objectAt(spec, "compute");
    if (state === "paused" || stringAt(compute, "instanceType") !== type) {
      continue;
    }
    if (stringAt(objectAt(spec, "provider"), "vendor") !== vendor) continue;
    const count = Number(stringAt(compute, "instanceSize").slice(1));
    sum += count * replicasOf(spec);
  }
  return sum;
}

function replicasOf(spec: JsonObject): number {
  const scaling = objectAt(objectAt(spec, "compute"), "scaling");
  return Math.max(1, numberAt(scaling, "minReplica") ?? 1);
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
