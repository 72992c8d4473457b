/**
 * What models, datasets and Spaces share as repositories of the Hub: they are
 * told by a stable id, renamed and moved in place, and deleted by name.
 *
 * @module
 */

import { setTimeout } from "node:timers/promises";
import {
  type Diagnostics,
  failure,
  isUnknown,
  Path,
  type Unknown,
  unknown,
} from "../../../framework/mod.ts";
import {
  type CreateRepo,
  type HuggingFace,
  isApiError,
  mayHaveTakenEffect,
  type RepoInfo,
  type RepoRef,
  type RepoType,
} from "../../../../mod.ts";
import { plannedOwner } from "../object/bound.ts";
import { createObject } from "../object/create.ts";
import { deleteObject } from "../object/delete.ts";
import { explain } from "../object/errors.ts";
import {
  attempt,
  explained,
  isNameTaken,
  type RemoteObject,
  titleOf,
} from "../object/remote_object.ts";
import { type RepoKind, repoUrl } from "../ids.ts";
import { owned, type RepoReader } from "../reads/repo_reader.ts";
import { poll } from "../object/wait.ts";

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

/** What messages call a repository of a type. */
function kindOf(type: RepoKind): string {
  return type === "space" ? "Space" : type;
}

/**
 * The repository that a call is about.
 *
 * @param more What errors of this kind of object say besides.
 */
export async function repoObject(
  type: RepoKind,
  id: string,
  context: RepoObject["context"],
  more: Pick<RemoteObject, "pathOf" | "adviceOn"> = {},
): Promise<RepoObject> {
  return {
    kind: kindOf(type),
    type,
    id,
    permission: writePermission,
    client: await context.provider.client(),
    reader: context.provider.repos[type],
    context,
    ...more,
  };
}

/** The repository as the client's methods take it. */
export function repoOf({ type, id }: RepoObject): RepoRef {
  return { type, id };
}

/** What the Hub says of what has the repository's name now. */
export async function infoOf(
  object: RepoObject,
  signal: AbortSignal = object.context.signal,
): Promise<RepoInfo> {
  const { client, reader: { fields } } = object;
  return owned(
    await client.repos.info(repoOf(object), { expand: fields, signal }),
  );
}

/** The page of a repository as a plan knows it: it follows from its name. */
export function plannedUrl(
  type: RepoType,
  { planned: { name }, ...context }: Parameters<typeof plannedOwner>[0] & {
    readonly planned: { readonly name: string | Unknown };
  },
): string | Unknown {
  const namespace = plannedOwner(context);
  const { hubUrl } = context.provider;
  return isUnknown(namespace) || isUnknown(name) || isUnknown(hubUrl)
    ? unknown
    : repoUrl(type, `${namespace}/${name}`, hubUrl);
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
): Promise<RepoInfo> {
  const found = await attempt(
    "change",
    object,
    () => findNow(object, stableId),
  );
  if (found !== undefined) {
    object.id = found.id;
    return found;
  }
  throw failure(
    `${titleOf(object)} is gone`,
    `No ${object.kind} has the stable id ${stableId} any longer, so nothing ` +
      "was changed. Run `terraform plan` to see what is left to do.",
  );
}

/** What has the stable id at this moment; undefined: it is surely gone. */
export function findNow(
  { id, reader, context }: RepoObject,
  stableId: string | null,
  signal: AbortSignal = context.signal,
): Promise<RepoInfo | undefined> {
  reader.forget();
  return reader.read(id, stableId, signal);
}

/**
 * Creates the repository; see {@linkcode createObject}.
 *
 * @returns What is known of it, under the name that was asked for.
 */
