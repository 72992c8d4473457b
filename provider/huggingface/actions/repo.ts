/**
 * Actions on repositories: `huggingface_repo_super_squash`,
 * `huggingface_repo_duplicate`, `huggingface_repo_pull_request_merge` and
 * `huggingface_repo_access_request_handle`.
 *
 * @module
 */

import {
  type Action,
  failure,
  isUnknown,
  Path,
  rules,
  s,
  types,
  v,
} from "@hf-terraform/framework";
import {
  type AccessDecision,
  type HuggingFace,
  isApiError,
  type RepoRef,
} from "@hf-terraform/client";
import { onceAction } from "../shared/action.ts";
import { milliseconds } from "../shared/duration.ts";
import { hardware } from "../shared/known_values.ts";
import { repoRefOf, repositoryAttributes } from "../shared/repo/repo_fields.ts";
import { writePermission } from "../shared/repo/repo_object.ts";
import { refName, typedRepoId } from "../shared/validators.ts";

const permission = writePermission;

/** What an error of an action on a repository says. */
function failedTo(verb: string) {
  return (config: Parameters<typeof repoRefOf>[0]) => {
    const { type, id } = repoRefOf(config);
    return {
      summary: `Cannot ${verb} the ${type} ${id}`,
      named: "repository",
      namespace: id.split("/")[0] ?? "",
    };
  };
}

/** The action `huggingface_repo_super_squash`. */
export const superSquash: Action = onceAction({
  typeName: "huggingface_repo_super_squash",
  permission,
  schema: s.schema({
    description:
      "Makes one commit of all commits of a branch, which frees the storage of " +
      "files that are no longer in it. The history is lost, and nobody can " +
      "undo that; tags keep the commits that they lead to.",
    attributes: {
      ...repositoryAttributes,
      branch: s.string({
        optional: true,
        description: "The branch. Default `main`.",
        validators: [refName("branch")],
      }),
      message: s.string({
        optional: true,
        description: "The message of the commit, at most 500 characters.",
        validators: [v.lengthAtMost(500), v.lengthAtLeast(1)],
      }),
    },
  }),
  failed: (config) =>
    failedTo(`squash the branch ${config.branch ?? "main"} of`)(config),
  async send({ config, client: { refs }, signal }) {
    const repo = repoRefOf(config);
    const branch = config.branch ?? "main";
    const message = config.message ?? undefined;
    const commit = await refs.superSquash(repo, branch, { message }, {
      signal,
    });
    return `The branch ${branch} of ${repo.id} is one commit: ${commit}`;
  },
});

/** The action `huggingface_repo_duplicate`. */
export const duplicateRepo: Action = onceAction({
  typeName: "huggingface_repo_duplicate",
  permission,
  schema: s.schema({
    description:
      "Copies a repository with all of its files, one of somebody else too, " +
      "and waits until they are there. A Space gets the variables of its " +
      "source, not its secrets. Where a repository of the new name exists, " +
      "the action fails; import the copy to manage it.",
    attributes: {
      ...repositoryAttributes,
      to: s.string({
        required: true,
        description: "The copy: `namespace/name`.",
        validators: [typedRepoId()],
      }),
      visibility: s.string({
        optional: true,
        description: "Who sees the copy: `public`, `private`, or for Spaces " +
          "`protected`. Default: who sees the source.",
        validators: [v.oneOf("public", "private", "protected")],
      }),
      resource_group_id: s.string({
        optional: true,
        description: "The id of the resource group of the copy: 24 hex " +
          "digits (Team plan or higher).",
        validators: [v.matches(/^[0-9a-f]{24}$/, "24 hex digits")],
      }),
      hardware: s.string({
        optional: true,
        description: "Spaces: the hardware of the copy, such as `t4-small`. " +
          "Default `cpu-basic`.",
        validators: [v.knownValues(...hardware)],
      }),
      sleep_time: s.int({
        optional: true,
        description: "Spaces: seconds without use until the copy sleeps; -1 " +
          "for never.",
        validators: [v.atLeast(-1)],
      }),
      timeout: s.string({
        optional: true,
        description: "How long to wait for the files at most. Default " +
          '`"30m"`.',
        validators: [v.duration()],
      }),
    },
  }),
  validate({ config, diagnostics }) {
    const { repository_type: type } = config;
    if (isUnknown(type) || type === "space") return;
    for (const name of ["hardware", "sleep_time"] as const) {
      if (config[name] === null) continue;
      diagnostics.addError(
        `Only a Space has ${name}`,
        `The copy is a ${type ?? "model"}. Take \`${name}\` out, or set ` +
          '`repository_type = "space"`.',
        Path.root.attribute(name),
      );
    }
  },
  failed: (config) => ({
    ...failedTo("duplicate")(config),
    advice: `The copy is to be ${config.to}.`,
  }),
  async send({ config, client: { repos }, signal }) {
    const { to, visibility, hardware, sleep_time, timeout } = config;
    const source = repoRefOf(config);
    const { url } = await repos.duplicate(source, to, {
      visibility: visibility ?? undefined,
      resourceGroupId: config.resource_group_id ?? undefined,
      hardware: hardware ?? undefined,
      sleepTimeSeconds: sleep_time ?? undefined,
    }, { signal });
    const copy = { type: source.type, id: to };
    const timeoutMs = milliseconds(timeout ?? "30m");
    return `The ${source.type} ${source.id} is duplicated: ${url}` +
      await filesOf(copy, repos, { timeoutMs, signal });
  },
});

