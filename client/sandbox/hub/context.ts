import type { Accounts, Caller } from "../core/accounts.ts";
import type { Sleep } from "../core/clock.ts";
import { notAnOption } from "../core/failure.ts";
import { type Call, type Handler, type Route, routes } from "../core/router.ts";
import type { RepoAccess } from "./repo_access.ts";
import { invalidBody } from "./repo_body.ts";
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
  /** Waits for milliseconds. */
  readonly sleep: Sleep;
  /** Milliseconds a create takes. */
  readonly createMs: number;
  readonly moveBucket: (call: Call, from: string, to: string) => Response;
  /** Tests whether the caller sees the source of a volume. */
  readonly canMount: (caller: Caller, type: string, source: string) => boolean;
}

/** Path of a repository. */
export const repoPath = "/api/:type(models|datasets|spaces)/:namespace/:name";

/** Does the work of a route of a repository. */
export type RepoHandler = (
  call: Call,
  repo: RepoRecord,
) => Response | Promise<Response>;

/** Makes routes below {@link repoPath}; a key is a method and the rest. */
export function repoRoutes(
  context: HubContext,
  access: "read" | "write",
  handlers: Readonly<Record<string, RepoHandler>>,
): Route[] {
  const entries = Object.entries(handlers).map(([line, handle]) => {
    const [method = "", path = ""] = line.split(" ");
    const handler: Handler = (call) =>
      handle(call, context.access.find(call, kindOfPath(call), access));
    return [`${method} ${repoPath}${path}`, handler];
  });
  return routes(
    access === "read" ? "public" : "token",
    Object.fromEntries(entries),
  );
}

/** Reads the type of a repository in a body. */
export function readKind(type: string): RepoKind {
  if (type === "model" || type === "dataset" || type === "space") return type;
  throw invalidBody(notAnOption(["model", "dataset", "space"]), "type");
}

/** Returns the type of the repository in a path; default: a model. */
export function kindOfPath(call: Call): RepoKind {
  return readKind((call.params["type"] ?? "models").replace(/s$/, ""));
}

/** Returns the URL of a repository's page. */
export function pageUrl(call: Call, kind: RepoKind, id: string): string {
  return `${call.url.origin}/${kind === "model" ? "" : `${kind}s/`}${id}`;
}
