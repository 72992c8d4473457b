import { failure, Path } from "@hf-terraform/framework";
import { isApiError, type RepoInfo, type RepoScan } from "@hf-terraform/client";
import { dataSource } from "../define/request.ts";
import { at, text } from "../define/inputs.ts";
import { repoRefOf, repositoryAttributes } from "../repo/repo_fields.ts";
import { revisionName } from "../schema/validators.ts";

export const repoRevisionData = dataSource<RepoInfo>()({
  typeName: "huggingface_repo_revision",
  access: { permission: "repo.content.read" },
  description:
    "The commit that a branch or tag of a repository leads to, to pin an " +
    "endpoint to it.",
  attributes: (b) => ({
    ...repositoryAttributes,
    revision: text(
      "A branch, tag, pull request (`refs/pr/1`) or commit. Default `main`.",
      revisionName,
    ),
    commit: b.string("sha", "The commit: 40 hex digits."),
    last_modified: b.string("lastModified", at("When the commit was made")),
  }),
  failed({ revision }, _namespace, error) {
    const isRevision = isApiError(error, 404) &&
      error.code === "RevisionNotFound";
    return {
      does: `find ${revision ?? "main"} in`,
      ...isRevision && {
        path: Path.root.attribute("revision"),
        advice: "The repository has no such branch, tag or commit.",
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

export const repoScanData = dataSource<RepoScan>()({
  typeName: "huggingface_repo_scan",
  access: { permission: "repo.content.read" },
  description: "Findings of the Hub's scanners for malware and secrets in a " +
    "repository, whatever the revision. They need a while after a commit.",
  attributes: (b) => ({
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
        "Severity: `caution`, `suspicious`, `unsafe`, `error` or another.",
      ),
    }), "The files with a finding."),
  }),
  failed: "read the scan of",
  read: ({ config, client: { files }, signal }) =>
    files.getScan(repoRefOf(config), { signal }),
});
