/**
 * `huggingface_repo_super_squash`: all commits of a branch become one.
 *
 * @module
 */

import { type Action, s, v } from "@hf-terraform/framework";
import { needing } from "../shared/access.ts";
import { defineAction } from "../shared/define.ts";
import { explain } from "../shared/object/errors.ts";
import { repoRefOf, repositoryAttributes } from "../shared/repo/repo_fields.ts";
import { writePermission } from "../shared/repo/repo_object.ts";

/** The action `huggingface_repo_super_squash`. */
export const superSquash: Action = defineAction({
  typeName: "huggingface_repo_super_squash",
  schema: needing(
    { permission: writePermission },
    s.schema({
      description:
        "Makes one commit of all commits of a branch, which frees the storage of " +
        "files that are no longer in it. The history is lost, and nobody can " +
        "undo that; tags keep the commits that they lead to.",
      attributes: {
        ...repositoryAttributes,
        branch: s.string({
          optional: true,
          description: "The branch. Default `main`.",
        }),
        message: s.string({
          optional: true,
          description: "The message of the commit, at most 500 characters.",
          validators: [v.lengthAtMost(500)],
        }),
      },
    }),
  ),
  async invoke({ config, provider, signal, progress }) {
    const { refs } = await provider.client();
    const repo = repoRefOf(config);
    const branch = config.branch ?? "main";
    try {
      const commit = await refs.superSquash(repo, branch, {
        message: config.message ?? undefined,
      }, { signal });
      progress(`The branch ${branch} of ${repo.id} is one commit: ${commit}`);
    } catch (error) {
      throw await explain(error, {
        summary: `Cannot squash the branch ${branch} of the ${repo.type} ` +
          repo.id,
        provider,
        namespace: repo.id.split("/")[0] ?? "",
        permission: writePermission,
      });
    }
  },
});
