import {
  failure,
  nearest,
  Path,
  type Unknown,
  unknown,
} from "@hf-terraform/framework";
import { raisedCost } from "../cost/planned_cost.ts";
import {
  type BilledHardware,
  machineName,
  type Offer,
  offersOf,
} from "../cost/price.ts";
import { quoteNames } from "../object/create.ts";
import { explain } from "../object/errors.ts";
import {
  isReplacement,
  type ReplacementContext,
  tellObstacle,
} from "../object/replacement.ts";
import { knownParts, knownValue, same } from "../schema/same.ts";
import { type ComputeCatalog, isApiError } from "@hf-terraform/client";
import type {
  EndpointCreation,
  EndpointPlan,
  EndpointPlanning,
  EndpointState,
  PlannedEndpoint,
} from "./schema.ts";
import { acceleratorOf } from "./compute_schema.ts";
import { planAdvice } from "../cost/plan_advice.ts";

const computePath = Path.root.attribute("compute");
const typePath = computePath.attribute("instance_type");
const sizePath = computePath.attribute("instance_size");
const cloudPath = Path.root.attribute("cloud");

interface Machine {
  readonly type: string;
  readonly size: string;
}

/** The machine of an endpoint, with no place if that is not known yet. */
function machineOf({ cloud, compute }: PlannedEndpoint | EndpointState) {
  const { instance_type: type, instance_size: size, accelerator } = knownParts(
    compute,
  );
  if (type === undefined || size === undefined) return undefined;
  const { vendor, region } = knownParts(cloud);
  return {
    type,
    size,
    accelerator,
    place: vendor !== undefined && region !== undefined
      ? { vendor, region }
      : undefined,
  };
}

/** The hardware that an endpoint is billed for, at its dearest. */
export function billedHardware(
  endpoint: PlannedEndpoint | EndpointState,
): BilledHardware | Unknown {
  const { namespace, compute, paused } = endpoint;
  const machine = machineOf(endpoint);
  const { scaling } = knownParts(compute);
  const { min_replica: least, max_replica: most } = knownParts(scaling);
  if (machine === undefined || least === undefined || most === undefined) {
    return unknown;
  }
  const { type, size, place } = machine;
  return {
    product: "endpoint",
    namespace: knownValue(namespace),
    hardware: machineName(type, size),
    place: place && `${place.vendor} ${place.region}`,
    least: paused === false ? least : 0,
    most: paused === true ? 0 : most,
  };
}

/** The place of a new endpoint without `cloud`; undefined: it is configured. */
async function chosenPlace(
  { prior, requiresReplace, config, planned, ...context }: EndpointPlanning,
) {
  const { provider } = context;
  const machine = machineOf(planned);
  const isNew = prior === null || requiresReplace?.length;
  const isOpen = isNew && config.cloud === null && !provider.settings.cloud;
  if (!isOpen || machine === undefined) return undefined;
  // What it needs may not be known yet; the provider block tells what is wrong.
  if (!await provider.client().catch(() => undefined)) return undefined;
  const namespace = knownValue(planned.namespace);
  const offers = offersOf(await catalogFor("cloud", { namespace, ...context }));
  const { vendor, region } = placeOf(machine, offers);
  const hardware = machineName(machine.type, machine.size);
  return { place: `${vendor} ${region}`, hardware };
}

/** Warns of a new or higher cost, and of a place that the catalogue chooses. */
export async function adviseCost(planning: EndpointPlanning): Promise<void> {
  const { planned, prior, diagnostics } = planning;
  const { place, hardware } = await chosenPlace(planning) ?? {};
  const now = knownValue(billedHardware(planned));
  const placed = now && { ...now, place: place ?? now.place };
  const before = prior ? knownValue(billedHardware(prior)) : undefined;
  const cost = await raisedCost(placed, before, planning);
  const said = [
    ...place === undefined ? [] : [[
      `goes to ${place}`,
      "`cloud` is set neither in the resource nor in the provider block. By " +
      `the catalogue, ${place} is now the cheapest place that offers ` +
      `${hardware}; the apply asks it again. The endpoint stays where it is ` +
      "created. Set `cloud` to decide by yourself.",
    ]],
    ...cost === undefined ? [] : [cost],
  ];
  if (said.length === 0) return;
  diagnostics.addWarning(
    `${["Endpoint", knownValue(planned.name) ?? []].flat().join(" ")} ` +
      said.map(([title]) => title).join(" and "),
    said.map(([, detail = ""]) => detail),
    place === undefined ? computePath : cloudPath,
  );
}

/** Decides what the plan of a new endpoint leaves open, by the catalogue. */
export async function decideMachine(
  { plan, ...context }: EndpointCreation,
): Promise<Pick<EndpointPlan, "cloud" | "compute">> {
  const { compute } = plan;
  const { instance_type: type, instance_size: size } = compute;
  const cloud = knownValue(plan.cloud);
  const accelerator = knownValue(compute.accelerator) ?? acceleratorOf(type);
  if (accelerator !== undefined && cloud !== undefined) {
    return { compute: { ...compute, accelerator }, cloud };
  }
  const needed = cloud === undefined ? "cloud" : "compute.accelerator";
  const offers = offersOf(await catalogFor(needed, context));
  const { vendor, region } = cloud ?? placeOf({ type, size }, offers);
  const decided = accelerator ??
    offers.find(({ instance }) => instance.instanceType === type)?.instance
      .accelerator;
  if (decided === undefined) {
    throw failure(
      `Unknown instance type ${type}`,
      `${aboutType(type, offers)} If it is too new for the catalogue, set ` +
        "`compute.accelerator`.",
      typePath,
    );
  }
  return {
    compute: { ...compute, accelerator: decided },
    cloud: { vendor, region },
  };
}

