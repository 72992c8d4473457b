/**
 * `huggingface_repo_refs`: the branches and tags of a repository.
 *
 * @module
 */

import { type DataSource, s, types } from "../../framework/mod.ts";
import type { Ref } from "../../../mod.ts";
import { defineDataSource } from "../shared/define.ts";
import { explain } from "../shared/errors.ts";
import {
  readPermission,
  repoRefOf,
  repositoryAttributes,
} from "../shared/repo_fields.ts";

/** The data source `huggingface_repo_refs`. */
export const repoRefsData: DataSource = defineDataSource({
  typeName: "huggingface_repo_refs",
  schema: s.schema({
    description: "The branches and tags of a repository, and their commits.",
    attributes: {
      ...repositoryAttributes,
      branches: s.map(types.string, {
        computed: true,
        description: "The commit of each branch, by the branch's name.",
      }),
      tags: s.map(types.string, {
        computed: true,
        description: "The commit of each tag, by the tag's name.",
      }),
    },
  }),
  async read({ config, provider, signal }) {
    const client = await provider.client();
    const repo = repoRefOf(config);
    try {
      const { branches, tags } = await client.refs.list(repo, { signal });
      return { ...config, branches: byName(branches), tags: byName(tags) };
    } catch (error) {
      throw await explain(error, {
        summary: `Cannot list the branches and tags of the ${repo.type} ` +
          repo.id,
        provider,
        named: "repository",
        permission: readPermission,
      });
    }
  },
});

function byName(refs: readonly Ref[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    refs.map(({ name, targetCommit }) => [name, targetCommit]),
  );
}
