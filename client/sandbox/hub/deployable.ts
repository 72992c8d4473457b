import type { Accounts } from "../core/accounts.ts";
import type { FindModel, FoundModel } from "../endpoints/models.ts";
import type { RepoRecord } from "./repo_record.ts";
import { commitAt, type RepoStore } from "./repo_store.ts";

/** Finds models as endpoints do: for their namespace and the user. */
export function findModel(accounts: Accounts, store: RepoStore): FindModel {
  const isOurs = ({ namespace }: RepoRecord, of: string) =>
    namespace === of ||
    (accounts.find(namespace)?.members.has(accounts.user.name) ?? false);
  return (namespace, repository, revision): FoundModel => {
    const repo = store.find("model", repository) ??
      store.findMoved("model", repository);
    const page = `https://huggingface.co/api/models/${repository}`;
    if (
      repo === undefined ||
      repo.visibility !== "public" && !isOurs(repo, namespace)
    ) {
      return {
        problem: `404 Client Error. Repository Not Found for url: ${page}.`,
      };
    }
    const { gated = false } = repo.settings;
    const isGated = gated !== false && !isOurs(repo, namespace) &&
      repo.access.get(accounts.user.name) !== "accepted";
    try {
      return { commit: commitAt(repo, revision).id, isGated };
    } catch {
      return {
        isGated,
        problem: "404 Client Error. Revision Not Found for url: " +
          `${page}/revision/${encodeURIComponent(revision)}.`,
      };
    }
  };
}
