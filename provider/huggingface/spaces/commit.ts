/**
 * Committing files and the card of a Space, all in one commit, in turn with
 * those of `huggingface_repo_files`.
 *
 * @module
 */

import { Path } from "@hf-terraform/framework";
import type { CommitOperation } from "@hf-terraform/client";
import { orGone } from "../object/remote_object.ts";
import { blobId, wantedOf } from "../repo/file_content.ts";
import { commitInTurn, hashesAt } from "../repo/repo_commit.ts";
import { type RepoObject, repoOf } from "../repo/repo_object.ts";
import { type CardKey, cardKeys, withCard } from "./card.ts";
import { keyChanges } from "./keys.ts";
import type { SpacePlan, SpaceState } from "./schema.ts";

/** The files and settings before the commit, as far as they are known. */
export type CommitBase = Pick<SpaceState, "files" | CardKey>;

/**
 * Commits what differs from the plan.
 *
 * @returns The new commit; undefined if nothing differs.
 */
export async function commitChanges(
  target: RepoObject,
  repositoryId: string | undefined,
  prior: CommitBase,
  plan: SpacePlan,
): Promise<string | undefined> {
  const { set, deleted } = keyChanges(prior.files, plan.files);
  const wanted = wantedOf({ texts: Object.fromEntries(set), base64: null });
  // Without its README a Space cannot start; it is no longer managed.
  const unwanted = deleted.filter((path) => path !== "README.md");
  const cardChange = changedCard(prior, plan);
  const isSame = wanted.length + unwanted.length === 0 &&
    Object.keys(cardChange).length === 0;
  if (isSame) return undefined;
  const { context } = target;
  const repo = repoOf(target);
  let overwritten: { readonly paths: string[]; readonly revision: string } = {
    paths: [],
    revision: "",
  };
  const { sha, isSent } = await commitInTurn({
    object: target,
    verb: "commit to",
    repo,
    repositoryId,
    branch: "main",
    message: "Update from Terraform",
    async operations(revision) {
      const paths = [...wanted.map(({ path }) => path), ...unwanted];
      const there = await hashesAt(repo, paths, revision, context);
      const foreign = wanted.filter(({ path, bytes }) =>
        there.has(path) && there.get(path) !== blobId(bytes) &&
        !Object.hasOwn(prior.files ?? {}, path)
      ).map(({ path }) => path);
      if (foreign.length > 0) overwritten = { paths: foreign, revision };
      return [
        ...wanted.filter(({ path, bytes }) => there.get(path) !== blobId(bytes))
          .map(({ operation }) => operation),
        ...unwanted.filter((path) => there.has(path))
          .map((path) => ({ deleted: path })),
        ...await cardOperations(target, revision, cardChange),
      ];
    },
  });
  // What a new Space holds, the service put there.
  if ("id" in prior && overwritten.paths.length > 0) {
    context.diagnostics.addWarning(
      `Files of the Space ${target.id} were overwritten: ` +
        overwritten.paths.join(", "),
      "They were there with other content, which this resource did not write. " +
        `It is still in the history: commit ${overwritten.revision}.`,
      Path.root.attribute("files"),
    );
  }
  return isSent ? sha : undefined;
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
): Promise<CommitOperation[]> {
  if (Object.keys(change).length === 0) return [];
  const { client, context: { signal } } = target;
  const read = client.files.read(repoOf(target), "README.md", { revision }, {
    signal,
  });
  const readme = await orGone(read) ?? "";
  const content = await withCard(readme, change);
  return content === readme ? [] : [{ path: "README.md", content }];
}
