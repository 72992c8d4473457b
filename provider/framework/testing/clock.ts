/**
 * A clock that a test sets.
 *
 * @module
 */

/** A span of time. */
export interface TimeSpan {
  /** Days of 24 hours. */
  readonly days?: number;
  /** Hours. */
  readonly hours?: number;
  /** Minutes. */
  readonly minutes?: number;
  /** Seconds. */
  readonly seconds?: number;
}

/**
 * A clock that stands still until the test moves it. Give `now` to the provider
 * in place of the system's, and let the test's process serve it.
 *
 * @example
 * ```ts
 * import { TestClock } from "@hf-terraform/framework/testing";
 *
 * const clock = new TestClock("2026-01-01T00:00:00Z");
 * clock.advance({ days: 1, hours: 2 });
 * console.assert(clock.now().toISOString() === "2026-01-02T02:00:00.000Z");
 * ```
 */
export class TestClock {
  #time: number;

  /** Begins at a time in RFC 3339. */
  constructor(start: string) {
    this.#time = Date.parse(start);
  }

  /** The time that it shows; also as a function of its own. */
  readonly now = (): Date => new Date(this.#time);

  /** Sets it, in RFC 3339. */
  set(time: string): void {
    this.#time = Date.parse(time);
  }

  /** Moves it on. */
  advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }: TimeSpan): void {
    const inSeconds = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
    this.#time += inSeconds * 1_000;
  }
}
