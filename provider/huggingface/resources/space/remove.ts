/**
 * Deleting a Space, until it is surely gone.
 *
 * @module
 */

import { setTimeout } from "node:timers/promises";
import { type DeleteContext, failure } from "../../../framework/mod.ts";
import {
  isApiError,
  mayHaveTakenEffect,
  type RepoInfo,
} from "../../../../mod.ts";
import type { HuggingFaceProvider } from "../../shared/provider_data.ts";
import { attempt, explained, reasonOf, repoOf, type Target } from "./target.ts";
import type { SpaceState } from "./types.ts";
import { targetOf } from "./update.ts";

type Context = DeleteContext<SpaceState, HuggingFaceProvider>;

/**
 * Deletes the Space. The Hub deletes by name, so the name is asked for first:
 * it may belong to another Space by now. It returns only when the Hub says
 * that there is no such Space; anything else is an error.
 */
export async function remove(context: Context): Promise<void> {
  const { provider, signal, state } = context;
  const target = await targetOf(state, context);
  provider.spaces.forget();
  const found = await attempt("delete", target, () => read(target, state));
  if (found === undefined) return;
  target.id = found.id;
  const done = provider.departures.begin(target.id);
  try {
    await target.client.repos.delete(repoOf(target), { signal });
    await confirm(target, state);
  } catch (error) {
    const isOpen = isApiError(error, 404) || mayHaveTakenEffect(error);
    if (!isOpen) throw await explained(error, "delete", target);
    if (signal.aborted || !await isGone(target, state)) {
      throw await explained(error, "delete", target);
    }
  } finally {
    done();
    provider.spaces.forget();
  }
}

function read(
  { context: { provider, signal } }: Target,
  { namespace, name, space_id }: SpaceState,
): Promise<RepoInfo | undefined> {
  const address = { namespace: namespace ?? "", name, spaceId: space_id };
  return provider.spaces.read(address, signal);
}

async function isGone(target: Target, state: SpaceState): Promise<boolean> {
  target.context.provider.spaces.forget();
  try {
    return await read(target, state) === undefined;
  } catch {
    return false;
  }
}

async function confirm(target: Target, state: SpaceState): Promise<void> {
  const { client, context: { signal } } = target;
  let interval = 200;
  for (;;) {
    try {
      const info = await client.repos.info(repoOf(target), {
        expand: ["likes"],
        signal,
      });
      // Its name leads to another one, or has been taken by another one.
      if (state.space_id !== null && info._id !== state.space_id) return;
    } catch (error) {
      if (isApiError(error, 404)) return;
      if (signal.aborted) throw notGoneYet(target);
      throw await explained(
        error,
        "confirm the deletion of",
        target,
        "The Hub took the delete, but whether the Space is gone could not be " +
          "seen, so it stays in the state. Destroy it again.",
      );
    }
    await setTimeout(interval, undefined, { signal })
      .catch(() => Promise.reject(notGoneYet(target)));
    interval = Math.min(interval * 2, 5000);
  }
}

function notGoneYet(target: Target) {
  return failure(
    `Space ${target.id} is not gone yet`,
    "The Hub took the delete, but the Space was still there when " +
      `${reasonOf(target.context.signal)}. It stays in the state; destroy it ` +
      "again.",
  );
}
