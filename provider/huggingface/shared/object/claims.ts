/**
 * Who manages which secret or variable of a Space, so that two resources of
 * one configuration do not fight over a key.
 *
 * @module
 */

/** What can manage a key: the maps of a Space, or a resource for the key. */
export type Claimant = "map" | "single";

/** A secret or variable. */
export type KeyKind = "secret" | "variable";

/** Keys that resources of this process manage. */
export class Claims {
  readonly #claims = new Map<string, Claimant>();

  /** Claims a key; false if the other kind of resource has claimed it. */
  claim(
    claimant: Claimant,
    key: {
      readonly kind: KeyKind;
      readonly space: string;
      readonly key: string;
    },
  ): boolean {
    const name = `${key.kind} ${key.space} ${key.key}`;
    const other = this.#claims.get(name);
    if (other !== undefined && other !== claimant) return false;
    this.#claims.set(name, claimant);
    return true;
  }
}
