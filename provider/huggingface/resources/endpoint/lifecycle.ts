/**
 * Waiting until an endpoint serves, and pausing it.
 *
 * @module
 */

import {
  type Endpoint,
  type HuggingFace,
  isApiError,
} from "../../../../mod.ts";
import { checkedName } from "../../shared/endpoint_reader.ts";
import { attempt, type RemoteObject } from "../../shared/remote_object.ts";
import type { EndpointPlan } from "./schema.ts";
import { lastLines, mayPass, poll, waitUntilReady } from "../../shared/wait.ts";

/** One endpoint, and what speaks to it. */
export interface Target {
  /** The endpoint, as errors and waits speak of it. */
  readonly object: RemoteObject;
  /** The owner. */
  readonly namespace: string;
  /** The name. */
  readonly name: string;
  /** Sends the requests. */
  readonly endpoints: HuggingFace["endpoints"];
}

/**
 * Pauses the endpoint. The service refuses that with 400 while the endpoint
 * cannot be paused yet, so it is asked again as long as there is time.
 */
export async function pauseEndpoint(
  { object, namespace, name, endpoints }: Target,
): Promise<Endpoint> {
  const { signal } = object.context;
  const isPassing = (error: unknown) =>
    isApiError(error, 400) || mayPass(error);
  return await attempt("pause", object, () =>
    poll(
      () => endpoints.pause(`${namespace}/${name}`, { signal }),
      { signal, isPassing },
    ));
}

const LOG_LINES = 20;
const LOG_PATIENCE_MS = 3000;

/** States in which an endpoint is ready, or will not become so by itself. */
const readyStates: ReadonlySet<string> = new Set([
  "running",
  "scaledToZero",
  "paused",
]);

const failedStates: ReadonlySet<string> = new Set(["failed", "updateFailed"]);

/** Whether waiting changes nothing in a state. */
export function isFinalState(state: string | null): boolean {
  return state !== null &&
    (readyStates.has(state) || failedStates.has(state));
}

/** How to wait for an endpoint. */
export interface EndpointWait {
  /** Whether it was just created. */
  readonly isNew: boolean;
  /** Whether it was paused and is being resumed: it may be seen so again. */
  readonly isResumed?: boolean;
  /** Whether ready means that the health route answers, too. */
  readonly checksHealth: boolean;
  /** Is given every endpoint that was seen. */
  save(endpoint: Endpoint): void;
}

/**
 * Waits until the endpoint runs, or was scaled to zero after it ran; see
 * {@linkcode waitUntilReady}.
 */
export function waitForEndpoint(
  { object, namespace, name, endpoints }: Target,
  { isNew, isResumed = false, checksHealth, save }: EndpointWait,
): Promise<Endpoint | undefined> {
  return waitUntilReady<Endpoint>(object, {
    isNew,
    look: async (signal) => {
      const seen = await endpoints.get(`${namespace}/${name}`, { signal });
      const endpoint = checkedName(seen, namespace, name);
      save(endpoint);
      return endpoint;
    },
    judge: async (endpoint) => {
      const { state } = endpoint.status;
      if (failedStates.has(state)) return "failed";
      if (!readyStates.has(state)) return "waiting";
      if (state === "paused") return isResumed ? "waiting" : "ready";
      const { provider, signal } = object.context;
      return state !== "running" || !checksHealth ||
          await provider.answersHealth(endpoint, signal)
        ? "ready"
        : "waiting";
    },
    describe: ({ status: { state, message, errorMessage } }) =>
      `\`${state}\`: ${message}` +
      (errorMessage === undefined ? "" : `. ${errorMessage}`),
    explain: () =>
      lastLines("log", async () => {
        const text = await endpoints.logs.read(`${namespace}/${name}`, {
          tail: LOG_LINES,
          signal: object.context.signal,
          timeoutMs: LOG_PATIENCE_MS,
          maxRetries: 0,
        });
        return text.trimEnd().split("\n").slice(-LOG_LINES);
      }),
  });
}

/** Whether the wait for a planned endpoint asks its health route. */
export function checksHealth(
  { wait_for_health, private_service }: EndpointPlan,
): boolean {
  return wait_for_health ?? private_service === null;
}
