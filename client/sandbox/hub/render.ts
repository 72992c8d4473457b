import { objectId } from "../core/accounts.ts";
import * as is from "../core/checks.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { formatTime } from "../core/clock.ts";
import { cardOf } from "./card.ts";
import { pointerText } from "./git_objects.ts";
import type { CommitRecord, RepoKind, RepoRecord } from "./repo_record.ts";
import { head, idOf } from "./repo_store.ts";
import { renderGroup } from "./resource_group_routes.ts";

/** Fields that `expand` may name in a list, in the order of the error. */
const listFields: Readonly<Record<RepoKind, string>> = {
  model: "author baseModels cardData config createdAt disabled downloads " +
    "downloadsAllTime evalResults gated inference inferenceProviderMapping " +
    "lastModified library_name likes mask_token model-index pipeline_tag " +
    "private safetensors sha siblings spaces tags transformersInfo " +
    "trendingScore widgetData gguf resourceGroup xetEnabled",
  dataset: "author cardData citation createdAt disabled description " +
    "downloads downloadsAllTime gated lastModified likes mainSize " +
    "paperswithcode_id private siblings sha tags trendingScore " +
    "resourceGroup xetEnabled",
  space: "author cardData datasets disabled lastModified createdAt likes " +
    "private region runtime sdk siblings sha subdomain tags trendingScore " +
    "models resourceGroup xetEnabled",
};

/** Further fields that `expand` may name for one repository. */
const repoFields: Readonly<Record<RepoKind, string>> = {
  model: "childrenModelCount usedStorage",
  dataset: "usedStorage",
  space: "usedStorage",
};

/** The default fields of a list. */
const defaultListFields: Readonly<Record<RepoKind, string>> = {
  model: "modelId likes trendingScore private downloads tags pipeline_tag " +
    "library_name createdAt",
  dataset: "author disabled gated lastModified likes trendingScore private " +
    "sha description downloads tags createdAt",
  space: "likes trendingScore private sdk tags createdAt",
};

/** Fields that a response has only if `expand` or a flag names them. */
const optionalFields = "resourceGroup xetEnabled trendingScore baseModels " +
  "childrenModelCount downloadsAllTime evalResults mainSize citation region";

/** The scope of a response: one repository, or a list. */
export type Scope = "one" | "list";

/** Renders a repository, with all fields or those of a query. */
export function renderRepo(
  repo: RepoRecord,
  query: URLSearchParams,
  scope: Scope = "one",
  commit: CommitRecord = head(repo),
): JsonObject {
  const fields = renderFields(repo, commit, query.get("blobs") === "true");
  const expanded = readExpand(query, repo.kind, scope);
  const names = expanded.length > 0
    ? expanded
    : Object.keys(fields).filter((name) => isDefault(name, repo, query, scope));
  const selected: JsonObject = {};
  for (const name of names) {
    const value = fields[name];
    if (value !== undefined) selected[name] = value;
  }
  return { _id: repo.oid, id: idOf(repo), ...selected };
}

/** Reads the fields that `expand` names; throws 400 for an unknown one. */
export function readExpand(
  query: URLSearchParams,
  kind: RepoKind,
  scope: Scope,
): string[] {
  const known = listFields[kind].split(" ");
  if (scope === "one") known.push(...repoFields[kind].split(" "));
  const expanded = [...query.getAll("expand"), ...query.getAll("expand[]")];
  return is.list(is.oneOf(...known))(expanded, "expand");
}

function isDefault(
  name: string,
  { kind }: RepoRecord,
  query: URLSearchParams,
  scope: Scope,
): boolean {
  const isSet = (flag: string) => /^(true|1)$/i.test(query.get(flag) ?? "");
  if (scope === "list") {
    if (defaultListFields[kind].split(" ").includes(name)) return true;
    if (name === "cardData" || name === "config") {
      return isSet(name) || (name === "cardData" && isSet("full"));
    }
    if (!isSet("full") || name === "usedStorage" || name === "runtime") {
      return false;
    }
  }
  return !optionalFields.split(" ").includes(name);
}

function renderFields(
  repo: RepoRecord,
  commit: CommitRecord,
  withBlobs: boolean,
): JsonObject {
  const card = cardOf(commit.files.get("README.md"), repo.kind).data;
  const files = [...commit.files].sort(([a], [b]) => a < b ? -1 : 1);
  const fields: JsonObject = {
    author: repo.namespace,
    sha: commit.id,
    lastModified: formatTime(repo.lastModified),
    createdAt: formatTime(repo.createdAt),
    private: repo.visibility !== "public",
    ...repo.kind !== "space" && { gated: repo.settings["gated"] ?? false },
    disabled: false,
    likes: 0,
    tags: listTags(repo, card),
    ...card !== undefined && { cardData: card },
    siblings: files.map(([rfilename, { oid, bytes, sha256 }]) => ({
      rfilename,
      ...withBlobs && { size: bytes.length, blobId: oid },
      ...withBlobs && sha256 !== undefined && {
        lfs: {
          sha256,
          size: bytes.length,
          pointerSize: pointerText({ bytes, sha256 }).length,
        },
      },
    })),
    usedStorage: countStorage(repo),
    trendingScore: 0,
    xetEnabled: false,
    ...repo.settings["discussionsDisabled"] === true &&
      { discussionsDisabled: true },
  };
  if (repo.resourceGroup !== undefined) {
    fields["resourceGroup"] = renderGroup(repo.resourceGroup);
  }
  return { ...fields, ...renderKindFields(repo, commit, card) };
}

