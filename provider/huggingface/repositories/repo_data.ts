/**
 * `huggingface_model` and `huggingface_dataset`: repositories of the Hub.
 *
 * @module
 */

import type { DataSource } from "@hf-terraform/framework";
import { dataSource } from "../define/data_source.ts";
import { needed } from "../define/inputs.ts";
import {
  repoAttributes,
  repoFields,
  repositoryAttributes,
  type ShownRepo,
  shownRepo,
} from "../repo/repo_fields.ts";
import { repoId } from "../schema/validators.ts";

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
