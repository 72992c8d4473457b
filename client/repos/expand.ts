/**
 * The fields of a repository that each route gives on request. A route refuses
 * the whole request for one that it does not know, so a wrong one does not
 * compile.
 *
 * Facts: what the three lists of the live service answered to a wrong field,
 * and for single repositories the types of `huggingface_hub`.
 *
 * @module
 */

/** The fields that lists give, beside those that `all` give. */
export const LIST_FIELDS = {
  all: [
    "author",
    "cardData",
    "createdAt",
    "disabled",
    "lastModified",
    "likes",
    "private",
    "resourceGroup",
    "sha",
    "siblings",
    "tags",
    "trendingScore",
    "xetEnabled",
  ],
  model: [
    "baseModels",
    "config",
    "downloads",
    "downloadsAllTime",
    "evalResults",
    "gated",
    "gguf",
    "inference",
    "inferenceProviderMapping",
    "library_name",
    "mask_token",
    "model-index",
    "pipeline_tag",
    "safetensors",
    "spaces",
    "transformersInfo",
    "widgetData",
  ],
  dataset: [
    "citation",
    "description",
    "downloads",
    "downloadsAllTime",
    "gated",
    "mainSize",
    "paperswithcode_id",
  ],
  space: [
    "datasets",
    "models",
    "region",
    "runtime",
    "sdk",
    "subdomain",
  ],
} as const;

/** The fields that lists give; `usedStorage` is in none of them. */
export interface RepoListFields {
  /** The list of models. */
  readonly model: (typeof LIST_FIELDS)["all" | "model"][number];
  /** The list of datasets. */
  readonly dataset: (typeof LIST_FIELDS)["all" | "dataset"][number];
  /** The list of Spaces. */
  readonly space: (typeof LIST_FIELDS)["all" | "space"][number];
}

/** The fields that single repositories give besides. */
export interface RepoOnlyFields {
  /** A model. */
  readonly model: "childrenModelCount" | "usedStorage";
  /** A dataset. */
  readonly dataset: "usedStorage";
  /** A Space. */
  readonly space: "usedStorage";
}

/** A field that all of some types have; any field of types not known here. */
export type CommonField<F, T extends string> =
  // Arguments of functions meet where their union would join.
  (T extends keyof F ? (field: F[T]) => void : never) extends
    (field: infer Field extends string) => void
    ? [Extract<T, keyof F>] extends [never] ? string : Field
    : never;

/**
 * A field that the list of a type of repository gives on request; of several
 * types, one that the lists of all of them give.
 */
export type RepoListField<T extends string = keyof RepoListFields> =
  CommonField<
    RepoListFields,
    T
  >;

/**
 * A field that a single repository gives on request; of several types, one that
 * all of them give.
 */
export type RepoField<T extends string = keyof RepoListFields> =
  | RepoListField<T>
  | CommonField<RepoOnlyFields, T>;
