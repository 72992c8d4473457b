/**
 * `huggingface_repo_revision`: the commit that a branch, tag or commit leads
 * to, for an endpoint to pin.
 *
 * @module
 */

import { type DataSource, failure, Path, s, v } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import { isApiError, type RepoInfo } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import {
  readPermission,
  repoRefOf,
  repositoryAttributes,
} from "../shared/repo/repo_fields.ts";

const b = bindingToAnswer<RepoInfo>();

/** The data source `huggingface_repo_revision`. */
export const repoRevisionData: DataSource = dataSource(b, {
  typeName: "huggingface_repo_revision",
  permission: readPermission,
  schema: s.schema({
    description:
      "The commit that a branch or tag of a repository leads to, so that an " +
      "endpoint can be pinned to it: a commit stays what it is, a branch " +
      "moves with every push.",
    attributes: {
      ...repositoryAttributes,
      revision: s.string({
        optional: true,
        description: "A branch, tag, pull request (`refs/pr/1`) or commit. " +
          "Default `main`.",
        validators: [v.lengthAtLeast(1)],
      }),
      commit: b.string("sha", "The commit: 40 hex digits."),
      last_modified: b.string(
        "lastModified",
        "When the commit was made, in the form of RFC 3339.",
      ),
    },
  }),
  failed(config, _namespace, error) {
    const { type, id } = repoRefOf(config);
    const isRevision = isApiError(error, 404) &&
      error.code === "RevisionNotFound";
    return {
      summary: `Cannot find ${config.revision ?? "main"} in the ${type} ${id}`,
      named: "repository",
      ...isRevision && {
        path: Path.root.attribute("revision"),
        advice: "The repository exists, but has no such branch, tag or " +
          "commit; `huggingface_repo_refs` lists those that it has.",
      },
    };
  },
  async read({ config, client, signal }) {
    const repo = repoRefOf(config);
    const info = await client.repos.get(repo, {
      revision: config.revision ?? "main",
      expand: ["sha", "lastModified"],
    }, { signal });
    if (info.sha !== undefined) return info;
    throw failure(
      `The ${repo.type} ${repo.id} has no commit`,
      "Push a first commit, or set `revision` to a branch that has one.",
    );
  },
});
