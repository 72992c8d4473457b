/**
 * What resources claim: two that manage one thing undo each other's work, so a
 * plan refuses the second one. Terraform destroys one resource and creates
 * another in any order, so a plan refuses both with one thing; files are handed
 * over instead, and not deleted.
 *
 * @module
 */

import { setTimeout } from "node:timers/promises";
import type { Diagnostics, Path, PrivateState } from "@hf-terraform/framework";

/** Something that only one resource of a configuration may manage. */
export interface Claim {
  /** What it is, as messages name it: `the secret A of acme/s`. */
  readonly thing: string;
  /** The attribute that says so; absent: the resource as a whole. */
  readonly at?: Path | undefined;
  /** Whether others that say so too may manage parts of it. */
  readonly isShared?: boolean;
  /** Whether another resource of the same run can take it over, in any order. */
  readonly isHandedOver?: boolean;
}

/** A secret or variable of a Space. */
export type KeyKind = "secret" | "variable";

/** The claim of an object by its id, as messages name it. */
export function objectClaim(
  { kind, id }: { readonly kind: string; readonly id: string },
): Claim {
  return { thing: `the ${kind} ${id}` };
}

/** The claim of an object by the parts of its name, if all are known. */
function namedClaim(
  kind: string,
  ...parts: readonly unknown[]
): Claim[] {
  const names = known(...parts);
  return names === undefined
    ? []
    : [objectClaim({ kind, id: names.join("/") })];
}

/** A key of a Space, whichever resource manages it. */
export function keyClaim(
  kind: KeyKind,
  space: string,
  key: string,
  at?: Path,
): Claim {
  return { ...objectClaim({ kind, id: `${space}/${key}` }), at };
}

/** Where files are claimed. */
export interface FilePlace {
  /** The repository: `acme/m`, `datasets/acme/x`. */
  readonly owner: string;
  /** The branch. */
  readonly branch: string;
}

/** A file, whichever resource manages it. */
export function fileClaim(
  { owner, branch }: FilePlace,
  path: string,
  at?: Path,
): Claim {
  const thing = `the file ${path} on the branch ${branch} of ${owner}`;
  return { thing, at, isHandedOver: true };
}

/**
 * The members of a resource group, if the group is known.
 *
 * @param isShared Whether one of them is claimed, and not all.
 */
export function membersClaim(
  { organization, resource_group_id }: {
    readonly organization: unknown;
    readonly resource_group_id: unknown;
  },
  isShared: boolean,
): Claim[] {
  return namedClaim(
    "members of the resource group",
    organization,
    resource_group_id,
  ).map((claim) => ({ ...claim, isShared }));
}

/** A member of a resource group, as one resource for each manages it. */
export function memberClaim(
  organization: unknown,
  group: unknown,
  username: unknown,
): Claim[] {
  return namedClaim(
    "member of the resource group",
    organization,
    group,
    username,
  );
}

/** The same, as one resource for all of them manages it. */
export function memberInSetClaim(
  organization: unknown,
  group: unknown,
  username: unknown,
): Claim[] {
  return namedClaim(
    "member in the set of the resource group",
    organization,
    group,
    username,
  ).map((claim) => ({ ...claim, isShared: true }));
}

/** The texts of a claim, if all of them are known. */
export function known<T extends readonly unknown[]>(
  ...values: T
): { [I in keyof T]: string } | undefined {
  return values.every((value) => typeof value === "string")
    ? values as unknown as { [I in keyof T]: string }
    : undefined;
}

/** How long the other half of a move may take, which is done at the same time. */
const HANDOVER_MS = 500;

/** Terraform does both halves of a move in any order: the other one may be next. */
export async function otherHalf(signal: AbortSignal): Promise<void> {
  await setTimeout(HANDOVER_MS, undefined, { signal });
}

/** Tells the plans of one resource from those of another. */
const CLAIMANT = "claimant";

/** Who has claimed something. */
interface Planned {
  readonly claimant: string;
  readonly by: string;
  readonly isShared: boolean;
  /** Whether it is created, is there already, or is given another name. */
  readonly how: "created" | "kept" | "renamed";
}

