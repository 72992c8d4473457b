/**
 * The retry policy, as pure functions.
 *
 * @module
 */

import { ApiError, RateLimitError } from "./api_errors.ts";
import { MAX_WAIT_MS } from "./bounds.ts";
import { ConnectionError, TimeoutError } from "./errors.ts";

/** The progress of a call. */
export interface RetryState {
  /** Whether doing it twice is the same as doing it once. */
  readonly idempotent: boolean;
  /** The number of attempts so far, 1 after the first. */
  readonly attempts: number;
  /** The most attempts that may follow the first. */
  readonly maxRetries: number;
  /** Milliseconds this call has already spent waiting. */
  readonly waitedMs: number;
  /** Milliseconds this call may wait in all. */
  readonly budgetMs: number;
  /** A number from 0 to below 1, for jitter. */
  readonly random: number;
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8000;
const TRANSIENT: ReadonlySet<number> = new Set([408, 500, 502, 503, 504]);

/**
 * The wait before the next attempt when the service asked for none: 0.5 s
 * doubled each time, at most 8 s, of which jitter takes up to a half away.
 */
export function backoffMs(attempts: number, random: number): number {
  const full = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - 1));
  return full * (1 - random / 2);
}

/** Whether nobody answered, so that a request may have been lost. */
function isUnanswered(error: unknown): error is Error {
  return error instanceof ConnectionError || error instanceof TimeoutError;
}

/**
 * Whether another attempt can help and cannot do harm, whatever the time.
 *
 * A request that is not idempotent is repeated only where the service surely
 * did nothing: its window of requests was used up, or another operation was
 * under way.
 */
export function isRetryable(error: unknown, idempotent: boolean): boolean {
  if (!(error instanceof ApiError)) return isUnanswered(error) && idempotent;
  // What the Hub says when two changes of one repository meet.
  const isBusy = /another conflicting operation/i.test(error.reason);
  if (error.status === 409) return isBusy;
  if (error instanceof RateLimitError) {
    if (error.quota === "action") return false;
    return idempotent || error.retryAfterMs !== undefined;
  }
  return idempotent && TRANSIENT.has(error.status);
}

/**
 * Decides about the next attempt.
 *
 * @returns Milliseconds to wait before the next attempt, or undefined to give
 * up: it would not help, could do harm, or would take longer than the budget.
 */
export function retryDelayMs(
  error: unknown,
  state: RetryState,
): number | undefined {
  if (state.attempts > state.maxRetries) return undefined;
  if (!isRetryable(error, state.idempotent)) return undefined;
  const asked = error instanceof ApiError ? error.retryAfterMs : undefined;
  // Whoever is asked to come back at once comes back too early.
  const delay = Math.max(asked ?? 0, backoffMs(state.attempts, state.random));
  return state.waitedMs + delay > state.budgetMs ? undefined : delay;
}

/** Reads a `Retry-After` header: milliseconds from now, at most a day. */
export function parseRetryAfter(
  value: string | undefined,
  now: number,
): number | undefined {
  const text = value?.trim() ?? "";
  const ms = /^\d+(\.\d+)?$/.test(text)
    ? Number(text) * 1000
    : /[a-z]/i.test(text)
    ? Date.parse(text) - now
    : NaN;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), MAX_WAIT_MS);
}
