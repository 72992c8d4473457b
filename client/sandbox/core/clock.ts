/** Waits; ends early when the signal aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** The time of the sandbox: that of its owner plus what was skipped. */
export class Clock {
  readonly #source: () => number;
  #skipped = 0;

  /** `source` gives milliseconds since 1970. */
  constructor(source: () => number) {
    this.#source = source;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#source() + this.#skipped;
  }

  /** Jumps ahead by that many milliseconds, or back if they are negative. */
  advance(ms: number): void {
    this.#skipped += ms;
  }
}

/** RFC 3339 with the nine fractional digits the service often sends. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "000000Z");
}

/** Waits with a timer. */
export function timerSleep(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal?.addEventListener("abort", finish);
  });
}
