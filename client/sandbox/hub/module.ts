import type { Accounts } from "../core/accounts.ts";
import type { Clock } from "../core/clock.ts";
import type { ServiceSettings } from "../core/options.ts";
import {
  type ApiModule,
  type PageSection,
  pageSection,
} from "../core/router.ts";
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

/** Repositories and Spaces, for their routes and for other modules. */
export interface HubModule extends ApiModule {
  readonly store: RepoStore;
  readonly access: RepoAccess;
  /** Resolves once the public repositories of others exist. */
  readonly ready: Promise<void>;
}

/** Makes repositories and Spaces, with those of others only. */
export function hubModule(
  clock: Clock,
  accounts: Accounts,
  settings: ServiceSettings & Pick<HubContext, "moveBucket" | "canMount">,
): HubModule {
  const store = new RepoStore();
  const access = new RepoAccess(accounts, store);
  const context: HubContext = {
    ...settings,
    accounts,
    access,
    store,
    lifecycle: new SpaceLifecycle(clock, settings.startupMs),
    now: () => clock.now(),
  };
  return {
    store,
    access,
    ready: publishRepos(context, settings.models),
    sections: () => listOnPage(context),
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

/** Lists the repositories for the page, without those of others. */
function listOnPage(
  { store, lifecycle, accounts }: HubContext,
): PageSection[] {
  const ours = (kind: RepoKind) =>
    store.list(kind).filter(({ namespace }) =>
      accounts.get(namespace).members.size !== 0
    );
  const spaces = ours("space");
  for (const repo of spaces) lifecycle.settle(repo);
  return [
    pageSection("Spaces", spaces, {
      Name: idOf,
      Stage: ({ space }) => space?.stage ?? "",
      Hardware: ({ space }) => space?.hardware ?? "",
      Visibility: ({ visibility }) => visibility,
    }, ({ space }) => {
      const price = flavors.get(space?.hardware ?? "")?.price ?? 0;
      return space?.stage === "RUNNING" ? price * space.replicas : 0;
    }),
    pageSection("Models and datasets", [...ours("model"), ...ours("dataset")], {
      Name: idOf,
      Type: ({ kind }) => kind,
      Visibility: ({ visibility }) => visibility,
      Gated: ({ settings }) => settings["gated"] ?? false,
      Commit: (repo) => head(repo).id.slice(0, 7),
    }),
  ];
}
