import type { Accounts, Caller } from "../core/accounts.ts";
import * as is from "../core/checks.ts";
import type { Sleep } from "../core/clock.ts";
import type { Json } from "../core/json.ts";
import {
  type Call,
  type ObjectHandler,
  objectRoutes,
  type Route,
} from "../core/router.ts";
import type { RepoAccess } from "./repo_access.ts";
import type { RepoKind, RepoRecord } from "./repo_record.ts";
import type { RepoStore } from "./repo_store.ts";
import type { SpaceLifecycle } from "./space_lifecycle.ts";

/** The parts behind the routes of repositories and Spaces. */
export interface HubContext {
  readonly accounts: Accounts;
  readonly access: RepoAccess;
  readonly store: RepoStore;
  readonly lifecycle: SpaceLifecycle;
  readonly now: () => number;
  readonly sleep: Sleep;
  /** Milliseconds a create takes. */
  readonly createMs: number;
  readonly moveBucket: (call: Call, from: string, to: string) => Json;
  /** Tests whether the caller sees the source of a volume. */
  readonly canMount: (caller: Caller, type: string, source: string) => boolean;
}

/** Path of a repository. */
export const repoPath = "/api/:type(models|datasets|spaces)/:namespace/:name";

/** Makes routes below {@link repoPath}; a key is a method and the rest. */
export function repoRoutes(
  { access }: Pick<HubContext, "access">,
  need: "read" | "write",
  handlers: Readonly<Record<string, ObjectHandler<RepoRecord>>>,
): Route[] {
  return objectRoutes(
    need === "read" ? "public" : "token",
    repoPath,
    (call) => access.find(call, kindOfPath(call), need),
    handlers,
  );
}

/** Reads the type of a repository in a body. */
export function readKind(type: string): RepoKind {
  return is.oneOf("model", "dataset", "space")(type, "type");
}

/** Returns the type of the repository in a path; default: a model. */
export function kindOfPath(call: Call): RepoKind {
  return readKind((call.params["type"] ?? "models").replace(/s$/, ""));
}

/** Returns the URL of a repository's page. */
export function pageUrl(call: Call, kind: RepoKind, id: string): string {
  return `${call.url.origin}/${kind === "model" ? "" : `${kind}s/`}${id}`;
}
