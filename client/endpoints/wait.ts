/**
 * Waiting for an Inference Endpoint to reach a state.
 *
 * @module
 */

import type { Endpoint, EndpointState } from "./types.ts";
import { HuggingFaceError } from "../core/errors.ts";
import type { CallOptions } from "../core/options.ts";
import { poll, type WaitTarget } from "../core/poll.ts";

/** What to make of a state that does not end by itself. */
export type ParkedState = "done" | "fail" | "wait";

/**
 * What to wait for, and how long.
 *
 * @example Wait with a time limit, and tell what happens
 * ```ts
 * import { EndpointStateError, HuggingFace } from "@hf-terraform/client";
 * import { Sandbox } from "@hf-terraform/sandbox";
 * import { assertEquals, assertRejects } from "@std/assert";
 *
 * const sandbox = new Sandbox({ seedEndpoints: 1 });
 * const client = new HuggingFace({
 *   token: sandbox.token,
 *   fetch: (request) => sandbox.fetch(request),
 * });
 * const states: string[] = [];
 * await client.endpoints.waitFor("sandbox/seed-0001", {
 *   timeoutMs: 30 * 60_000,
 *   onState: (endpoint) => states.push(endpoint.status.state),
 * });
 * assertEquals(states.at(-1), "running");
 *
 * await client.endpoints.pause("sandbox/seed-0001");
 * await assertRejects(
 *   () => client.endpoints.waitFor("sandbox/seed-0001"),
 *   EndpointStateError,
 *   "resume it",
 * );
 * ```
 */
export interface WaitForOptions extends Pick<CallOptions, "signal"> {
  /**
   * What to wait for: a state, several of them, or a condition.
   *
   * @default {"running"}
   */
  readonly until?:
    | EndpointState
    | readonly EndpointState[]
    | ((endpoint: Endpoint) => boolean)
    | undefined;
  /**
   * What to make of `paused`, which only a resume ends.
   *
   * @default {"fail"}
   */
  readonly paused?: ParkedState | undefined;
  /**
   * What to make of `scaledToZero`, which the next request ends: the endpoint
   * was deployed well and idled since.
   *
   * @default {"done"}
   */
  readonly scaledToZero?: ParkedState | undefined;
  /** Milliseconds to wait at most, without limit if left out. */
  readonly timeoutMs?: number | undefined;
  /**
   * Milliseconds between two looks; the first ones come sooner.
   *
   * @default {5_000}
   */
  readonly intervalMs?: number | undefined;
  /** Is told what every look found. */
  readonly onState?: ((endpoint: Endpoint) => void) | undefined;
}

/** Waiting was in vain: the endpoint failed, or stays where it is. */
export class EndpointStateError extends HuggingFaceError {
  /** The name of the class. */
  override readonly name: string = "EndpointStateError";
  /** The endpoint, as last seen. */
  readonly endpoint: Endpoint;

  /**
   * Makes an error.
   *
   * @param message What failed, and why.
   * @param endpoint The endpoint, as last seen.
   */
  constructor(message: string, endpoint: Endpoint) {
    super(message);
    this.endpoint = endpoint;
  }
}

/** What a look at an endpoint means for the wait. */
type Verdict = "done" | "wait" | { readonly failure: string };

function isReached(
  endpoint: Endpoint,
  until: NonNullable<WaitForOptions["until"]>,
): boolean {
  if (typeof until === "function") return until(endpoint);
  const { state } = endpoint.status;
  return typeof until === "string" ? state === until : until.includes(state);
}

function judge(endpoint: Endpoint, options: WaitForOptions): Verdict {
  if (isReached(endpoint, options.until ?? "running")) return "done";
  const { state, message, errorMessage } = endpoint.status;
  const text = errorMessage ?? message;
  if (state === "failed" || state === "updateFailed") {
    return { failure: `it is in state "${state}": ${text}` };
  }
  const parked: Readonly<Record<string, ParkedState>> = {
    paused: options.paused ?? "fail",
    scaledToZero: options.scaledToZero ?? "done",
  };
  const verdict = Object.hasOwn(parked, state) ? parked[state] : undefined;
  if (verdict !== "fail") return verdict ?? "wait";
  const way = state === "paused" ? "resume it" : "send it a request";
  return { failure: `it stays in state "${state}"; ${way} to start it` };
}

/**
 * Waits until an endpoint is where it should be.
 *
 * @param target Which endpoint.
 * @param options What to wait for, and how long.
 * @returns The endpoint, as last seen.
 * @throws {EndpointStateError} If it failed, or stays where it is.
 * @throws {TimeoutError} If it took too long.
 * @throws {AbortedError} If the signal ended the wait.
 */
export function waitForEndpoint(
  target: WaitTarget,
  options: WaitForOptions,
): Promise<Endpoint> {
  const { transport } = target;
  return poll(target, options, async (request) => {
    const endpoint = await transport.request<Endpoint>(request);
    options.onState?.(endpoint);
    const verdict = judge(endpoint, options);
    if (verdict === "done") return { result: endpoint };
    if (verdict === "wait") return { state: endpoint.status.state };
    const message = `Cannot wait for ${target.label}: ${verdict.failure}`;
    const shown = transport.masked({ message, endpoint });
    throw new EndpointStateError(
      shown.message.replace(/\.$/, ""),
      shown.endpoint,
    );
  });
}
