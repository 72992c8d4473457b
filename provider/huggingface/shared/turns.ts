/**
 * Things that are done one after the other, each of which can be given up
 * before its turn, but not in the middle.
 *
 * @module
 */

/** Gives turns in the order in which they are asked for. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /**
   * Runs a task when those before it have ended, well or badly.
   *
   * @throws {Error} The signal's reason, if it ended before the turn came.
   */
  async take<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = before.then(() => promise);
    try {
      await before;
      signal.throwIfAborted();
      return await task();
    } finally {
      resolve();
    }
  }
}
