import { Path } from "./path.ts";

/**
 * Where a walk is: as good as a {@link Path}, which is only made when somebody
 * asks for it, as most walks have nothing to report.
 */
export class Place {
  readonly #around: Place | undefined;
  readonly #step: string | number | undefined;
  readonly #isKey: boolean;

  /**
   * Makes a place inside another one: an attribute, or the element of a list
   * or, with `isKey`, of a map. Without a step it has the path of the other
   * one, as an element of a set has; without another one it is the root.
   */
  constructor(around?: Place, step?: string | number, isKey: boolean = false) {
    this.#around = around;
    this.#step = step;
    this.#isKey = isKey;
  }

  /** The path of the place. */
  get path(): Path {
    const around = this.#around?.path ?? Path.root;
    const step = this.#step;
    if (step === undefined) return around;
    if (typeof step === "number") return around.index(step);
    return this.#isKey ? around.key(step) : around.attribute(step);
  }
}
