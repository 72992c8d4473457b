/**
 * Advice at plan time: warnings that never change or hinder the plan.
 *
 * @module
 */

import {
  type Diagnostics,
  didYouMean,
  isUnknown,
  Path,
} from "../../../framework/mod.ts";
import type { ComputeCatalog } from "../../../../mod.ts";
import type { PlanAdvice } from "../../shared/plan_advice.ts";
import { offersOf } from "../../shared/price.ts";
import { same } from "../../shared/same.ts";
import { aboutType, isOffered, listOf, placesOf } from "./machines.ts";
import type { EndpointState, PlannedEndpoint } from "./schema.ts";

const compute = Path.root.attribute("compute");

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
interface ComputeRequest {
  readonly namespace: string | undefined;
  /** Undefined: the catalogue decides when it is created. */
  readonly place:
    | { readonly vendor: string; readonly region: string }
    | undefined;
  readonly type: string;
  readonly size: string;
}

/** Warns of an endpoint that failed, and of machines that cannot be had. */
export async function advise(
  advised: Advised,
  catalogue: PlanAdvice,
): Promise<void> {
  warnOfFailure(advised);
  const request = requestOf(advised);
  if (request === undefined) return;
  const catalog = await catalogue.catalog(request.namespace);
  if (catalog === undefined) return;
  warnOfOffer(request, catalog, advised.diagnostics);
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

function requestOf({ prior, planned }: Advised): ComputeRequest | undefined {
  const { namespace, cloud, compute } = planned;
  if (isUnknown(compute)) return undefined;
  const { instance_type: type, instance_size: size } = compute;
  const hasMoved = prior === null || !same(cloud, prior.cloud) ||
    !same(type, prior.compute.instance_type) ||
    !same(size, prior.compute.instance_size);
  if (!hasMoved || planned.paused === true) return undefined;
  const place = cloud === null || isUnknown(cloud) ? undefined : cloud;
  const { vendor, region } = place ?? {};
  return typeof type === "string" && typeof size === "string"
    ? {
      namespace: typeof namespace === "string" ? namespace : undefined,
      place: typeof vendor === "string" && typeof region === "string"
        ? { vendor, region }
        : undefined,
      type,
      size,
    }
    : undefined;
}

function warnOfOffer(
  request: ComputeRequest,
  catalog: ComputeCatalog,
  diagnostics: Diagnostics,
): void {
  const { place, type, size } = request;
  const name = `${type} ${size}`;
  const offers = offersOf(catalog);
  const ofType = offers.filter(({ instance }) =>
    instance.instanceType === type
  );
  const ofSize = ofType.filter(({ instance }) =>
    instance.instanceSize === size
  );
  const warn = (summary: string, detail: string, attribute: string) =>
    diagnostics.addWarning(summary, detail, compute.attribute(attribute));
  if (ofType.length === 0) {
    const detail = aboutType(type, offers);
    warn(`Unknown instance type ${type}`, detail, "instance_type");
    return;
  }
  if (ofSize.length === 0) {
    const sizes = ofType.map(({ instance }) => instance.instanceSize);
    const detail = `\`compute.instance_size\` is "${size}", but ${type} ` +
      `comes in ${listOf(sizes)}. The service will probably refuse it.`;
    warn(`${type} has no size ${size}`, detail, "instance_size");
    return;
  }
  const offered = ofSize.filter(isOffered);
  const elsewhere = offered.length === 0
    ? `${name} is not offered anywhere.`
    : `${name} is offered in: ${placesOf(offered)}.`;
  if (place === undefined) {
    if (offered.length > 0) return;
    const detail = "The service will probably refuse this endpoint. Choose " +
      "another instance.";
    warn(`${name} is not offered anywhere`, detail, "instance_type");
    return;
  }
  const { vendor, region } = place;
  const regions = offers.filter((one) => one.vendor === vendor)
    .map((one) => one.region);
  const here = ofSize.find((one) =>
    one.vendor === vendor && one.region === region
  )?.instance;
  if (regions.length > 0 && !regions.includes(region)) {
    diagnostics.addWarning(
      `${vendor} has no region ${region}`,
      `\`cloud.region\` is "${region}", which the catalogue does not have.` +
        `${didYouMean(region, regions)} ${elsewhere}`,
      Path.root.attribute("cloud").attribute("region"),
    );
    return undefined;
  }
  if (here === undefined || here.status === "not_available") {
    warn(
      `${name} is not offered in ${vendor} ${region}`,
      `The service will probably refuse this endpoint. ${elsewhere} Set ` +
        "`cloud`, or another instance.",
      "instance_type",
    );
    return;
  }
  if (here.status === "deprecated") {
    warn(
      `${name} is deprecated in ${vendor} ${region}`,
      `The service takes no new endpoints on it. ${elsewhere} Choose ` +
        "another instance.",
      "instance_type",
    );
  }
}
