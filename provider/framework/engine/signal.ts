/**
 * How an operation is ended: its signal, its time limit, and pauses in which a Stop is heard.
 *
 * @module
 */

import type { Timeouts } from "../schema/attribute.ts";
import { modelType, type Schema } from "../schema/schema.ts";
import { memberValue } from "../schema/zip.ts";
import { parseDuration } from "../timeouts.ts";
import { equalValues } from "../values/equal.ts";
import { record, type ValueObject } from "../values/value.ts";
import type { EngineCall } from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** Who ended an operation: the practitioner, the client, or the time limit. */
export type EndCause = "stop" | "client" | "timeout";

/** The reason of an operation's signal. */
export class OperationEndedError extends Error {
  /** The name of the class. */
  override readonly name = "OperationEndedError";
  /** Who ended it. */
  readonly endCause: EndCause;

  /** Makes the reason of a signal. */
  constructor(endCause: EndCause, message: string) {
    super(message);
    this.endCause = endCause;
  }
}

/** How long an operation may take. */
export interface TimeLimit {
  /** In milliseconds. */
  readonly milliseconds: number;
  /** As it was written, such as `30m`. */
  readonly text: string;
}

/** A signal that must be given back when the operation is over. */
export interface OperationSignal {
  /** Ends with stop, call or time limit; its reason says which. */
  readonly signal: AbortSignal;
  /** Lets go of timers and listeners. */
  release(): void;
}

/** Makes the signal of one operation. */
export function operationSignal(
  server: ProviderServer,
  call: EngineCall,
  limit: TimeLimit | undefined,
): OperationSignal {
  const controller = new AbortController();
  const releases: (() => void)[] = [];
  const end = (cause: EndCause, message: string) => () =>
    controller.abort(new OperationEndedError(cause, message));
  const follow = (signal: AbortSignal, onEnd: () => void) => {
    if (signal.aborted) return onEnd();
    signal.addEventListener("abort", onEnd, { once: true });
    releases.push(() => signal.removeEventListener("abort", onEnd));
  };
  follow(server.stopSignal, end("stop", "Terraform asked to stop"));
  follow(call.signal, end("client", "the client cancelled the call"));
  if (limit !== undefined) {
    const onEnd = end("timeout", `the time limit of ${limit.text} is over`);
    releases.push(server.timers.after(limit.milliseconds, onEnd));
  }
  return {
    signal: controller.signal,
    release: () => {
      for (const release of releases) release();
    },
  };
}

const abortNames: ReadonlySet<string> = new Set([
  "AbortError",
  "AbortedError",
  "TimeoutError",
  "OperationEndedError",
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
  if (found === undefined) return undefined;
  const { name, limits } = found;
  const given = memberValue(memberValue(values, name), operation);
  return limitOf(given) ?? limitOf(limits[operation]);
}

/** The attribute or block with the time limits; undefined: there is none. */
export function timeLimits(
  schema: Schema,
): { readonly name: string; readonly limits: Timeouts } | undefined {
  const items = { ...schema.attributes, ...schema.blocks };
  for (const [name, { timeouts }] of Object.entries(items)) {
    if (timeouts !== undefined) return { name, limits: timeouts };
  }
  return undefined;
}

function limitOf(text: unknown): TimeLimit | undefined {
  if (typeof text !== "string") return undefined;
  try {
    return { milliseconds: parseDuration(text), text };
  } catch {
    // A stored limit that is no duration any more: the default holds.
    return undefined;
  }
}

/** Whether two objects of a schema are equal in all but their time limits. */
export function equalButTimeLimits(
  schema: Schema,
  a: ValueObject,
  b: ValueObject,
): boolean {
  const name = timeLimits(schema)?.name;
  const compared = name === undefined
    ? b
    : record([...Object.entries(b), [name, memberValue(a, name)]]);
  return equalValues(a, compared, modelType(schema));
}

/**
 * Runs work to its end, and lets everything else run at each of its pauses: a
 * Stop is heard, and ends the work.
 *
 * @throws The reason of the signal, once that has ended.
 */
export async function inSlices<T>(
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
