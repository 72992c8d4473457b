/**
 * The signal of an operation, and why it ended.
 *
 * @module
 */

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
