/**
 * `huggingface_model` and `huggingface_dataset`: one repository of the Hub.
 *
 * @module
 */

import { type DataSource, isUnknown, s } from "../../framework/mod.ts";
import { defineDataSource } from "../shared/define.ts";
import { explain } from "../shared/errors.ts";
import {
  readPermission,
  repoAttributes,
  repoFields,
  repositoryAttributes,
  repoValues,
} from "../shared/repo_fields.ts";

function repoData(type: "model" | "dataset"): DataSource {
  return defineDataSource({
    typeName: `huggingface_${type}`,
    schema: s.schema({
      description:
        `A ${type} on the Hub: its newest commit, who sees it, and ` +
        "how access is granted.",
      attributes: {
        repository: repositoryAttributes.repository,
        ...repoAttributes,
      },
    }),
    async read({ config: { repository }, provider, signal }) {
      const client = await provider.client();
      const url = isUnknown(provider.hubUrl) ? "" : provider.hubUrl;
      try {
        const info = await client.repos.info({ type, id: repository }, {
          expand: repoFields,
          signal,
        });
        return { repository, ...repoValues(type, info, url) };
      } catch (error) {
        throw await explain(error, {
          summary: `Cannot read the ${type} ${repository}`,
          provider,
          named: "repository",
          permission: readPermission,
        });
      }
    },
  });
}

/** The data source `huggingface_model`. */
export const modelData: DataSource = repoData("model");
/** The data source `huggingface_dataset`. */
export const datasetData: DataSource = repoData("dataset");
