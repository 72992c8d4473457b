import type { AnyShape } from "./shape.ts";

/** Fields that are reported for one shape: keys of maps can be many. */
export const MAX_REPORTED = 100;

/** Fields of responses that could not be read, each of a shape once. */
export class UnreadFields {
  readonly #reported = new WeakMap<object, Set<string>>();

  /** Whether a field of a shape has not been reported, as it is from now on. */
  isNew(name: string, shape: AnyShape | undefined): boolean {
    if (typeof shape !== "object") return true;
    const reported = this.#reported.get(shape) ?? new Set();
    this.#reported.set(shape, reported);
    const field = name.replace(/(^|\.)\d+(?=\.|$)/g, "$1*");
    if (reported.size >= MAX_REPORTED || reported.has(field)) return false;
    reported.add(field);
    return true;
  }
}
