/** Runs tasks one at a time, in the order in which they were given. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Runs a task when all tasks before it have ended, well or badly.
   *
   * @param wait Waits for them; where it fails, the task does not run.
   */
  async run<T>(
    task: () => Promise<T>,
    wait: (before: Promise<unknown>) => Promise<unknown>,
  ): Promise<T> {
    const before = this.#last;
    const turn = wait(before).then(task);
    // Not with their results, which would be held for good.
    this.#last = Promise.allSettled([before, turn]).then(() => undefined);
    return await turn;
  }
}
