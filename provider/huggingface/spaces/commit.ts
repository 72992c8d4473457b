/**
 * Committing files and the card of a Space, all in one commit, in turn with
 * those of `huggingface_repo_files`.
 *
 * @module
 */

import { isStoredForm, Path } from "@hf-terraform/framework";
import type { CommitOperation } from "@hf-terraform/client";
import { orGone } from "../object/remote_object.ts";
import { blobId, bytesOf, wantedOf } from "../repo/file_content.ts";
import { changedSince, commitInTurn, hashesAt } from "../repo/repo_commit.ts";
import { type RepoObject, repoOf } from "../repo/repo_object.ts";
import { type CardKey, cardKeys, cardTextOf, withCard } from "./card.ts";
import { keyChanges } from "./keys.ts";
import type { SpacePlan, SpaceState } from "./schema.ts";

/** The files and settings before the commit, as far as they are known. */
export type CommitBase = Pick<SpaceState, "files" | CardKey>;

/** A commit of what differs from a plan. */
export interface SpaceCommit {
  /**
   * Looks at what it would change of a revision.
   *
   * @throws {DiagnosticsError} If it cannot be committed.
   */
  look(revision: string | undefined): Promise<void>;
  /** Commits; returns the new commit, undefined if nothing was left to send. */
  send(repositoryId: string | undefined): Promise<string | undefined>;
}

/**
 * The commit of what differs from a plan; undefined if nothing does. It undoes
 * nothing that came after the plan or, of what no plan shows, after the first
 * look.
 */
export function commitOf(
  target: RepoObject,
  prior: CommitBase,
  plan: SpacePlan,
): SpaceCommit | undefined {
  const { set, deleted } = keyChanges(prior.files, plan.files);
  const wanted = wantedOf({
    files: Object.fromEntries(set),
    files_base64: null,
  });
  // Without its README a Space cannot start; it is no longer managed.
  const unwanted = deleted.filter((path) => path !== "README.md");
  const cardChange = changedCard(prior, plan);
  const isSame = wanted.length + unwanted.length === 0 &&
    Object.keys(cardChange).length === 0;
  if (isSame) return undefined;
  const { client, context } = target;
  const repo = repoOf(target);
  const files = Path.root.attribute("files");
  const before = new Map(Object.entries(prior.files ?? {}));
  const seen: Seen = new Map(
    [...before].map(([path, text]) => [path, blobId(bytesOf.text(text))]),
  );
  let overwritten: { readonly paths: string[]; readonly revision: string } = {
    paths: [],
    revision: "",
  };
  const operations = async (revision: string) => {
    const paths = [...wanted.map(({ path }) => path), ...unwanted];
    const there = await hashesAt(repo, paths, revision, context);
    const left = [
      ...wanted.filter(({ path, bytes }) => there.get(path) !== blobId(bytes)),
      ...unwanted.filter((path) => there.has(path)).map((path) => ({
        path,
        operation: { deleted: path },
        at: files.key(path),
      })),
    ];
    for (const { path, at } of left) {
      const [oid, text] = [there.get(path), before.get(path)];
      const isOther = oid !== undefined && oid !== seen.get(path);
      // A state does not hold what steers a terminal as it is.
      const isShown = isOther && text !== undefined && isStoredForm(
        text,
        await client.files.read(repo, path, { revision }, {
          signal: context.signal,
        }),
      );
      if (isShown) seen.set(path, oid);
      assertSeen(seen, path, there.get(path), at);
    }
    const foreign = left.map(({ path }) => path)
      .filter((path) => there.has(path) && !before.has(path));
    if (foreign.length > 0) overwritten = { paths: foreign, revision };
    return [
      ...left.map(({ operation }) => operation),
      ...await cardOperations(target, revision, cardChange, seen),
    ];
  };
  const looked = new Map<string, readonly CommitOperation[]>();
  return {
    async look(revision) {
      const found = await operations(revision ?? "main");
      if (revision !== undefined) looked.set(revision, found);
    },
    async send(repositoryId) {
      const { sha, isSent } = await commitInTurn({
        object: target,
        verb: "commit to",
        repo,
        repositoryId,
        branch: "main",
        message: "Update from Terraform",
        operations: async (revision) =>
          looked.get(revision) ?? await operations(revision),
      });
      // What a new Space holds, the service put there.
      if ("id" in prior && overwritten.paths.length > 0) {
        context.diagnostics.addWarning(
          `Files of the Space ${target.id} were overwritten: ` +
            overwritten.paths.join(", "),
          "They were there with other content, which this resource did not " +
            "write. It is still in the history: commit " +
            `${overwritten.revision}.`,
          files,
        );
      }
      return isSent ? sha : undefined;
    },
  };
}

/** Git's hashes of files and the texts of the card, as they were seen. */
type Seen = Map<string, string | undefined>;

/** Notes what is seen first, and refuses what is another one by now. */
function assertSeen(
  seen: Seen,
  name: string,
  now: string | undefined,
  at: Path,
): void {
  if (!seen.has(name)) seen.set(name, now);
  if (now !== undefined && now !== seen.get(name)) {
    throw changedSince(name, "main", at);
  }
}

/** The changes of the front matter, unless a file is to hold it. */
function changedCard(
  prior: CommitBase,
  plan: SpacePlan,
): Readonly<Record<string, string>> {
  if (plan.files !== null && Object.hasOwn(plan.files, "README.md")) return {};
  const changes: Record<string, string> = {};
  for (const key of cardKeys) {
    const wanted = plan[key];
    const isChanged = typeof wanted === "string" &&
      wanted !== (prior[key] ?? "");
    if (isChanged) changes[key] = wanted;
  }
  return changes;
}

async function cardOperations(
  target: RepoObject,
  revision: string,
  change: Readonly<Record<string, string>>,
  seen: Seen,
): Promise<CommitOperation[]> {
  if (Object.keys(change).length === 0) return [];
  const { client, context: { signal } } = target;
  const read = client.files.read(repoOf(target), "README.md", { revision }, {
    signal,
  });
  const readme = await orGone(read) ?? "";
  for (const [key, wanted] of Object.entries(change)) {
    const now = await cardTextOf(readme, key) ?? undefined;
    if (now === wanted) continue;
    assertSeen(seen, `\`${key}\` of README.md`, now, Path.root.attribute(key));
  }
  const content = await withCard(readme, change);
  return content === readme ? [] : [{ path: "README.md", content }];
}
