import type {
  CallOptions,
  ComputeCatalog,
  ComputeInstance,
  HuggingFace,
  JobHardware,
} from "@hf-terraform/client";

/** Kinds of things that are billed by the hour. */
export type Product = "endpoint" | "space" | "job";

/** Replicas of some hardware, which are billed by the hour. */
export interface BilledHardware {
  readonly product: Product;
  /** The account that pays; undefined: not known yet. */
  readonly namespace: string | undefined;
  /** The hardware: `t4-small`, of endpoints `nvidia-l4 x1`. */
  readonly hardware: string;
  /** `vendor region` of an endpoint; undefined: not known, or none. */
  readonly place?: string | undefined;
  /** The number of replicas that are billed while nobody uses it. */
  readonly least: number;
  /** The largest number of replicas that are billed; 0: it is paused. */
  readonly most: number;
}

interface Price {
  readonly hardware: string;
  readonly place?: string;
  readonly perHour: number;
}

/** The lowest and the highest price of each hardware, anywhere and by place. */
export type PriceList = ReadonlyMap<string, readonly [number, number]>;

function keyOf(hardware: string, place: string | undefined): string {
  return JSON.stringify([hardware, place]);
}

export function priceList(prices: readonly Price[]): PriceList {
  const list = new Map<string, readonly [number, number]>();
  for (const { hardware, place, perHour } of prices) {
    // No hardware costs a million an hour.
    if (!(perHour >= 0 && perHour < 1_000_000)) continue;
    for (const key of [keyOf(hardware, undefined), keyOf(hardware, place)]) {
      const [lowest, highest] = list.get(key) ?? [perHour, perHour];
      list.set(key, [Math.min(lowest, perHour), Math.max(highest, perHour)]);
    }
  }
  return list;
}

export interface Offer {
  readonly vendor: string;
  readonly region: string;
  readonly instance: ComputeInstance;
}

/** All machines of a catalogue, whether they are offered or not. */
export function offersOf({ vendors }: ComputeCatalog): Offer[] {
  return vendors.flatMap(({ name: vendor, regions }) =>
    regions.flatMap(({ name: region, computes }) =>
      computes.map((instance) => ({ vendor, region, instance }))
    )
  );
}

export function endpointPrices(catalog: ComputeCatalog): PriceList {
  return priceList(
    offersOf(catalog).flatMap(({ vendor, region, instance }) => {
      const { instanceType, instanceSize, pricePerHour: perHour } = instance;
      const hardware = machineName(instanceType, instanceSize);
      const place = `${vendor} ${region}`;
      return perHour === undefined ? [] : [{ hardware, place, perHour }];
    }),
  );
}

export async function readPrices(
  product: Product,
  { endpoints, spaces, jobs }: HuggingFace,
  options: CallOptions,
): Promise<PriceList> {
  if (product === "endpoint") {
    return endpointPrices(await endpoints.getCompute(undefined, options));
  }
  const list = await (product === "space" ? spaces : jobs)
    .listHardware(options).toArray();
  return priceList(list.flatMap((one) => {
    const perHour = pricePerHour(one);
    return perHour === undefined ? [] : [{ hardware: one.name, perHour }];
  }));
}

/** The hardware of an endpoint, as price lists name it here. */
export function machineName(type: string, size: string): string {
  return `${type} ${size}`;
}

/** US dollars an hour, at least and at most. */
export type HourlyCost = Pick<BilledHardware, "least" | "most">;

/** US dollars an hour in the cheapest and dearest place; undefined: unlisted. */
export function costOf(
  billed: Omit<BilledHardware, "product" | "namespace">,
  prices: PriceList | undefined,
): HourlyCost | undefined {
  const { hardware, place, least, most } = billed;
  if (most === 0) return { least: 0, most: 0 };
  const [lowest, highest] = prices?.get(keyOf(hardware, place)) ?? [];
  if (lowest === undefined || highest === undefined) return undefined;
  return {
    least: roundDollars(least * lowest),
    most: roundDollars(most * highest),
  };
}

/** The units of prices, as parts of an hour. */
const UNITS = new Map([["minute", 60], ["hour", 1]]);

/** US dollars per hour; undefined: without a price, or in another unit. */
export function pricePerHour(
  { unitCostUSD: cost, unitLabel }: Pick<
    JobHardware,
    "unitCostUSD" | "unitLabel"
  >,
): number | undefined {
  const units = UNITS.get(unitLabel ?? "");
  if (cost === undefined || units === undefined) return undefined;
  return roundDollars(cost * units);
}

/** A sum of money without what binary fractions add to it. */
export function roundDollars(dollars: number): number {
  return Math.round(dollars * 10_000) / 10_000;
}

/** US dollars as people write them: with two digits, or four if they matter. */
export function dollars(amount: number): string {
  const short = amount.toFixed(2);
  return Number(short) === amount ? short : String(roundDollars(amount));
}
