import type { Clock } from "./clock.ts";
import { Failure } from "./failure.ts";

/** Requests allowed in each window, counted per token. */
export interface RateLimit {
  /** Requests in one window. */
  readonly requests: number;
  /** Length of a window in seconds. */
  readonly windowSeconds: number;
}

interface Window {
  readonly resetsAt: number;
  used: number;
}

/** Counts requests in fixed windows. */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #limit: RateLimit;
  readonly #windows = new Map<string, Window>();

  constructor(clock: Clock, limit: RateLimit) {
    this.#clock = clock;
    this.#limit = limit;
  }

  /** Counts a request; throws 429 when the window is used up. */
  count(key: string): void {
    const window = this.#window(key);
    window.used++;
    if (window.used <= this.#limit.requests) return;
    const { requests, windowSeconds } = this.#limit;
    throw new Failure(
      429,
      `We had to rate limit you, you hit the quota of ${requests} api ` +
        `requests per ${windowSeconds / 60} minutes period.\n` +
        "See https://huggingface.co/docs/hub/rate-limits",
      { headers: { "retry-after": String(this.#secondsLeft(window)) } },
    );
  }

  /** Sets the headers `RateLimit` and `RateLimit-Policy` of a caller. */
  setHeaders(key: string, headers: Headers): void {
    const { requests, windowSeconds } = this.#limit;
    const window = this.#window(key);
    const left = Math.max(0, requests - window.used);
    headers.set("ratelimit", `"api";r=${left};t=${this.#secondsLeft(window)}`);
    headers.set(
      "ratelimit-policy",
      `"fixed window";"api";q=${requests};w=${windowSeconds}`,
    );
  }

  #secondsLeft(window: Window): number {
    const left = window.resetsAt - this.#clock.now();
    return Math.max(0, Math.ceil(left / 1000));
  }

  #window(key: string): Window {
    const now = this.#clock.now();
    const known = this.#windows.get(key);
    if (known !== undefined && known.resetsAt > now) return known;
    const fresh = { resetsAt: now + this.#limit.windowSeconds * 1000, used: 0 };
    this.#windows.set(key, fresh);
    return fresh;
  }
}
