/**
 * What resources claim: two that manage one thing undo each other's work, so a
 * plan refuses it. A thing stands in one resource, in states and plans taken
 * together: nothing is handed over within an apply.
 *
 * @module
 */

import type { Diagnostics, Path, PrivateState } from "@hf-terraform/framework";
import { nameKey } from "../same.ts";

/** Something that only one resource of a configuration may manage. */
export interface Claim {
  /** The thing as messages name it: `the secret acme/s/A`. */
  readonly thing: string;
  /** What tells it from other things; default: its name in messages. */
  readonly key?: string;
  /** The attribute that says so; absent: the resource as a whole. */
  readonly at?: Path | undefined;
  /** Whether others that say so too may manage parts of it. */
  readonly isShared?: boolean;
}

/** A secret or variable of a Space. */
export type KeyKind = "secret" | "variable";

/** The claim of an object by its id, as messages name it. */
export function objectClaim(
  { kind, id }: { readonly kind: string; readonly id: string },
): Claim {
  return { thing: `the ${kind} ${id}` };
}

/** The texts of a claim, if all of them are known. */
export function known<T extends readonly unknown[]>(
  ...values: T
): { [I in keyof T]: string } | undefined {
  return values.every((value) => typeof value === "string")
    ? values as unknown as { [I in keyof T]: string }
    : undefined;
}

/** The claims of a part, also by the id of the whole that stays, if known. */
function partClaims(claim: Claim, ...id: readonly unknown[]): Claim[] {
  const key = known(...id)?.join("/");
  return key === undefined ? [claim] : [claim, { ...claim, key }];
}

/** The claims of a key of a Space, whichever resource manages it. */
export function keyClaims(
  kind: KeyKind,
  { space, space_id }: { readonly space: string; readonly space_id: unknown },
  key: string,
  at?: Path,
): Claim[] {
  const claim = { ...objectClaim({ kind, id: `${space}/${key}` }), at };
  return partClaims(claim, kind, space_id, key);
}

/** The place of files. */
export interface FilePlace {
  /** The repository: `acme/m`, `datasets/acme/x`. */
  readonly owner: string;
  /** The id of the repository that stays. */
  readonly repository_id: unknown;
  /** The branch. */
  readonly branch: string;
}

/** The claims of a file, whichever resource manages it. */
export function fileClaims(
  { owner, repository_id, branch }: FilePlace,
  path: string,
  at?: Path,
): Claim[] {
  const thing = `the file ${path} on the branch ${branch} of ${owner}`;
  return partClaims({ thing, at }, "file", repository_id, branch, path);
}

/**
 * The claim of the members of a resource group, if the group is known.
 *
 * @param isShared Whether one of them is claimed, and not all.
 */
export function membersClaim(
  { organization, resource_group_id: group }: {
    readonly organization: unknown;
    readonly resource_group_id: unknown;
  },
  isShared: boolean,
): Claim[] {
  const id = known(organization, group)?.join("/");
  const kind = "members of the resource group";
  if (id === undefined) return [];
  const { thing } = objectClaim({ kind, id });
  return [{ thing, key: nameKey(thing), isShared }];
}

/** A plan of one resource. */
export interface Claimed {
  /** The resource, as messages name it. */
  readonly by: string;
  /** What it has by its state; null: it is created. */
  readonly before: readonly Claim[] | null;
  /** What it is to have; null: it is destroyed. */
  readonly after: readonly Claim[] | null;
}

/** What one resource has to do with one thing. */
interface Holder extends Pick<Claimed, "by"> {
  readonly isShared: boolean;
  /** Whether it is to have it; else it has it, and gives it up. */
  readonly isPlanned: boolean;
  /** Whether it is to create it. */
  readonly isCreated: boolean;
}

/** One thing of two resources. */
interface Conflict {
  /** The mark of the other one. */
  readonly key: string;
  readonly claim: Claim;
  readonly mine: Holder;
  readonly other: Holder;
}

/** What knows which resource it is about. */
interface Noted {
  readonly privateState: PrivateState;
}

/** The mark beside a state that tells one resource from another. */
const CLAIMANT = "claimant";

/** The claims of one run. */
export class Claims {
  readonly #holders = new Map<string, Map<string, Holder>>();
  readonly #before = new Set<string>();
  readonly #taken = new Map<string, string | undefined>();
  #isApplying = false;

  /** Notes that what was planned is done now. */
  noteApply(): void {
    this.#isApplying = true;
  }

