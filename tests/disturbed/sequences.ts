/**
 * Sequences of commands on two resources that meet in one thing, of which a
 * stranger may have made another one: applies of both or of one (`-target`),
 * imports, what Terraform is made to forget, requests of creates that are lost,
 * and clocks that are an hour off.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { JsonObject } from "@hf-terraform/framework/testing";
import { Random } from "../support/random_values.ts";
import { isSame, listDifferences, type NamedRun } from "./life.ts";
import { disturbances } from "./disturbances.ts";
import { partsOf } from "./moves.ts";
import { type ResourceSample as Sample, sampleOf } from "../support/samples.ts";
import {
  applyAll,
  type DesiredResource,
  type Outcome,
  Terraform,
} from "../support/terraform.ts";
import { isRead, type Plan, World } from "./world.ts";

/** The number of commands in a sequence before all must be well again. */
const COMMANDS = 6;

/** The requests that a command may send until its waits are ended. */
const PATIENCE = 80;

/** The first requests of a command, any of which can be disturbed. */
const REQUESTS = 12;

const hour = 3_600_000;

/** Resources whose create takes what is there, as their pages say. */
const adopting = [
  "huggingface_organization_member",
  "huggingface_organization_network_security",
  "huggingface_resource_group_members",
];

/** The two resources of a sequence. */
interface Pair {
  readonly names: string;
  /** The address and the possible configurations of each. */
  readonly members: readonly (readonly [string, readonly JsonObject[]])[];
  /** Whether one is a part of what the other one is. */
  readonly isPart: boolean;
  /** A configuration of both that is well. */
  readonly final: readonly (JsonObject | undefined)[];
}

function pairsOf(sample: Sample): readonly Pair[] {
  const { typeName, steps } = sample;
  return [
    {
      names: `two ${typeName}`,
      members: [[typeName, steps], [typeName, steps]],
      isPart: false,
      final: [steps[0], undefined],
    },
    ...partsOf(sample).map(({ before, after, to, ...move }) => ({
      names: `${move.typeName} and ${to.typeName}`,
      members: [
        [move.typeName, [before, ...after === undefined ? [] : [after]]],
        [to.typeName, [to.config, ...to.before ? [to.before] : []]],
      ] as const,
      isPart: typeName === "huggingface_space",
      final: [after, to.config],
    })),
  ];
}

/**
 * Advice that a command which cannot do its work must give; what the service
 * refuses for a moment, a client that may retry sends again.
 */
