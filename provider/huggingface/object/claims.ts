/**
 * Claims of resources: two that manage one thing undo each other's work, so a
 * plan refuses it. A thing stands in one resource, in states and plans taken
 * together: nothing is handed over within an apply.
 *
 * @module
 */

import type { Diagnostics, Path } from "@hf-terraform/framework";
import { nameKey } from "../schema/same.ts";
import { markOf, type PrivateNotes } from "./notes.ts";

/** Something that only one resource of a configuration may manage. */
export interface Claim {
  /** The kind of object, if it is that as a whole. */
  readonly kind?: string;
  /** The thing as messages name it: `the secret acme/s/A`. */
  readonly thing: string;
  /** The part of its name in which letter case counts, such as a path. */
  readonly exact?: string | undefined;
  /** The path of the repository that it is in, whose name may be a former one. */
  readonly within?: string | undefined;
  /** The attribute that says so; absent: the resource as a whole. */
  readonly at?: Path | undefined;
  /** Whether several of a configuration may look like this. */
  readonly isShared?: boolean;
  /** Whether it is a part of the thing, beside which others have theirs. */
  readonly isPart?: boolean;
  /** A sentence on why that excludes what others have, if they differ. */
  readonly why?: string;
}

/** The claim of an object by its id, as messages name it. */
export function objectClaim(kind: string, id: string, exact?: string): Claim {
  return { kind, thing: `the ${kind} ${id}`, exact };
}

/** A resource that has a thing, had it or is to have it. */
interface Holder {
  /** The resource, as messages name it. */
  readonly by: string;
  readonly claim: Claim;
  /** Whether it has it by its state. */
  readonly isHeld: boolean;
  /** Whether it is to have it; else it has it, and gives it up. */
  readonly isPlanned: boolean;
  readonly isCreated: boolean;
}

/** Whether one is to have what another one has by its state and gives up. */
function isMove(giver: Holder, taker: Holder): boolean {
  return !giver.isPlanned && taker.isPlanned && !taker.isHeld;
}

/** The first five names of a list, and the number of the others. */
export function listSome(names: readonly string[]): string {
  const more = names.length - 5;
  return names.slice(0, 5).join(", ") +
    (more > 0 ? ` and ${more} more` : "");
}

export class Claims {
  readonly #holders = new Map<string, Map<string, Holder>>();
  /** The names that repositories have now, by those that lead to them. */
  readonly names: Map<string, string> = new Map();

  /**
   * Notes what a resource has by its state (null: it is created) and is to have
   * (null: it is destroyed); the second one that is to have a thing is refused.
   */
  plan(
    by: string,
    before: readonly Claim[] | null,
    after: readonly Claim[] | null,
    context: PrivateNotes & {
      readonly diagnostics: Diagnostics;
      readonly provider: { readonly isWholeTest: boolean };
    },
  ): void {
    const id = markOf(context) ?? "";
    const known = new Set(before?.map(({ within }) => within));
    const byKey = (claims: readonly Claim[] | null) =>
      new Map(
        claims?.map((one) => [this.#keyOf(one, !known.has(one.within)), one]),
      );
    const [held, planned] = [byKey(before), byKey(after)];
    const all = new Map([...held, ...planned]);
    const met = [...all].flatMap(([key, claim]) => {
      const holders = this.#holders.get(key) ?? new Map<string, Holder>();
      const isHeld = held.has(key) || holders.get(id)?.isHeld === true;
      const isPlanned = planned.has(key);
      const mine = { by, claim, isHeld, isPlanned, isCreated: before === null };
      this.#holders.set(key, holders.set(id, mine));
      return [...holders].flatMap(([holder, other]) =>
        holder === id || claim.isPart && other.claim.isPart ||
          (claim.isShared && other.claim.isShared
            ? !isMove(mine, other) && !isMove(other, mine)
            : !isPlanned && !other.isPlanned)
          ? []
          : { holder, mine, other }
      );
    });
    if (context.provider.isWholeTest) return;
    for (const holder of new Set(met.map((one) => one.holder))) {
      refuse(context.diagnostics, met.filter((one) => one.holder === holder));
    }
  }

  /** @param isNew Whether no state leads to what it is in: its name counts. */
  #keyOf({ thing, exact = "", within = "" }: Claim, isNew = false): string {
    const isCalledSo = isNew && [...this.names.values()].includes(within);
    const now = isCalledSo ? within : this.names.get(within) ?? within;
    // A thing of a Space may name that without its kind.
    const [from = "", to = ""] = [within, now]
      .map((path) => path.replace(/^(?:datasets|spaces)\//, ""));
    return `${nameKey(thing.replace(from, () => to))} ${exact}`;
  }

  creates(kind: string): boolean {
    return [...this.#holders.values()].flatMap((all) => [...all.values()])
      .some(({ isCreated, claim }) => isCreated && claim.kind === kind);
  }

  /** Whether one resource of this run gives up a thing and is to have another. */
  renames(from: Claim, to: Claim): boolean {
    const givers = this.of(from).map(({ by }) => by);
    return this.of(to).some(({ by }) => givers.includes(by));
  }

  /** The holders of a claim in this run, but for one of them. */
  of(claim: Claim, but?: PrivateNotes): readonly Holder[] {
    const own = but && markOf(but);
    const holders = this.#holders.get(this.#keyOf(claim)) ?? [];
    return [...holders].flatMap(([id, holder]) => id === own ? [] : holder);
  }
}

function refuse(
  diagnostics: Diagnostics,
  met: readonly { readonly mine: Holder; readonly other: Holder }[],
): void {
  const [first] = met;
  if (first === undefined) return;
  const { mine, other } = first;
  const what = listSome([...new Set(met.map(({ mine }) => mine.claim.thing))]);
  const [giver, taker] = mine.isPlanned ? [other, mine] : [mine, other];
  const [summary, detail] = giver.isPlanned
    ? [
      `Two resources manage ${what}`,
      `${mine.by} is to manage it here, and ${other.by} of this configuration ` +
      "manages it too: they would undo each other's work. Keep one of the two.",
    ]
    : taker.isHeld
    ? [
      `Two resources have ${what} in the state`,
      `${giver.by} gives it up, and ${taker.by} keeps it: what ends it there ` +
      "would end it here too. Let Terraform forget it there, by a `removed` " +
      "block with `destroy = false` or by `terraform state rm ADDRESS`. If both " +
      "have one address, as where a failed replacement has left a deposed " +
      "object, that forgets both: import it again then.",
    ]
    : [
      `No apply moves ${what} from one resource to another`,
      `${giver.by} has it in the state and gives it up, and ${taker.by} is to ` +
      "have it: Terraform does both in any order, and may delete it last. If " +
      "only an address has changed (a name, a module, a key of `for_each`, an " +
      "index of `count`), say so in a `moved` block. Otherwise let Terraform " +
      "forget it there, by a `removed` block with `destroy = false` or by " +
      "`terraform state rm ADDRESS`, and import it here. A failed replacement " +
      "leaves the old object (deposed) at the address of the new one: an apply " +
      "of the configuration that replaced it destroys the old one, and to keep " +
      "that, `terraform state rm` forgets both, of which the new one goes on and " +
      "is billed until somebody deletes it. " +
      'The guide "Moving things between resources" shows each way.',
    ];
  const why = mine.claim.why ?? other.claim.why ?? "";
  diagnostics.addError(summary, `${detail} ${why}`.trim(), mine.claim.at);
}
