/**
 * Committing small files to a branch: one commit for all of them, and none for
 * what is equal already. Git tells content by its hash, which is computed here
 * too, so that nothing is downloaded to compare.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import {
  type Diagnostics,
  failure,
  Path,
  type Unknown,
} from "../../../framework/mod.ts";
import {
  type CommitOperation,
  isApiError,
  mayHaveTakenEffect,
  type RepoRef,
} from "../../../../mod.ts";
import { attempt, type RemoteObject } from "../object/remote_object.ts";
import {
  checkNewName,
  findOwner,
  followOwner,
  type Owned,
  ownerNow,
  type PartContext,
  sameOwner,
  stableIdOf,
} from "./repo_part.ts";

/** Larger files go by Git LFS or Xet, whatever they are called. */
const LARGEST_BYTES = 10_000_000;

/** What `.gitattributes` of a new repository sends by Git LFS or Xet. */
const largeSuffix =
  /\.(?:7z|arrow|bin|bz2|ckpt|ftz|gz|h5|joblib|mlmodel|model|msgpack|npy|npz|onnx|ot|parquet|pb|pickle|pkl|pt|pth|rar|safetensors|tar|tflite|tgz|wasm|xz|zip|zst)$/;

const uploadAdvice =
  "Such files go by Git LFS or Xet, which a commit of this " +
  "provider cannot do. Upload it with `hf upload`, or with " +
  "`upload_file` of huggingface_hub, and leave it out here.";

/** The files of a branch, as a state or plan leads to them. */
export interface Place extends Owned {
  readonly branch: string;
}

/** What a state or plan says of files besides their content. */
export interface Settings extends Place {
  readonly overwrite: boolean;
  readonly commit_message: string;
}

/** The content of files as configurations give it. */
export interface Contents {
  /** Text by path. */
  readonly texts: Readonly<Record<string, string>> | null;
  /** Bytes in base64 by path. */
  readonly base64: Readonly<Record<string, string>> | null;
}

/** What was found of the files. */
export interface Found {
  readonly repositoryId: string;
  /** Git's hash of each file that is there, by path. */
  readonly oids: Readonly<Record<string, string>>;
  /** The commit that has them; absent: only looked at. */
  readonly commit?: string;
}

/** The hash that Git gives a file's content. */
export function blobId(bytes: Uint8Array): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes)
    .digest("hex");
}

/** The bytes of a content as configurations give it. */
export const bytesOf = {
  text: (text: string): Uint8Array => Buffer.from(text, "utf8"),
  base64: (text: string): Uint8Array => Buffer.from(text, "base64"),
} as const;

/** How a configuration gives content. */
export type Encoding = keyof typeof bytesOf;

/** Refuses at plan what can be seen to go by Git LFS or Xet. */
export function refuseLarge(
  name: string,
  content: string | Unknown | null,
  encoding: Encoding,
  at: Path,
  diagnostics: Diagnostics,
): void {
  const size = typeof content === "string"
    ? bytesOf[encoding](content).length
    : 0;
  const why = largeSuffix.test(name)
    ? "files of its type do"
    : size > LARGEST_BYTES
    ? `it has ${size} bytes, more than ${LARGEST_BYTES}`
    : undefined;
  if (why === undefined) return;
  diagnostics.addError(
    `${name} has to go by Git LFS or Xet`,
    `Because ${why}. ${uploadAdvice}`,
    at,
  );
}

/** A file that is to be there. */
export interface Wanted {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly operation: CommitOperation;
  /** The attribute that errors about it are placed at. */
  readonly at: Path;
}

/** The files of `files` and `files_base64`. */
export function wantedOf({ texts, base64 }: Contents): Wanted[] {
  const root = Path.root;
  return [
    ...Object.entries(texts ?? {}).map(([path, content]) => ({
      path,
      bytes: bytesOf.text(content),
      operation: { path, content },
      at: root.attribute("files").key(path),
    })),
    ...Object.entries(base64 ?? {}).map(([path, base64]) => ({
      path,
      bytes: bytesOf.base64(base64),
      operation: { path, base64 },
      at: root.attribute("files_base64").key(path),
    })),
  ];
}

const MANAGED = "files";