function renderKindFields(
  repo: RepoRecord,
  commit: CommitRecord,
  card: JsonObject | undefined,
): JsonObject {
  const downloads = { downloads: 0, downloadsAllTime: 0 };
  switch (repo.kind) {
    case "model": {
      const { pipeline_tag, library_name, base_model } = card ?? {};
      return {
        modelId: idOf(repo),
        ...downloads,
        ...pipeline_tag !== undefined && { pipeline_tag },
        ...library_name !== undefined && { library_name },
        ...base_model !== undefined && {
          baseModels: {
            relation: card?.["base_model_relation"] ?? "finetune",
            models: asList(base_model).map((id) => ({ id })),
          },
        },
        ...commit.files.has("config.json") &&
          { config: { model_type: "unknown" } },
        "model-index": card?.["model-index"] ?? null,
        childrenModelCount: { adapter: 0, merge: 0, quantized: 0, finetune: 0 },
        evalResults: [],
        spaces: [],
      };
    }
    case "dataset":
      return { ...downloads, description: "", mainSize: 0, citation: null };
    case "space":
      return renderSpaceFields(repo);
  }
}

/** Sums the bytes of all files in the history of a repository. */
export function countStorage(repo: RepoRecord): number {
  const sizes = new Map<string, number>();
  for (const { files } of repo.commits.values()) {
    for (const { oid, bytes } of files.values()) sizes.set(oid, bytes.length);
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

function asList(value: Json | undefined): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((each) => typeof each === "string");
}

/** Lists the tags of a card, and those that the Hub adds. */
export function listTags(
  repo: RepoRecord,
  card: JsonObject | undefined =
    cardOf(head(repo).files.get("README.md"), repo.kind).data,
): string[] {
  const prefixed = (name: string, prefix: string) =>
    asList(card?.[name]).map((value) => `${prefix}:${value}`);
  const all = [
    ...(repo.space === undefined ? [] : [repo.space.sdk]),
    ...asList(card?.["library_name"]),
    ...asList(card?.["tags"]),
    ...asList(card?.["pipeline_tag"]),
    ...(repo.kind === "model"
      ? asList(card?.["language"])
      : prefixed("language", "language")),
    ...prefixed("task_categories", "task_categories"),
    ...prefixed("size_categories", "size_categories"),
    ...prefixed("datasets", "dataset"),
    ...prefixed("base_model", "base_model"),
    ...prefixed("license", "license"),
    `region:${repo.region ?? "us"}`,
  ];
  return [...new Set(all)];
}

function renderSpaceFields(repo: RepoRecord): JsonObject {
  const subdomain = subdomainOf(repo);
  return {
    sdk: repo.space?.sdk ?? null,
    subdomain,
    host: `https://${subdomain}.hf.space`,
    models: [],
    datasets: [],
    region: repo.region ?? "us",
    runtime: renderRuntime(repo),
  };
}

function subdomainOf(repo: RepoRecord): string {
  return idOf(repo).toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

/** Renders the runtime of a Space; most fields only while it runs. */
export function renderRuntime(repo: RepoRecord): JsonObject {
  const { space } = repo;
  if (space === undefined) return {};
  const { stage, requested, volumes, error } = space;
  const isRunning = stage.startsWith("RUNNING");
  const current = isRunning ? space.hardware : null;
  return {
    stage,
    hardware: { current, requested },
    replicas: {
      current: isRunning ? space.replicas : null,
      requested: space.replicas,
    },
    ...isRunning && space.sdk !== "static" &&
      { gcTimeout: space.sleepTime, devMode: space.devMode },
    ...isRunning && {
      domains: [{ domain: `${subdomainOf(repo)}.hf.space`, stage: "READY" }],
    },
    ...error !== undefined && { errorMessage: error },
    ...volumes.length !== 0 && { volumes },
    ...isRunning && { sha: space.servedCommit ?? head(repo).id },
  };
}

/** Renders a user as an author. */
export function renderAuthor(name: string): JsonObject {
  return {
    _id: objectId("user", name),
    type: "user",
    name,
    fullname: name,
    avatarUrl: `/avatars/${name}.svg`,
    isPro: false,
    isHf: false,
    isHfAdmin: false,
    isMod: false,
  };
}
