/**
 * `huggingface_repo_revision`: the commit that a branch, tag or commit leads
 * to, for an endpoint to pin.
 *
 * @module
 */

import { type DataSource, failure, Path, s } from "../../framework/mod.ts";
import { isApiError } from "../../../mod.ts";
import { defineDataSource } from "../shared/define.ts";
import { explain } from "../shared/errors.ts";
import {
  readPermission,
  repoRefOf,
  repositoryAttributes,
} from "../shared/repo_fields.ts";

/** The data source `huggingface_repo_revision`. */
export const repoRevisionData: DataSource = defineDataSource({
  typeName: "huggingface_repo_revision",
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
      }),
      commit: s.string({
        computed: true,
        description: "The commit: 40 hex digits.",
      }),
      last_modified: s.string({
        computed: true,
        description: "When the commit was made, in the form of RFC 3339.",
      }),
    },
  }),
  async read({ config, provider, signal }) {
    const client = await provider.client();
    const repo = repoRefOf(config);
    const revision = config.revision ?? "main";
    try {
      const info = await client.repos.info(repo, {
        revision,
        expand: ["sha", "lastModified"],
        signal,
      });
      if (info.sha === undefined) {
        throw failure(
          `The ${repo.type} ${repo.id} has no commit`,
          "Push a first commit, or set `revision` to a branch that has one.",
        );
      }
      return {
        ...config,
        commit: info.sha,
        last_modified: info.lastModified ?? null,
      };
    } catch (error) {
      const isRevision = isApiError(error, 404) &&
        error.code === "RevisionNotFound";
      throw await explain(error, {
        summary: `Cannot find ${revision} in the ${repo.type} ${repo.id}`,
        provider,
        named: "repository",
        permission: readPermission,
        ...isRevision && {
          path: Path.root.attribute("revision"),
          advice: "The repository exists, but has no such branch, tag or " +
            "commit; `huggingface_repo_refs` lists those that it has.",
        },
      });
    }
  },
});
