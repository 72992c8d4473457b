import type { Accounts } from "../core/accounts.ts";
import type { Clock, Sleep } from "../core/clock.ts";
import type { Area, Section } from "../core/router.ts";
import { commitRoutes } from "./commit_routes.ts";
import { contentRoutes } from "./content_routes.ts";
import type { HubContext } from "./context.ts";
import { discussionRoutes } from "./discussions.ts";
import { largeFileRoutes } from "./large_file_routes.ts";
import { publish } from "./public_repos.ts";
import { refRoutes } from "./ref_routes.ts";
import { RepoAccess } from "./repo_access.ts";
import { repoRoutes } from "./repo_routes.ts";
import type { RepoKind, RepoRecord } from "./repo_record.ts";
import { head, idOf, RepoStore } from "./repo_store.ts";
import { flavors } from "./space_data.ts";
import { SpaceLifecycle } from "./space_lifecycle.ts";
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
  /** Whether the caller sees what a volume names. */
  readonly mounts: HubContext["mounts"];
  /** Models that others published, besides those that everybody tries. */
  readonly models: readonly string[];
}

/** Repositories and Spaces, and how other areas find them. */
export interface ReposArea extends Area {
  /** All repositories. */
  readonly store: RepoStore;
  /** Who sees and changes them. */
  readonly access: RepoAccess;
  /** Until what others published is there. */
  readonly ready: Promise<void>;
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
    ready: publish(context, options.models),
    sections: () => sections(context),
    routes: [
      ...spaceRoutes(context),
      ...uploadRoutes(context),
      ...largeFileRoutes(context),
      ...commitRoutes(context),
      ...treeRoutes(context),
      ...refRoutes(context),
      ...discussionRoutes(context),
      ...repoRoutes(context),
      ...contentRoutes(context),
    ],
  };
}

/** What the page says about repositories. */
function sections({ store, lifecycle, accounts }: HubContext): Section[] {
  // What others published is the same in each sandbox.
  const ours = (kind: RepoKind) =>
    store.list(kind).filter(({ namespace }) =>
      accounts.find(namespace)?.members.size !== 0
    );
  const spaces = ours("space").map((repo) => {
    const { stage = "", hardware, replicas = 1 } = lifecycle.settle(repo) ?? {};
    const price = flavors.get(hardware ?? "")?.price ?? 0;
    return {
      cells: [idOf(repo), stage, hardware ?? "", repo.visibility],
      parts: partsOf(repo),
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
    parts: partsOf(repo),
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

/** Where the Hub tells about a repository. */
function partsOf(repo: RepoRecord): Record<string, string> {
  const at = `/api/${repo.kind}s/${idOf(repo)}`;
  const requests = `${at}/user-access-request`;
  return {
    Settings: at,
    Files: `${at}/tree/main?recursive=true`,
    Commits: `${at}/commits/main`,
    "Branches and tags": `${at}/refs`,
    "Pull requests": `${at}/discussions`,
    ...(repo.kind === "space"
      ? {
        Runtime: `${at}/runtime`,
        Variables: `${at}/variables`,
        Secrets: `${at}/secrets`,
        "Build log": `${at}/logs/build`,
        "Run log": `${at}/logs/run`,
        Events: `${at}/events`,
      }
      : {
        "Access granted": `${requests}/accepted`,
        "Access asked for": `${requests}/pending`,
        "Access refused": `${requests}/rejected`,
      }),
  };
}
