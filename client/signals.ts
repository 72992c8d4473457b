/**
 * Ending things early: time limits, abort signals, and waits that obey them.
 *
 * @module
 */

/**
 * Waits, unless the signal ends the wait.
 *
 * @param ms Milliseconds to wait.
 * @param signal Ends the wait; its reason is thrown.
 * @returns A promise that is fulfilled after that time.
 */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

/**
 * A promise that ends with the signal, even if what it stands for does not
 * listen to the signal.
 *
 * @typeParam T What the promise is for.
 * @param promise The promise.
 * @param signal Ends it; its reason is thrown.
 * @returns The value of the promise.
 */
export function abortable<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() =>
      signal.removeEventListener("abort", onAbort)
    );
  });
}

/** The time limit of one attempt, joined with the caller's signal. */
export class Deadline {
  readonly #timer: ReturnType<typeof setTimeout>;
  #isExpired = false;
  /** Aborted when the time is over, or by the caller. */
  readonly signal: AbortSignal;
  /** The time limit in milliseconds. */
  readonly ms: number;

  /**
   * Starts the clock.
   *
   * @param ms The time limit in milliseconds.
   * @param caller The caller's signal.
   */
  constructor(ms: number, caller: AbortSignal | undefined) {
    this.ms = ms;
    const controller = new AbortController();
    this.#timer = setTimeout(() => {
      this.#isExpired = true;
      controller.abort();
    }, ms);
    this.signal = caller === undefined
      ? controller.signal
      : AbortSignal.any([caller, controller.signal]);
  }

  /** Whether the time is over. */
  get isExpired(): boolean {
    return this.#isExpired;
  }

  /** Stops the clock; the caller's signal still counts. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}
