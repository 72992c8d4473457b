/**
 * Names that are about to become free, because another resource of the same
 * apply is being renamed or destroyed.
 *
 * Terraform changes resources in parallel and knows nothing of names on the
 * Hub; two resources that swap their names wait for each other by this.
 *
 * @module
 */

interface Departure {
  readonly from: string;
  /** Where it goes; undefined: it is destroyed. */
  readonly to: string | undefined;
}

/** The names that resources of this process are leaving. */
export class Departures {
  readonly #all = new Set<Departure>();

  /** Announces that a name will be free; call the result when it is over. */
  begin(from: string, to?: string): () => void {
    const departure = { from, to };
    this.#all.add(departure);
    return () => this.#all.delete(departure);
  }

  /** Whether somebody is about to leave a name. */
  isLeft(name: string): boolean {
    return [...this.#all].some(({ from }) => from === name);
  }

  /** Whether somebody wants a name for something that is being renamed. */
  isWanted(name: string): boolean {
    return [...this.#all].some(({ to }) => to === name);
  }
}
