import {
  type Accounts,
  anyToken,
  type Caller,
  open,
} from "../core/accounts.ts";
import type { Sleep } from "../core/clock.ts";
import { notAnOption } from "../core/failure.ts";
import { type Call, type Route, route } from "../core/router.ts";
import type { RepoAccess } from "./repo_access.ts";
import { refuse } from "./repo_body.ts";
import type { RepoKind, RepoRecord } from "./repo_record.ts";
import type { RepoStore } from "./repo_store.ts";
import type { SpaceLifecycle } from "./space_lifecycle.ts";

/** What the routes of repositories and Spaces work with. */
export interface HubContext {
  /** Users and organizations. */
  readonly accounts: Accounts;
  /** Who may do what. */
  readonly access: RepoAccess;
  /** The repositories. */
  readonly store: RepoStore;
  /** Starts and stops Spaces. */
  readonly lifecycle: SpaceLifecycle;
  /** The time. */
  readonly now: () => number;
  /** Waits. */
  readonly sleep: Sleep;
  /** Milliseconds a create takes. */
  readonly createMs: number;
  /** Moves a bucket, which is kept elsewhere. */
  readonly moveBucket: (call: Call, from: string, to: string) => Response;
  /** Whether the caller sees what a volume names. */
  readonly mounts: (caller: Caller, type: string, source: string) => boolean;
}

/** Path of the information about one repository. */
export const repoPath = "/api/:type(models|datasets|spaces)/:namespace/:name";

/** Does the work of a route of one repository. */
export type RepoHandler = (
  call: Call,
  repo: RepoRecord,
) => Response | Promise<Response>;

/** Makes routes below {@link repoPath}, for those who may read or write. */
export function repoRoute(
  context: HubContext,
  access: "read" | "write",
): (method: string, path: string, handle: RepoHandler) => Route {
  return (method, path, handle) =>
    route(
      method,
      repoPath + path,
      access === "read" ? open : anyToken,
      (call) =>
        handle(call, context.access.find(call, kindOfPath(call), access)),
    );
}

/** The type that a body names. */
export function kindOf(type: string): RepoKind {
  if (type === "model" || type === "dataset" || type === "space") return type;
  throw refuse(notAnOption(["model", "dataset", "space"]), "type");
}

/** The type of the plural in a path; models if there is none. */
export function kindOfPath(call: Call): RepoKind {
  return kindOf((call.params["type"] ?? "models").replace(/s$/, ""));
}

/** The address of a repository's page. */
export function pageOf(call: Call, kind: RepoKind, id: string): string {
  return `${call.url.origin}/${kind === "model" ? "" : `${kind}s/`}${id}`;
}
