import {
  type AccessRule,
  type Account,
  type Accounts,
  type Caller,
  invalidToken,
  type OrgRole,
} from "../core/accounts.ts";
import { Failure, forbidden } from "../core/failure.ts";
import type { Call } from "../core/router.ts";
import type { RepoKind, RepoRecord } from "./repo_record.ts";
import { idOf, type RepoStore } from "./repo_store.ts";

/** Finds repositories and checks the access to them. */
export class RepoAccess {
  readonly #accounts: Accounts;
  readonly #store: RepoStore;

  constructor(accounts: Accounts, store: RepoStore) {
    this.#accounts = accounts;
    this.#store = store;
  }

  /**
   * Finds the repository of a path. Throws 307 for a former name, 404 if there
   * is none or the caller does not see it, 401 without a token, 403 without one
   * of the permissions.
   */
  find(
    call: Call,
    kind: RepoKind,
    access: "read" | "write",
    permissions?: readonly string[],
  ): RepoRecord {
    // The oldest names have no namespace.
    const id = [call.params["namespace"] ?? [], call.param("name")].flat()
      .join("/");
    const repo = this.#store.find(kind, id) ?? this.#store.findMoved(kind, id);
    if (repo === undefined || !this.canSee(call.caller, repo)) {
      throw repoNotFound(call.caller);
    }
    if (idOf(repo) !== id) throw redirectToName(call, id, idOf(repo));
    this.authorize(call.caller, repo, access, permissions);
    return repo;
  }

  /** Finds the repository of a body for a write. */
  findById(call: Call, kind: RepoKind, id: string): RepoRecord {
    const repo = this.#store.find(kind, id);
    if (repo === undefined || !this.canSee(call.caller, repo)) {
      throw repoNotFound(call.caller);
    }
    this.authorize(call.caller, repo, "write");
    return repo;
  }

  /** Tests whether the caller sees a repository. */
  canSee(caller: Caller, repo: RepoRecord): boolean {
    if (repo.visibility === "public") return true;
    if (!isTokenFor(caller, repo)) return false;
    return this.#isMember(caller, repo);
  }

  #isMember(caller: Caller, { namespace }: RepoRecord): boolean {
    const owner = this.#accounts.get(namespace);
    return this.#accounts.roleIn(caller, owner) !== undefined;
  }

  /** Throws unless the caller may read or write the repository. */
  authorize(
    caller: Caller,
    repo: RepoRecord,
    access: "read" | "write",
    permissions?: readonly string[],
  ): void {
    const isForeign = !this.#isMember(caller, repo);
    if (access === "read" && isForeign && caller.kind !== "bad") return;
    if (!isTokenFor(caller, repo)) {
      throw forbidden(readOnly);
    }
    const isOwn = repo.creator === caller.user?.name;
    const rule = {
      ...accessRule(access, permissions),
      ...isOwn && { roles: creators },
    };
    this.#accounts.authorize(caller, rule, repo.namespace);
  }

  /** Throws 401 or 403 unless the caller may read the files. */
  requireFiles(caller: Caller, repo: RepoRecord): void {
    const { gated = false } = repo.settings;
    const name = caller.user?.name;
    const status = repo.access.get(name ?? "");
    if (gated === false || status === "accepted") return;
    if (this.#isMember(caller, repo)) return;
    const id = idOf(repo);
    const request = `Your request to access ${repo.kind} ${id}`;
    const restricted = `Access to ${repo.kind} ${id} is restricted`;
    const page = `Visit https://huggingface.co/${
      repo.kind === "model" ? "" : `${repo.kind}s/`
    }${id} to`;
    throw new Failure(
      name === undefined ? 401 : 403,
      name === undefined
        ? `${restricted}. You must have access to it and be authenticated to ` +
          "access it. Please log in."
        : status === "reset"
        ? `${request} has been reset by the repo's authors. ${page} submit a ` +
          "new request."
        : status === "rejected"
        ? `${request} has been rejected by the repo's authors.`
        : status === "pending"
        ? `${request} is awaiting a review from the repo authors.`
        : `${restricted} and you are not in the authorized list. ${page} ask ` +
          "for access.",
      { errorCode: "GatedRepo" },
    );
  }

  /** Finds the owner of a new repository; throws 403 for others. */
  findOwner(
    call: Call,
    kind: RepoKind,
    namespace: string | undefined,
  ): Account {
    const name = namespace ?? call.user.name;
    const refusal = `You don't have the rights to create a ${kind} under the ` +
      `namespace "${name}"`;
    const rule = { ...accessRule("write"), roles: creators, refusal };
    this.#accounts.authorize(call.caller, rule, name);
    return this.#accounts.get(name);
  }
}

function isTokenFor({ token }: Caller, { oid }: RepoRecord): boolean {
  return token?.repo === undefined || token.repo === oid;
}

/** Roles that may create repositories, and change their own. */
const creators: readonly OrgRole[] = ["admin", "write", "contributor"];

function accessRule(
  access: "read" | "write",
  permissions: readonly string[] = access === "write"
    ? ["repo.write"]
    : ["repo.content.read", "repo.write"],
): AccessRule {
  return { access, permissions, refusal: readOnly };
}

const readOnly =
  "You have read access but not the required permissions for this operation";

/** Makes the error for a repository that the caller does not see. */
export function repoNotFound(caller: Caller): Failure {
  if (caller.kind === "known") {
    return new Failure(404, "Repository not found", {
      errorCode: "RepoNotFound",
    });
  }
  return invalidToken();
}

/** Makes the redirect from a former name to the present one. */
export function redirectToName(call: Call, from: string, to: string): Failure {
  const path = call.url.pathname.replace(`/${from}`, `/${to}`);
  const location = path + call.url.search;
  return new Failure(307, `Temporary Redirect. Redirecting to ${location}`, {
    headers: { location },
  });
}
