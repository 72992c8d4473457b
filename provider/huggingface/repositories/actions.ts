import { failure, isUnknown, Path, v } from "@hf-terraform/framework";
import { onceAction } from "../define/request.ts";
import { omitNulls, requireText, text, texts } from "../define/inputs.ts";
import { repoRefOf, repositoryAttributes } from "../repo/repo_fields.ts";
import { namespaceName, textUpTo } from "../schema/validators.ts";

/** As many as one request may decide. */
const MOST_REQUESTS = 100;

/** The action `huggingface_repo_access_request_handle`. */
export const repoAccessRequestHandleAction = onceAction({
  typeName: "huggingface_repo_access_request_handle",
  access: { permission: "repo.write" },
  description:
    "Decides requests for access to a gated model or dataset, which the data " +
    "source `huggingface_repo_access_requests` lists. To a user who has not " +
    "asked, `huggingface_repo_access_grant` gives access.",
  attributes: {
    repository: repositoryAttributes.repository,
    repository_type: text(
      "Type: `model` or `dataset`. Default `model`.",
      v.oneOf("model", "dataset"),
    ),
    users: texts(
      "Whose requests, by the names of the users.",
      v.exactlyOneOf("request_id"),
      v.sizeAtLeast(1),
      v.each(namespaceName),
    ),
    request_id: text("The id of one request, where names are hidden."),
    status: requireText(
      "Status that the requests get: `accepted`, `rejected` or `pending`.",
      v.oneOf("accepted", "rejected", "pending"),
    ),
    rejection_reason: text(
      "Why they are rejected; the users read it.",
      textUpTo(200),
    ),
  },
  validate({ config: { status, rejection_reason }, diagnostics }) {
    const isRejected = isUnknown(status) || status === "rejected";
    if (rejection_reason === null || isRejected) return;
    diagnostics.addError(
      "Only a rejection has a reason",
      `\`status\` is \`${status}\`. Take \`rejection_reason\` out, or set ` +
        '`status = "rejected"`.',
      Path.root.attribute("rejection_reason"),
    );
  },
  failed: "decide access requests of",
  adviceIfLost: "Look at the requests in the settings of the repository, and " +
    "run the action again for those that are left.",
  async send({ config, client: { accessRequests }, signal, progress }) {
    const { users, request_id, status, rejection_reason } = config;
    const repo = repoRefOf(config);
    const reason = omitNulls({ rejectionReason: rejection_reason });
    const decision = { status, ...reason };
    if (request_id !== null) {
      const who = { requestId: request_id };
      await accessRequests.handle(repo, who, decision, { signal });
      return progress`The request ${request_id} for ${repo.id} is ${status}`;
    }
    const names = [...users ?? []].toSorted();
    const refused: string[] = [];
    for (let at = 0; at < names.length; at += MOST_REQUESTS) {
      const some = names.slice(at, at + MOST_REQUESTS);
      const outcomes = await accessRequests
        .handleMany(repo, some, decision, { signal });
      for (const [i, { ok, error }] of outcomes.entries()) {
        if (!ok) refused.push(`${some[i]} (${JSON.stringify(error ?? "")})`);
      }
    }
    if (refused.length > 0) {
      throw failure(
        `Not all access requests of the ${repo.type} ${repo.id} are ${status}`,
        `These are not: ${refused.join(", ")}. A user may not have asked, or ` +
          `the request is ${status} already; the others are decided.`,
        Path.root.attribute("users"),
      );
    }
    progress`Requests for ${repo.id} are ${status}: ${names.join(", ")}`;
  },
});
