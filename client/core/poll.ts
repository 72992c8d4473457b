/**
 * Looking at something again and again.
 *
 * @module
 */

import { AbortedError, TimeoutError } from "./errors.ts";
import type { RequestOptions } from "./request.ts";
import { Deadline } from "./signals.ts";
import type { Transport } from "./transport.ts";

/** What to look at, and how. */
export interface WaitTarget {
  /** Sends the requests, and waits between them. */
  readonly transport: Transport;
  /** The request that reads it. */
  readonly request: RequestOptions;
  /** What it is, as messages name it: `the endpoint acme/x`. */
  readonly label: string;
}

/** How long and how often to look. */
export interface PollOptions {
  /** Milliseconds to wait at most, without limit if left out. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds between two looks; the first ones come sooner. */
  readonly intervalMs?: number | undefined;
}

const FIRST_INTERVAL_MS = 500;

/**
 * Looks again and again, sooner at first, until a look gives a result. The time
 * limit ends a look as well.
 *
 * @typeParam T The result.
 * @param target What to look at.
 * @param options How long and how often.
 * @param look Looks once, by the request it is given: the result, or the state
 * to name if time is over.
 * @returns The result.
 * @throws {TimeoutError} If it took too long.
 * @throws {AbortedError} If the signal of the request ended the wait.
 */
export async function poll<T>(
  target: WaitTarget,
  options: PollOptions,
  look: (
    request: RequestOptions,
  ) => Promise<{ readonly result: T } | { readonly state: string }>,
): Promise<T> {
  const { transport, label } = target;
  const longest = options.intervalMs ?? 5000;
  const limit = options.timeoutMs ?? Infinity;
  const caller = target.request.call?.signal;
  const deadline = new Deadline(limit, caller);
  const call = { ...target.request.call, signal: deadline.signal };
  const request = { ...target.request, call };
  const start = transport.now();
  let interval = Math.min(FIRST_INTERVAL_MS, longest);
  let waited = 0;
  let state: string | undefined;
  try {
    for (;;) {
      const found = await look(request);
      if ("result" in found) return found.result;
      state = found.state;
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
    throw isOver && caller?.aborted !== true ? timeout() : error;
  } finally {
    deadline.clear();
  }

  function timeout(): TimeoutError {
    const { method, path: url } = request;
    return new TimeoutError({
      action: `wait for ${label}`,
      method,
      url,
      reason: state === undefined
        ? `no answer within ${limit / 1000} s`
        : `it is still in state "${state}" after ${limit / 1000} s`,
    });
  }
}