/** A destroy that takes something away. */
interface Ending {
  readonly by: string;
  readonly claimant: string | undefined;
  /** Whether the resource manages the thing itself, and others parts of it. */
  readonly isWhole: boolean;
  /** See {@linkcode Claim}. */
  readonly isHandedOver?: boolean;
  /** Whether the thing stays, and nothing is taken away. */
  readonly isKept?: boolean;
}

/** Of which resource a plan is, and where it says what is wrong. */
interface Planning extends Noted {
  readonly diagnostics: Diagnostics;
}

/** The claims of one run. */
export class Claims {
  readonly #planned = new Map<string, readonly Planned[]>();
  readonly #ending = new Map<string, Ending>();
  readonly #taken = new Map<string, string | undefined>();
  readonly #released = new Set<string>();
  readonly #givenUp = new Map<string, Pick<Planned, "claimant" | "by">>();
  readonly #there = new Set<string>();
  readonly #kept = new Map<string, readonly Claim[]>();
  readonly #keptWhereItIs = new Set<string>();
  #isApplying = false;

  /** Notes that what was planned is done now. */
  noteApply(): void {
    this.#isApplying = true;
  }

  /**
   * Claims things for what is planned; what another resource has claimed is an
   * error. Terraform does not tell a provider the address of a resource, but
   * keeps what a plan notes beside the state, also when it plans once more to
   * replace it.
   *
   * @param by The resource, as messages name it.
   * @param before What it has claimed so far; null: it is created.
   * @returns Whether it is planned to be created, and replaces nothing.
   */
  plan(
    claims: readonly Claim[],
    by: string,
    before: readonly Claim[] | null,
    { privateState, diagnostics }: Planning,
  ): boolean {
    const claimant = claimantOf({ privateState }) ?? crypto.randomUUID();
    privateState.set(CLAIMANT, claimant);
    if (before !== null) this.#there.add(claimant);
    else this.#refuseAnother(claims, this.#kept.get(claimant), by, diagnostics);
    const refused = new Set<string>();
    this.#giveUp(claims, { claimant, by }, before ?? [], diagnostics);
    for (const { thing, at, isShared = false } of claims) {
      const isThere = before?.some((one) => one.thing === thing);
      const how = before === null ? "created" : isThere ? "kept" : "renamed";
      const claimed = { claimant, by, isShared, how } as const;
      const ending = this.#ending.get(thing);
      const isEnded = ending !== undefined && isEnd(ending, claimed);
      if (isEnded && !refused.has(ending.by)) {
        refused.add(ending.by);
        refuseEnd(ending, thing, claimed, { at, diagnostics });
      }
      const others = (this.#planned.get(thing) ?? [])
        .filter((one) => one.claimant !== claimant);
      const other = others.find((one) => !one.isShared || !isShared);
      if (other === undefined) {
        this.#planned.set(thing, [...others, claimed]);
        const giver = this.#givenUp.get(thing);
        if (giver) this.#warnOfMove(thing, giver, { by, at, diagnostics });
        continue;
      }
      diagnostics.addError(
        `Two resources manage ${thing}`,
        `${by} is to manage it here, and ${other.by} of this configuration ` +
          "manages it too: they would undo each other's work. Keep one of " +
          "the two.",
        at,
      );
    }
    return !this.#there.has(claimant) && !this.#isApplying;
  }

  /** Notes what a resource had and that its plan does not claim any more. */
  #giveUp(
    claims: readonly Claim[],
    giver: Pick<Planned, "claimant" | "by">,
    before: readonly Claim[],
    diagnostics: Diagnostics,
  ): void {
    // Without any, what it claims is not known yet.
    if (claims.length === 0) return;
    for (const { thing } of claims) {
      const { claimant } = this.#givenUp.get(thing) ?? {};
      if (claimant === giver.claimant) this.#givenUp.delete(thing);
    }
    for (const { thing, isHandedOver = false } of before) {
      const stays = claims.some((one) => one.thing === thing);
      if (stays || isHandedOver) continue;
      this.#givenUp.set(thing, giver);
      const taker = this.#planned.get(thing)
        ?.find(({ claimant }) => claimant !== giver.claimant);
      if (taker) {
        this.#warnOfMove(thing, giver, { by: taker.by, diagnostics });
      }
    }
  }

