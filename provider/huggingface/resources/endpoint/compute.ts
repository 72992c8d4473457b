/**
 * The machines of an endpoint: what may be configured together, what the
 * catalogue decides or warns of, and what is billed.
 *
 * @module
 */

import {
  didYouMean,
  failure,
  isUnknown,
  nearest,
  Path,
  type Unknown,
  type ValidateContext,
} from "@hf-terraform/framework";
import { accelerators } from "../../shared/known_values.ts";
import {
  type Billed,
  machineName,
  type Offer,
  offersOf,
} from "../../shared/cost/price.ts";
import { same } from "../../shared/same.ts";
import type {
  EndpointConfig,
  EndpointCreation,
  EndpointPlan,
  EndpointPlanning,
  EndpointState,
  PlannedEndpoint,
} from "./schema.ts";

const computePath = Path.root.attribute("compute");
const scalingPath = computePath.attribute("scaling");

const families: readonly (readonly [RegExp, string])[] = [
  [/^nvidia-/, "gpu"],
  // AMD's accelerators; its processors are named otherwise.
  [/^amd-mi\d/, "gpu"],
  [/^(inf|trn)\d/, "neuron"],
  [/^(intel|amd|arm|aws-graviton|graviton|ampere|axion|cpu)\b/, "cpu"],
];

/**
 * The accelerator of an instance type; undefined for a family that is not
 * known, of which only the catalogue can tell.
 */
export function acceleratorOf(instanceType: string): string | undefined {
  return families.find(([pattern]) => pattern.test(instanceType))?.[1];
}

/** A value if it is there and known. */
export function known<T>(value: T | Unknown | null | undefined): T | undefined {
  return value === null || isUnknown(value) ? undefined : value;
}

/** Checks the configuration as a whole; what is unknown is left alone. */
export function validate(
  { config, diagnostics }: ValidateContext<EndpointConfig>,
): void {
  const type = config.type ?? "authenticated";
  if (!isUnknown(type) && type !== "private" && known(config.private_service)) {
    diagnostics.addWarning(
      "Private link to an endpoint that is not private",
      `\`type\` is "${type}"${
        config.type === null ? " by default" : ""
      }: the ` +
        "endpoint can be called without the link of `private_service`. Set " +
        '`type = "private"`, or take `private_service` out.',
      Path.root.attribute(config.type === null ? "private_service" : "type"),
    );
  }
  const route = known(config.route);
  if (route?.domain === null) {
    diagnostics.addWarning(
      "Route without a domain",
      "`route` leads requests for a domain of yours to the endpoint. Set " +
        "`route.domain`, such as `api.example.com`, or take `route` out: the " +
        "endpoint has its own address, `url`.",
      Path.root.attribute("route"),
    );
  }
  const compute = known(config.compute);
  const machine = known(compute?.instance_type);
  const accelerator = known(compute?.accelerator);
  const actual = machine === undefined ? undefined : acceleratorOf(machine);
  if (
    accelerator !== undefined && actual !== undefined &&
    accelerator !== actual && accelerators.includes(accelerator)
  ) {
    diagnostics.addWarning(
      "Accelerator does not fit the instance type",
      `\`compute.accelerator\` is "${accelerator}", but ${machine} is a ` +
        `\`${actual}\`. The service will probably refuse this endpoint. Take ` +
        `\`accelerator\` out, or set it to "${actual}".`,
      computePath.attribute("accelerator"),
    );
  }
  const scaling = known(compute?.scaling);
  if (scaling === undefined) return;
  const { min_replica, max_replica, scale_to_zero_timeout } = scaling;
  const min = known(min_replica ?? 1);
  const max = known(max_replica ?? 1);
  if (min === undefined) return;
  const minDefault = min_replica === null ? " by default" : "";
  const maxDefault = max_replica === null ? " by default" : "";
  if (max !== undefined && max < min) {
    diagnostics.addError(
      "max_replica is less than min_replica",
      `\`compute.scaling.max_replica\` is ${max}${maxDefault}, but ` +
        `\`min_replica\` is ${min}. Set \`max_replica\` to ${min} or more.`,
      scalingPath.attribute("max_replica"),
    );
  }
  if (scale_to_zero_timeout !== null && min > 0) {
    diagnostics.addError(
      "Endpoint with replicas cannot scale to zero",
      "`compute.scaling.scale_to_zero_timeout` has a meaning only with " +
        `\`min_replica = 0\`, but \`min_replica\` is ${min}${minDefault}. Set ` +
        "it to 0, or take the timeout out.",
      scalingPath.attribute("scale_to_zero_timeout"),
    );
  }
}

