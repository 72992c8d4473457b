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

/** The fields that lists give; `usedStorage` is in none of them. */
export interface RepoListFields {
  /** The list of models. */
  readonly model:
    | "author"
    | "baseModels"
    | "cardData"
    | "config"
    | "createdAt"
    | "disabled"
    | "downloads"
    | "downloadsAllTime"
    | "evalResults"
    | "gated"
    | "gguf"
    | "inference"
    | "inferenceProviderMapping"
    | "lastModified"
    | "library_name"
    | "likes"
    | "mask_token"
    | "model-index"
    | "pipeline_tag"
    | "private"
    | "resourceGroup"
    | "safetensors"
    | "sha"
    | "siblings"
    | "spaces"
    | "tags"
    | "transformersInfo"
    | "trendingScore"
    | "widgetData"
    | "xetEnabled";
  /** The list of datasets. */
  readonly dataset:
    | "author"
    | "cardData"
    | "citation"
    | "createdAt"
    | "description"
    | "disabled"
    | "downloads"
    | "downloadsAllTime"
    | "gated"
    | "lastModified"
    | "likes"
    | "mainSize"
    | "paperswithcode_id"
    | "private"
    | "resourceGroup"
    | "sha"
    | "siblings"
    | "tags"
    | "trendingScore"
    | "xetEnabled";
  /** The list of Spaces. */
  readonly space:
    | "author"
    | "cardData"
    | "createdAt"
    | "datasets"
    | "disabled"
    | "lastModified"
    | "likes"
    | "models"
    | "private"
    | "region"
    | "resourceGroup"
    | "runtime"
    | "sdk"
    | "sha"
    | "siblings"
    | "subdomain"
    | "tags"
    | "trendingScore"
    | "xetEnabled";
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

/**
 * A field that all of some types have; any field of types not known here.
 *
 * @typeParam F The fields of each type.
 * @typeParam T The types.
 */
export type CommonField<F, T extends string> =
  // Arguments of functions meet where their union would join.
  (T extends keyof F ? (field: F[T]) => void : never) extends
    (field: infer Field extends string) => void
    ? [Extract<T, keyof F>] extends [never] ? string : Field
    : never;

/**
 * A field that the list of a type of repository gives on request; of several
 * types, one that the lists of all of them give.
 *
 * @typeParam T The types.
 */
export type RepoListField<T extends string = keyof RepoListFields> =
  CommonField<
    RepoListFields,
    T
  >;

/**
 * A field that a single repository gives on request; of several types, one that
 * all of them give.
 *
 * @typeParam T The types.
 */
export type RepoField<T extends string = keyof RepoListFields> =
  | RepoListField<T>
  | CommonField<RepoOnlyFields, T>;