  /** Says at plan that a thing goes from one resource to another. */
  #warnOfMove(
    thing: string,
    giver: Pick<Planned, "by">,
    { by, at, diagnostics }: {
      readonly by: string;
      readonly at?: Path | undefined;
      readonly diagnostics: Diagnostics;
    },
  ): void {
    if (this.#isApplying) return;
    diagnostics.addWarning(
      `${giver.by} gives up ${thing}, and another resource takes it`,
      `${by} is to have it. Terraform does both in any order: it may be ` +
        "missing for a moment, and if the one that takes it finds it there " +
        "still, that is refused, and done by another `terraform apply`.",
      at,
    );
  }

  /** Whether the plan of another resource of this run gives it up. */
  isGivenUp({ thing }: Claim, noted: Noted): boolean {
    const giver = this.#givenUp.get(thing);
    return giver !== undefined && giver.claimant !== claimantOf(noted);
  }

  /** Notes at plan what a destroy of this resource would not take away. */
  keep(claims: readonly Claim[], planning: Planning): void {
    const claimant = claimantOf(planning);
    if (claimant !== undefined) this.#kept.set(claimant, claims);
  }

  /**
   * Notes at a read what a destroy would not take away: a tainted resource is
   * planned as a new one, without its state.
   */
  seeKept(claims: readonly Claim[]): void {
    for (const { thing } of claims) this.#keptWhereItIs.add(thing);
  }

  /** Refuses a replacement by what the destroy leaves where it is. */
  #refuseAnother(
    claims: readonly Claim[],
    kept: readonly Claim[] = [],
    by: string,
    diagnostics: Diagnostics,
  ): void {
    if (this.#isApplying) return;
    const there = claims.find(({ thing }) =>
      this.#keptWhereItIs.has(thing) && !this.#planned.has(thing) &&
      !this.#ending.has(thing) && !this.#givenUp.has(thing)
    );
    if (there !== undefined) {
      diagnostics.addWarning(
        `${by} is to be created, and ${there.thing} is there`,
        "This state has it with `on_destroy` = `keep`: a destroy leaves it " +
          "where it is. Unless another resource of this plan gives it up, the " +
          "create is refused. If the resource is tainted, run " +
          "`terraform untaint ADDRESS`. If only its address has changed, say " +
          "so in a `moved` block.",
        there.at,
      );
    }
    const same = claims.find((one) => kept.some((k) => k.thing === one.thing));
    if (same === undefined) return;
    diagnostics.addError(
      `${by} cannot be replaced: its destroy keeps it`,
      `\`on_destroy\` is \`keep\`, so ${same.thing} stays where it is, and the ` +
        "create of another one would be refused. Plan without `-replace` and " +
        "`replace_triggered_by`, or set `on_destroy` to what deletes it, " +
        "apply that, and replace it then.",
      same.at,
    );
  }

  /**
   * Notes at plan that a resource is destroyed, with what it claims; another
   * one that keeps or creates it, planned before or after, is an error.
   *
   * @param by The resource, as messages name it.
   * @param isKept Whether what it claims stays where it is.
   */
  leave(
    claims: readonly Claim[],
    by: string,
    isKept: boolean,
    planning: Planning,
  ): void {
    const own = claims.filter(({ isShared = false }) => !isShared);
    const claimant = claimantOf(planning);
    this.#end(own, { by, claimant, isWhole: true, isKept }, planning);
  }

  /** Notes at plan that a destroy takes away parts that others may claim. */
  end(claims: readonly Claim[], by: string, planning: Planning): void {
    const claimant = claimantOf(planning);
    this.#end(claims, { by, claimant, isWhole: false }, planning);
  }

  #end(
    claims: readonly Claim[],
    ending: Ending,
    { diagnostics }: Planning,
  ): void {
    // An apply plans the destroy of what was replaced once more.
    if (this.#isApplying) return;
    let isRefused = false;
    for (const { thing, isHandedOver = false } of claims) {
      const end = { ...ending, isHandedOver };
      this.#ending.set(thing, end);
      const keeper = this.#planned.get(thing)?.find((one) => isEnd(end, one));
      if (keeper === undefined || isRefused) continue;
      refuseEnd(ending, thing, keeper, { diagnostics });
      isRefused = true;
    }
  }

  /** Whether a resource of this run is to create it, and has not done so yet. */
  isAwaited({ thing }: Claim): boolean {
    return this.#planned.has(thing) && !this.#taken.has(thing);
  }

  /** Whether a plan of this run is to create it, at first or once more. */
  isCreated({ thing }: Claim): boolean {
    // An apply keeps to what was planned.
    return !this.#isApplying &&
      (this.#planned.get(thing)?.some(({ how }) => how === "created") ?? false);
  }

  /** Notes at plan that a resource gives up what it made. */
  release({ thing }: Claim): void {
    this.#released.add(thing);
  }

  /** Whether a resource of this run gives it up, which made it. */
  isReleased({ thing }: Claim): boolean {
    return this.#released.has(thing);
  }

  /** Notes that a resource has it now, after the service said so. */
  take({ thing }: Claim, noted: Noted): void {
    this.#taken.set(thing, claimantOf(noted));
  }

  /** Whether another resource of this run has taken it: it is left alone. */
  isTaken({ thing }: Claim, noted: Noted): boolean {
    return this.#taken.has(thing) &&
      this.#taken.get(thing) !== claimantOf(noted);
  }
}

/** Whether it is the end of what somebody else claims. */
function isEnd(
  ending: Ending,
  { claimant, isShared, how }: Planned,
): boolean {
  if (ending.claimant === claimant) return false;
  if (ending.isKept === true) return !isShared && how !== "kept";
  if (!ending.isWhole) return true;
  // A name that is not free yet is refused by the service, and nothing is lost.
  if (isShared || how === "renamed") return false;
  return how === "kept" || ending.isHandedOver !== true;
}

function refuseEnd(
  { by, isWhole, isKept }: Ending,
  thing: string,
  keeper: Planned,
  { at, diagnostics }: {
    readonly at?: Path | undefined;
    readonly diagnostics: Diagnostics;
  },
): void {
  if (isKept === true) {
    diagnostics.addError(
      `The destroy of ${by} keeps ${thing}, and another resource is to have it`,
      `\`on_destroy\` is \`keep\`, so it stays where it is, and ${keeper.by} ` +
        "cannot take its place. If only the address of the resource has " +
        "changed, say so in a `moved` block. Otherwise let `on_destroy` " +
        "delete it, and apply twice.",
      at,
    );
    return;
  }
  if (isWhole && keeper.how === "created") {
    diagnostics.addError(
      `One resource destroys ${thing}, and another one creates it`,
      `${by} is destroyed and ${keeper.by} created, which Terraform does in ` +
        "any order. If only the address of the resource has changed, say so " +
        "in a `moved` block, and nothing is destroyed. Otherwise apply twice: " +
        "without the one that is created, then with it.",
      at,
    );
    return;
  }
  diagnostics.addError(
    `The destroy of ${by} would take away ${thing}`,
    `${keeper.by} of this configuration manages it, and stays. To move it ` +
      "from one resource to the other, let Terraform forget the one that " +
      "goes: with a `removed` block that has `destroy = false`, or by " +
      "`terraform state rm`, and import what stays.",
    at,
  );
}

/** What knows which resource it is about. */
interface Noted {
  readonly privateState: PrivateState;
}

function claimantOf({ privateState }: Noted): string | undefined {
  const noted = privateState.get(CLAIMANT);
  return typeof noted === "string" ? noted : undefined;
}
