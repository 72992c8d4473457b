import { setTimeout } from "node:timers/promises";
import {
  type DiagnosticsError,
  failure,
  type Path,
} from "@hf-terraform/framework";
import {
  type Commit as RepoCommit,
  type CommitOperation,
  isApiError,
  mayHaveTakenEffect,
  type Ref,
  type RepoInfo,
  type RepoRef,
  type TreeEntry,
} from "@hf-terraform/client";
import type { RepoKind } from "../schema/ids.ts";
import {
  attempt,
  outlive,
  type RemoteObject,
  takeTurn,
  textOf,
} from "../object/remote_object.ts";
import { isAnother } from "../object/fingerprint.ts";
import { planAdvice } from "../cost/plan_advice.ts";
import type { HuggingFaceProvider, ProviderContext } from "../provider_data.ts";
import { readRepo } from "./repo_reader.ts";

const ATTEMPTS = 6;

export interface Commit {
  readonly object: RemoteObject;
  /** The act, to follow "Cannot": `commit to`. */
  readonly verb: string;
  readonly repo: RepoRef;
  readonly repositoryId: string | undefined;
  readonly branch: string;
  readonly message: string;
  /** The operations that are left at a revision. */
  operations(revision: string): Promise<readonly CommitOperation[]>;
  /** Is told when what was left to do was surely done. */
  committed?(): void;
}

/** Takes a step after all commits to the branch that are under way. */
export function takeCommitTurn<T>(
  { object, repo, repositoryId, branch }: Pick<
    Commit,
    "object" | "repo" | "repositoryId" | "branch"
  >,
  step: () => Promise<T>,
): Promise<T> {
  const key = `commit to ${repo.type} ${repositoryId ?? repo.id} ${branch}`;
  return takeTurn(key, object, step);
}

/** A commit that is under way. */
interface Work extends Commit {
  /** For what is looked at and put right also while Terraform stops. */
  readonly outlived: AbortSignal;
  /** The heads at which commits were sent whose answers were lost. */
  readonly unclear: Set<string>;
  /** Whether it may have been made, so that a paused Space may run. */
  isSent: boolean;
  /** Whether it goes to a Space that was paused. */
  wasPaused: boolean;
}

/**
 * Commits what is left to do, after all other commits to the branch that are
 * under way. Whatever a request ends with, the branch is looked at before
 * anything is sent again. A Space that was paused is paused again. Returns the
 * head that has it, and whether it was sent.
 */
export function commitInTurn(commit: Commit) {
  const { object, verb } = commit;
  return takeCommitTurn(
    commit,
    () => attempt(verb, object, () => commitAndPause(commit)),
  );
}

async function commitAndPause(commit: Commit) {
  const work: Work = {
    ...commit,
    outlived: outlive(commit.object.context.signal),
    unclear: new Set(),
    isSent: false,
    wasPaused: false,
  };
  try {
    const sha = await commitUntilReached(work);
    return { sha, isSent: work.isSent };
  } finally {
    if (work.isSent && work.wasPaused) await pauseAgain(work);
  }
}

/** Pauses a Space that a commit may have started. */
async function pauseAgain(work: Work): Promise<void> {
  const { object, repo: { id } } = work;
  const { provider, diagnostics, signal } = object.context;
  const { spaces } = await provider.client();
  // The commit may have taken all of the time that its own looks had.
  const call = { signal: outlive(signal), mayRepeat: () => isThere(work) };
  const why = await spaces.pause(id, call).then(
    ({ stage = "PAUSED" }) => stage === "PAUSED" ? undefined : `it is ${stage}`,
    textOf,
  );
  if (why === undefined) return;
  diagnostics.addWarning(
    `The Space ${id} may run by now`,
    `It was paused, and the commit may have started it. Pausing it again ` +
      `failed: ${why}. Pause it on its page: what it costs, it costs until then.`,
  );
}

/** The repository with the head of the branch; fails if it is another one. */
async function look(work: Work): Promise<RepoInfo> {
  const { object, repo, repositoryId, branch: revision } = work;
  const { repos } = await object.context.provider.client();
  const { type, id } = repo;
  const call = { signal: work.outlived };
  const found: RepoInfo = type === "space"
    ? await repos
      .get({ type, id }, { revision, expand: ["sha", "runtime"] }, call)
    : await repos.get(repo, { revision, expand: ["sha"] }, call);
  const { _id = repositoryId, runtime } = found;
  work.wasPaused ||= revision === "main" && runtime?.stage === "PAUSED";
  if (_id === (repositoryId ?? _id)) return found;
  const how = `the stable id of ${id} was ${repositoryId}, is ${_id}`;
  throw isAnother(object, "changed", how);
}

async function isThere(work: Work): Promise<true> {
  await look(work);
  return true;
}

/** Returns the head that has the commit. */
async function commitUntilReached(work: Work): Promise<string | undefined> {
  const { signal } = work.object.context;
  for (let attempts = 1;; attempts++) {
    const { sha } = await look(work);
    // What is there since then, somebody else has made.
    const arrived = await findArrived(work);
    const isOurs = arrived !== undefined &&
      (await work.operations(arrived).catch(() => [null])).length === 0;
    if (isOurs) {
      work.committed?.();
      return arrived;
    }
    const left = await work.operations(sha ?? work.branch);
    if (left.length === 0) {
      // Whoever refused an earlier one may have met it, sent twice.
      work.isSent = attempts > 1;
      return sha;
    }
    signal.throwIfAborted();
    try {
      return await send(work, sha, left);
    } catch (error) {
      const isOpen = mayHaveTakenEffect(error);
      work.isSent ||= isOpen;
      const isRefused = !isOpen && !isApiError(error, 412);
      const isOver = signal.aborted && !isOpen;
      if (isRefused || isOver || attempts === ATTEMPTS) throw error;
      if (isOpen && sha !== undefined) work.unclear.add(sha);
      await setTimeout(100 * 2 ** attempts, undefined, { signal })
        .catch(() => undefined);
    }
  }
}