/** The machine of an endpoint, with no place if that is not known yet. */
function machineOf({ cloud, compute }: PlannedEndpoint | EndpointState) {
  const type = known(known(compute)?.instance_type);
  const size = known(known(compute)?.instance_size);
  if (type === undefined || size === undefined) return undefined;
  const vendor = known(known(cloud)?.vendor);
  const region = known(known(cloud)?.region);
  return {
    type,
    size,
    place: vendor !== undefined && region !== undefined
      ? { vendor, region }
      : undefined,
  };
}

/** What an endpoint is billed for; undefined: not known yet. */
export function billed(
  endpoint: PlannedEndpoint | EndpointState,
): Billed | undefined {
  const { name, namespace, compute, paused } = endpoint;
  const machine = machineOf(endpoint);
  const scaling = known(known(compute)?.scaling);
  const least = known(scaling?.min_replica);
  const most = known(scaling?.max_replica);
  if (
    machine === undefined || least === undefined || most === undefined ||
    isUnknown(paused)
  ) return undefined;
  const { type, size, place } = machine;
  return {
    product: "endpoint",
    name: known(name),
    namespace: known(namespace),
    hardware: machineName(type, size),
    place: place && `${place.vendor} ${place.region}`,
    least: paused === true ? 0 : least,
    most: paused === true ? 0 : most,
  };
}

/** Where Hugging Face's examples and client put endpoints, in this order. */
const usualPlaces = [
  { vendor: "gcp", region: "us-east1" },
  { vendor: "aws", region: "us-east-1" },
] as const;

/**
 * Decides what the plan of a new endpoint leaves open: the accelerator of an
 * instance type, and the cloud. The catalogue is only read if one of them is.
 *
 * @throws {DiagnosticsError} If no vendor offers the instance type.
 */
export async function decideMachine(
  { plan, namespace, provider, signal, diagnostics }: EndpointCreation,
): Promise<Pick<EndpointPlan, "cloud" | "compute">> {
  const { name, cloud, compute } = plan;
  const { instance_type: type, instance_size: size } = compute;
  const planned = known(cloud);
  const accelerator = known(compute.accelerator) ?? acceleratorOf(type);
  if (accelerator !== undefined && planned !== undefined) {
    return { compute: { ...compute, accelerator }, cloud: planned };
  }
  const { endpoints } = await provider.client();
  const catalog = accelerator === undefined
    ? await endpoints.getCompute(namespace, { signal })
    : await provider.advice.catalog(namespace);
  const offers = catalog === undefined ? [] : offersOf(catalog);
  const ofType = offers.filter(({ instance }) =>
    instance.instanceType === type
  );
  const decided = accelerator ?? ofType[0]?.instance.accelerator;
  if (decided === undefined) {
    throw failure(
      `Unknown instance type ${type}`,
      `${aboutType(type, offers)} If it is too new for the catalogue, set ` +
        "`compute.accelerator`.",
      computePath.attribute("instance_type"),
    );
  }
  const machine = { ...compute, accelerator: decided };
  if (planned !== undefined) return { compute: machine, cloud: planned };
  const place = placeOf(
    ofType.filter((one) =>
      one.instance.instanceSize === size && isOffered(one)
    ),
  );
  const { vendor, region } = place ?? usualPlaces[0];
  diagnostics.addWarning(
    `Endpoint ${name} is created in ${vendor} ${region}`,
    "`cloud` is set neither in the resource nor in the provider block. " +
      (catalog === undefined
        ? "The catalogue could not be read, so this is the usual region. "
        : place === undefined
        ? `The catalogue has no offer of ${type} ${size}, so this is the ` +
          "usual region. "
        : `By the catalogue, ${vendor} ${region} offers ${type} ${size}. `) +
      "The endpoint stays there. Set `cloud` to decide by yourself.",
    Path.root.attribute("cloud"),
  );
  return { compute: machine, cloud: { vendor, region } };
}

/** The usual place that has an offer, else the cheapest; undefined: none. */
function placeOf(offers: readonly Offer[]): Offer | undefined {
  const usual = usualPlaces.map(({ vendor, region }) =>
    offers.find((one) => one.vendor === vendor && one.region === region)
  );
  return usual.find((one) => one !== undefined) ??
    offers.toSorted((a, b) =>
      (a.instance.pricePerHour ?? Infinity) -
      (b.instance.pricePerHour ?? Infinity)
    )[0];
}

