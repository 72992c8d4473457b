/**
 * Waiting until something is as it should be.
 *
 * @module
 */

import { AbortedError, HuggingFaceError, TimeoutError } from "./errors.ts";
import type { CallOptions } from "./options.ts";
import { type RequestOptions, withDefaults } from "./request.ts";
import { Deadline } from "./signals.ts";
import type { Transport } from "./transport.ts";

/** Options of a wait. */
export interface WaitOptions<T, State extends string = string>
  extends Pick<CallOptions, "signal"> {
  /** The goal: a state, several of them, or a condition. */
  readonly until?:
    | State
    | readonly State[]
    | ((seen: T) => boolean)
    | undefined;
  /** Milliseconds to wait at most, without limit if left out. */
  readonly timeoutMs?: number | undefined;
  /**
   * Milliseconds between two looks; the first ones come sooner.
   *
   * @default {5_000}
   */
  readonly intervalMs?: number | undefined;
  /** Is told what was seen first, and whenever its state has changed. */
  readonly onChange?: ((seen: T) => void) | undefined;
}

/** Waiting was in vain: what is waited for failed, or stays where it is. */
export class WaitError<T = unknown> extends HuggingFaceError {
  /** The name of the class. */
  override readonly name: string = "WaitError";
  /** The last response. */
  readonly last: T;

  /** Makes an error. */
  constructor(message: string, last: T) {
    super(message);
    this.last = last;
  }
}

/** The object of a wait, and the meaning of its states. */
export interface WaitTarget<T> {
  /** Sends the requests, and waits between them. */
  readonly transport: Transport;
  /** The request that reads it. */
  readonly request: RequestOptions;
  /** The name for messages: `the endpoint acme/x`. */
  readonly label: string;
  /** The state that it is in; undefined if the answer does not tell. */
  readonly stateOf: (seen: T) => string | undefined;
  /** The states to wait for if nothing else is said. */
  readonly until: readonly string[];
  /**
   * Classifies another state: `{ done: true }`, the failure, or undefined while
   * it is transient.
   */
  readonly classify: (
    seen: T,
    state: string,
  ) => { readonly done: true } | { readonly failure: string } | undefined;
}

const FIRST_INTERVAL_MS = 500;
const LONGEST_INTERVAL_MS = 5000;

/**
 * Looks again and again, sooner at first, until what is seen is as it should
 * be. The time limit ends a look as well.
 *
 * @throws {WaitError} If it failed, or stays where it is.
 */
export async function waitUntil<T extends object>(
  target: WaitTarget<T>,
  options: WaitOptions<T>,
): Promise<T> {
  const { transport, label } = target;
  const { onChange, intervalMs: longest = LONGEST_INTERVAL_MS } = options;
  const limit = options.timeoutMs ?? Infinity;
  const deadline = new Deadline(limit, options.signal);
  const call = { ...target.request.call, signal: deadline.signal };
  const request = { ...target.request, call };
  const start = transport.now();
  let interval = Math.min(FIRST_INTERVAL_MS, longest);
  let waited = 0;
  let state: string | undefined;
  try {
    for (;;) {
      const seen = await transport.request<T>(request);
      const before = state;
      const now = target.stateOf(seen);
      state = now ?? before;
      if (state !== before) onChange?.(seen);
      if (isReached(seen, now, options.until ?? target.until)) return seen;
      const verdict = now === undefined ? now : target.classify(seen, now);
      if (verdict !== undefined) {
        if ("done" in verdict) return seen;
        throw failed(seen, verdict.failure);
      }
      // Counted twice, because a test's clock may stand still while it waits.
      const elapsed = Math.max(waited, transport.now() - start);
      if (elapsed >= limit) throw timeout();
      const delay = Math.min(interval, limit - elapsed);
      await transport.wait(delay, request);
      waited += delay;
      interval = Math.min(interval * 1.5, longest);
    }
  } catch (error) {
    const isOver = error instanceof AbortedError && deadline.isExpired;
    throw isOver && !options.signal?.aborted ? timeout() : error;
  } finally {
    deadline.clear();
  }

  function failed(seen: T, failure: string): WaitError<T> {
    const message = `Cannot wait for ${label}: ${failure}`;
    const { message: shown, last } = transport.masked({ message, last: seen });
    return new WaitError(shown.replace(/\.$/, ""), last);
  }

  function timeout(): TimeoutError {
    const { method, path: url } = withDefaults(request);
    return new TimeoutError(transport.masked({
      action: `wait for ${label}`,
      method,
      url,
      reason: state === undefined
        ? `no answer within ${limit / 1000} s`
        : `it is still in state "${state}" after ${limit / 1000} s`,
    }));
  }
}

function isReached<T>(
  seen: T,
  state: string | undefined,
  until: NonNullable<WaitOptions<T>["until"]>,
): boolean {
  if (typeof until === "function") return until(seen);
  if (state === undefined) return false;
  return typeof until === "string" ? state === until : until.includes(state);
}
