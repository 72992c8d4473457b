/**
 * `huggingface_model`, `huggingface_dataset`, `huggingface_models` and
 * `huggingface_datasets`: repositories of the Hub.
 *
 * @module
 */

import { type DataSource, v } from "@hf-terraform/framework";
import { dataSource } from "../shared/data_source.ts";
import { given, needed, text, texts, whole } from "../shared/inputs.ts";
import {
  repoAttributes,
  repoFields,
  repositoryAttributes,
  type ShownRepo,
  shownRepo,
} from "../shared/repo/repo_fields.ts";
import { namespaceName, repoId } from "../shared/validators.ts";

function repoData(type: "model" | "dataset"): DataSource {
  return dataSource<ShownRepo>()({
    typeName: `huggingface_${type}`,
    permission: "repo.content.read",
    description: `A ${type} on the Hub: its newest commit, who sees it, and ` +
      "how access is granted.",
    attributes: (b) => ({
      repository: needed(repositoryAttributes.repository.description, repoId()),
      ...repoAttributes(b),
      used_storage: b.int(
        "usedStorage",
        "The storage that it uses with all of its history, in bytes.",
      ),
    }),
    failed: `read the ${type}`,
    async read({ config: { repository: id }, client, provider, signal }) {
      const params = { expand: [...repoFields, "usedStorage" as const] };
      const info = await client.repos.get({ type, id }, params, { signal });
      return shownRepo(type, info, provider);
    },
  });
}

/** The data source `huggingface_model`. */
export const modelData: DataSource = repoData("model");
/** The data source `huggingface_dataset`. */
export const datasetData: DataSource = repoData("dataset");

function reposData(type: "model" | "dataset"): DataSource {
  return dataSource<{ readonly found: readonly ShownRepo[] }>()({
    typeName: `huggingface_${type}s`,
    permission: "repo.content.read",
    description: `The ${type}s of a namespace, or those that fit a filter, ` +
      "over all pages of the list.",
    attributes: (b) => ({
      namespace: text(
        `Only ${type}s of this user or organization. Default: ` +
          "the provider's `namespace`, else the user of the token.",
        namespaceName(),
      ),
      search: text(`Only ${type}s whose id contains this text.`),
      tags: texts(
        `Only ${type}s with all of these tags, such as ` +
          "`license:mit`.",
      ),
      limit: whole(
        `How many ${type}s to return at most. Default: all.`,
        v.atLeast(1),
      ),
      ids: b.strings(
        ({ found }) => found.map(({ id }) => id),
        "The ids, `namespace/name`, in order.",
      ),
      [`${type}s`]: b.list("found", repoAttributes, `The ${type}s, by id.`),
    }),
    failed: `list the ${type}s of`,
    async read({ config, client, provider, namespace, signal }) {
      const { search, tags, limit } = config;
      const infos = await client.repos.list(type, {
        author: namespace,
        ...given({ search, filter: tags, limit }),
        expand: repoFields,
      }, { signal }).toArray();
      return {
        found: infos.map((info) => shownRepo(type, info, provider))
          .sort((a, b) => a.id < b.id ? -1 : 1),
      };
    },
  });
}

/** The data source `huggingface_models`. */
export const modelsData: DataSource = reposData("model");
/** The data source `huggingface_datasets`. */
export const datasetsData: DataSource = reposData("dataset");
