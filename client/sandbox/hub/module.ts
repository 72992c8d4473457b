import type { Accounts } from "../core/accounts.ts";
import type { Clock, Sleep } from "../core/clock.ts";
import type { ApiModule, PageSection } from "../core/router.ts";
import { commitRoutes } from "./commit_routes.ts";
import { contentRoutes } from "./content_routes.ts";
import type { HubContext } from "./context.ts";
import { discussionRoutes } from "./discussions.ts";
import { largeFileRoutes } from "./large_file_routes.ts";
import { publishRepos } from "./public_repos.ts";
import { refRoutes } from "./ref_routes.ts";
import { RepoAccess } from "./repo_access.ts";
import { repositoryRoutes } from "./repo_routes.ts";
import type { RepoKind } from "./repo_record.ts";
import { head, idOf, RepoStore } from "./repo_store.ts";
import { flavors } from "./space_data.ts";
import { SpaceLifecycle } from "./space_lifecycle.ts";
import { spaceRoutes } from "./space_routes.ts";
import { treeRoutes } from "./tree_routes.ts";
import { uploadRoutes } from "./upload_routes.ts";

/** Options of the Hub's repositories and Spaces. */
export interface HubOptions {
  /** Milliseconds from a commit or restart until a Space runs. */
  readonly startupMs: number;
  /** Milliseconds a create takes, in which others are refused. */
  readonly createMs: number;
  /** Waits for milliseconds. */
  readonly sleep: Sleep;
  /** Moves a bucket. */
  readonly moveBucket: HubContext["moveBucket"];
  /** Tests whether the caller sees the source of a volume. */
  readonly canMount: HubContext["canMount"];
  /** Further models of others. */
  readonly models: readonly string[];
}

/** Repositories and Spaces, for their routes and for other modules. */
export interface HubModule extends ApiModule {
  /** All repositories. */
  readonly store: RepoStore;
  /** The access to them. */
  readonly access: RepoAccess;
  /** Resolves once the public repositories of others exist. */
  readonly ready: Promise<void>;
}

/** Makes repositories and Spaces, with those of others only. */
export function hubModule(
  clock: Clock,
  accounts: Accounts,
  options: HubOptions,
): HubModule {
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
    ready: publishRepos(context, options.models),
    sections: () => pageSections(context),
    routes: [
      ...spaceRoutes(context),
      ...uploadRoutes(context),
      ...largeFileRoutes(context),
      ...commitRoutes(context),
      ...treeRoutes(context),
      ...refRoutes(context),
      ...discussionRoutes(context),
      ...repositoryRoutes(context),
      ...contentRoutes(context),
    ],
  };
}

/** Returns the repositories for the page, without those of others. */
function pageSections(
  { store, lifecycle, accounts }: HubContext,
): PageSection[] {
  const ours = (kind: RepoKind) =>
    store.list(kind).filter(({ namespace }) =>
      accounts.find(namespace)?.members.size !== 0
    );
  const spaces = ours("space").map((repo) => {
    const { stage = "", hardware, replicas = 1 } = lifecycle.settle(repo) ?? {};
    const price = flavors.get(hardware ?? "")?.price ?? 0;
    return {
      cells: [idOf(repo), stage, hardware ?? "", repo.visibility],
      cost: stage === "RUNNING" ? price * replicas : 0,
    };
  });
  const repos = [...ours("model"), ...ours("dataset")].map((repo) => ({
    cells: [
      idOf(repo),
      repo.kind,
      repo.visibility,
      String(repo.settings["gated"] ?? false),
      head(repo).id.slice(0, 7),
    ],
  }));
  return [{
    title: "Spaces",
    columns: ["Name", "Stage", "Hardware", "Visibility"],
    rows: spaces,
  }, {
    title: "Models and datasets",
    columns: ["Name", "Type", "Visibility", "Gated", "Commit"],
    rows: repos,
  }];
}