/** Warns of machines that cannot be had; it never changes the plan. */
export async function adviseMachine(
  { prior, planned, provider, diagnostics }: EndpointPlanning,
): Promise<void> {
  const machine = machineOf(planned);
  const isSame = prior !== null && same(machine, machineOf(prior));
  if (machine === undefined || isSame || planned.paused === true) return;
  const catalog = await provider.advice.catalog(known(planned.namespace));
  if (catalog === undefined) return;
  const { type, size, place } = machine;
  const name = machineName(type, size);
  const offers = offersOf(catalog);
  const ofType = offers.filter(({ instance }) =>
    instance.instanceType === type
  );
  const ofSize = ofType.filter(({ instance }) =>
    instance.instanceSize === size
  );
  const typePath = computePath.attribute("instance_type");
  if (ofType.length === 0) {
    return diagnostics.addWarning(
      `Unknown instance type ${type}`,
      aboutType(type, offers),
      typePath,
    );
  }
  if (ofSize.length === 0) {
    const sizes = ofType.map(({ instance }) => instance.instanceSize);
    return diagnostics.addWarning(
      `${type} has no size ${size}`,
      `\`compute.instance_size\` is "${size}", but ${type} comes in ` +
        `${listOf(sizes)}. The service will probably refuse it.`,
      computePath.attribute("instance_size"),
    );
  }
  const offered = ofSize.filter(isOffered);
  const elsewhere = offered.length === 0
    ? `${name} is not offered anywhere.`
    : `${name} is offered in: ${placesOf(offered)}.`;
  if (place === undefined) {
    if (offered.length > 0) return;
    return diagnostics.addWarning(
      `${name} is not offered anywhere`,
      "The service will probably refuse this endpoint. Choose another " +
        "instance.",
      typePath,
    );
  }
  const { vendor, region } = place;
  const regions = offers.filter((one) => one.vendor === vendor)
    .map((one) => one.region);
  if (regions.length > 0 && !regions.includes(region)) {
    return diagnostics.addWarning(
      `${vendor} has no region ${region}`,
      `\`cloud.region\` is "${region}", which the catalogue does not have.` +
        `${didYouMean(region, regions)} ${elsewhere}`,
      Path.root.attribute("cloud").attribute("region"),
    );
  }
  const here = ofSize.find((one) =>
    one.vendor === vendor && one.region === region
  )?.instance;
  if (here === undefined || here.status === "not_available") {
    diagnostics.addWarning(
      `${name} is not offered in ${vendor} ${region}`,
      `The service will probably refuse this endpoint. ${elsewhere} Set ` +
        "`cloud`, or another instance.",
      typePath,
    );
  } else if (here.status === "deprecated") {
    diagnostics.addWarning(
      `${name} is deprecated in ${vendor} ${region}`,
      `The service takes no new endpoints on it. ${elsewhere} Choose ` +
        "another instance.",
      typePath,
    );
  }
}

/** Whether new endpoints can have the machine. */
function isOffered({ instance: { status } }: Offer): boolean {
  return status !== "deprecated" && status !== "not_available";
}

/** Where machines are, in words. */
function placesOf(offers: readonly Offer[]): string {
  const places = offers.map(({ vendor, region }) => `${vendor} ${region}`);
  return [...new Set(places)].join(", ");
}

/** Words in order, each once. */
function listOf(words: readonly string[]): string {
  return [...new Set(words)].sort().map((word) => `\`${word}\``).join(", ");
}

/** What to take instead of an instance type that the catalogue does not have. */
function aboutType(type: string, offers: readonly Offer[]): string {
  const types = offers.map(({ instance }) => instance.instanceType);
  const meant = nearest(type, types);
  const found = offers.filter((one) =>
    isOffered(one) && one.instance.instanceType === meant
  );
  const sizes = found.map(({ instance }) => instance.instanceSize);
  const advice = meant === undefined
    ? `There are: ${listOf(types)}.`
    : found.length === 0
    ? `Did you mean \`${meant}\`?`
    : `Did you mean \`${meant}\`? It comes in ${listOf(sizes)}, and is ` +
      `offered in: ${placesOf(found)}.`;
  return `\`compute.instance_type\` is "${type}", which the catalogue does ` +
    `not have. ${advice}`;
}
