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

const hourMs = 3_600_000;

/** Counts requests in fixed windows, and some actions per hour. */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #limit: RateLimit;
  readonly #actions: Readonly<Record<string, number>>;
  readonly #windows = new Map<string, Window>();

  constructor(
    clock: Clock,
    limit: RateLimit,
    actions: Readonly<Record<string, number>>,
  ) {
    this.#clock = clock;
    this.#limit = limit;
    this.#actions = actions;
  }

  /** Counts a request; throws 429 when the window is used up. */
  count(key: string): void {
    const window = this.#window(key, this.#limit.windowSeconds * 1000);
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

  /** Counts an action; throws 429 with requests still remaining. */
  countAction(key: string, action: string): void {
    const allowed = this.#actions[action];
    if (allowed === undefined) return;
    const window = this.#window(`${key} ${action}`, hourMs);
    if (window.used >= allowed) {
      throw new Failure(
        429,
        `You have exceeded the rate limit for ${action} (${allowed} per ` +
          "hour). You can retry this action in about 1 hour.",
      );
    }
    window.used++;
  }

  /** Sets the headers `RateLimit` and `RateLimit-Policy` of a caller. */
  setHeaders(key: string, headers: Headers): void {
    const { requests, windowSeconds } = this.#limit;
    const window = this.#window(key, windowSeconds * 1000);
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

  #window(key: string, lengthMs: number): Window {
    const now = this.#clock.now();
    const known = this.#windows.get(key);
    if (known !== undefined && known.resetsAt > now) return known;
    const fresh = { resetsAt: now + lengthMs, used: 0 };
    this.#windows.set(key, fresh);
    return fresh;
  }
}
