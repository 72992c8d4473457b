import { iso, renderRuntime, tagsOf } from "../hub/render.ts";
import type { ReposArea } from "../hub/area.ts";
import type { RepoRecord } from "../hub/repo_record.ts";
import { idOf } from "../hub/repo_store.ts";
import type { JsonObject } from "../core/json.ts";
import type { Buckets } from "./buckets.ts";
import type { Lookup, Shown } from "./collections.ts";

/** Finds what can be put into a collection, other collections aside. */
export function itemLookup(repos: ReposArea, buckets: Buckets): Lookup {
  return (type, id) => {
    switch (type) {
      case "model":
      case "dataset":
      case "space":
        return repoItem(repos, type, id);
      case "bucket":
        return buckets.asItem(id);
      case "paper":
        return paperItem(id);
      default:
        return undefined;
    }
  };
}

function repoItem(
  { store, access }: ReposArea,
  kind: RepoRecord["kind"],
  id: string,
): Shown | undefined {
  const repo = store.find(kind, id) ?? store.findMoved(kind, id);
  if (repo === undefined) return undefined;
  return (caller) =>
    store.find(kind, idOf(repo)) === repo && access.sees(caller, repo)
      ? render(repo)
      : undefined;
}

function render(repo: RepoRecord): JsonObject {
  const common = {
    type: repo.kind,
    repoType: repo.kind,
    id: idOf(repo),
    author: repo.namespace,
    isLikedByUser: false,
    likes: 0,
    private: repo.visibility !== "public",
    lastModified: iso(repo.lastModified),
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
        createdAt: iso(repo.createdAt),
        pinned: false,
        disabled: false,
        featured: false,
        tags: tagsOf(repo),
        visibility: repo.visibility,
        sdk: repo.space?.sdk ?? null,
        runtime: { stage, hardware, replicas },
      };
    }
  }
}

function paperItem(id: string): Shown | undefined {
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
