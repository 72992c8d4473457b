/**
 * Ending things early: time limits, abort signals, and waits that obey them.
 *
 * @module
 */

/** Waits, unless the signal ends the wait. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => timer = setTimeout(resolve, ms));
  await abortable(over, signal).finally(() => clearTimeout(timer));
}

/** Ends a promise with a signal, whether or not it listens to the signal. */
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

/** The longest delay of a timer; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The time limit of an attempt or a wait, joined with the caller's signal. */
export class Deadline {
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #controller = new AbortController();
  /** Whether the time is over. */
  isExpired: boolean = false;
  /** Aborted when the time is over, or by the caller. */
  readonly signal: AbortSignal;
  /** The time limit in milliseconds. */
  readonly ms: number;

  /** Starts the clock; beyond 24 days there is no limit. */
  constructor(ms: number, caller: AbortSignal | undefined) {
    this.ms = ms;
    this.signal = caller === undefined
      ? this.#controller.signal
      : AbortSignal.any([caller, this.#controller.signal]);
    this.restart();
  }

  /** Starts the clock again: there was a sign of life. */
  restart(ms: number = this.ms): void {
    this.clear();
    if (ms > LONGEST_TIMER_MS) return;
    this.#timer = setTimeout(() => {
      this.isExpired = true;
      this.#controller.abort();
    }, ms);
  }

  /** Stops the clock; the caller's signal still counts. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}

/** A signal that must be given back when it is not needed any longer. */
export interface DelayedAbort {
  /** Ends a while after the signal that it was made of. */
  readonly signal: AbortSignal;
  /** Lets go of timer and listener. */
  release(): void;
}

/** A signal that ends a while after another one, with its reason. */
export function delayAbort(signal: AbortSignal, ms: number): DelayedAbort {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onAbort = () => {
    timer = setTimeout(() => controller.abort(signal.reason), ms);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  return {
    signal: controller.signal,
    release: () => {
      signal.removeEventListener("abort", onAbort);
      clearTimeout(timer);
    },
  };
}
