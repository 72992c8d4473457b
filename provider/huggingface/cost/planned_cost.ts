import {
  type Diagnostics,
  isUnknown,
  Path,
  type Unknown,
} from "@hf-terraform/framework";
import { planAdvice } from "./plan_advice.ts";
import {
  type BilledHardware,
  costOf,
  dollars,
  type HourlyCost,
  machineName,
  offersOf,
  roundDollars,
} from "./price.ts";
import type { AdviceContext, HuggingFaceProvider } from "../provider_data.ts";
import { perProvider } from "../reads/per_provider.ts";
import { same } from "../schema/same.ts";
import { markOf } from "../object/notes.ts";
import {
  isReplacement,
  type ReplacementContext,
  tellObstacle,
} from "../object/replacement.ts";

export interface PlannedObject {
  /** As messages name it: `the endpoint acme/x`. */
  readonly label: string;
  /** The hardware that it is billed for now; undefined: it is created. */
  readonly prior: BilledHardware | undefined;
  /** The hardware that it will be billed for; undefined: nobody can tell. */
  readonly planned: BilledHardware | Unknown | undefined;
  /** Whether the one before is destroyed first. */
  readonly isReplaced: boolean;
  /** The mark of its resource, which a plan once more to replace it has too. */
  readonly mark: string;
  readonly diagnostics: Diagnostics;
}

/** The sum of what a process plans, against `max_hourly_cost` and quotas. */
export class PlannedCost {
  readonly #provider: HuggingFaceProvider;
  /** By mark: what was added, in dollars. */
  readonly #added = new Map<string, number>();
  /** By owner, vendor and instance type: accelerators more than are in use. */
  readonly #needed = new Map<string, number>();
  /** By mark: what there is before a replacement, which plans it once more. */
  readonly #before = new Map<string, BilledHardware>();
  readonly #isShort = new Set<string>();
  readonly #isOpen = new Set<string>();
  #sum = 0;
  #isRaised = false;
  #isSaid = false;

  constructor(provider: HuggingFaceProvider) {
    this.#provider = provider;
  }

  /** Adds what is planned of one object, and warns or refuses. */
  async add(object: PlannedObject): Promise<void> {
    const { prior, planned, mark, isReplaced } = object;
    if (isUnknown(planned)) return this.#refuseUnknown(object);
    if (planned === undefined || this.#provider.isWholeTest) return;
    const isAgain = prior === undefined && this.#added.has(mark);
    if (!isAgain) this.#added.set(mark, 0);
    if (prior !== undefined) this.#before.set(mark, prior);
    if (!isAgain || isReplaced) {
      await this.#checkQuota(planned, object, isAgain);
    }
    await this.#checkCost(planned, object, isAgain);
  }

  /** Refuses what no limit can be held against, where that is mandatory. */
  #refuseUnknown({ label, diagnostics }: PlannedObject): void {
    const { max_hourly_cost: limit = null } = this.#provider.settings;
    if (limit === null || !this.#isMandatory || this.#isOpen.has(label)) return;
    this.#isOpen.add(label);
    diagnostics.addError(
      `The cost of ${label} is not known yet`,
      "Its hardware or its replicas are known only after apply, so the plan " +
        "cannot be held against `max_hourly_cost`, whose enforcement is not " +
        "`advisory`. Apply first what they follow from, with `-target`, or " +
        "configure them.",
    );
  }

  /** Whether a plan above the limit fails, or may have to. */
  get #isMandatory(): boolean {
    const { max_hourly_cost_enforcement: effect } = this.#provider.settings;
    return isUnknown(effect) || effect === "mandatory";
  }

