/**
 * Waiting until an endpoint serves.
 *
 * @module
 */

import { failure } from "../../../framework/mod.ts";
import { type Endpoint, EndpointStateError } from "../../../../mod.ts";
import { explained, label, type Target } from "./target.ts";

const LOG_LINES = 20;
const LOG_PATIENCE_MS = 3000;

/**
 * Waits until the endpoint runs, or was scaled to zero after it ran.
 *
 * @throws {DiagnosticsError} As soon as it failed, with the service's message
 * and the last lines of the log; or when the time is over or Terraform stops,
 * with the last state.
 * @param save Is given the endpoint as last seen if the wait was in vain.
 */
export async function waitUntilReady(
  target: Target,
  save: (endpoint: Endpoint) => void,
): Promise<Endpoint> {
  const { client, namespace, name, context } = target;
  let last: Endpoint | undefined;
  try {
    return await client.endpoints.waitFor(namespace, name, {
      signal: context.signal,
      paused: "done",
      scaledToZero: "done",
      onState: (endpoint) => {
        if (endpoint.status.state !== last?.status.state) {
          context.log.info("State of the endpoint", {
            endpoint: label(target),
            state: endpoint.status.state,
            message: endpoint.status.message,
          });
        }
        last = endpoint;
      },
    });
  } catch (error) {
    if (last !== undefined) save(last);
    if (error instanceof EndpointStateError) {
      throw await failed(error.endpoint, target);
    }
    if (context.signal.aborted) throw ended(last, target);
    throw await explained(error, "wait for", target);
  }
}

async function failed(endpoint: Endpoint, target: Target) {
  const { state, message, errorMessage } = endpoint.status;
  const why = errorMessage === undefined ? "" : ` The reason: ${errorMessage}.`;
  return failure(
    `Endpoint ${label(target)} failed`,
    `It is in the state \`${state}\`: ${message}.${why}` +
      `${await lastLogLines(target)}\n\n` +
      "The endpoint exists and is in the state of Terraform. Correct the " +
      "configuration and apply again.",
  );
}

async function lastLogLines(target: Target): Promise<string> {
  const { client, namespace, name, context } = target;
  try {
    const text = await client.endpoints.logs(namespace, name, {
      tail: LOG_LINES,
      signal: context.signal,
      timeoutMs: LOG_PATIENCE_MS,
      maxRetries: 0,
    });
    const lines = text.trimEnd().split("\n").slice(-LOG_LINES);
    return text.trim() === ""
      ? " Its log is empty."
      : `\n\nThe last lines of its log:\n\n${lines.join("\n")}`;
  } catch {
    return " Its log could not be read.";
  }
}

function ended(last: Endpoint | undefined, target: Target) {
  const reason: unknown = target.context.signal.reason;
  const why = reason instanceof Error ? reason.message : String(reason);
  const seen = last === undefined
    ? "Its state is not known."
    : `It was last in the state \`${last.status.state}\`: ` +
      `${last.status.message}.`;
  return failure(
    `Endpoint ${label(target)} is not ready yet`,
    `Waiting for it ended, because ${why}. ${seen} It exists and is in the ` +
      "state of Terraform. If it needs more time, raise `timeouts`, or set " +
      "`wait_for_ready` to false; machines that are scarce can take long.",
  );
}
