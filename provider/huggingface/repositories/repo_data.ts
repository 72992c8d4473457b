import type { DataSource } from "@hf-terraform/framework";
import { computedAttributes } from "@hf-terraform/framework/binding";
import type { RepoInfo } from "@hf-terraform/client";
import { dataSource } from "../define/request.ts";
import { at, requireText } from "../define/inputs.ts";
import { repositoryAttributes } from "../repo/repo_fields.ts";
import { repoFields } from "../repo/repo_reader.ts";
import { repoId } from "../schema/validators.ts";
import { answerOf } from "./repo.ts";
import { type Kind, type RepoAnswer, schemaOf } from "./repo_schema.ts";

/** The fields of the Hub's information that only data sources show. */
const dataFields = [
  "disabled",
  "lastModified",
  "likes",
  "usedStorage",
] as const;

function repoData(type: Kind): DataSource {
  return dataSource<
    RepoAnswer & Pick<RepoInfo, typeof dataFields[number] | "tags">
  >()({
    typeName: `huggingface_${type}`,
    access: { permission: "repo.content.read" },
    description: `A ${type} on the Hub: its newest commit, who sees it, and ` +
      "how access is granted.",
    attributes: (b) => ({
      ...computedAttributes(schemaOf(type).attributes, [
        "repository_id",
        "visibility",
        "gated",
        "resource_group_id",
        "region",
        "sha",
        "url",
        "created_at",
      ]),
      repository: requireText(
        repositoryAttributes.repository.description,
        repoId,
      ),
      id: b.string("id", "`namespace/name`."),
      disabled: b.bool("disabled", "Whether the Hub has disabled it."),
      tags: b.strings(({ tags = [] }) => tags, "Tags, such as `license:mit`."),
      likes: b.int("likes", "The number of likes."),
      last_modified: b.string("lastModified", at("When it was last changed")),
      used_storage: b.int("usedStorage", "Bytes of all of its history."),
    }),
    failed: `read the ${type}`,
    async read({ config: { repository: id }, client, provider, signal }) {
      const params = { expand: [...repoFields, ...dataFields] };
      const info = await client.repos.get({ type, id }, params, { signal });
      return { ...info, ...answerOf(type, info, provider) };
    },
  });
}

export const modelData: DataSource = repoData("model");
export const datasetData: DataSource = repoData("dataset");
