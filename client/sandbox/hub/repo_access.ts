import {
  type Account,
  type Accounts,
  type Caller,
  type Need,
  type OrgRole,
  unauthorized,
} from "../core/accounts.ts";
import { Failure, forbidden } from "../core/failure.ts";
import { type Call, param } from "../core/router.ts";
import type { RepoKind, RepoRecord } from "./repo_record.ts";
import { idOf, type RepoStore } from "./repo_store.ts";

/** Finds repositories for those who may see or change them. */
export class RepoAccess {
  readonly #accounts: Accounts;
  readonly #store: RepoStore;

  /** Works on these accounts and repositories. */
  constructor(accounts: Accounts, store: RepoStore) {
    this.#accounts = accounts;
    this.#store = store;
  }

  /**
   * The repository that a path names. Throws 307 to its present name, 404 if
   * there is none or the caller does not see it, 401 without token, 403 without
   * one of the permissions, where the token is fine-grained.
   */
  find(
    call: Call,
    kind: RepoKind,
    access: "read" | "write",
    permissions?: readonly string[],
  ): RepoRecord {
    // The oldest names have no namespace.
    const id = [call.params["namespace"] ?? [], param(call, "name")].flat()
      .join("/");
    const repo = this.#store.find(kind, id) ?? this.#store.findMoved(kind, id);
    if (repo === undefined || !this.sees(call.caller, repo)) {
      throw missing(call.caller);
    }
    if (idOf(repo) !== id) throw redirect(call, id, idOf(repo));
    this.authorize(call.caller, repo, access, permissions);
    return repo;
  }

  /** The repository of a body's `namespace/name`; refuses like a path. */
  findById(call: Call, kind: RepoKind, id: string): RepoRecord {
    const repo = this.#store.find(kind, id);
    if (repo === undefined || !this.sees(call.caller, repo)) {
      throw missing(call.caller);
    }
    this.authorize(call.caller, repo, "write");
    return repo;
  }

  /** Whether the caller sees the repository. */
  sees(caller: Caller, repo: RepoRecord): boolean {
    if (repo.visibility === "public") return true;
    if (!isFor(caller, repo)) return false;
    const owner = this.#accounts.find(repo.namespace);
    return owner !== undefined &&
      this.#accounts.roleIn(caller, owner) !== undefined;
  }

  /** Throws unless the caller may read or write the repository. */
  authorize(
    caller: Caller,
    repo: RepoRecord,
    access: "read" | "write",
    permissions?: readonly string[],
  ): void {
    const owner = this.#accounts.find(repo.namespace);
    const isForeign = owner === undefined ||
      this.#accounts.roleIn(caller, owner) === undefined;
    if (access === "read" && isForeign && caller.kind !== "bad") return;
    if (!isFor(caller, repo)) {
      throw forbidden(readOnly);
    }
    const isOwn = repo.creator === caller.user?.name;
    const need = {
      ...needs(access, permissions),
      ...(isOwn ? { roles: creators } : {}),
    };
    this.#accounts.authorize(caller, need, repo.namespace);
  }

  /** Throws 401 or 403 unless the caller may read the files. */
  demandFiles(caller: Caller, repo: RepoRecord): void {
    const { gated = false } = repo.settings;
    const owner = this.#accounts.find(repo.namespace);
    const name = caller.user?.name;
    const status = repo.access.get(name ?? "");
    if (gated === false || status === "accepted") return;
    if (owner !== undefined && this.#accounts.roleIn(caller, owner)) return;
    const id = idOf(repo);
    const asked = `Your request to access ${repo.kind} ${id}`;
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
        ? `${asked} has been reset by the repo's authors. ${page} submit a ` +
          "new request."
        : status === "rejected"
        ? `${asked} has been rejected by the repo's authors.`
        : status === "pending"
        ? `${asked} is awaiting a review from the repo authors.`
        : `${restricted} and you are not in the authorized list. ${page} ask ` +
          "for access.",
      { errorCode: "GatedRepo" },
    );
  }

  /** The account that is to own something new. */
  owner(call: Call, kind: RepoKind, namespace: string | undefined): Account {
    const name = namespace ?? this.#accounts.userOf(call.caller).name;
    const refusal = `You don't have the rights to create a ${kind} under the ` +
      `namespace "${name}"`;
    const need = { ...needs("write"), roles: creators, refusal };
    this.#accounts.authorize(call.caller, need, name);
    const account = this.#accounts.find(name);
    if (account === undefined) throw missing(call.caller);
    return account;
  }
}

function isFor({ token }: Caller, { oid }: RepoRecord): boolean {
  return token?.repo === undefined || token.repo === oid;
}

/** Who may create, and change what they created. */
const creators: readonly OrgRole[] = ["admin", "write", "contributor"];

function needs(
  access: "read" | "write",
  permissions: readonly string[] = access === "write"
    ? ["repo.write"]
    : ["repo.content.read", "repo.write"],
): Need {
  return { access, permissions, refusal: readOnly };
}

const readOnly =
  "You have read access but not the required permissions for this operation";

/** How a repository that the caller does not see is answered. */
export function missing(caller: Caller): Failure {
  if (caller.kind === "known") {
    return new Failure(404, "Repository not found", {
      errorCode: "RepoNotFound",
    });
  }
  return unauthorized();
}

/** Leads from a former name to the present one. */
export function redirect(call: Call, from: string, to: string): Failure {
  const path = decodeURIComponent(call.url.pathname).replace(from, to);
  const location = encodeURI(path) + call.url.search;
  return new Failure(307, `Temporary Redirect. Redirecting to ${location}`, {
    headers: { location },
  });
}
