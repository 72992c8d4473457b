/**
 * `huggingface_repo_scan`: what the Hub's scanners found in a repository.
 *
 * @module
 */

import { type DataSource, s } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { RepoScan } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import {
  readPermission,
  repoRefOf,
  repositoryAttributes,
} from "../shared/repo/repo_fields.ts";

const b = bindingToAnswer<RepoScan>();

/** The data source `huggingface_repo_scan`. */
export const repoScanData: DataSource = dataSource(b, {
  typeName: "huggingface_repo_scan",
  permission: readPermission,
  schema: s.schema({
    description: "What the Hub's scanners for malware and secrets found in a " +
      "repository, to hold back a promotion until nothing is found. The " +
      "service tells it of the repository, not of a revision, and needs a " +
      "while after a commit: `done` says whether the scanners are through.",
    attributes: {
      ...repositoryAttributes,
      done: b.bool("scansDone", "Whether the scanners are through."),
      clean: b.bool(
        ({ scansDone, filesWithIssues }) =>
          scansDone && filesWithIssues.every(({ level }) => level === "safe"),
        "Whether the scanners are through and found nothing.",
      ),
      files: b.list("filesWithIssues", (file) => ({
        path: file.string("path", "The path."),
        level: file.string(
          "level",
          "How bad it is: `caution`, `suspicious`, `unsafe`, or `error` if " +
            "it could not be scanned. The service may send others.",
        ),
      }), "The files with a finding."),
    },
  }),
  failed(config) {
    const { type, id } = repoRefOf(config);
    return {
      summary: `Cannot read the scan of the ${type} ${id}`,
      named: "repository",
    };
  },
  read: ({ config, client: { files }, signal }) =>
    files.getScan(repoRefOf(config), { signal }),
});
