/**
 * Advice at plan time: warnings that never change or hinder the plan.
 *
 * @module
 */

import { type Diagnostics, isUnknown, Path } from "../../../framework/mod.ts";
import type { ComputeCatalog, ComputeInstance } from "../../../../mod.ts";
import type { ComputeAdvice } from "../../shared/compute_advice.ts";
import { same } from "../../shared/same.ts";
import type { EndpointState, PlannedEndpoint } from "./schema.ts";

const instanceType = Path.root.attribute("compute").attribute("instance_type");

/** What advice is given on. */
export interface Advised {
  /** The endpoint as it is; null: it is created. */
  readonly prior: EndpointState | null;
  /** The endpoint as it is planned. */
  readonly planned: PlannedEndpoint;
  /** Where warnings go. */
  readonly diagnostics: Diagnostics;
}

/** Machines that are planned, with nothing unknown. */
interface Wish {
  readonly namespace: string | undefined;
  /** Undefined: the catalogue decides when it is created. */
  readonly place:
    | { readonly vendor: string; readonly region: string }
    | undefined;
  readonly type: string;
  readonly size: string;
  readonly replicas: number;
}

/** Warns of an endpoint that failed, and of machines that cannot be had. */
export async function advise(
  advised: Advised,
  catalogue: ComputeAdvice,
): Promise<void> {
  warnOfFailure(advised);
  const wish = wishOf(advised);
  if (wish === undefined) return;
  const catalog = await catalogue.catalog(wish.namespace);
  if (catalog === undefined) return;
  const instance = warnOfOffer(wish, catalog, advised.diagnostics);
  if (instance !== undefined && catalogue.hasQuotaOf(wish.namespace)) {
    warnOfQuota({ wish, instance }, wish.namespace, advised.diagnostics);
  }
}

function warnOfFailure({ prior, diagnostics }: Advised): void {
  if (prior?.status !== "failed" && prior?.status !== "updateFailed") return;
  diagnostics.addWarning(
    `Endpoint ${prior.id} has failed`,
    `It is in the state \`${prior.status}\`: ${prior.status_message}. Change ` +
      "its configuration, or make a new one with " +
      "`terraform apply -replace=ADDRESS`.",
  );
}

function wishOf({ prior, planned }: Advised): Wish | undefined {
  const { namespace, cloud, compute } = planned;
  if (isUnknown(compute) || isUnknown(compute.scaling)) return undefined;
  const { instance_type: type, instance_size: size, scaling } = compute;
  const hasMoved = prior === null || !same(cloud, prior.cloud) ||
    !same(type, prior.compute.instance_type) ||
    !same(size, prior.compute.instance_size) ||
    !same(scaling.min_replica, prior.compute.scaling.min_replica);
  if (!hasMoved || planned.paused === true) return undefined;
  const replicas = scaling.min_replica;
  const place = cloud === null || isUnknown(cloud) ? undefined : cloud;
  const { vendor, region } = place ?? {};
  return typeof type === "string" && typeof size === "string" &&
      typeof replicas === "number"
    ? {
      namespace: typeof namespace === "string" ? namespace : undefined,
      place: typeof vendor === "string" && typeof region === "string"
        ? { vendor, region }
        : undefined,
      type,
      size,
      replicas: Math.max(1, replicas),
    }
    : undefined;
}

/** The machine that is planned; undefined if it cannot be had. */
function warnOfOffer(
  wish: Wish,
  catalog: ComputeCatalog,
  diagnostics: Diagnostics,
): ComputeInstance | undefined {
  const { place, type, size } = wish;
  const path = instanceType;
  const name = `${type} ${size}`;
  const offers = offersOf(wish, catalog);
  const places = offers.filter(({ instance }) => isOffered(instance))
    .map(({ place }) => place);
  if (place === undefined) {
    if (places.length === 0) {
      diagnostics.addWarning(
        `${name} is not offered anywhere`,
        "The service will probably refuse this endpoint. Choose another " +
          "instance.",
        path,
      );
    }
    return undefined;
  }
  const { vendor, region } = place;
  const here = offers.find((one) => one.place === `${vendor} ${region}`);
  const elsewhere = places.length === 0
    ? "It is not offered anywhere."
    : `It is offered in: ${places.join(", ")}.`;
  if (here === undefined || here.instance.status === "not_available") {
    diagnostics.addWarning(
      `${name} is not offered in ${vendor} ${region}`,
      `The service will probably refuse this endpoint. ${elsewhere} Set ` +
        "`cloud`, or another instance.",
      path,
    );
    return undefined;
  }
  if (here.instance.status === "deprecated") {
    diagnostics.addWarning(
      `${name} is deprecated in ${vendor} ${region}`,
      `The service takes no new endpoints on it. ${elsewhere} Choose ` +
        "another instance.",
      path,
    );
    return undefined;
  }
  return here.instance;
}

interface Machine {
  readonly wish: Wish;
  readonly instance: ComputeInstance;
}

function warnOfQuota(
  { wish: { type, place, replicas }, instance }: Machine,
  namespace: string,
  diagnostics: Diagnostics,
): void {
  const { quota, numAccelerators } = instance;
  if (quota === undefined) return;
  const left = quota.maxAccelerators - quota.usedAccelerators;
  const needed = numAccelerators * replicas;
  if (needed <= left) return;
  diagnostics.addWarning(
    `Quota of ${namespace} for ${type} is too small`,
    `This needs ${needed} accelerators (or virtual CPUs) of ${type} at ` +
      `${place?.vendor}, but ${quota.usedAccelerators} of the ` +
      `${quota.maxAccelerators} that ${namespace} may use are in use. Pause ` +
      "or delete other endpoints, or ask for more at " +
      "https://endpoints.huggingface.co.",
    instanceType,
  );
}

interface Offer {
  readonly place: string;
  readonly instance: ComputeInstance;
}

function offersOf(wish: Wish, { vendors }: ComputeCatalog): Offer[] {
  return vendors.flatMap((vendor) =>
    vendor.regions.flatMap((region) =>
      region.computes.filter((instance) =>
        instance.instanceType === wish.type &&
        instance.instanceSize === wish.size
      ).map((instance) => ({
        place: `${vendor.name} ${region.name}`,
        instance,
      }))
    )
  );
}

function isOffered({ status }: ComputeInstance): boolean {
  return status !== "deprecated" && status !== "not_available";
}
