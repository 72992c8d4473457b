/**
 * `huggingface_repo_access_requests`: who asks, or asked, for access to a gated
 * repository.
 *
 * @module
 */

import { type DataSource, s, types, v } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { AccessRequest } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import { repoRefOf, repositoryAttributes } from "../shared/repo/repo_fields.ts";
import { writePermission } from "../shared/repo/repo_object.ts";

const b = bindingToAnswer<{ readonly requests: readonly AccessRequest[] }>();

/** The data source `huggingface_repo_access_requests`. */
export const repoAccessRequestsData: DataSource = dataSource(b, {
  typeName: "huggingface_repo_access_requests",
  permission: writePermission,
  schema: s.schema({
    description:
      "The requests for access to a gated model or dataset, grants among " +
      "them. They hold names and e-mail addresses, which come into the state.",
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
      requests: b.list("requests", (request) => ({
        user: request.string(
          "user.user",
          "The name of the user; null where the repository hides names.",
        ),
        email: request.string(
          "user.email",
          "The e-mail address; null of a user who did not ask.",
        ),
        requested_at: request.string(
          "timestamp",
          "When it was made, in the form of RFC 3339.",
        ),
        reviewed_at: request.string(
          "reviewedAt",
          "When it was decided, in the form of RFC 3339.",
        ),
        fields: request.value(
          types.map(types.string),
          "fields",
          "The answers to the questions of the repository.",
        ),
      }), "The requests, oldest first."),
    },
  }),
  failed(config) {
    const { type, id } = repoRefOf(config);
    return {
      summary: `Cannot list the access requests of the ${type} ${id}`,
      named: "repository",
    };
  },
  async read({ config, client, signal }) {
    const status = config.status ?? "pending";
    const params = { status, limit: config.limit ?? undefined };
    const requests = await client.accessRequests.list(
      repoRefOf(config),
      params,
      { signal },
    ).toArray();
    return {
      requests: requests.sort((one, other) =>
        Date.parse(one.timestamp) - Date.parse(other.timestamp)
      ),
    };
  },
});
