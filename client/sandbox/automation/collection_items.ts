import { formatTime } from "../core/clock.ts";
import { listTags, renderRuntime } from "../hub/render.ts";
import type { HubModule } from "../hub/module.ts";
import type { RepoRecord } from "../hub/repo_record.ts";
import { idOf } from "../hub/repo_store.ts";
import type { JsonObject } from "../core/json.ts";
import type { Buckets } from "./buckets.ts";
import type { FindItem, RenderItem } from "./collection_record.ts";

/** Makes a function that finds items of collections, except collections. */
export function itemLookup(repos: HubModule, buckets: Buckets): FindItem {
  return (type, id) => {
    switch (type) {
      case "model":
      case "dataset":
      case "space":
        return findRepoItem(repos, type, id);
      case "bucket":
        return buckets.findItem(id);
      case "paper":
        return findPaper(id);
      default:
        return undefined;
    }
  };
}

function findRepoItem(
  { store, access }: HubModule,
  kind: RepoRecord["kind"],
  id: string,
): RenderItem | undefined {
  const repo = store.find(kind, id) ?? store.findMoved(kind, id);
  if (repo === undefined) return undefined;
  return (caller) =>
    store.find(kind, idOf(repo)) === repo && access.canSee(caller, repo)
      ? renderRepoItem(repo)
      : undefined;
}

function renderRepoItem(repo: RepoRecord): JsonObject {
  const common = {
    type: repo.kind,
    repoType: repo.kind,
    id: idOf(repo),
    author: repo.namespace,
    isLikedByUser: false,
    likes: 0,
    private: repo.visibility !== "public",
    lastModified: formatTime(repo.lastModified),
  };
  const gated = repo.settings["gated"] ?? false;
  switch (repo.kind) {
    case "model":
      return {
        ...common,
        downloads: 0,
        gated,
        availableInferenceProviders: [],
      };
    case "dataset":
      return {
        ...common,
        downloads: 0,
        gated,
        isBenchmark: false,
        isTraces: false,
      };
    case "space": {
      const { stage = "", hardware = null, replicas = null } = renderRuntime(
        repo,
      );
      return {
        ...common,
        title: repo.name,
        emoji: "🚀",
        colorFrom: "blue",
        colorTo: "blue",
        createdAt: formatTime(repo.createdAt),
        pinned: false,
        disabled: false,
        featured: false,
        tags: listTags(repo),
        visibility: repo.visibility,
        sdk: repo.space?.sdk ?? null,
        runtime: { stage, hardware, replicas },
      };
    }
  }
}

function findPaper(id: string): RenderItem | undefined {
  if (!/^\d{4}\.\d{4,5}$/.test(id)) return undefined;
  const published = `20${id.slice(0, 2)}-${id.slice(2, 4)}-01T00:00:00.000Z`;
  return () => ({
    type: "paper",
    id,
    title: `Paper ${id}`,
    upvotes: 0,
    isUpvotedByUser: false,
    publishedAt: published,
  });
}