  /**
   * Notes what a resource has and is to have. What one is to have and another
   * one has or is to have is an error of the one that is planned second.
   * Terraform tells a provider no address, but keeps what a plan notes beside the
   * state, also when it plans once more to replace it.
   *
   * @returns Whether it is planned to be created, and replaces nothing.
   */
  plan(
    claimed: Claimed,
    { privateState, diagnostics }: Noted & {
      readonly diagnostics: Diagnostics;
    },
  ): boolean {
    const { by, before, after } = claimed;
    // An apply plans the destroy of what it has replaced by then.
    if (after === null && this.#isApplying) return false;
    const id = claimantOf({ privateState }) ?? crypto.randomUUID();
    privateState.set(CLAIMANT, id);
    const isReplaced = before === null && this.#before.has(id);
    if (before !== null) this.#before.add(id);
    const isCreated = before === null;
    const all = [
      ...(after ?? []).map((claim) => ({ claim, isPlanned: true, isCreated })),
      ...(before ?? []).map((claim) => ({
        claim,
        isPlanned: false,
        isCreated,
      })),
    ];
    for (const { claim, ...how } of all) {
      const key = keyOf(claim);
      const holders = this.#holders.get(key) ?? new Map<string, Holder>();
      this.#holders.set(key, holders);
      // What stays is noted as planned already.
      if (!how.isPlanned && holders.has(id)) continue;
      holders.set(id, { by, isShared: claim.isShared ?? false, ...how });
    }
    const conflicts = all.flatMap(({ claim }) => this.#conflicts(claim, id));
    // Map.groupBy is not in Node 20.
    for (const holder of new Set(conflicts.map(({ key }) => key))) {
      refuse(conflicts.filter(({ key }) => key === holder), diagnostics);
    }
    return isCreated && !isReplaced && !this.#isApplying;
  }

  #conflicts(claim: Claim, id: string): readonly Conflict[] {
    const holders = this.#holders.get(keyOf(claim));
    const mine = holders?.get(id);
    return [...holders ?? []].flatMap(([key, other]) => {
      const isWell = mine === undefined || key === id ||
        mine.isShared && other.isShared ||
        !mine.isPlanned && !other.isPlanned;
      return isWell ? [] : [{ key, claim, mine, other }];
    });
  }

  /** Whether a plan of this run is to create it, at first or once more. */
  isCreated(claim: Claim): boolean {
    // An apply keeps to what was planned.
    return !this.#isApplying &&
      this.#holdersOf(claim).some(({ isCreated }) => isCreated);
  }

  /** Whether a resource of this run is to create it, and has not done so yet. */
  isAwaited(claim: Claim): boolean {
    return this.#holdersOf(claim).some(({ isPlanned }) => isPlanned) &&
      !this.#taken.has(keyOf(claim));
  }

  #holdersOf(claim: Claim): readonly Holder[] {
    return [...this.#holders.get(keyOf(claim))?.values() ?? []];
  }

  /** Notes that a resource has it now, after the service said so. */
  take(claim: Claim, noted: Noted): void {
    this.#taken.set(keyOf(claim), claimantOf(noted));
  }

  /** Whether another resource of this run has taken it: it is left alone. */
  isTaken(claim: Claim, noted: Noted): boolean {
    const key = keyOf(claim);
    return this.#taken.has(key) && this.#taken.get(key) !== claimantOf(noted);
  }
}

/** How many things an error names. */
const NAMED = 5;

/** Refuses what one resource and another one have. */
function refuse(
  conflicts: readonly Conflict[],
  diagnostics: Diagnostics,
): void {
  const [first] = conflicts;
  if (first === undefined) return;
  const { claim: { at }, mine, other } = first;
  const all = [...new Set(conflicts.map(({ claim }) => claim.thing))];
  const more = all.splice(NAMED).length;
  const things = all.join(", ") + (more === 0 ? "" : ` and ${more} more`);
  if (mine.isPlanned && other.isPlanned) {
    diagnostics.addError(
      `Two resources manage ${things}`,
      `${mine.by} is to manage it here, and ${other.by} of this configuration ` +
        "manages it too: they would undo each other's work. Keep one of " +
        "the two.",
      at,
    );
    return;
  }
  const [giver, taker] = mine.isPlanned ? [other, mine] : [mine, other];
  diagnostics.addError(
    `No apply moves ${things} from one resource to another`,
    `${giver.by} has it in the state and gives it up, and ${taker.by} is to ` +
      "have it. Terraform does both in any order, and the first may delete " +
      "what the second one has. If only the address of a resource has changed " +
      "(its name, its module, a key of `for_each`, an index of `count`), say " +
      "so in a `moved` block. Otherwise let Terraform forget the one that has " +
      "it, by a `removed` block with `destroy = false` or by `terraform state " +
      "rm ADDRESS`, and import what each of the two is to have. Where it may " +
      "go and come again, use two applies: first without the one that is to " +
      'have it, then with it. The guide "Moving things between resources" ' +
      "shows each way.",
    at,
  );
}

function keyOf({ thing, key = thing }: Claim): string {
  return key;
}

/** The mark of a resource; undefined: none yet. */
export function claimantOf({ privateState }: Noted): string | undefined {
  const noted = privateState.get(CLAIMANT);
  return typeof noted === "string" ? noted : undefined;
}
