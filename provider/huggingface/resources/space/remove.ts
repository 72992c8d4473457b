/**
 * Deleting a Space, until it is surely gone.
 *
 * @module
 */

import type { DeleteContext } from "../../../framework/mod.ts";
import type { RepoInfo } from "../../../../mod.ts";
import { deleteObject } from "../../shared/delete.ts";
import type { HuggingFaceProvider } from "../../shared/provider_data.ts";
import { attempt } from "../../shared/remote_object.ts";
import { infoOf, repoOf } from "./target.ts";
import type { SpaceState } from "./types.ts";
import { targetOf } from "./update.ts";

/**
 * Deletes the Space. The Hub deletes by name, so the name is asked for first:
 * it may belong to another Space by now.
 */
export async function remove(
  context: DeleteContext<SpaceState, HuggingFaceProvider>,
): Promise<void> {
  const { provider: { spaces }, signal, state } = context;
  const target = await targetOf(state, context);
  const [namespace = "", name = ""] = target.id.split("/");
  const read = (signal: AbortSignal): Promise<RepoInfo | undefined> => {
    spaces.forget();
    return spaces.read({ namespace, name, spaceId: state.space_id }, signal);
  };
  const found = await attempt("delete", target, () => read(signal));
  if (found === undefined) return;
  target.id = found.id;
  try {
    await deleteObject(target, {
      send: (signal) => target.client.repos.delete(repoOf(target), { signal }),
      // Its name may lead to another one, or have been taken by another one.
      isThere: async (signal) =>
        (await infoOf(target, signal))._id === found._id,
      isGone: async (signal) => await read(signal) === undefined,
    });
  } finally {
    spaces.forget();
  }
}