/** The paths that are managed, and whether this resource made the file. */
function managedBy({ privateState }: PartContext): Record<string, boolean> {
  const kept = privateState.get(MANAGED);
  return typeof kept === "object" && kept !== null && !Array.isArray(kept)
    ? Object.fromEntries(
      Object.entries(kept).map(([path, made]) => [path, made === true]),
    )
    : {};
}

/** The last commit of each branch that is under way in this process. */
const queues = new Map<string, Promise<unknown>>();

/** Runs commits of one branch one after the other. */
async function inTurn<T>(key: string, task: () => Promise<T>): Promise<T> {
  const turn = (queues.get(key) ?? Promise.resolve()).then(task, task);
  queues.set(key, turn);
  try {
    return await turn;
  } finally {
    if (queues.get(key) === turn) queues.delete(key);
  }
}

const ATTEMPTS = 6;

/** A commit to a branch of a repository. */
export interface Commit {
  /** What it is about, for errors. */
  readonly object: RemoteObject;
  /** What it does, to follow "Cannot": `commit to`. */
  readonly verb: string;
  readonly repo: RepoRef;
  /** The id of the repository that stays. */
  readonly repositoryId: string;
  readonly branch: string;
  readonly message: string;
  /** What is left to do at a revision. */
  operations(revision: string): Promise<readonly CommitOperation[]>;
}

/** What a commit came to. */
export interface Committed {
  /** The head of the branch that has all of it. */
  readonly sha: string | undefined;
  /** Whether anything was sent. */
  readonly isSent: boolean;
}

/**
 * Commits what is left to do, after all other commits to the branch that are
 * under way. Whatever a request ends with, the branch is looked at before
 * anything is sent again.
 *
 * @throws {DiagnosticsError} If it cannot be reached.
 */
export function commitInTurn(commit: Commit): Promise<Committed> {
  const { object, verb, repo, repositoryId, branch } = commit;
  return inTurn(
    `${repo.type} ${repositoryId} ${branch}`,
    () => attempt(verb, object, () => commitUntilReached(commit)),
  );
}

async function commitUntilReached(
  { object, repo, branch, message, operations }: Commit,
): Promise<Committed> {
  const { context: { provider, signal } } = object;
  const client = await provider.client();
  for (let attempts = 1;; attempts++) {
    const { sha } = await client.repos.info(repo, {
      revision: branch,
      expand: ["sha"],
      signal,
    });
    const left = await operations(sha ?? branch);
    if (left.length === 0) return { sha, isSent: attempts > 1 };
    try {
      const { commitOid } = await client.files.commit(repo, {
        summary: message,
        revision: branch,
        parentCommit: sha,
        operations: left,
      }, { signal });
      return { sha: commitOid, isSent: true };
    } catch (error) {
      const isOpen = isApiError(error, 412) || mayHaveTakenEffect(error);
      if (!isOpen || signal.aborted || attempts === ATTEMPTS) throw error;
      await setTimeout(100 * 2 ** attempts, undefined, { signal });
    }
  }
}

/** What the files of a resource are to become. */
interface Order {
  readonly object: RemoteObject;
  readonly repo: RepoRef;
  readonly repositoryId: string;
  readonly settings: Settings;
  readonly wanted: readonly Wanted[];
}

/**
 * Commits what differs from what is wanted, and deletes what was made but is
 * wanted no longer.
 */
async function reach(
  { object, repo, repositoryId, settings, wanted }: Order,
): Promise<Found> {
  const { context } = object;
  const before = managedBy(context);
  const managed = { ...before };
  const isWanted = new Set(wanted.map(({ path }) => path));
  const unwanted = Object.keys(before).filter((path) => !isWanted.has(path));
  const { sha } = await commitInTurn({
    object,
    verb: "commit",
    repo,
    repositoryId,
    branch: settings.branch,
    message: settings.commit_message,
    async operations(revision) {
      const paths = [...isWanted, ...unwanted];
      const there = await lookAt(repo, paths, revision, context);
      const missing = wanted.filter(({ path, bytes }) =>
        there.get(path) !== blobId(bytes)
      );
      for (const { path, at } of missing) {
        if (!there.has(path)) managed[path] = true;
        const isOurs = settings.overwrite || Object.hasOwn(managed, path);
        if (!isOurs) throw otherContent(path, at, settings);
      }
      await refuseUploads(repo, missing, settings, context);
      return [
        ...missing.map(({ operation }) => operation),
        ...unwanted.filter((path) => before[path] && there.has(path))
          .map((path) => ({ deleted: path })),
      ];
    },
  });
  for (const path of unwanted) delete managed[path];
  for (const path of isWanted) managed[path] ??= false;
  context.privateState.set(MANAGED, managed);
  return {
    repositoryId,
    oids: Object.fromEntries(
      wanted.map(({ path, bytes }) => [path, blobId(bytes)]),
    ),
    ...sha !== undefined && { commit: sha },
  };
}