const advice =
  /another conflicting operation|terraform import|No apply moves|Two resources (?:manage|have)|terraform state rm|terraform apply|To replace its content|use two applies|Check `/;

/** One resource, its configuration, and what became of it. */
interface Address {
  readonly terraform: Terraform;
  readonly configs: readonly JsonObject[];
  config: JsonObject | undefined;
}

/** One sequence, which goes on until something is not as it should be. */
class Sequence {
  readonly #said: string[] = [];
  readonly #random: Random;
  readonly #sample: Sample;
  readonly #world: World;
  readonly #plan: Plan | undefined;
  #addresses: readonly Address[] = [];
  #stranger: Address | undefined;
  /** Whether a stranger has something now. */
  #isTheirs = false;
  #skew = 0;
  /** Whether what somebody else made stays when it is given up. */
  #isLeft = false;
  /** Whether a stranger's file was imported, which no destroy deletes. */
  #mustStay = false;
  /** Objects that an error left to the user, who imports them or not. */
  readonly #unclear = new Set<string>();
  #isPart = false;
  /** The disturbance of the first request that creates something. */
  #loss: ((serve: () => Promise<Response>) => Promise<Response>) | undefined;

  private constructor(
    { sample, world, random, plan }: {
      readonly sample: Sample;
      readonly world: World;
      readonly random: Random;
      readonly plan: Plan | undefined;
    },
  ) {
    this.#sample = sample;
    this.#world = world;
    this.#random = random;
    this.#plan = plan;
  }

  static async run(
    sample: Sample,
    pair: Pair,
    seed: number,
    plan: Plan | undefined,
  ): Promise<void> {
    const random = new Random(seed);
    const world = await World.create(sample.seen);
    const one = new Sequence({ sample, world, random, plan });
    try {
      await one.#all(pair);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      throw new Error(`${one.#said.join("\n")}\n  ${text}`);
    }
  }

  async #all({ members, isPart, final }: Pair): Promise<void> {
    const { typeName, steps: [first = {}] } = this.#sample;
    this.#isPart = isPart;
    const addressOf = async (
      typeName: string,
      configs: readonly JsonObject[],
    ) => ({
      terraform: await Terraform.of(typeName, {
        send: (request, process) =>
          this.#send(request, () => this.#world.send(request, process)),
        token: this.#world.token,
        now: this.#world.now,
      }),
      configs,
      config: undefined,
    });
    this.#addresses = await Promise.all(
      members.map(([typeName, configs]) => addressOf(typeName, configs)),
    );
    const { theirs } = this.#sample;
    if (!isPart && theirs !== undefined && !adopting.includes(typeName)) {
      const terraform = await Terraform.of(typeName, {
        send: (request) => this.#world.pass(request),
        token: this.#sample.isUsersOwn
          ? this.#world.token
          : this.#world.otherToken,
      });
      const config = { ...first, ...theirs };
      this.#stranger = { terraform, configs: [config], config };
    }
    const begun = await this.#world.snapshot();
    if (this.#random.once(2)) this.#skew = this.#random.pick([-hour, hour]);
    this.#say(`The clock is off by ${this.#skew / hour} h`);
    await this.#begin();
    for (let i = 0; i < COMMANDS; i++) await this.#command();
    await this.#end(final);
    assert(this.#isLeft || !this.#mustStay, "Imported files were deleted");
    if (this.#sample.mayBeTwice || this.#isLeft) return;
    assertEquals(listDifferences(await this.#world.snapshot(), begun), []);
  }

  #say(what: string): void {
    this.#said.push(what);
  }

  /** Mostly begins with a create whose first request is lost. */
  async #begin(): Promise<void> {
    const [address] = this.#addresses;
    const isLost = this.#plan === undefined && !this.#isPart;
    if (address === undefined || !isLost || this.#random.once(4)) return;
    address.config = this.#random.pick(address.configs);
    await this.#apply([address], () => [this.#lose(), undefined]);
  }

  /** One command that is drawn. */
  async #command(): Promise<void> {
    const random = this.#random;
    const address = random.pick(this.#addresses);
    switch (random.below(8)) {
      case 0:
        return await this.#import(address);
      case 1:
        return await this.#forget(address);
      case 2:
        return await this.#appear();
      default: {
        for (const one of this.#addresses) {
          if (random.once(2)) continue;
          one.config = random.once(4) ? undefined : random.pick(one.configs);
        }
        this.#dropParts();
        const targets = random.once(2) ? this.#addresses : [address];
        const disturb = random.once(2) ? () => this.#disturb() : undefined;
        await this.#apply(targets, disturb);
      }
    }
  }

  /** A part goes with the whole that it is in. */
  #dropParts(): void {
    const isGone = this.#addresses.some(({ terraform, config }) =>
      terraform.resource.typeName === "huggingface_space" &&
      config === undefined
    );
    if (!this.#isPart || !isGone) return;
    for (const one of this.#addresses) one.config = undefined;
  }

  get #isFile(): boolean {
    return this.#sample.typeName.startsWith("huggingface_repo_file");
  }

  #nameOf(address: Address): string {
    return ["A", "B"][this.#addresses.indexOf(address)] ?? "?";
  }

  /** Imports what one of all has, or what a stranger has. */
  async #import(address: Address): Promise<void> {
    const { terraform } = address;
    if (terraform.stored !== undefined) return;
    const { resource: { typeName } } = terraform;
    const of = this.#random.pick(
      [
        ...this.#addresses,
        ...this.#isTheirs && this.#stranger ? [this.#stranger] : [],
      ].filter((one) =>
        one !== address && one.terraform.resource.typeName === typeName
      ).concat(address),
    );
    if (of.terraform.stored === undefined) return;
    const { importId } = sampleOf(of.terraform.resource);
    const state = Object(of.terraform.shown);
    const id = `${importId?.(state) ?? state.id}`;
    this.#world.begin(undefined, PATIENCE);
    const { ok, output } = await terraform.import(id);
    this.#say(`import of ${id} to ${this.#nameOf(address)}: ${ok}`);
    assert(ok, output);
    if (of !== this.#stranger) return;
    this.#isTheirs = false;
    this.#mustStay ||= this.#isFile && this.#plan === undefined;
  }

  /** Removes a resource from the state: its object becomes a stranger's. */
  async #forget(address: Address): Promise<void> {
    const { terraform, config } = address;
    const stranger = this.#stranger;
    const isOther = this.#addresses.some((one) =>
      one !== address && idOf(one.terraform) === idOf(terraform)
    );
    if (
      this.#isTheirs || isOther || stranger === undefined ||
      config === undefined || terraform.stored === undefined ||
      terraform.resource !== stranger.terraform.resource
    ) return;
    this.#say(`state rm of ${this.#nameOf(address)}`);
    stranger.terraform.stored = terraform.stored;
    stranger.config = undefined;
    terraform.stored = undefined;
    this.#isTheirs = true;
    await stranger.terraform.refresh();
  }

  /** A stranger makes what nobody has. */
  async #appear(): Promise<void> {
    const stranger = this.#stranger;
    const isOurs = this.#addresses.some(({ terraform }) => terraform.stored);
    if (stranger === undefined || this.#isTheirs || isOurs) return;
    const [config] = stranger.configs;
    stranger.terraform.stored = undefined;
    stranger.config = config;
    const { ok, output } = await stranger.terraform.apply(config);
    this.#say(`a stranger appears: ${ok} ${ok ? "" : output}`);
    this.#isTheirs = ok;
  }

  async #send(
    request: Request,
    pass: () => Promise<Response>,
  ): Promise<Response> {
    const loss = this.#loss;
    const isLost = loss !== undefined && !isRead(request);
    if (isLost) this.#loss = undefined;
    const answer = await (isLost ? loss(pass) : pass());
    if (this.#skew === 0) return answer;
    const text = await answer.text();
    const shifted = text.replaceAll(
      /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g,
      (date) => new Date(Date.parse(date) + this.#skew).toISOString(),
    );
    const { status, headers } = answer;
    const left = new Headers(headers);
    left.delete("content-length");
    const isEmpty = [204, 304].includes(status);
    return new Response(isEmpty ? null : shifted, { status, headers: left });
  }

  /** Prepares the loss of the first write. */
  #lose(): string {
    const random = this.#random;
    const stranger = this.#stranger;
    const isFree = !this.#isTheirs &&
      this.#addresses.every(({ terraform }) => terraform.stored === undefined);
    const { theirs, isUntold, isSigned } = this.#sample;
    // An equal one can be told only by who made it.
    const isTold = isSigned === true || isUntold !== true &&
        !this.#addresses.some(({ config }) => isSame(config, stranger?.config));
    const isMet = isFree && theirs !== undefined && isTold;
    const how = random.pick([
      "lost before",
      "lost after",
      // A variable that somebody sets at the same time is set once more.
      ...isMet && this.#sample.typeName !== "huggingface_space_variable"
        ? ["a stranger comes first"]
        : [],
      ...isMet ? ["a stranger, then lost"] : [],
    ]);
    const isBroken = random.once(2);
    this.#loss = async (serve) => {
      if (how.startsWith("a stranger")) await this.#appear();
      if (how === "a stranger comes first") return await serve();
      if (how === "lost after") await (await serve()).body?.cancel();
      if (isBroken) throw new TypeError("connection reset");
      return new Response("Gateway Timeout", { status: 504 });
    };
    return how;
  }

  #disturb(): readonly [string, Plan | undefined] {
    const random = this.#random;
    if (this.#plan !== undefined) {
      return [this.#plan.disturbance.name, this.#plan];
    }
    if (random.once(2)) return [this.#lose(), undefined];
    const disturbance = random.pick(
      disturbances.filter(({ name }) => !name.startsWith("kill")),
    );
    const at = 1 + random.below(REQUESTS);
    return [
      `request ${at}: ${disturbance.name}`,
      { at, disturbance, lasts: false },
    ];
  }

  async #apply(
    targets: readonly Address[],
    disturb?: () => readonly [how: string, Plan | undefined],
  ): Promise<Outcome> {
    const [how, plan] = disturb?.() ?? ["undisturbed", undefined] as const;
    const names = targets.map((one) =>
      `${this.#nameOf(one)} ${JSON.stringify(one.config) ?? "gone"}`
    );
    const before = this.#addresses.map(({ terraform }) => terraform.stored);
    const isAtOnce = this.#random.once(2);
    this.#world.begin(plan, PATIENCE);
    const isFree = !this.#isTheirs;
    const isLost = this.#loss !== undefined;
    const outcome = await applyAll(wantedOf(targets), { isAtOnce });
    if (isLost && this.#loss === undefined && isFree && how === "lost after") {
      this.#seeKept(targets, before, outcome);
    }
    this.#loss = undefined;
    const { ok, actions, output } = outcome;
    this.#isLeft ||= /stays? on the Hub/.test(output) ||
      this.#mustStay && output.includes("stay in the repository");
    for (
      const [, id = ""] of output.matchAll(
        /may be somebody else's[^]*?terraform import ADDRESS (\S+)/g,
      )
    ) this.#unclear.add(id);
    this.#say(
      `apply of ${names.join(" and ")}, ${how}: ${ok ? "ok" : "error"} ${
        actions.join("+")
      }${ok ? "" : "\n    " + output.replaceAll("\n", "\n    ")}`,
    );
    this.#world.begin(undefined, PATIENCE);
    await this.#seeTheirs(outcome);
    for (const [i, { terraform }] of this.#addresses.entries()) {
      const had = before[i];
      const isElsewhere = this.#addresses.some((one) =>
        idOf(one.terraform) === Object(had?.value).id
      );
      const isLost = had !== undefined && terraform.stored === undefined;
      // A create that was told another id follows that one.
      const isTold = this.#plan !== undefined;
      if (isLost && !isElsewhere && !isTold && !actions.includes("delete")) {
        await this.#seeGone(terraform, had);
      }
      const isNew = had === undefined && terraform.stored !== undefined;
      if (isNew) this.#seeNew(terraform);
    }
    if (disturb !== undefined) return outcome;
    if (!ok) assert(advice.test(output), "No word of what to do");
    if (ok) await this.#seeEmpty(targets);
    return outcome;
  }

  /** Checks that a first object whose answer was lost is kept, by any clock. */
  #seeKept(
    targets: readonly Address[],
    before: readonly Terraform["stored"][],
    { output }: Outcome,
  ): void {
    const [made, ...others] = targets.filter(({ config }) => config);
    const isAlone = before.every((one) => one === undefined) &&
      others.length === 0;
    if (!isAlone || adopting.includes(this.#sample.typeName)) return;
    // Of a secret, no answer shows whether it is the same.
    const isUnseen = /nothing shows who made it|nobody was shown/.test(output);
    assert(
      isUnseen || made?.terraform.stored,
      `What was made is not kept:\n${output}`,
    );
  }

  /** Checks that the stranger's object is as they left it. */
  async #seeTheirs({ output }: Outcome): Promise<void> {
    const stranger = this.#stranger;
    if (!this.#isTheirs || stranger?.terraform.stored === undefined) return;
    const before = stranger.terraform.shown;
    const read = await stranger.terraform.refresh();
    assert(read.ok, read.output);
    assertEquals(
      listDifferences(stranger.terraform.shown, before),
      [],
      `Theirs was touched:\n${output}`,
    );
  }

  /** Checks that an object which left the state is gone. */
  async #seeGone(
    { resource: { typeName } }: Terraform,
    had: NonNullable<Terraform["stored"]>,
  ): Promise<void> {
    const probe = await Terraform.of(typeName, {
      send: (request) => this.#world.pass(request),
      token: this.#world.token,
    });
    const { ok } = await probe.import(String(Object(had.value).id));
    assert(!ok, "It was lost from the state, and is there");
  }

  /** Checks that a created object is not the stranger's. */
  #seeNew(terraform: Terraform): void {
    const stranger = this.#stranger?.terraform;
    if (!this.#isTheirs || stranger === undefined) return;
    const isSame = stranger.resource === terraform.resource &&
      idOf(stranger) === idOf(terraform);
    // Equal content needs no commit, and stays when it is given up.
    const isFile = this.#isFile;
    if (isFile) {
      this.#isLeft = true;
      this.#isTheirs = false;
    }
    assert(!isSame || isFile, "It was adopted");
  }

  async #seeEmpty(targets: readonly Address[]): Promise<void> {
    const before = this.#addresses.map(({ terraform }) => terraform.stored);
    for (const { terraform, config } of targets) {
      const { ok, actions, output } = await terraform.plan(config);
      assertEquals([ok, actions], [true, []], `Not empty:\n${output}`);
    }
    for (const [i, { terraform }] of this.#addresses.entries()) {
      terraform.stored = before[i];
    }
  }

  /** The advice is followed, the stranger goes, and all is well. */
  async #end(final: Pair["final"]): Promise<void> {
    for (const [i, address] of this.#addresses.entries()) {
      address.config = final[i];
    }
    for (let i = 0; i < 4; i++) {
      const outcome = await this.#apply(this.#addresses);
      if (outcome.ok) break;
      await this.#follow(outcome);
    }
    const last = await this.#apply(this.#addresses);
    const held = this.#addresses.map(({ terraform }) => idOf(terraform));
    this.#isLeft ||= [...this.#unclear].some((id) => !held.includes(id));
    if (this.#isLeft) return;
    assert(last.ok, "It does not end");
    for (const one of this.#addresses) one.config = undefined;
    const gone = await this.#apply(this.#addresses);
    assert(gone.ok, "It is not destroyed");
    if (this.#isTheirs) await this.#leave();
  }

  async #follow({ output }: Outcome): Promise<void> {
    const holders = this.#addresses.filter(({ terraform }) => terraform.stored);
    if (/No apply moves|Two resources (?:manage|have)/.test(output)) {
      // First without the one that is to have it.
      const [giver] = holders;
      this.#say("one of both is given up");
      if (giver === undefined) return;
      const { config } = giver;
      giver.config = undefined;
      await this.#apply([giver]);
      giver.config = config;
      return;
    }
    if (output.includes("gives it up, apply that first")) {
      const givenUp = holders.filter(({ config }) => config === undefined);
      if (givenUp.length > 0) {
        this.#say("what is given up goes first");
        return void await this.#apply(givenUp);
      }
    }
    if (this.#isTheirs) return await this.#leave();
    const id = /terraform import (?:ADDRESS|<[^>]*>) (\S+)/.exec(output)?.[1];
    const free = this.#addresses.find(({ terraform, config }) =>
      terraform.stored === undefined && config !== undefined
    );
    if (id === undefined || free === undefined) return;
    this.#say(`${this.#nameOf(free)} is imported, as the message says`);
    await free.terraform.import(id);
  }

  async #leave(): Promise<void> {
    const stranger = this.#stranger;
    if (stranger === undefined) return;
    this.#isTheirs = false;
    const { ok, output } = await stranger.terraform.apply(undefined);
    this.#say(`the stranger leaves: ${ok} ${output}`);
  }
}

function wantedOf(targets: readonly Address[]): readonly DesiredResource[] {
  return targets.map(({ terraform, config }) => ({
    terraform,
    values: config,
  }));
}

function idOf({ shown }: Terraform): string | undefined {
  return Object(shown).id;
}

/** A sequence of a sample, which is drawn; without a plan, so are its faults. */
export function sequenceOf(
  sample: Sample,
  random: Random,
  plan?: Plan,
): NamedRun {
  const pairs = pairsOf(sample);
  // Two of a kind as often as all that have a part in common.
  const pair = random.pick(random.once(2) ? pairs.slice(0, 1) : pairs);
  const seed = random.below(2 ** 32);
  return {
    name: `a sequence of ${pair.names}, ${seed}`,
    run: () => Sequence.run(sample, pair, seed, plan),
  };
}