export function createRepo(
  object: RepoObject,
  request: CreateRepo,
): Promise<RepoInfo> {
  const { sdk } = request;
  return createObject<RepoInfo>(object, {
    send: async (signal) => {
      const { id } = await object.client.repos.create(request, { signal });
      return { _id: id, id: object.id, ...sdk !== undefined && { sdk } };
    },
    find: (signal) => infoOf(object, signal),
    createdAt: ({ createdAt }) => createdAt,
    differs: (found) =>
      found.id !== object.id
        ? `it was renamed to ${found.id}`
        : found.sdk !== sdk
        ? `its sdk is \`${found.sdk}\``
        : undefined,
    describe: ({ _id, id, createdAt, ...found }) =>
      sdk === undefined
        ? `has the stable id ${_id} and was created at ${createdAt}`
        : (id === object.id ? "" : `is called ${id} now, `) +
          `has the stable id ${_id}, was created at ${createdAt} and has the ` +
          `sdk \`${found.sdk}\``,
  });
}

/**
 * The information of a new repository, which the Hub may not show at once.
 *
 * @throws {DiagnosticsError} If the name leads to another one.
 */
export async function newInfo(
  object: RepoObject,
  stableId: string,
  read: () => Promise<RepoInfo> = () => infoOf(object),
): Promise<RepoInfo> {
  const { signal } = object.context;
  const info = await attempt(
    "read",
    object,
    () => poll(read, { signal }),
  );
  assertNew(object, stableId, info);
  return info;
}

/**
 * Makes sure that a new repository is what its name leads to.
 *
 * @throws {DiagnosticsError} If it is another one.
 */
export function assertNew(
  object: RepoObject,
  stableId: string,
  info: RepoInfo,
): void {
  if (info._id === stableId && info.id === object.id) return;
  throw failure(
    `The API returned another ${object.kind} than ${object.id}`,
    `It was created with the stable id ${stableId}, but now the name leads to ` +
      `${info.id} with the stable id ${info._id}.`,
  );
}

/** Warns of a repository that was renamed outside of Terraform. */
export function warnIfRenamed(
  before: Pick<RemoteObject, "kind" | "id">,
  { id, _id }: RepoInfo,
  diagnostics: Diagnostics,
): void {
  if (id === before.id) return;
  diagnostics.addWarning(
    `${titleOf(before)} is called ${id} now`,
    "It was renamed outside of Terraform, and is followed by its stable id " +
      `${_id}. The next apply renames it back, unless the configuration is ` +
      "given its new name.",
  );
}

/**
 * The repository with a stable id, among those of the token's user and of the
 * organizations that it belongs to: the Hub has no route that takes the id.
 *
 * @throws {DiagnosticsError} If there is none.
 */
export async function findByStableId(
  type: RepoKind,
  stableId: string,
  { provider, signal }: Pick<RepoObject["context"], "provider" | "signal">,
): Promise<RepoInfo> {
  const kind = kindOf(type);
  if (!/^[0-9a-f]{24}$/.test(stableId)) {
    throw failure(
      `Invalid stable id of a ${kind}`,
      `${JSON.stringify(stableId)} is no stable id: it must have 24 ` +
        "hexadecimal digits. Import by `namespace/name` instead.",
    );
  }
  try {
    const client = await provider.client();
    const { name, orgs = [] } = await client.users.whoami({ signal });
    const namespaces = [name, ...orgs.map((org) => org.name)];
    const found = await provider.repos[type].search(
      namespaces,
      stableId,
      signal,
    );
    if (found !== undefined) return found;
    throw failure(
      `No ${kind} has the stable id ${stableId}`,
      `Looked for it in ${namespaces.join(", ")}. Import it by ` +
        "`namespace/name` instead.",
    );
  } catch (error) {
    throw await explain(error, {
      summary: `Cannot look for the ${kind} ${stableId}`,
      provider,
    });
  }
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
  const { client, context: { signal } } = object;
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
  const found = await attempt(
    "delete",
    object,
    () => findNow(object, stableId),
  );
  if (found === undefined) return;
  object.id = found.id;
  const { signal } = object.context;
  await deleteObject(object, {
    send: () => object.client.repos.delete(repoOf(object), { signal }),
    // Its name may lead to another one, or have been taken by another one.
    isThere: async () => (await infoOf(object))._id === found._id,
    isGone: async () => await findNow(object, stableId) === undefined,
  });
}