/** Waits until the files of a copy are there; what is to be said of them. */
async function filesOf(
  copy: RepoRef,
  repos: HuggingFace["repos"],
  options: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<string> {
  try {
    const { filesTotal } = await repos.waitForCopy(copy, options);
    return filesTotal === undefined ? "" : `, with ${filesTotal} files`;
  } catch (error) {
    // Only later editions of the Hub's document have this route.
    if (!isApiError(error, 404)) throw error;
    return ". The service does not say whether all files are there";
  }
}

/** The action `huggingface_repo_pull_request_merge`. */
export const mergePullRequest: Action = onceAction({
  typeName: "huggingface_repo_pull_request_merge",
  permission,
  schema: s.schema({
    description: "Merges a pull request of a repository. One that is merged " +
      "already stays as it is.",
    attributes: {
      ...repositoryAttributes,
      number: s.int({
        required: true,
        description: "The number of the pull request.",
        validators: [v.atLeast(1)],
      }),
      comment: s.string({
        optional: true,
        description: "A comment to leave there.",
        validators: [v.lengthAtLeast(1)],
      }),
    },
  }),
  failed: (config) => ({
    ...failedTo(`merge the pull request ${config.number} of`)(config),
    named: "number",
  }),
  async send({ config, client: { discussions }, signal }) {
    const repo = repoRefOf(config);
    const { number, comment } = config;
    const what = `The pull request ${number} of ${repo.id}`;
    const { status } = await discussions.get(repo, number, { signal });
    if (status === "merged") return `${what} is merged already`;
    const params = { comment: comment ?? undefined };
    await discussions.merge(repo, number, params, { signal });
    return `${what} is merged`;
  },
});

const statuses = ["accepted", "rejected", "pending"] as const;

/** The action `huggingface_repo_access_request_handle`. */
export const handleAccessRequest: Action = onceAction({
  typeName: "huggingface_repo_access_request_handle",
  permission,
  schema: s.schema({
    description:
      "Decides requests for access to a gated model or dataset. The data " +
      "source `huggingface_repo_access_requests` lists them; " +
      "`huggingface_repo_access_grant` gives access to a user who has not " +
      "asked, and keeps it.",
    attributes: {
      repository: repositoryAttributes.repository,
      repository_type: s.string({
        optional: true,
        description: "What it is: `model` or `dataset`. Default `model`.",
        validators: [v.oneOf("model", "dataset")],
      }),
      users: s.set(types.string, {
        optional: true,
        description: "Whose requests, by the names of the users.",
        validators: [v.sizeAtLeast(1)],
      }),
      request_id: s.string({
        optional: true,
        description: "The id of one request, where the repository hides the " +
          "names.",
        validators: [v.lengthAtLeast(1)],
      }),
      status: s.string({
        required: true,
        description: "What becomes of the requests: `accepted`, `rejected`, " +
          "or `pending` to put them back into the queue.",
        validators: [v.oneOf(...statuses)],
      }),
      rejection_reason: s.string({
        optional: true,
        description: "Why they are rejected, at most 200 characters; the " +
          "users read it.",
        validators: [v.lengthAtMost(200), v.lengthAtLeast(1)],
      }),
    },
    validators: [rules.exactlyOneOf("users", "request_id")],
  }),
  validate({ config: { status, rejection_reason }, diagnostics }) {
    if (rejection_reason === null || isUnknown(status)) return;
    if (status === "rejected") return;
    diagnostics.addError(
      "Only a rejection has a reason",
      `\`status\` is \`${status}\`. Take \`rejection_reason\` out, or set ` +
        '`status = "rejected"`.',
      Path.root.attribute("rejection_reason"),
    );
  },
  failed: failedTo("decide access requests of"),
  async send({ config, client: { accessRequests }, signal }) {
    const { users, request_id, status, rejection_reason } = config;
    const repo = repoRefOf(config);
    const decision = {
      status,
      ...rejection_reason !== null && { rejectionReason: rejection_reason },
    };
    if (request_id !== null) {
      const who = { requestId: request_id };
      await accessRequests.handle(repo, who, decision, { signal });
      return `The request ${request_id} for ${repo.id} is ${status}`;
    }
    const names = [...users ?? []].toSorted();
    await handleAll(repo, names, decision, { accessRequests, signal });
    return `Requests for ${repo.id} are ${status}: ${names.join(", ")}`;
  },
});

/** As many as one request may decide. */
const MOST_REQUESTS = 100;

async function handleAll(
  repo: RepoRef,
  names: readonly string[],
  decision: AccessDecision,
  { accessRequests, signal }: Pick<HuggingFace, "accessRequests"> & {
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const refused: string[] = [];
  for (let at = 0; at < names.length; at += MOST_REQUESTS) {
    const some = names.slice(at, at + MOST_REQUESTS);
    const outcomes = await accessRequests.handleMany(repo, some, decision, {
      signal,
    });
    for (const [i, { ok, error }] of outcomes.entries()) {
      if (!ok) refused.push(`${some[i]} (${error ?? "no reason"})`);
    }
  }
  if (refused.length === 0) return;
  throw failure(
    `Not all access requests of the ${repo.type} ${repo.id} are ` +
      decision.status,
    `These are not: ${refused.join(", ")}. A user may not have asked, or ` +
      `the request is ${decision.status} already; the others are decided.`,
    Path.root.attribute("users"),
  );
}