/** The catalogue, which has to decide on what is not configured. */
async function catalogFor(
  needed: "cloud" | "compute.accelerator",
  { namespace, provider, signal }:
    & Pick<EndpointCreation, "provider" | "signal">
    & { readonly namespace: string | undefined },
): Promise<ComputeCatalog> {
  const found = await planAdvice(provider).catalog(namespace);
  if (found !== undefined) return found;
  const { endpoints } = await provider.client();
  try {
    // The plan cannot go on without it.
    return await endpoints.getCompute(namespace, { signal, maxRetries: 2 });
  } catch (error) {
    const isNobody = namespace !== undefined && isApiError(error, 404);
    throw await explain(error, {
      summary: isNobody
        ? `There is no organization or user ${namespace}`
        : "Cannot read the catalogue of machines",
      advice: isNobody ? "" : `To plan without it, set \`${needed}\`.`,
      path: isNobody || isApiError(error, 403)
        ? Path.root.attribute("namespace")
        : needed === "cloud"
        ? cloudPath
        : typePath,
      ...{ provider, permission: "inference.endpoints.write", namespace },
    });
  }
}

/** The cheapest place that offers a machine, of equal ones the first. */
function placeOf(machine: Machine, offers: readonly Offer[]): Offer {
  const [cheapest] = offered(machine, offers)
    .toSorted((a, b) => priceOf(a) - priceOf(b));
  if (cheapest !== undefined) return cheapest;
  const [why, path] = obstacleTo(machine, offers);
  throw failure(
    `No place offers ${machineName(machine.type, machine.size)}`,
    `${why} If the catalogue is behind, set \`cloud\`.`,
    path,
  );
}

function offered({ type, size }: Machine, offers: readonly Offer[]): Offer[] {
  return available(offers).filter(({ instance }) =>
    instance.instanceType === type && instance.instanceSize === size
  );
}

function available(offers: readonly Offer[]): Offer[] {
  return offers.filter(({ instance: { status } }) =>
    status !== "deprecated" && status !== "not_available"
  );
}

/** The reason why a machine cannot be had, and the attribute to change. */
function obstacleTo(
  machine: Machine,
  offers: readonly Offer[],
): readonly [reason: string, at: Path] {
  const { type, size } = machine;
  const sizes = sizesOf(type, offers);
  if (sizes.length === 0) return [aboutType(type, offers), typePath];
  if (!sizes.includes(size)) {
    const reason = `\`compute.instance_size\` is "${size}", but ${type} ` +
      `comes in ${quoteNames(sizes)}.`;
    return [reason, sizePath];
  }
  const found = offered(machine, offers);
  const places = found.map(({ vendor, region }) => `${vendor} ${region}`);
  const reason = `It is offered in: ${[...new Set(places)].join(", ")}. Set ` +
    "`cloud`, or another instance.";
  return [reason, typePath];
}

/** Warns of machines that cannot be had, and refuses to destroy one for them. */
export async function adviseMachine(
  plan: EndpointPlanning & ReplacementContext,
): Promise<void> {
  const { planned, prior, provider, diagnostics } = plan;
  const machine = machineOf(planned);
  const isReplaced = isReplacement(plan);
  const isSame = prior !== null && same(machine, machineOf(prior));
  const isIdle = isSame || planned.paused === true;
  if (machine === undefined || isIdle && !isReplaced) return;
  const namespace = knownValue(planned.namespace);
  const catalog = await planAdvice(provider).catalog(namespace, diagnostics);
  if (catalog === undefined) return;
  const { type, size, accelerator, place } = machine;
  const name = machineName(type, size);
  const offers = offersOf(catalog);
  const found = offered(machine, offers);
  const isHere = found.some(({ vendor, region }) =>
    place === undefined || vendor === place.vendor && region === place.region
  );
  const kinds = found.map(({ instance }) => instance.accelerator);
  const isKind = accelerator === undefined ||
    kinds.some((kind = accelerator) => kind === accelerator);
  if (isHere) {
    if (isKind) return;
    diagnostics.addWarning(
      `${name} is \`${kinds[0]}\`, and not \`${accelerator}\``,
      "The service will probably refuse this endpoint. Take `accelerator` out: " +
        "it follows from the instance.",
      computePath.attribute("accelerator"),
    );
    return;
  }
  const where = place && found.length > 0
    ? `in ${place.vendor} ${place.region}`
    : "anywhere";
  const [why, path] = obstacleTo(machine, offers);
  const summary = `${name} is not offered ${where}`;
  const detail = `The service will probably refuse this endpoint. ${why}`;
  tellObstacle(diagnostics, isReplaced, [summary, detail, path]);
}

/** The price of an offer; one without a price comes last. */
function priceOf({ instance: { pricePerHour } }: Offer): number {
  return pricePerHour ?? Number.MAX_VALUE;
}

function sizesOf(type: string, offers: readonly Offer[]): string[] {
  const sizes = available(offers).map(({ instance }) => instance)
    .filter(({ instanceType }) => instanceType === type)
    .map(({ instanceSize }) => instanceSize);
  return [...new Set(sizes)].sort();
}

/** Advice in place of an instance type that the catalogue does not offer. */
function aboutType(type: string, offers: readonly Offer[]): string {
  const types = available(offers).map(({ instance }) => instance.instanceType);
  const meant = nearest(type, types);
  const advice = meant === undefined
    ? `There are: ${quoteNames([...new Set(types)].sort())}.`
    : `Did you mean \`${meant}\`? It comes in ` +
      `${quoteNames(sizesOf(meant, offers))}.`;
  return `\`compute.instance_type\` is "${type}", which the catalogue does ` +
    `not offer. ${advice}`;
}
