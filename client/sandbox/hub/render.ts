import type { JsonObject } from "../core/json.ts";
import { readCard } from "./card.ts";
import { refuse } from "./repo_body.ts";
import { head, idOf, type RepoRecord } from "./repo_store.ts";

/** Fields that `expand` may name, by type of repository. */
const expandable: Readonly<Record<string, readonly string[]>> = {
  model: [
    "author",
    "cardData",
    "config",
    "createdAt",
    "disabled",
    "downloads",
    "gated",
    "lastModified",
    "library_name",
    "likes",
    "pipeline_tag",
    "private",
    "resourceGroup",
    "sha",
    "siblings",
    "tags",
    "usedStorage",
  ],
  dataset: [
    "author",
    "cardData",
    "createdAt",
    "description",
    "disabled",
    "downloads",
    "gated",
    "lastModified",
    "likes",
    "private",
    "resourceGroup",
    "sha",
    "siblings",
    "tags",
    "usedStorage",
  ],
  space: [
    "author",
    "cardData",
    "createdAt",
    "datasets",
    "disabled",
    "lastModified",
    "likes",
    "models",
    "private",
    "region",
    "resourceGroup",
    "runtime",
    "sdk",
    "sha",
    "siblings",
    "subdomain",
    "tags",
    "trendingScore",
    "usedStorage",
  ],
};

/** A repository's information, whole or with the fields that were asked for. */
export function renderRepo(
  repo: RepoRecord,
  query: URLSearchParams,
): JsonObject {
  const wanted = [...query.getAll("expand"), ...query.getAll("expand[]")];
  const known = expandable[repo.kind] ?? [];
  const unknown = wanted.find((field) => !known.includes(field));
  if (unknown !== undefined) {
    throw refuse(
      `Invalid expand field "${unknown}", expected one of: ${known.join(", ")}`,
    );
  }
  const fields = allFields(repo);
  const base = { _id: repo.oid, id: idOf(repo) };
  if (wanted.length === 0) {
    const { usedStorage: _, trendingScore: __, ...rest } = fields;
    return { ...base, ...rest };
  }
  const picked: JsonObject = {};
  for (const field of wanted) {
    const value = fields[field];
    if (value !== undefined) picked[field] = value;
  }
  return { ...base, ...picked };
}

function allFields(repo: RepoRecord): JsonObject {
  const newest = head(repo);
  const fields: JsonObject = {
    author: repo.namespace,
    sha: newest.id,
    lastModified: iso(repo.lastModified),
    createdAt: iso(repo.createdAt),
    private: repo.visibility !== "public",
    gated: repo.settings["gated"] ?? false,
    disabled: false,
    likes: 0,
    tags: tagsOf(repo),
    cardData: readCard(newest.files.get("README.md") ?? "", repo.kind).data ??
      null,
    siblings: [...newest.files.keys()].sort().map((rfilename) => ({
      rfilename,
    })),
    usedStorage: 0,
    trendingScore: 0,
  };
  if (repo.resourceGroup !== undefined) {
    fields["resourceGroup"] = { id: repo.resourceGroup, name: "group" };
  }
  return repo.space === undefined
    ? fields
    : { ...fields, ...spaceFields(repo) };
}

/** The tags that the Hub gives by itself. */
export function tagsOf({ space, region }: RepoRecord): string[] {
  return space === undefined ? [] : [space.sdk, `region:${region ?? "us"}`];
}

function spaceFields(repo: RepoRecord): JsonObject {
  const subdomain = subdomainOf(repo);
  return {
    sdk: repo.space?.sdk ?? null,
    subdomain,
    host: `https://${subdomain}.hf.space`,
    models: [],
    datasets: [],
    ...(repo.region === undefined ? {} : { region: repo.region }),
    runtime: renderRuntime(repo),
  };
}

function subdomainOf(repo: RepoRecord): string {
  return idOf(repo).toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

/** What runs of a Space. */
export function renderRuntime(repo: RepoRecord): JsonObject {
  const { space } = repo;
  if (space === undefined) return {};
  const isStatic = space.sdk === "static";
  return {
    stage: space.stage,
    hardware: { current: space.hardware, requested: space.requested },
    storage: null,
    ...(isStatic ? {} : {
      gcTimeout: space.sleepTime,
      replicas: {
        current: space.hardware === null ? null : space.replicas,
        requested: space.replicas,
      },
      devMode: space.devMode,
    }),
    domains: [{ domain: `${subdomainOf(repo)}.hf.space`, stage: "READY" }],
    ...(space.error === undefined ? {} : { errorMessage: space.error }),
    ...(space.volumes.length === 0 ? {} : { volumes: space.volumes }),
    sha: head(repo).id,
  };
}

/** RFC 3339 with milliseconds, as the Hub writes times. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
