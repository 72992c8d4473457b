/**
 * Deleting an endpoint, until it is surely gone.
 *
 * @module
 */

import { setTimeout } from "node:timers/promises";
import { type DeleteContext, failure } from "../../../framework/mod.ts";
import { isApiError, mayHaveTakenEffect } from "../../../../mod.ts";
import type { HuggingFaceProvider } from "../../shared/provider_data.ts";
import { attempt, explained, label, type Target } from "./target.ts";
import type { EndpointState } from "./types.ts";
import { targetOf } from "./update.ts";

/**
 * Deletes the endpoint. It returns only when the service says that there is no
 * such endpoint; anything else is an error, and the endpoint stays in state.
 */
export async function remove(
  context: DeleteContext<EndpointState, HuggingFaceProvider>,
): Promise<void> {
  const target = await targetOf(context.state, context);
  const { client, namespace, name } = target;
  const { provider, signal } = context;
  try {
    await client.endpoints.delete(namespace, name, { signal });
  } catch (error) {
    const isOpen = isApiError(error, 404) || mayHaveTakenEffect(error);
    if (!isOpen || signal.aborted || !await isGone(target)) {
      throw await explained(error, "delete", target);
    }
    return;
  } finally {
    provider.endpoints.forget();
  }
  await confirm(target);
}

/** Whether the endpoint is gone, to a token that can see its namespace. */
async function isGone(target: Target): Promise<boolean> {
  const { namespace, name, context: { provider, signal } } = target;
  provider.endpoints.forget();
  try {
    const found = await provider.endpoints.read(namespace, name, signal);
    return found === undefined;
  } catch {
    return false;
  }
}

async function confirm(target: Target): Promise<void> {
  const { client, namespace, name, context: { signal } } = target;
  const advice = "The service took the delete, but whether the endpoint is " +
    "gone could not be seen, so it stays in the state. Destroy it again.";
  let interval = 250;
  try {
    for (;;) {
      const state = await attempt(
        "confirm the deletion of",
        target,
        async () => {
          try {
            const { status } = await client.endpoints.get(namespace, name, {
              signal,
            });
            return status.state;
          } catch (error) {
            if (isApiError(error, 404)) return undefined;
            throw error;
          }
        },
        advice,
      );
      if (state === undefined) return;
      await setTimeout(interval, undefined, { signal });
      interval = Math.min(interval * 2, 5000);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    throw failure(
      `Endpoint ${label(target)} is not gone yet`,
      "The service took the delete, but the endpoint was still there when " +
        `${reasonOf(signal)}. It stays in the state; destroy it again.`,
    );
  }
}

function reasonOf(signal: AbortSignal): string {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason.message : String(reason);
}
