/** Waits for milliseconds; ends early when the signal aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** The clock of the sandbox, that of its owner, shifted; all times here are in
 * milliseconds since 1970. */
export class Clock {
  readonly #source: () => number;
  #offset = 0;

  constructor(source: () => number) {
    this.#source = source;
  }

  now(): number {
    return this.#source() + this.#offset;
  }

  /** Shifts the time by milliseconds, back if they are negative. */
  advance(ms: number): void {
    this.#offset += ms;
  }
}

/** Formats a time as the Hub does: RFC 3339 with milliseconds. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Formats a time as Inference Endpoints do: with nine fractional digits. */
export function formatNanoseconds(ms: number): string {
  return formatTime(ms).replace("Z", "000000Z");
}

/** Waits with a timer; ends early when the signal aborts. */
export function timerSleep(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const onEnd = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onEnd);
      resolve();
    };
    const timer = setTimeout(onEnd, ms);
    signal?.addEventListener("abort", onEnd);
  });
}