async function send(
  work: Work,
  parentCommit: string | undefined,
  operations: readonly CommitOperation[],
): Promise<string | undefined> {
  const { object: { context: { provider, signal } }, repo, branch } = work;
  const { files } = await provider.client();
  const { commitOid } = await files.commit(
    repo,
    { summary: work.message, revision: branch, parentCommit, operations },
    {
      signal,
      mayRepeat: async (error) =>
        !mayHaveTakenEffect(error) && await isThere(work),
    },
  );
  work.isSent = true;
  if (parentCommit && commitOid) provider.commits.set(commitOid, parentCommit);
  work.committed?.();
  return commitOid;
}

/** The number of commits to look through for one whose answer was lost. */
const LOOKED_BACK = 50;

/** Finds a commit whose answer was lost in the history; undefined: none arrived. */
async function findArrived(
  { object: { context: { provider } }, repo, branch, message, ...work }: Work,
): Promise<string | undefined> {
  const { unclear: parents, outlived: signal } = work;
  if (parents.size === 0) return undefined;
  const { refs } = await provider.client();
  let later: RepoCommit | undefined;
  let count = 0;
  for await (
    const commit of refs.listCommits(repo, { revision: branch }, { signal })
  ) {
    // It names its parent, so nothing lies between the two.
    if (parents.has(commit.id)) {
      const isAlike = later?.title === message.split("\n")[0];
      if (later === undefined || !isAlike) return undefined;
      const { authors } = later;
      const user = authors && (await planAdvice(provider).user())?.name;
      // Whose it is may be told, and who the token's user is may not.
      const isOurs = authors?.some((author) => user && author.user === user);
      if (isOurs === false) return undefined;
      provider.commits.set(later.id, commit.id);
      return later.id;
    }
    later = commit;
    if (++count === LOOKED_BACK) break;
  }
  throw failure(
    `It is not clear whether the commit to ${branch} was made`,
    "Its answer was lost, and the history of the branch does not tell, so " +
      "nothing was sent again. Plan again: the next plan shows what is there.",
  );
}

/** The last commit that this run has not made, of those that lead to one. */
export function lastOfOthers(
  commit: string | undefined,
  { commits }: Pick<HuggingFaceProvider, "commits">,
): string | undefined {
  let last = commit;
  // The service may name commits that go in a circle.
  for (let left = commits.size; left > 0 && commits.has(last ?? ""); left--) {
    last = commits.get(last ?? "");
  }
  return last;
}

/** The error of a commit that would undo what somebody has changed. */
export function changedSince(
  name: string,
  branch: string,
  at: Path | undefined,
  advice?: string,
): DiagnosticsError {
  return failure(
    `${name} was changed after the plan`,
    `No plan has shown what it is on the branch ${branch} now, so nothing ` +
      "was committed. Plan again: the next plan shows it." +
      (advice === undefined ? "" : ` ${advice}`),
    at,
  );
}

/** The branches and tags of a repository, each with its commit. */
export async function refsOf(
  type: RepoKind,
  ids: Parameters<typeof readRepo>[1],
  { provider, signal }: ProviderContext,
): Promise<readonly string[]> {
  const found = await readRepo(type, ids, { provider, signal });
  if (found === undefined) return [];
  const { refs } = await provider.client();
  const repo = { type, id: found.id };
  const { branches, tags } = await refs.get(repo, { signal });
  const named = (kind: string) => ({ name, targetCommit = "" }: Ref) =>
    `the ${kind} ${name} at ${lastOfOthers(targetCommit, provider)}`.trim();
  return [...branches.map(named("branch")), ...tags.map(named("tag"))];
}

/** The files and storage of a repository in words; empty: no branch is left. */
export async function contentsOf(
  type: RepoKind,
  ids: Parameters<typeof readRepo>[1],
  context: ProviderContext,
  parts: readonly string[] | undefined,
): Promise<string> {
  if (parts?.length === 0) return "";
  const advice = planAdvice(context.provider);
  const read = () => readRepo(type, ids, context);
  const found = await advice.ask(`${type} ${ids.id}`, read);
  if (found === undefined) return "its files";
  const repo = { type, id: found.id };
  const [files = "its files", storage] = await Promise.all([
    advice.files(repo),
    advice.storage(repo),
  ]);
  return storage === undefined ? files : `${files}, in all ${storage}`;
}

/** Git's hashes of those files that are there. */
export async function hashesAt(
  repo: RepoRef,
  paths: readonly string[],
  revision: string,
  context: ProviderContext,
): Promise<Map<string, string>> {
  const entries = await entriesAt(repo, paths, revision, context);
  return new Map(
    entries.filter(({ type }) => type !== "directory")
      .map(({ path, oid = "" }) => [path, oid]),
  );
}

/** The Hub's entries of the files and folders that are there. */
export async function entriesAt(
  repo: RepoRef,
  paths: readonly string[],
  revision: string,
  { provider, signal, expand }: ProviderContext & {
    readonly expand?: boolean;
  },
): Promise<readonly TreeEntry[]> {
  if (paths.length === 0) return [];
  const { files } = await provider.client();
  return await files.getPaths(repo, paths, { revision, expand }, { signal });
}
