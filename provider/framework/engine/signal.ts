/**
 * End of an operation: its signal, its time limit, and pauses in which a Stop
 * is heard.
 *
 * @module
 */

import type { Timeouts } from "../schema/attribute.ts";
import { itemsOf, objectType, type Schema } from "../schema/schema.ts";

import { memberValue } from "../values/walk.ts";
import { parseDuration } from "../timeouts.ts";
import { equalValues } from "../values/equal.ts";
import { record, type ValueObject } from "../values/value.ts";
import type { EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

export interface TimeLimit {
  readonly milliseconds: number;
  /** As it was written, such as `30m`. */
  readonly text: string;
}

/** A signal that must be given back when the operation is over. */
interface OperationSignal {
  /** Ends with stop, call or time limit; its reason says which. */
  readonly signal: AbortSignal;
  /** Rejects with {@linkcode overdueError} some time after the signal ended. */
  readonly overdue: Promise<never>;
  release(): void;
}

/** Says that an operation goes on long after its signal ended. */
export const overdueError: Error = new Error(
  "The operation did not end in time",
);

export function operationSignal(
  { stopSignal, options: { timers, cancelGraceMs } }: ProviderServer,
  call: EngineCall,
  limit: TimeLimit | undefined,
): OperationSignal {
  const controller = new AbortController();
  const { signal } = controller;
  const { promise: over, reject } = Promise.withResolvers<never>();
  const releases: (() => void)[] = [];
  const end = (message: string, name = "AbortError") => () => {
    if (signal.aborted) return;
    controller.abort(new DOMException(message, name));
    releases.push(timers.after(cancelGraceMs, () => reject(overdueError)));
  };
  const follow = (other: AbortSignal, onEnd: () => void) => {
    if (other.aborted) return onEnd();
    other.addEventListener("abort", onEnd, { once: true });
    releases.push(() => other.removeEventListener("abort", onEnd));
  };
  follow(stopSignal, end("Terraform asked to stop"));
  follow(call.signal, end("the client cancelled the call"));
  if (limit !== undefined) {
    const onEnd = end(
      `the time limit of ${limit.text} is over`,
      "TimeoutError",
    );
    releases.push(timers.after(limit.milliseconds, onEnd));
  }
  return {
    signal,
    overdue: over,
    release: () => {
      for (const release of releases) release();
    },
  };
}

const abortNames: ReadonlySet<string> = new Set([
  "AbortError",
  "AbortedError",
  "TimeoutError",
]);

/** Whether `error` is what an operation throws because its signal ended. */
export function isAbort(error: unknown, signal: AbortSignal): boolean {
  if (!signal.aborted) return false;
  let at: unknown = error;
  for (let depth = 0; depth < 10; depth++) {
    if (at === signal.reason) return true;
    if (!(at instanceof Error)) return false;
    if (abortNames.has(at.name)) return true;
    at = at.cause;
  }
  return false;
}

/**
 * The time limit of an operation: the one in `values` (a configuration or a
 * state), else the default of the schema; undefined: none.
 */
export function timeLimit(
  schema: Schema,
  operation: keyof Timeouts,
  values: ValueObject | null,
): TimeLimit | undefined {
  const found = timeLimits(schema);
  const given = memberValue(memberValue(values, found?.name ?? ""), operation);
  for (const text of [given, found?.limits[operation]]) {
    if (typeof text !== "string") continue;
    const milliseconds = parseDuration(text);
    // A stored limit that is no duration any more: the default holds.
    if (milliseconds !== undefined) return { milliseconds, text };
  }
  return undefined;
}

/** The attribute or block with the time limits; undefined: there is none. */
export function timeLimits(
  schema: Schema,
): { readonly name: string; readonly limits: Timeouts } | undefined {
  for (const [name, { timeouts }] of itemsOf(schema)) {
    if (timeouts !== undefined) return { name, limits: timeouts };
  }
  return undefined;
}

/**
 * Tests whether two objects of a schema are equal except for their time limits.
 */
export function equalExceptTimeouts(
  schema: Schema,
  a: ValueObject,
  b: ValueObject,
): boolean {
  const name = timeLimits(schema)?.name;
  const compared = name === undefined
    ? b
    : record([...Object.entries(b), [name, memberValue(a, name)]]);
  return equalValues(a, compared, objectType(schema));
}

/**
 * Runs work to its end, and lets everything else run at each of its pauses: a
 * Stop is heard, and ends the work.
 *
 * @throws The reason of the signal, once that has ended.
 */
export async function runCooperatively<T>(
  work: Generator<undefined, T>,
  signal?: AbortSignal,
): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
    signal?.throwIfAborted();
  }
}
