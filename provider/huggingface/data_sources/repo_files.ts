/**
 * `huggingface_repo_files`: the files of a repository at a revision.
 *
 * @module
 */

import { type DataSource, s, v } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { TreeEntry } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import {
  readPermission,
  repoRefOf,
  repositoryAttributes,
} from "../shared/repo/repo_fields.ts";
import { folderPath } from "../shared/validators.ts";

const b = bindingToAnswer<
  { readonly files: Readonly<Record<string, TreeEntry>> }
>();

/** The data source `huggingface_repo_files`. */
export const repoFilesData: DataSource = dataSource(b, {
  typeName: "huggingface_repo_files",
  permission: readPermission,
  schema: s.schema({
    description: "The files of a repository at a revision, without their " +
      "content.",
    attributes: {
      ...repositoryAttributes,
      revision: s.string({
        optional: true,
        description: "A branch, tag or commit. Default `main`.",
        validators: [v.lengthAtLeast(1)],
      }),
      path: s.string({
        optional: true,
        description: "Only files below this folder. Default: all.",
        validators: [folderPath()],
      }),
      paths: b.strings(
        ({ files }) => Object.keys(files).toSorted(),
        "The paths of the files, in order.",
      ),
      files: b.map("files", (file) => ({
        size: file.int("size", "The size in bytes."),
        oid: file.string("oid", "Git's id of the content: 40 hex digits."),
      }), "The files, by path."),
    },
  }),
  failed(config) {
    const { type, id } = repoRefOf(config);
    return {
      summary: `Cannot list the files of the ${type} ${id}`,
      named: "repository",
    };
  },
  async read({ config, client, signal }) {
    const entries = await client.files.list(repoRefOf(config), {
      revision: config.revision ?? undefined,
      path: config.path ?? undefined,
      recursive: true,
    }, { signal }).toArray();
    const files = entries.filter(({ type }) => type === "file");
    return { files: Object.fromEntries(files.map((one) => [one.path, one])) };
  },
});
