import type { Accounts } from "../core/accounts.ts";
import type { Clock, Sleep } from "../core/clock.ts";
import type { Area } from "../core/router.ts";
import { commitRoutes } from "./commit_routes.ts";
import { contentRoutes } from "./content_routes.ts";
import type { HubContext } from "./context.ts";
import { discussionRoutes } from "./discussions.ts";
import { largeFileRoutes } from "./large_file_routes.ts";
import { refRoutes } from "./ref_routes.ts";
import { RepoAccess } from "./repo_access.ts";
import { repoRoutes } from "./repo_routes.ts";
import { RepoStore } from "./repo_store.ts";
import { SpaceLifecycle } from "./space_lifecycle.ts";
import { socialRoutes } from "./social_routes.ts";
import { spaceRoutes } from "./space_routes.ts";
import { treeRoutes } from "./tree_routes.ts";
import { uploadRoutes } from "./upload_routes.ts";

/** Options of the Hub's repositories and Spaces. */
export interface ReposOptions {
  /** Milliseconds from a commit or restart until a Space runs. */
  readonly startupMs: number;
  /** Milliseconds a create takes, in which others are refused. */
  readonly createMs: number;
  /** Waits. */
  readonly sleep: Sleep;
  /** Moves a bucket, which is kept elsewhere. */
  readonly moveBucket: HubContext["moveBucket"];
}

/** Repositories and Spaces, and how other areas find them. */
export interface ReposArea extends Area {
  /** All repositories. */
  readonly store: RepoStore;
  /** Who sees and changes them. */
  readonly access: RepoAccess;
}

/** Makes the area of repositories and Spaces with an empty store. */
export function reposArea(
  clock: Clock,
  accounts: Accounts,
  options: ReposOptions,
): ReposArea {
  const store = new RepoStore();
  const access = new RepoAccess(accounts, store);
  const context: HubContext = {
    ...options,
    accounts,
    access,
    store,
    lifecycle: new SpaceLifecycle(clock, options.startupMs),
    now: () => clock.now(),
  };
  return {
    store,
    access,
    routes: [
      ...spaceRoutes(context),
      ...uploadRoutes(context),
      ...largeFileRoutes(context),
      ...commitRoutes(context),
      ...treeRoutes(context),
      ...refRoutes(context),
      ...discussionRoutes(context),
      ...socialRoutes(context),
      ...repoRoutes(context),
      ...contentRoutes(context),
    ],
  };
}
