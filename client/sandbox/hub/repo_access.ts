import type { Account, Accounts, Caller, Need } from "../core/accounts.ts";
import { Failure } from "../core/failure.ts";
import { type Call, param } from "../core/router.ts";
import {
  idOf,
  type RepoKind,
  type RepoRecord,
  type RepoStore,
} from "./repo_store.ts";

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
    const id = `${param(call, "namespace")}/${param(call, "name")}`;
    const repo = this.#store.find(kind, id) ?? this.#store.findMoved(kind, id);
    if (repo === undefined || !this.sees(call.caller, repo)) {
      throw missing(call.caller);
    }
    if (idOf(repo) !== id) throw redirect(call, id, idOf(repo));
    this.authorize(call.caller, repo.namespace, access, permissions);
    return repo;
  }

  /** The repository of a body's `namespace/name`; refuses like a path. */
  findById(call: Call, kind: RepoKind, id: string): RepoRecord {
    const repo = this.#store.find(kind, id);
    if (repo === undefined || !this.sees(call.caller, repo)) {
      throw missing(call.caller);
    }
    this.authorize(call.caller, repo.namespace, "write");
    return repo;
  }

  /** Whether the caller sees the repository. */
  sees(caller: Caller, repo: RepoRecord): boolean {
    if (repo.visibility === "public") return true;
    const owner = this.#accounts.find(repo.namespace);
    return caller.kind === "known" && owner?.role !== undefined &&
      owner.role !== "no_access";
  }

  /** Throws unless the caller may read or write in the namespace. */
  authorize(
    caller: Caller,
    namespace: string,
    access: "read" | "write",
    permissions?: readonly string[],
  ): void {
    if (access === "read" && caller.kind === "anonymous") return;
    const owner = this.#accounts.find(namespace);
    const isForeign = owner?.role === undefined;
    if (access === "read" && isForeign) return;
    this.#accounts.authorize(caller, needs(access, permissions), namespace);
  }

  /** The account that is to own something new. */
  owner(call: Call, namespace: string | undefined): Account {
    const name = namespace ?? this.#accounts.user.name;
    this.#accounts.authorize(call.caller, needs("write"), name);
    const account = this.#accounts.find(name);
    if (account === undefined) throw missing(call.caller);
    return account;
  }
}

function needs(
  access: "read" | "write",
  permissions: readonly string[] = access === "write"
    ? ["repo.write"]
    : ["repo.content.read", "repo.write"],
): Need {
  return { access, permissions };
}

function missing(caller: Caller): Failure {
  if (caller.kind === "known") {
    return new Failure(404, "Repository not found", {
      errorCode: "RepoNotFound",
    });
  }
  return caller.kind === "anonymous"
    ? new Failure(401, "Invalid username or password.")
    : new Failure(401, "Invalid credentials in Authorization header");
}

function redirect(call: Call, from: string, to: string): Failure {
  const path = decodeURIComponent(call.url.pathname).replace(from, to);
  const location = encodeURI(path) + call.url.search;
  return new Failure(307, `Temporary Redirect. Redirecting to ${location}`, {
    headers: { location },
  });
}
