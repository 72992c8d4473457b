import { abortable } from "./signals.ts";

interface Pending<T> {
  readonly promise: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
  isDone: boolean;
}

/**
 * A value that is read once and kept. Those who ask while it is being read wait
 * for the same request; a failure is told to them and forgotten.
 */
export class SingleFlight<T> {
  readonly #read: (signal: AbortSignal) => Promise<T>;
  #pending: Pending<T> | undefined;

  /** Makes a value that is not read yet. */
  constructor(read: (signal: AbortSignal) => Promise<T>) {
    this.#read = read;
  }

  /** The value. */
  async get(signal?: AbortSignal): Promise<T> {
    const pending = this.#pending ??= this.#start();
    pending.waiting++;
    try {
      return await abortable(pending.promise, signal);
    } finally {
      if (--pending.waiting === 0 && !pending.isDone) {
        if (this.#pending === pending) this.#pending = undefined;
        pending.controller.abort();
      }
    }
  }

  #start(): Pending<T> {
    const controller = new AbortController();
    const promise = this.#read(controller.signal);
    const pending = { promise, controller, waiting: 0, isDone: false };
    // A failure is told to those who wait, the last of whom forgets it.
    promise.then(() => pending.isDone = true, () => undefined);
    return pending;
  }
}
