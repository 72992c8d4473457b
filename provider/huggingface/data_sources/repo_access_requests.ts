/**
 * `huggingface_repo_access_requests`: who asks, or asked, for access to a gated
 * repository.
 *
 * @module
 */

import { type DataSource, s, types, v } from "../../framework/mod.ts";
import type { AccessRequest } from "../../../mod.ts";
import { defineDataSource } from "../shared/define.ts";
import { explain } from "../shared/errors.ts";
import { repoRefOf, repositoryAttributes } from "../shared/repo_fields.ts";
import { writePermission } from "../shared/repo_object.ts";

/** The data source `huggingface_repo_access_requests`. */
export const repoAccessRequestsData: DataSource = defineDataSource({
  typeName: "huggingface_repo_access_requests",
  schema: s.schema({
    description:
      "The requests for access to a gated model or dataset, grants among " +
      "them. They hold names and e-mail addresses, which come into the state. " +
      "The token needs the permission `repo.write`.",
    attributes: {
      repository: repositoryAttributes.repository,
      repository_type: s.string({
        optional: true,
        description: "What it is: `model` or `dataset`. Default `model`.",
        validators: [v.oneOf("model", "dataset")],
      }),
      status: s.string({
        optional: true,
        description: "Which of them: `pending`, `accepted` or `rejected`. " +
          "Default `pending`.",
        validators: [v.oneOf("pending", "accepted", "rejected")],
      }),
      limit: s.int({
        optional: true,
        description: "How many requests to return at most. Default: all.",
        validators: [v.atLeast(1)],
      }),
      requests: s.objectList({
        user: s.string({
          computed: true,
          description: "The name of the user; null where the repository " +
            "hides names.",
        }),
        email: s.string({
          computed: true,
          description: "The e-mail address; null of a user who did not ask.",
        }),
        requested_at: s.string({
          computed: true,
          description: "When it was made, in the form of RFC 3339.",
        }),
        reviewed_at: s.string({
          computed: true,
          description: "When it was decided, in the form of RFC 3339.",
        }),
        fields: s.map(types.string, {
          computed: true,
          description: "The answers to the questions of the repository.",
        }),
      }, { computed: true, description: "The requests, oldest first." }),
    },
  }),
  async read({ config, provider, signal }) {
    const client = await provider.client();
    const repo = repoRefOf(config);
    const requests: AccessRequest[] = [];
    try {
      const status = config.status ?? "pending";
      const list = client.accessRequests.list(repo, status, {
        limit: config.limit ?? undefined,
        signal,
      });
      for await (const request of list) requests.push(request);
    } catch (error) {
      throw await explain(error, {
        summary: `Cannot list the access requests of the ${repo.type} ` +
          repo.id,
        provider,
        named: "repository",
        permission: writePermission,
      });
    }
    return {
      ...config,
      requests: requests
        .toSorted((one, other) =>
          Date.parse(one.timestamp) - Date.parse(other.timestamp)
        )
        .map(({ user, timestamp, reviewedAt, fields }) => ({
          user: user?.user ?? null,
          email: user?.email ?? null,
          requested_at: timestamp,
          reviewed_at: reviewedAt ?? null,
          fields: fields ?? null,
        })),
    };
  },
});