  async #checkCost(
    planned: BilledHardware,
    { label, prior, mark, diagnostics }: PlannedObject,
    isAgain: boolean,
  ): Promise<void> {
    const { settings } = this.#provider;
    const { max_hourly_cost: limit = null } = settings;
    if (limit === null) return;
    const { product, namespace, most } = planned;
    const prices = most === 0 ? undefined : await planAdvice(this.#provider)
      .prices(product, namespace, diagnostics);
    const cost = costOf(planned, prices);
    if (cost === undefined) {
      if (isAgain || same(prior, planned)) return;
      const products = product === "space" ? "Spaces" : `${product}s`;
      diagnostics.addWarning(
        "Cannot hold the plan against max_hourly_cost",
        prices === undefined
          ? `The prices of ${products} could not be ` +
            `read, so ${label} is left out of the sum.`
          : `The price of ${planned.hardware} is not known, so ${label} is ` +
            "left out of the sum.",
      );
      return;
    }
    const before = prior && costOf(prior, prices);
    const added = this.#added.get(mark) ?? 0;
    this.#isRaised ||= before ? isDearer(cost, before) : cost.most > added;
    const more = Math.max(0, cost.most - added);
    this.#added.set(mark, added + more);
    this.#sum = roundDollars(this.#sum + more);
    const isOpen = isUnknown(limit);
    const isWithin = !isOpen && this.#sum <= limit;
    if (isWithin || !this.#isRaised || this.#isSaid) return;
    this.#isSaid = true;
    // No apply stops half-way because a price has changed meanwhile.
    const isRefused = !this.#provider.isApplying && this.#isMandatory;
    diagnostics[isRefused ? "addError" : "addWarning"](
      isOpen
        ? "max_hourly_cost is not known yet"
        : "Planned hourly cost is above max_hourly_cost",
      `With ${label} ($${dollars(cost.most)} an hour at most), what ` +
        "this configuration of the provider has planned so far costs up to " +
        `$${dollars(this.#sum)} an hour, and \`max_hourly_cost\` is ` +
        (isOpen
          ? "known only after apply. Apply first what it follows from, with " +
            "`-target`, or configure a number."
          : `$${dollars(limit)}. Plan fewer replicas or cheaper hardware, ` +
            "pause something, or raise the limit in the provider block.") +
        (isUnknown(settings.max_hourly_cost_enforcement)
          ? " `max_hourly_cost_enforcement` is known only after apply, and " +
            "counts as `mandatory` until then."
          : ""),
    );
  }

  async #checkQuota(
    planned: BilledHardware,
    { mark, isReplaced, diagnostics }: PlannedObject,
    isAgain: boolean,
  ): Promise<void> {
    const { namespace, place } = planned;
    if (namespace === undefined || place === undefined) return;
    const prior = this.#before.get(mark);
    if (!isReplaced && same(prior, planned)) return;
    const [vendor = ""] = place.split(" ");
    const catalog = await planAdvice(this.#provider)
      .catalog(namespace, diagnostics);
    const offers = catalog === undefined ? [] : offersOf(catalog);
    const find = ({ hardware, place }: BilledHardware) =>
      offers.find(({ vendor, region, instance }) =>
        `${vendor} ${region}` === place &&
        machineName(instance.instanceType, instance.instanceSize) === hardware
      )?.instance;
    const machine = find(planned);
    if (machine?.quota === undefined) return;
    const { instanceType, quota: { maxAccelerators, usedAccelerators } } =
      machine;
    if (maxAccelerators === undefined || usedAccelerators === undefined) return;
    // What it holds of the same owner, vendor and type is not needed again.
    const isSame = prior?.namespace === namespace &&
      prior.place?.startsWith(`${vendor} `);
    const own = isSame ? find(prior) : undefined;
    const held = isSame && own?.instanceType === instanceType
      ? heldBy(prior) * (own.numAccelerators ?? 1)
      : 0;
    const more = Math.max(
      0,
      // What is paused is created first, too.
      Math.max(isReplaced ? 1 : 0, heldBy(planned)) *
          (machine.numAccelerators ?? 1) - held,
    );
    const left = maxAccelerators - usedAccelerators;
    const isLost = isReplaced && more > left;
    const key = `${namespace} ${vendor} ${instanceType}`;
    const needed = more + (isLost ? 0 : this.#needed.get(key) ?? 0);
    if (!isLost) {
      if (isAgain) return;
      this.#needed.set(key, needed);
      if (needed <= left || this.#isShort.has(key)) return;
      this.#isShort.add(key);
    }
    tellObstacle(diagnostics, isLost, [
      `Quota of ${namespace} for ${instanceType} is too small`,
      `${isLost ? "This" : "With this, the plan"} needs ${needed} more ` +
      `accelerators (or virtual CPUs) of ${instanceType} at ${vendor}, but ` +
      `${usedAccelerators} of the ${maxAccelerators} that ${namespace} may ` +
      "use are in use. Pause or delete other endpoints, or ask for more at " +
      "https://endpoints.huggingface.co." +
      (isLost
        ? " If this plan frees enough, apply that first, with `-target`."
        : ""),
      Path.root.attribute("compute").attribute("instance_type"),
    ]);
  }
}

function isDearer(cost: HourlyCost, before: HourlyCost): boolean {
  return cost.most > before.most || cost.least > before.least;
}

/** The cost of what becomes dearer; undefined: it does not, as far as known. */
export async function raisedCost(
  planned: BilledHardware | undefined,
  prior: BilledHardware | undefined,
  { provider, diagnostics }: AdviceContext,
): Promise<readonly [title: string, sentence: string] | undefined> {
  if (
    provider.settings.cost_estimation === false || planned === undefined ||
    planned.most === 0 || same(planned, prior)
  ) return undefined;
  const { product, place, hardware, least, most, namespace } = planned;
  // It is free.
  if (product === "space" && hardware === "cpu-basic") return undefined;
  const prices = await planAdvice(provider)
    .prices(product, namespace, diagnostics);
  const cost = costOf(planned, prices);
  if (cost === undefined) {
    // Of machines of endpoints the catalogue's advice says it.
    const isSaid = product === "endpoint" || prior?.hardware === hardware;
    return isSaid || !prices?.size ? undefined : [
      "has no known price",
      `The price list does not have ${hardware}: see what it costs first.`,
    ];
  }
  const before = prior && costOf(prior, prices) || { least: 0, most: 0 };
  if (!isDearer(cost, before)) return undefined;
  const [from, to] = [`$${dollars(cost.least)}`, `$${dollars(cost.most)}`];
  const replicas = least === most ? `${most}` : `${least} to ${most}`;
  const where = product === "endpoint"
    ? ` in ${place ?? "whatever place it goes to"}, by the catalogue.`
    : ", by the price list.";
  return [
    `costs ${from === to ? to : `${from} to ${to}`} an hour`,
    `That is ${replicas} × ${hardware}${where} To have plans without this, set ` +
    "`cost_estimation = false` in the provider block.",
  ];
}

/** Adds an object to the cost of a run's plan, and warns of a higher one. */
export async function planCost<P, S>(
  context: ReplacementContext & {
    readonly planned: P;
    readonly prior: S | null;
  },
  label: string,
  billed: (object: P | S) => BilledHardware | Unknown | undefined,
  /** The attribute with its hardware; absent: the resource warns. */
  place?: Path,
): Promise<void> {
  const { provider, diagnostics } = context;
  const before = context.prior === null ? undefined : billed(context.prior);
  const prior = isUnknown(before) ? undefined : before;
  const planned = billed(context.planned);
  const mark = markOf(context) ?? label;
  const isReplaced = isReplacement(context);
  await plannedCost(provider)
    .add({ label, prior, planned, isReplaced, mark, diagnostics });
  if (place === undefined || planned === undefined || isUnknown(planned)) {
    return;
  }
  const cost = await raisedCost(planned, prior, context);
  if (cost === undefined) return;
  const [title, sentence] = cost;
  const advice = planned.product === "space" && planned.least > 0
    ? "It is billed until somebody stops it: with `sleep_time` it sleeps while " +
      "nobody uses it. "
    : "";
  const name = label.replace(/^the (.)/, (_, first) => first.toUpperCase());
  diagnostics.addWarning(`${name} ${title}`, advice + sentence, place);
}

/** The replicas that quotas count: one at least, as it may wake up. */
function heldBy({ least, most }: BilledHardware): number {
  return most === 0 ? 0 : Math.max(1, least);
}

export const plannedCost = perProvider((provider) => new PlannedCost(provider));
