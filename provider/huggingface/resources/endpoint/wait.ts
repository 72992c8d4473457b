/**
 * Waiting until an endpoint serves.
 *
 * @module
 */

import type { Endpoint } from "../../../../mod.ts";
import { checkedName } from "../../shared/endpoint_reader.ts";
import { lastLines, waitUntilReady } from "../../shared/wait.ts";
import type { Target } from "./target.ts";
import type { EndpointPlan } from "./types.ts";

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
  target: Target,
  { isNew, isResumed = false, checksHealth, save }: EndpointWait,
): Promise<Endpoint | undefined> {
  const { client: { endpoints }, namespace, name } = target;
  return waitUntilReady<Endpoint>(target, {
    isNew,
    look: async (signal) => {
      const seen = await endpoints.get(namespace, name, { signal });
      const endpoint = checkedName(seen, namespace, name);
      save(endpoint);
      return endpoint;
    },
    judge: async (endpoint) => {
      const { state } = endpoint.status;
      if (failedStates.has(state)) return "failed";
      if (!readyStates.has(state)) return "waiting";
      if (state === "paused") return isResumed ? "waiting" : "ready";
      const { provider, signal } = target.context;
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
        const text = await endpoints.logs.read(namespace, name, {
          tail: LOG_LINES,
          signal: target.context.signal,
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
