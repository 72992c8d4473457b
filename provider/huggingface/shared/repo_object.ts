/**
 * What models, datasets and Spaces share as repositories of the Hub: they are
 * told by a stable id, renamed and moved in place, and deleted by name.
 *
 * @module
 */

import { setTimeout } from "node:timers/promises";
import { failure, Path } from "../../framework/mod.ts";
import {
  type HuggingFace,
  isApiError,
  mayHaveTakenEffect,
  type RepoInfo,
  type RepoRef,
  type RepoType,
} from "../../../mod.ts";
import { deleteObject } from "./delete.ts";
import {
  attempt,
  explained,
  isNameTaken,
  type RemoteObject,
  titleOf,
} from "./remote_object.ts";
import type { RepoReader } from "./repo_reader.ts";

/** The permission that changes of repositories need. */
export const writePermission = "the permission `repo.write`";

/** A repository and everything that is needed to speak to it. */
export interface RepoObject extends RemoteObject {
  /** Namespace and name; another one after a rename. */
  id: string;
  /** What it is, to the API. */
  readonly type: RepoType;
  /** Sends the requests. */
  readonly client: HuggingFace;
  /** Reads repositories of its type. */
  readonly reader: RepoReader;
}

/** The repository as the client's methods take it. */
export function repoOf({ type, id }: RepoObject): RepoRef {
  return { type, id };
}

/** What the Hub says of what has the repository's name now. */
export function infoOf(
  object: RepoObject,
  signal: AbortSignal = object.context.signal,
): Promise<RepoInfo> {
  return object.client.repos.info(repoOf(object), {
    expand: object.reader.fields,
    signal,
  });
}

/** Sends a request that changes something, whatever comes of it. */
export async function write<T>(
  verb: string,
  object: RepoObject,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt(verb, object, call);
  } finally {
    object.reader.forget();
  }
}

/**
 * Finds the repository by its stable id, right before it is changed: its name
 * may belong to another one by now. The object's `id` follows.
 *
 * @param stableId Null if it was never seen: whatever has the name.
 * @throws {DiagnosticsError} If it is gone.
 */
export async function identify(
  object: RepoObject,
  stableId: string | null,
): Promise<void> {
  const found = await attempt("change", object, () => find(object, stableId));
  if (found !== undefined) {
    object.id = found.id;
    return;
  }
  throw failure(
    `${titleOf(object)} is gone`,
    `No ${object.kind} has the stable id ${stableId} any longer, so nothing ` +
      "was changed. Run `terraform plan` to see what is left to do.",
  );
}

/** What has the stable id at this moment; undefined: it is surely gone. */
function find(
  { id, reader, context }: RepoObject,
  stableId: string | null,
  signal: AbortSignal = context.signal,
): Promise<RepoInfo | undefined> {
  const [namespace = "", name = ""] = id.split("/");
  reader.forget();
  return reader.read({ namespace, name, stableId }, signal);
}

const ATTEMPTS = 4;

/**
 * Gives the repository another id; the object's `id` follows. Terraform changes
 * resources in any order, so a name that another one still has is an error.
 *
 * @param stableId The stable id, by which a lost answer is found out.
 * @throws {DiagnosticsError} If the name is taken, with what has it.
 */
export async function rename(
  object: RepoObject,
  stableId: string,
  to: string,
): Promise<void> {
  const { client, reader, context: { signal } } = object;
  try {
    for (let attempts = 1;; attempts++) {
      try {
        await client.repos.move(repoOf(object), to, { signal });
        break;
      } catch (error) {
        if (isNameTaken(error)) throw await nameTaken(object, to);
        const isLost = mayHaveTakenEffect(error) && !signal.aborted;
        if (isLost && await hasName(object, stableId, to)) break;
        if (!isLost || attempts === ATTEMPTS) {
          const advice = moveAdvice(object, to);
          throw await explained(error, "rename", object, advice);
        }
        await setTimeout(100 * 2 ** attempts, undefined, { signal });
      }
    }
    object.id = to;
  } finally {
    reader.forget();
  }
}

/** Whether the repository has the name already, as the answer was lost. */
async function hasName(
  object: RepoObject,
  stableId: string,
  id: string,
): Promise<boolean> {
  try {
    const info = await infoOf({ ...object, id });
    return info._id === stableId && info.id === id;
  } catch (error) {
    if (isApiError(error, 404)) return false;
    throw error;
  }
}

function moveAdvice({ id, kind }: RepoObject, to: string): string | undefined {
  return id.split("/")[0] === to.split("/")[0]
    ? undefined
    : `The Hub moves a ${kind} from a user to an organization and between ` +
      "organizations of which the user is an admin, but never to another " +
      "user. Where it cannot, make a new one with " +
      "`terraform apply -replace=ADDRESS`.";
}

async function nameTaken(object: RepoObject, to: string) {
  const { kind, id } = object;
  const holder = await infoOf({ ...object, id: to }).then(
    ({ _id, createdAt }) =>
      `the ${kind} with the stable id ${_id}, created at ${createdAt}, has it`,
    () => "another repository has it",
  );
  return failure(
    `Cannot rename the ${kind} ${id} to ${to}: the name is taken`,
    `The name is not free: ${holder}. Neither was changed. If this ` +
      "configuration gives that one another name, or destroys it, two applies " +
      `do it: once the other ${kind} has given the name up, as it may have by ` +
      "the end of this apply, run `terraform apply` again. To swap two names, " +
      "give one of them a name in between and apply, then give both their new " +
      "names and apply. Otherwise choose another name.",
    Path.root.attribute("name"),
  );
}

/**
 * Deletes the repository, until it is surely gone. The Hub deletes by name, so
 * the name is asked for first: it may belong to another one by now.
 */
export async function removeRepo(
  object: RepoObject,
  stableId: string | null,
): Promise<void> {
  const found = await attempt("delete", object, () => find(object, stableId));
  if (found === undefined) return;
  object.id = found.id;
  try {
    await deleteObject(object, {
      send: (signal) => object.client.repos.delete(repoOf(object), { signal }),
      // Its name may lead to another one, or have been taken by another one.
      isThere: async (signal) =>
        (await infoOf(object, signal))._id === found._id,
      isGone: async (signal) =>
        await find(object, stableId, signal) === undefined,
    });
  } finally {
    object.reader.forget();
  }
}
