/**
 * `huggingface_repo_files`: the files of a repository at a revision.
 *
 * @module
 */

import { type DataSource, s, types } from "../../framework/mod.ts";
import { defineDataSource } from "../shared/define.ts";
import { explain } from "../shared/errors.ts";
import {
  readPermission,
  repoRefOf,
  repositoryAttributes,
} from "../shared/repo_fields.ts";

/** The data source `huggingface_repo_files`. */
export const repoFilesData: DataSource = defineDataSource({
  typeName: "huggingface_repo_files",
  schema: s.schema({
    description: "The files of a repository at a revision, without their " +
      "content.",
    attributes: {
      ...repositoryAttributes,
      revision: s.string({
        optional: true,
        description: "A branch, tag or commit. Default `main`.",
      }),
      path: s.string({
        optional: true,
        description: "Only files below this folder. Default: all.",
      }),
      paths: s.list(types.string, {
        computed: true,
        description: "The paths of the files, in order.",
      }),
      files: s.objectMap({
        size: s.int({ computed: true, description: "The size in bytes." }),
        oid: s.string({
          computed: true,
          description: "Git's id of the content: 40 hex digits.",
        }),
      }, { computed: true, description: "The files, by path." }),
    },
  }),
  async read({ config, provider, signal }) {
    const client = await provider.client();
    const repo = repoRefOf(config);
    const files: Record<string, { size: number; oid: string }> = {};
    try {
      const list = client.files.list(repo, {
        revision: config.revision ?? undefined,
        path: config.path ?? undefined,
        recursive: true,
        signal,
      });
      for await (const { type, path, size, oid } of list) {
        if (type === "file") files[path] = { size, oid };
      }
    } catch (error) {
      throw await explain(error, {
        summary: `Cannot list the files of the ${repo.type} ${repo.id}`,
        provider,
        named: "repository",
        permission: readPermission,
      });
    }
    return { ...config, paths: Object.keys(files).toSorted(), files };
  },
});
