import { type Accounts, hash } from "../core/accounts.ts";
import { Failure } from "../core/failure.ts";
import { type JsonObject, objectAt, stringAt } from "../core/json.ts";
import type { RepoRecord } from "../hub/repo_record.ts";
import { findCommit, type RepoStore } from "../hub/repo_store.ts";

/** Finds a model on the Hub for the endpoints of a namespace. */
export type FindModel = (
  namespace: string,
  repository: string,
  revision: string,
) => FoundModel;

/** A model on the Hub. */
export interface FoundModel {
  readonly commit?: string;
  /** Whether the namespace has no access to its files. */
  readonly isGated?: boolean;
  /** Error of the download, if it fails. */
  readonly problem?: string;
}

/** Names that make a deployment fail or hang. */
const testNames = /fail-to-start|fail-to-update|never-starts/;

/** Finds the model of a specification. */
export function resolveModel(
  find: FindModel,
  namespace: string,
  spec: JsonObject,
): FoundModel {
  const model = objectAt(spec, "model");
  const repository = stringAt(model, "repository");
  const revision = stringAt(model, "revision", "main");
  if (testNames.test(repository)) {
    return { commit: isCommit(revision) ? revision : hash(repository) };
  }
  const found = find(namespace, repository, revision);
  const features = objectAt(spec, "experimentalFeatures");
  if (features["skipRepoDownload"] !== true) return found;
  const { commit } = found;
  return commit === undefined ? {} : { commit };
}

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

/** Throws the 500 of a gated model without access. */
export function requireModelAccess(
  spec: JsonObject,
  { isGated }: FoundModel,
): void {
  const secrets = objectAt(objectAt(spec, "model"), "secrets");
  if (isGated === true && secrets["HF_TOKEN"] === undefined) {
    throw new Failure(500, "", { hasNoBody: true });
  }
}

function isCommit(revision: string): boolean {
  return /^[0-9a-f]{40}$/.test(revision);
}
