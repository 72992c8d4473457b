/**
 * The `RateLimit` headers of the Hub, and the pace they ask for.
 *
 * @module
 */

import { header, MAX_WAIT_MS } from "./bounds.ts";

/** The state of one quota, as a service's headers return it. */
export interface RateLimit {
  /** The name of the quota, as `api` or `resolvers`. */
  readonly bucket: string;
  /** The number of requests left. */
  readonly remaining: number;
  /** Milliseconds until the quota is renewed. */
  readonly resetAfterMs: number;
  /** The number of requests in a whole window, if the service returns it. */
  readonly quota: number | undefined;
  /** The length of the window in milliseconds, if the service said. */
  readonly windowMs: number | undefined;
}

function parameter(item: string, name: string): number | undefined {
  const match = new RegExp(`;\\s*${name}\\s*=\\s*(\\d+)`).exec(item);
  return match === null ? undefined : Number(match[1]);
}

function milliseconds(item: string, name: string): number | undefined {
  const seconds = parameter(item, name);
  return seconds === undefined ? undefined : seconds * 1000;
}

/**
 * Reads `RateLimit` and `RateLimit-Policy`, as in
 * draft-ietf-httpapi-ratelimit-headers-09.
 *
 * @returns The quota with the fewest requests left, or undefined if the headers
 * say nothing that can be used.
 */
export function parseRateLimit(headers: Headers): RateLimit | undefined {
  let tightest: RateLimit | undefined;
  const policies = (header(headers, "ratelimit-policy") ?? "").split(",");
  for (const item of (header(headers, "ratelimit") ?? "").split(",")) {
    const remaining = parameter(item, "r");
    const resetAfterMs = milliseconds(item, "t");
    if (remaining === undefined || resetAfterMs === undefined) continue;
    if (tightest !== undefined && tightest.remaining <= remaining) continue;
    const bucket = /"([^"]*)"/.exec(item)?.[1] ?? "";
    const policy = policies.find((text) => text.includes(`"${bucket}"`)) ??
      policies[0] ?? "";
    tightest = {
      bucket,
      remaining,
      resetAfterMs: Math.min(resetAfterMs, MAX_WAIT_MS),
      quota: parameter(policy, "q"),
      windowMs: milliseconds(policy, "w"),
    };
  }
  return tightest;
}

interface Window {
  remaining: number;
  resetAt: number;
  nextAt: number;
  readonly quota: number | undefined;
  readonly lengthMs: number | undefined;
}

/** With an unknown quota, the pace slows when this many requests are left. */
const DEFAULT_RESERVE = 25;

/**
 * Slows requests down before the service refuses them: when a tenth of a window
 * is left, what remains is spread evenly over the time until it is renewed.
 */
export class Pacer {
  readonly #windows: Map<string, Window> = new Map();

  /** Takes note of what the service said. */
  observe(key: string, limit: RateLimit, now: number): void {
    const known = this.#windows.get(key);
    const resetAt = now + limit.resetAfterMs;
    // The header counts whole seconds, so the end of one window moves a little.
    const tolerance = Math.min(2000, (limit.windowMs ?? 60_000) / 2);
    const same = known !== undefined &&
      Math.abs(known.resetAt - resetAt) <= tolerance;
    this.#windows.set(key, {
      remaining: same
        ? Math.min(known.remaining, limit.remaining)
        : limit.remaining,
      resetAt: same ? Math.max(known.resetAt, resetAt) : resetAt,
      nextAt: same ? known.nextAt : now,
      quota: limit.quota,
      lengthMs: limit.windowMs,
    });
  }

  /**
   * Asks for one request.
   *
   * @returns 0 if the request may go out, and is counted; else how many
   * milliseconds to wait before asking again.
   */
  take(key: string, now: number): number {
    const window = this.#current(key, now);
    if (window === undefined) return 0;
    // A second more than told, because the header cuts fractions off.
    if (window.remaining <= 0) return window.resetAt - now + 1000;
    const reserve = window.quota === undefined
      ? DEFAULT_RESERVE
      : Math.ceil(window.quota / 10);
    if (window.remaining <= reserve) {
      if (window.nextAt > now) return window.nextAt - now;
      window.nextAt = now + (window.resetAt - now) / window.remaining;
    }
    window.remaining--;
    return 0;
  }

  #current(key: string, now: number): Window | undefined {
    const window = this.#windows.get(key);
    if (window === undefined || now < window.resetAt + 1000) return window;
    this.#windows.delete(key);
    const { quota, lengthMs } = window;
    if (quota === undefined || lengthMs === undefined || lengthMs <= 0) return;
    // Those who waited all wake now: count them against the new window.
    const passed = Math.floor((now - window.resetAt) / lengthMs);
    const resetAt = window.resetAt + (passed + 1) * lengthMs;
    const renewed = { remaining: quota, resetAt, nextAt: now, quota, lengthMs };
    this.#windows.set(key, renewed);
    return renewed;
  }
}

/**
 * Learns which requests share a quota. The Hub counts calls of its API,
 * downloads and some routes separately, and names the quota in each response.
 */
export class QuotaNames {
  readonly #known: Map<string, string> = new Map();

  /** The quota of a request, as far as it is known. */
  key(url: URL): string {
    const route = routeOf(url);
    const guess = route.endsWith(" resolve") ? "resolvers" : "api";
    return `${url.origin} ${this.#known.get(route) ?? guess}`;
  }

  /** Takes note of what a request was counted for. */
  learn(url: URL, bucket: string): string {
    this.#known.set(routeOf(url), bucket);
    return this.key(url);
  }
}

function routeOf(url: URL): string {
  if (url.pathname.includes("/resolve/")) return `${url.origin} resolve`;
  return `${url.origin} ${url.pathname.split("/", 3).join("/")}`;
}
