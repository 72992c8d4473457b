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

/** A commit to a branch of a repository. */
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
    () => attempt(verb, object, () => commitUntilReached(commit)),
  );
}

/** Pauses a Space that a commit may have started, also while Terraform stops. */
async function pauseAgain(
  { object, repo: { id } }: Commit,
  look: () => Promise<unknown>,
): Promise<void> {
  const { provider, signal, diagnostics } = object.context;
  const { spaces } = await provider.client();
  const mayRepeat = async () => {
    await look();
    return true;
  };
  const call = { signal: outlive(signal), mayRepeat };
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

async function commitUntilReached(commit: Commit) {
  const { object, repo, repositoryId, branch, message, operations } = commit;
  const { context } = object;
  const { provider, signal } = context;
  const lookSignal = outlive(signal);
  const client = await provider.client();
  /** The heads at which commits were sent whose answers were lost. */
  const unclear = new Set<string>();
  let [wasPaused, isSent] = [false, false];
  const look = async () => {
    const { type, id } = repo;
    const [revision, call] = [branch, { signal: lookSignal }];
    const found: RepoInfo = type === "space"
      ? await client.repos
        .get({ type, id }, { revision, expand: ["sha", "runtime"] }, call)
      : await client.repos.get(repo, { revision, expand: ["sha"] }, call);
    const { _id = repositoryId, runtime } = found;
    wasPaused ||= branch === "main" && runtime?.stage === "PAUSED";
    if (_id === (repositoryId ?? _id)) return found;
    const how = `the stable id of ${repo.id} was ${repositoryId}, is ${_id}`;
    throw isAnother(object, "changed", how);
  };
  try {
    for (let attempts = 1;; attempts++) {
      const { sha } = await look();
      // What is there since then, somebody else has made.
      const arrived = await findArrived(commit, unclear, lookSignal);
      const isOurs = arrived !== undefined &&
        (await operations(arrived).catch(() => [null])).length === 0;
      if (isOurs) {
        commit.committed?.();
        return { sha: arrived, isSent };
      }
      const left = await operations(sha ?? branch);
      if (left.length === 0) {
        // Whoever refused an earlier one may have met it, sent twice.
        isSent = attempts > 1;
        return { sha, isSent };
      }
      signal.throwIfAborted();
      try {
        const { commitOid } = await client.files.commit(repo, {
          summary: message,
          revision: branch,
          parentCommit: sha,
          operations: left,
        }, {
          signal,
          async mayRepeat(error) {
            if (mayHaveTakenEffect(error)) return false;
            await look();
            return true;
          },
        });
        isSent = true;
        if (sha && commitOid) provider.commits.set(commitOid, sha);
        commit.committed?.();
        return { sha: commitOid, isSent };
      } catch (error) {
        const isOpen = mayHaveTakenEffect(error);
        isSent ||= isOpen;
        const isRefused = !isOpen && !isApiError(error, 412);
        const isOver = signal.aborted && !isOpen;
        if (isRefused || isOver || attempts === ATTEMPTS) throw error;
        if (isOpen && sha !== undefined) unclear.add(sha);
        await setTimeout(100 * 2 ** attempts, undefined, { signal })
          .catch(() => undefined);
      }
    }
  } finally {
    if (isSent && wasPaused) await pauseAgain(commit, look);
  }
}

/** The number of commits to look through for one whose answer was lost. */
const LOOKED_BACK = 50;

/** Finds a commit whose answer was lost in the history; undefined: none arrived. */
async function findArrived(
  { object: { context: { provider } }, repo, branch, message }: Commit,
  parents: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<string | undefined> {
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
  const before = commits.get(commit ?? "");
  return before === undefined ? commit : lastOfOthers(before, { commits });
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
