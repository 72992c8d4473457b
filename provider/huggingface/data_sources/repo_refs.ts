/**
 * `huggingface_repo_refs`: the branches and tags of a repository.
 *
 * @module
 */

import { type DataSource, s, types } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { Ref, Refs } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import {
  readPermission,
  repoRefOf,
  repositoryAttributes,
} from "../shared/repo/repo_fields.ts";

const b = bindingToAnswer<Refs>();

/** The data source `huggingface_repo_refs`. */
export const repoRefsData: DataSource = dataSource(b, {
  typeName: "huggingface_repo_refs",
  permission: readPermission,
  schema: s.schema({
    description: "The branches and tags of a repository, and their commits.",
    attributes: {
      ...repositoryAttributes,
      branches: b.value(
        types.map(types.string),
        ({ branches }) => byName(branches),
        "The commit of each branch, by the branch's name.",
      ),
      tags: b.value(
        types.map(types.string),
        ({ tags }) => byName(tags),
        "The commit of each tag, by the tag's name.",
      ),
    },
  }),
  failed(config) {
    const { type, id } = repoRefOf(config);
    return {
      summary: `Cannot list the branches and tags of the ${type} ${id}`,
      named: "repository",
    };
  },
  read: ({ config, client: { refs }, signal }) =>
    refs.get(repoRefOf(config), { signal }),
});

function byName(refs: readonly Ref[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    refs.map(({ name, targetCommit }) => [name, targetCommit]),
  );
}
