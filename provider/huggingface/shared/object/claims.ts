/**
 * What resources claim: two that manage one thing undo each other's work, so a
 * plan refuses the second one. What moves from one resource to another in one
 * run is handed over and not deleted.
 *
 * @module
 */

import type { Diagnostics, Path, PrivateState } from "@hf-terraform/framework";

/** Something that only one resource of a configuration may manage. */
export interface Claim {
  /** What it is, as messages name it: `the secret A of acme/s`. */
  readonly thing: string;
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

/** The claim of an object by the parts of its name, if all are known. */
export function namedClaim(
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
  return { thing: `the file ${path} on the branch ${branch} of ${owner}`, at };
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

/** Tells the plans of one resource from those of another. */
const CLAIMANT = "claimant";

/** Who has claimed something. */
interface Planned {
  readonly claimant: string;
  readonly by: string;
  readonly isShared: boolean;
}

/** A destroy that would take away what others claim. */
interface Ending {
  readonly by: string;
  readonly diagnostics: Diagnostics;
}

/** The claims of one run. */
export class Claims {
  readonly #planned = new Map<string, readonly Planned[]>();
  readonly #ending = new Map<string, string>();
  readonly #taken = new Map<string, string | undefined>();
  readonly #released = new Set<string>();

  /**
   * Claims things for what is planned; what another resource has claimed is an
   * error. Terraform does not tell a provider the address of a resource, but
   * keeps what a plan notes beside the state, also when it plans once more to
   * replace it.
   *
   * @param by The resource, as messages name it.
   */
  plan(
    claims: readonly Claim[],
    by: string,
    { privateState, diagnostics }: {
      readonly privateState: PrivateState;
      readonly diagnostics: Diagnostics;
    },
  ): void {
    if (claims.length === 0) return;
    const claimant = claimantOf(privateState) ?? crypto.randomUUID();
    privateState.set(CLAIMANT, claimant);
    for (const { thing, at, isShared = false } of claims) {
      const ending = this.#ending.get(thing);
      if (ending !== undefined) {
        refuseEnd({ by: ending, diagnostics }, thing, by, at);
      }
      const others = (this.#planned.get(thing) ?? [])
        .filter((one) => one.claimant !== claimant);
      const other = others.find((one) => !one.isShared || !isShared);
      if (other === undefined) {
        this.#planned.set(thing, [...others, { claimant, by, isShared }]);
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
  }

  /**
   * Notes at plan that a destroy takes things away as well which another
   * resource may claim; what one claims, before or after, is an error.
   *
   * @param ending The resource that is destroyed, as messages name it.
   */
  end(claims: readonly Claim[], ending: Ending): void {
    for (const { thing } of claims) {
      this.#ending.set(thing, ending.by);
      const [keeper] = this.#planned.get(thing) ?? [];
      if (keeper !== undefined) refuseEnd(ending, thing, keeper.by);
    }
  }

  /** Whether a resource of this run is to create it, and has not done so yet. */
  isAwaited({ thing }: Claim): boolean {
    return this.#planned.has(thing) && !this.#taken.has(thing);
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
  take({ thing }: Claim, { privateState }: Noted): void {
    this.#taken.set(thing, claimantOf(privateState));
  }

  /** Whether another resource of this run has taken it: it is left alone. */
  isTaken({ thing }: Claim, { privateState }: Noted): boolean {
    return this.#taken.has(thing) &&
      this.#taken.get(thing) !== claimantOf(privateState);
  }
}

function refuseEnd(
  { by, diagnostics }: Ending,
  thing: string,
  keeper: string,
  at?: Path,
): void {
  diagnostics.addError(
    `The destroy of ${by} would take away ${thing}`,
    `${keeper} of this configuration manages it, and stays. To move it from ` +
      "one resource to the other, let Terraform forget the one that goes: " +
      "with a `removed` block that has `destroy = false`, or by " +
      "`terraform state rm`, and import what stays.",
    at,
  );
}

/** What knows which resource it is about. */
interface Noted {
  readonly privateState: PrivateState;
}

function claimantOf(privateState: PrivateState): string | undefined {
  const noted = privateState.get(CLAIMANT);
  return typeof noted === "string" ? noted : undefined;
}
