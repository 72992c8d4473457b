/**
 * `huggingface_model` and `huggingface_dataset`: one repository of the Hub.
 *
 * @module
 */

import { type DataSource, s } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import { dataSource } from "../shared/data_source.ts";
import {
  readPermission,
  repoAttributes,
  repoFields,
  repositoryAttributes,
  type ShownRepo,
  shownRepo,
} from "../shared/repo/repo_fields.ts";
import { repoId } from "../shared/validators.ts";

const b = bindingToAnswer<ShownRepo>();

function repoData(type: "model" | "dataset"): DataSource {
  return dataSource(b, {
    typeName: `huggingface_${type}`,
    permission: readPermission,
    schema: s.schema({
      description:
        `A ${type} on the Hub: its newest commit, who sees it, and ` +
        "how access is granted.",
      attributes: {
        repository: s.string({
          required: true,
          description: repositoryAttributes.repository.description,
          validators: [repoId()],
        }),
        ...repoAttributes(b),
      },
    }),
    failed: ({ repository }) => ({
      summary: `Cannot read the ${type} ${repository}`,
      named: "repository",
    }),
    async read({ config: { repository: id }, client, provider, signal }) {
      const params = { expand: repoFields };
      const info = await client.repos.get({ type, id }, params, { signal });
      return shownRepo(type, info, provider);
    },
  });
}

/** The data source `huggingface_model`. */
export const modelData: DataSource = repoData("model");
/** The data source `huggingface_dataset`. */
export const datasetData: DataSource = repoData("dataset");
