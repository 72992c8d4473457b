import { objectId, renderGroup } from "../core/accounts.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { cardOf } from "./card.ts";
import { pointerText } from "./git_objects.ts";
import { refuse } from "./repo_body.ts";
import type { CommitRecord, RepoKind, RepoRecord } from "./repo_record.ts";
import { head, idOf } from "./repo_store.ts";

const common =
  "author cardData createdAt disabled lastModified likes private " +
  "resourceGroup sha siblings tags trendingScore usedStorage xetEnabled";

/** Fields that `expand` may name, by type of repository. */
const expandable: Readonly<Record<RepoKind, readonly string[]>> = {
  model: `${common} baseModels childrenModelCount config downloads
    downloadsAllTime evalResults gated gguf inference inferenceProviderMapping
    library_name mask_token model-index pipeline_tag safetensors spaces
    transformersInfo widgetData`.split(/\s+/),
  dataset: `${common} citation description downloads downloadsAllTime gated
    mainSize paperswithcode_id`.split(/\s+/),
  space: `${common} datasets models region runtime sdk subdomain`.split(/\s+/),
};

/** What an answer leaves out unless `expand` or a flag asks for it. */
const onDemand = "resourceGroup xetEnabled trendingScore baseModels " +
  "childrenModelCount downloadsAllTime evalResults inferenceProviderMapping " +
  "mainSize citation paperswithcode_id";

/** Where information is about: one repository, or one of a list. */
export type Scope = "one" | "list";

/** A repository's information, whole or with the fields that were asked for. */
export function renderRepo(
  repo: RepoRecord,
  query: URLSearchParams,
  scope: Scope = "one",
  commit: CommitRecord = head(repo),
): JsonObject {
  const wanted = [...query.getAll("expand"), ...query.getAll("expand[]")];
  const known = expandable[repo.kind];
  const unknown = wanted.find((field) => !known.includes(field));
  if (unknown !== undefined) {
    throw refuse(
      `Invalid expand field "${unknown}", expected one of: ${
        [...known].sort().join(", ")
      }`,
    );
  }
  const id = idOf(repo);
  const base = {
    _id: repo.oid,
    id,
    ...(repo.kind === "model" ? { modelId: id } : {}),
  };
  const fields = allFields(repo, commit, query.get("blobs") === "true");
  const names = wanted.length > 0
    ? wanted
    : Object.keys(fields).filter((name) => isUsual(name, repo, query, scope));
  const picked: JsonObject = {};
  for (const name of names) {
    const value = fields[name];
    if (value !== undefined) picked[name] = value;
  }
  return { ...base, ...picked };
}

function isUsual(
  name: string,
  { kind }: RepoRecord,
  query: URLSearchParams,
  scope: Scope,
): boolean {
  if (onDemand.split(" ").includes(name)) return false;
  if (scope === "one") return true;
  const isSet = (flag: string) => /^(true|1)$/i.test(query.get(flag) ?? "");
  if (name === "usedStorage" || name === "runtime") return false;
  if (name === "cardData") return isSet("cardData") || isSet("full");
  if (name === "config") return isSet("config");
  if (isSet("full")) return true;
  return name !== "siblings" &&
    !(kind === "model" && (name === "sha" || name === "lastModified"));
}

function allFields(
  repo: RepoRecord,
  commit: CommitRecord,
  withBlobs: boolean,
): JsonObject {
  const card = cardOf(commit.files.get("README.md"), repo.kind).data;
  const files = [...commit.files].sort(([a], [b]) => a < b ? -1 : 1);
  const fields: JsonObject = {
    author: repo.namespace,
    sha: commit.id,
    lastModified: iso(repo.lastModified),
    createdAt: iso(repo.createdAt),
    private: repo.visibility !== "public",
    gated: repo.settings["gated"] ?? false,
    disabled: false,
    likes: 0,
    tags: tagsOf(repo, card),
    ...(card === undefined ? {} : { cardData: card }),
    siblings: files.map(([rfilename, { oid, bytes, sha256 }]) => ({
      rfilename,
      ...(withBlobs ? { size: bytes.length, blobId: oid } : {}),
      ...(withBlobs && sha256 !== undefined
        ? {
          lfs: {
            sha256,
            size: bytes.length,
            pointerSize: pointerText({ bytes, sha256 }).length,
          },
        }
        : {}),
    })),
    usedStorage: storageOf(repo),
    trendingScore: 0,
    xetEnabled: false,
    ...(repo.settings["discussionsDisabled"] === true
      ? { discussionsDisabled: true }
      : {}),
  };
  if (repo.resourceGroup !== undefined) {
    fields["resourceGroup"] = renderGroup(repo.resourceGroup);
  }
  return { ...fields, ...kindFields(repo, commit, card) };
}

function kindFields(
  repo: RepoRecord,
  commit: CommitRecord,
  card: JsonObject | undefined,
): JsonObject {
  const downloads = { downloads: 0, downloadsAllTime: 0 };
  switch (repo.kind) {
    case "model": {
      const { pipeline_tag, library_name, base_model } = card ?? {};
      return {
        ...downloads,
        ...(pipeline_tag === undefined ? {} : { pipeline_tag }),
        ...(library_name === undefined ? {} : { library_name }),
        ...(base_model === undefined ? {} : {
          baseModels: {
            relation: card?.["base_model_relation"] ?? "finetune",
            models: asList(base_model).map((id) => ({ id })),
          },
        }),
        ...(commit.files.has("config.json")
          ? { config: { model_type: "unknown" } }
          : {}),
        "model-index": card?.["model-index"] ?? null,
        childrenModelCount: {},
        inferenceProviderMapping: [],
        evalResults: [],
        spaces: [],
      };
    }
    case "dataset":
      return { ...downloads, description: "", mainSize: 0, citation: null };
    case "space":
      return spaceFields(repo);
  }
}

/** Bytes of all files that a repository ever had. */
export function storageOf(repo: RepoRecord): number {
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

/** The tags of a card, and those that the Hub gives by itself. */
export function tagsOf(
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

/** Space runtime status. */
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

/** A user, as the author of something. */
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

/** RFC 3339 with milliseconds, as the Hub writes times. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
