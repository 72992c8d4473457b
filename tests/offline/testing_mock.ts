/**
 * A stand-in for `@std/testing/mock` on machines that cannot reach JSR: spies
 * that record their calls.
 *
 * @module
 */
import { assertEquals, AssertionError } from "./assert.ts";

/** One recorded call. */
export interface SpyCall<Args extends unknown[] = unknown[], Return = unknown> {
  /** The arguments of the call. */
  args: Args;
  /** What the call returned, unless it threw. */
  returned?: Return;
  /** What the call threw, if it threw. */
  error?: Error;
}

/** A function that records its calls. */
export interface Spy<Args extends unknown[] = unknown[], Return = unknown> {
  (...args: Args): Return;
  /** The calls so far, oldest first. */
  calls: SpyCall<Args, Return>[];
}

/** Wraps a function so that its calls are recorded. */
export function spy<Args extends unknown[], Return>(
  func: (...args: Args) => Return,
): Spy<Args, Return> {
  const calls: SpyCall<Args, Return>[] = [];
  const wrapped = (...args: Args): Return => {
    try {
      const returned = func(...args);
      calls.push({ args, returned });
      return returned;
    } catch (error) {
      calls.push(error instanceof Error ? { args, error } : { args });
      throw error;
    }
  };
  return Object.assign(wrapped, { calls });
}

/** Asserts how often a spy was called. */
export function assertSpyCalls<Args extends unknown[], Return>(
  spy: Spy<Args, Return>,
  expectedCalls: number,
): void {
  if (spy.calls.length !== expectedCalls) {
    throw new AssertionError(
      `Spy called ${spy.calls.length} times, expected ${expectedCalls}`,
    );
  }
}

/** Asserts the arguments of one call of a spy. */
export function assertSpyCallArgs<Args extends unknown[], Return>(
  spy: Spy<Args, Return>,
  callIndex: number,
  expected: Args,
): void {
  const call = spy.calls[callIndex];
  if (call === undefined) {
    throw new AssertionError(`Spy not called as much as expected`);
  }
  assertEquals(call.args, expected);
}
