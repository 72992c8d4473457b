/**
 * Renaming a Space, or moving it to another owner.
 *
 * @module
 */

import { setTimeout } from "node:timers/promises";
import { failure, Path } from "../../../framework/mod.ts";
import { isApiError, mayHaveTakenEffect } from "../../../../mod.ts";
import { explained, isNameTaken } from "../../shared/remote_object.ts";
import { infoOf, repoOf, type Target } from "./target.ts";

const ATTEMPTS = 4;

/**
 * Gives the Space another id; the target's `id` follows. Terraform changes
 * resources in any order, so a name that another Space still has is an error.
 *
 * @param spaceId The stable id, by which a lost answer is found out.
 * @throws {DiagnosticsError} If the name is taken, with the Space that has it.
 */
export async function rename(
  target: Target,
  spaceId: string,
  to: string,
): Promise<void> {
  const { client, context: { provider, signal } } = target;
  try {
    for (let attempts = 1;; attempts++) {
      try {
        await client.repos.move(repoOf(target), to, { signal });
        break;
      } catch (error) {
        if (isNameTaken(error)) throw await nameTaken(target, to);
        const isLost = mayHaveTakenEffect(error) && !signal.aborted;
        if (isLost && await isThere(target, spaceId, to)) break;
        if (!isLost || attempts === ATTEMPTS) {
          const advice = moveAdvice(target, to);
          throw await explained(error, "rename", target, advice);
        }
        await setTimeout(100 * 2 ** attempts, undefined, { signal });
      }
    }
    target.id = to;
  } finally {
    provider.spaces.forget();
  }
}

/** Whether the Space has the name already, as the answer was lost. */
async function isThere(
  target: Target,
  spaceId: string,
  to: string,
): Promise<boolean> {
  try {
    const info = await infoOf({ ...target, id: to });
    return info._id === spaceId && info.id === to;
  } catch (error) {
    if (isApiError(error, 404)) return false;
    throw error;
  }
}

function moveAdvice({ id }: Target, to: string): string | undefined {
  return id.split("/")[0] === to.split("/")[0]
    ? undefined
    : "The Hub moves Spaces from a user to an organization and between " +
      "organizations of which the user is an admin, but never to another " +
      "user. Where it cannot, make a new one with " +
      "`terraform apply -replace=ADDRESS`.";
}

async function nameTaken(target: Target, to: string) {
  const holder = await infoOf({ ...target, id: to }).then(
    ({ _id, createdAt }) =>
      `the Space with the stable id ${_id}, created at ${createdAt}, has it`,
    () => "another repository has it",
  );
  return failure(
    `Cannot rename the Space ${target.id} to ${to}: the name is taken`,
    `The name is not free: ${holder}. Neither Space was changed. If this ` +
      "configuration gives that one another name, or destroys it, two applies " +
      "do it: once the other Space has given the name up, as it may have by " +
      "the end of this apply, run `terraform apply` again. For two Spaces that " +
      "swap their names, give one of them a name in between and apply, then " +
      "give both their new names and apply. Otherwise choose another name.",
    Path.root.attribute("name"),
  );
}