/** Git's hashes of those files that are there. */
export async function lookAt(
  repo: RepoRef,
  paths: readonly string[],
  revision: string,
  { provider, signal }: PartContext,
): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map();
  const client = await provider.client();
  const entries = await client.files.pathsInfo(repo, paths, {
    revision,
    signal,
  });
  return new Map(entries.map(({ path, oid }) => [path, oid]));
}

/** Refuses what the Hub takes by Git LFS or Xet only. */
async function refuseUploads(
  repo: RepoRef,
  missing: readonly Wanted[],
  { branch }: Place,
  { provider, signal }: PartContext,
): Promise<void> {
  if (missing.length === 0) return;
  const client = await provider.client();
  const uploads = await client.files.uploads(
    repo,
    missing.map(({ path, bytes }) => ({
      path,
      size: bytes.length,
      sample: Buffer.from(bytes.subarray(0, 512)).toString("base64"),
    })),
    { revision: branch, signal },
  );
  const large = uploads.find(({ uploadMode }) => uploadMode === "lfs")?.path;
  if (large === undefined) return;
  throw failure(
    `${large} has to go by Git LFS or Xet`,
    `\`.gitattributes\` of ${repo.id} says so. Nothing was committed. ` +
      uploadAdvice,
    missing.find(({ path }) => path === large)?.at,
  );
}

function otherContent(path: string, at: Path, { branch }: Place) {
  return failure(
    `${path} is there already, with other content`,
    `Somebody else made it on the branch ${branch}, so nothing was committed. ` +
      "To replace its content, set `overwrite = true`; to keep it, write its " +
      "content into the configuration: what is equal is taken over without a " +
      "commit.",
    at,
  );
}

/** Reads the files of a state; undefined: repository or branch is gone. */
export async function look(
  place: Place,
  paths: readonly string[],
  context: PartContext,
): Promise<Found | undefined> {
  const owner = await followOwner(place, context);
  if (owner === undefined) return undefined;
  const { repo, repositoryId } = owner;
  try {
    const there = await lookAt(repo, paths, place.branch, context);
    return { repositoryId, oids: Object.fromEntries(there) };
  } catch (error) {
    if (isApiError(error, 404) && error.code === "RevisionNotFound") {
      return undefined;
    }
    throw error;
  }
}

/** The subject of messages about a repository that is another one. */
export const what = "What is committed";

/** Commits what is wanted to a new resource's branch, or to that of a state. */
export async function write(
  object: RemoteObject,
  wanted: readonly Wanted[],
  plan: Settings,
  prior?: Settings,
): Promise<Found> {
  const { context } = object;
  if (prior === undefined) {
    const { repo, repositoryId } = await findOwner(plan, context);
    return await reach({ object, repo, repositoryId, settings: plan, wanted });
  }
  await checkNewName(what, { plan, prior }, context);
  const repo = await sameOwner(prior, context);
  const repositoryId = stableIdOf(prior);
  return await reach({ object, repo, repositoryId, settings: plan, wanted });
}

/** Deletes what this resource made, in one commit. */
export async function remove(
  object: RemoteObject,
  state: Settings,
): Promise<void> {
  const { context } = object;
  const repo = await ownerNow(state, context);
  if (repo === undefined) return;
  const kept = Object.entries(managedBy(context))
    .filter(([, made]) => !made).map(([path]) => path);
  const repositoryId = stableIdOf(state);
  const settings = state;
  try {
    await reach({ object, repo, repositoryId, settings, wanted: [] });
  } catch (error) {
    const found = await look(state, ["README.md"], context).catch(() => null);
    // The branch is gone, and with it the files.
    if (found !== undefined) throw error;
  }
  if (kept.length === 0) return;
  context.diagnostics.addWarning(
    `Files of ${state.repository} stay on the Hub`,
    `Terraform only forgets what it did not make: ${kept.join(", ")}.`,
  );
}
