/**
 * `huggingface_repo_discussions`: the discussions and pull requests of a
 * repository.
 *
 * @module
 */

import { type DataSource, s, v } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { Discussion } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import {
  readPermission,
  repoRefOf,
  repositoryAttributes,
} from "../shared/repo/repo_fields.ts";

const b = bindingToAnswer<{ readonly discussions: readonly Discussion[] }>();
const types = ["all", "discussion", "pull_request"] as const;
const statuses = ["all", "open", "closed"] as const;

/** The data source `huggingface_repo_discussions`. */
export const repoDiscussionsData: DataSource = dataSource(b, {
  typeName: "huggingface_repo_discussions",
  permission: readPermission,
  schema: s.schema({
    description:
      "The discussions and pull requests of a repository, such as to hold " +
      "back a promotion while a pull request is open. The action " +
      "`huggingface_repo_pull_request_merge` merges one.",
    attributes: {
      ...repositoryAttributes,
      type: s.string({
        optional: true,
        description: "Which to return: `discussion`, `pull_request` or " +
          "`all`. Default `all`.",
        validators: [v.oneOf(...types)],
      }),
      status: s.string({
        optional: true,
        description: "Only those that are `open` (drafts too) or `closed` " +
          "(merged too), or `all`. Default `all`.",
        validators: [v.oneOf(...statuses)],
      }),
      author: s.string({
        optional: true,
        description: "Only those that this user opened.",
        validators: [v.lengthAtLeast(1)],
      }),
      limit: s.int({
        optional: true,
        description: "How many to return at most, the newest. Default: 1000.",
        validators: [v.between(1, 100_000)],
      }),
      discussions: b.list("discussions", (one) => ({
        number: one.int("num", "The number."),
        title: one.string("title", "The title."),
        status: one.string(
          "status",
          "Current status: `draft`, `open`, `closed` or `merged`.",
        ),
        is_pull_request: one.bool(
          "isPullRequest",
          "Whether it is a pull request.",
        ),
        author: one.string(
          ({ author }) => author?.name,
          "Who opened it; null where the account is gone.",
        ),
        created_at: one.string(
          "createdAt",
          "When it was opened, in the form of RFC 3339.",
        ),
      }), "The discussions and pull requests, the newest first."),
    },
  }),
  failed(config) {
    const { type, id } = repoRefOf(config);
    return {
      summary: `Cannot list the discussions of the ${type} ${id}`,
      named: "repository",
    };
  },
  async read({ config, client: { discussions }, signal }) {
    const { type, status, author, limit } = config;
    const found = discussions.list(repoRefOf(config), {
      type: type ?? undefined,
      status: status ?? undefined,
      author: author ?? undefined,
      limit: limit ?? 1000,
    }, { signal });
    return { discussions: await found.toArray() };
  },
});
