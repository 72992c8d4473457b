/**
 * Searches of one run that generate configuration.
 *
 * @module
 */

import { type PerProvider, perProvider } from "./per_provider.ts";

/**
 * Keeps two searches from generating configuration that manages one thing twice:
 * what all of it belongs to has it, unless a search for the single ones was
 * over before.
 */
export class Searches {
  readonly #has = new Map<string, "all" | "one">();
  readonly #running = new Map<string, Promise<void>[]>();

  /** Notes that a search for those that have all of it begins, until `end`. */
  begin(things: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const running = this.#running.get(things) ?? [];
    this.#running.set(things, [...running, promise]);
    return resolve;
  }

  /** Waits for the searches that have begun. */
  async others(things: string): Promise<void> {
    await Promise.all(this.#running.get(things) ?? []);
  }

  /** Whether these of this owner are for such a search to generate. */
  take(things: string, owner: string, by: "all" | "one"): boolean {
    const key = `${things} ${owner}`;
    const taken = this.#has.get(key) ?? by;
    this.#has.set(key, taken);
    return taken === by;
  }
}

/** The searches of a run. */
export const searches: PerProvider<Searches> = perProvider(() =>
  new Searches()
);
