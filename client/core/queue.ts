import { abortable } from "./signals.ts";

/** Runs tasks one at a time, in the order in which they were given. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a task when all tasks before it have ended, well or badly. */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#last;
    const turn = abortable(before, signal).then(task);
    // Not with their results, which would be held for good.
    this.#last = Promise.allSettled([before, turn]).then(() => undefined);
    return await turn;
  }
}
