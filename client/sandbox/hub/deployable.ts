import type { Accounts } from "../core/accounts.ts";
import type { FindModel, FoundModel } from "../endpoints/models.ts";
import type { RepoRecord } from "./repo_record.ts";
import { findCommit, type RepoStore } from "./repo_store.ts";

/** Makes a function that finds models for the namespace of an endpoint. */
export function modelFinder(accounts: Accounts, store: RepoStore): FindModel {
  const hasAccess = ({ namespace }: RepoRecord, owner: string) =>
    namespace === owner ||
    (accounts.find(namespace)?.members.has(accounts.user.name) ?? false);
  return (namespace, repository, revision): FoundModel => {
    const repo = store.find("model", repository) ??
      store.findMoved("model", repository);
    const page = `https://huggingface.co/api/models/${repository}`;
    if (
      repo === undefined ||
      repo.visibility !== "public" && !hasAccess(repo, namespace)
    ) {
      return {
        problem: `404 Client Error. Repository Not Found for url: ${page}.`,
      };
    }
    const { gated = false } = repo.settings;
    const isGated = gated !== false && !hasAccess(repo, namespace) &&
      repo.access.get(accounts.user.name) !== "accepted";
    try {
      return { commit: findCommit(repo, revision).id, isGated };
    } catch {
      return {
        isGated,
        problem: "404 Client Error. Revision Not Found for url: " +
          `${page}/revision/${encodeURIComponent(revision)}.`,
      };
    }
  };
}
