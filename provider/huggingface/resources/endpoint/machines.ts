/**
 * What the catalogue of machines decides for an endpoint: the accelerator of
 * an instance type, and the cloud if none is configured.
 *
 * @module
 */

import {
  type Diagnostics,
  failure,
  isUnknown,
  nearest,
  Path,
  type Unknown,
} from "../../../framework/mod.ts";
import type { ComputeCatalog } from "../../../../mod.ts";
import { type Offer, offersOf } from "../../shared/price.ts";
import type { EngineName } from "./image.ts";
import type { EndpointPlan } from "./schema.ts";

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

/** Where Hugging Face's examples and client put endpoints, in this order. */
const usualPlaces = [
  { vendor: "gcp", region: "us-east1" },
  { vendor: "aws", region: "us-east-1" },
] as const;

/** Ways to the catalogue. */
export interface Catalogues {
  /** In short time, or undefined. */
  hint(): Promise<ComputeCatalog | undefined>;
  /** With all retries. */
  demand(): Promise<ComputeCatalog>;
}

/** What a plan leaves open, and the catalogue decides. */
export interface Decided {
  /** The accelerator. */
  readonly accelerator: string;
  /** The cloud; undefined: it is planned. */
  readonly cloud: { readonly vendor: string; readonly region: string };
}

/**
 * Decides what the plan of a new endpoint leaves open.
 *
 * The catalogue is only read if something is open.
 *
 * @throws {DiagnosticsError} If no vendor offers the instance type.
 */
export async function decideMachine(
  { name, cloud, compute }: EndpointPlan,
  catalogues: Catalogues,
  diagnostics: Diagnostics,
): Promise<Decided> {
  const { instance_type: type, instance_size: size } = compute;
  const accelerator = known(compute.accelerator) ?? acceleratorOf(type);
  const planned = known(cloud);
  if (accelerator !== undefined && planned !== undefined) {
    return { accelerator, cloud: planned };
  }
  const catalog = accelerator === undefined
    ? await catalogues.demand()
    : await catalogues.hint();
  const offers = catalog === undefined ? [] : offersOf(catalog);
  const ofType = offers.filter(({ instance }) =>
    instance.instanceType === type
  );
  const decided = accelerator ?? ofType[0]?.instance.accelerator;
  if (decided === undefined) throw unknownType(type, offers);
  if (planned !== undefined) return { accelerator: decided, cloud: planned };
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
  return { accelerator: decided, cloud: { vendor, region } };
}

/** The usual place that has an offer, else the cheapest; undefined: none. */
function placeOf(offers: readonly Offer[]): Offer | undefined {
  const usual = usualPlaces.map(({ vendor, region }) =>
    offers.find((one) => one.vendor === vendor && one.region === region)
  );
  return usual.find((one) => one !== undefined) ??
    offers.toSorted((a, b) =>
      a.instance.pricePerHour - b.instance.pricePerHour
    )[0];
}

/** Whether new endpoints can have the machine. */
export function isOffered({ instance: { status } }: Offer): boolean {
  return status !== "deprecated" && status !== "not_available";
}

/** Where machines are, in words. */
export function placesOf(offers: readonly Offer[]): string {
  const places = offers.map(({ vendor, region }) => `${vendor} ${region}`);
  return [...new Set(places)].join(", ");
}

/** Words in order, each once. */
export function listOf(words: readonly string[]): string {
  return [...new Set(words)].sort().map((word) => `\`${word}\``).join(", ");
}

/** What to take instead of an instance type that the catalogue does not have. */
export function aboutType(type: string, offers: readonly Offer[]): string {
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

function unknownType(type: string, offers: readonly Offer[]) {
  return failure(
    `Unknown instance type ${type}`,
    `${aboutType(type, offers)} If it is too new for the catalogue, set ` +
      "`compute.accelerator`.",
    Path.root.attribute("compute").attribute("instance_type"),
  );
}

/** The value if it is there and known. */
function known<T>(value: T | Unknown | null): T | undefined {
  return value === null || isUnknown(value) ? undefined : value;
}

/** The framework that goes with an engine. */
export function frameworkOf(engine: EngineName): string {
  switch (engine) {
    case "huggingface":
      return "pytorch";
    case "llamacpp":
      return "llamacpp";
    default:
      return "custom";
  }
}
