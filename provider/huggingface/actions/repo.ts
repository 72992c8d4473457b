/**
 * Actions on repositories: `huggingface_repo_super_squash`,
 * `huggingface_repo_duplicate` and `huggingface_repo_access_request_handle`.
 *
 * @module
 */

import {
  type Action,
  failure,
  isUnknown,
  Path,
  rules,
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
import { given, needed, text, texts, whole } from "../shared/inputs.ts";
import { hardware } from "../shared/known_values.ts";
import { repoRefOf, repositoryAttributes } from "../shared/repo/repo_fields.ts";
import {
  hexId,
  namespaceName,
  refName,
  typedRepoId,
} from "../shared/validators.ts";

/** The action `huggingface_repo_super_squash`. */
export const superSquash: Action = onceAction({
  typeName: "huggingface_repo_super_squash",
  permission: "repo.write",
  description:
    "Makes one commit of all commits of a branch, which frees the storage of " +
    "files that are no longer in it. The history is lost, and nobody can " +
    "undo that; tags keep the commits that they lead to.",
  attributes: {
    ...repositoryAttributes,
    branch: text("The branch. Default `main`.", refName("branch")),
    message: text(
      "The message of the commit, at most 500 characters.",
      v.lengthAtMost(500),
      v.lengthAtLeast(1),
    ),
  },
  failed: ({ branch }) => `squash the branch ${branch ?? "main"} of`,
  async send({ config, client: { refs }, signal }) {
    const repo = repoRefOf(config);
    const branch = config.branch ?? "main";
    const params = given({ message: config.message });
    const commit = await refs.superSquash(repo, branch, params, { signal });
    return `The branch ${branch} of ${repo.id} is one commit: ${commit}`;
  },
});

/** The action `huggingface_repo_duplicate`. */
export const duplicateRepo: Action = onceAction({
  typeName: "huggingface_repo_duplicate",
  permission: "repo.write",
  description:
    "Copies a repository with all of its files, one of somebody else too, " +
    "and waits until they are there. A Space gets the variables of its " +
    "source, not its secrets. Where a repository of the new name exists, " +
    "the action fails; import the copy to manage it.",
  attributes: {
    ...repositoryAttributes,
    to: needed("The copy: `namespace/name`.", typedRepoId()),
    visibility: text(
      "Who sees the copy: `public`, `private`, or for Spaces " +
        "`protected`. Default: who sees the source.",
      v.oneOf("public", "private", "protected"),
    ),
    resource_group_id: text(
      "The id of the resource group of the copy: 24 hex " +
        "digits (Team plan or higher).",
      hexId,
    ),
    hardware: text(
      "Spaces: the hardware of the copy, such as `t4-small`. " +
        "Default `cpu-basic`.",
      v.knownValues(...hardware),
    ),
    sleep_time: whole(
      "Spaces: seconds without use until the copy sleeps; -1 for never.",
      v.atLeast(-1),
    ),
    timeout: text(
      "How long to wait for the files at most. Default " +
        '`"30m"`.',
      v.duration(),
    ),
  },
  validate({ config, diagnostics }) {
    const { repository, repository_type: type, to, visibility } = config;
    if (repository === to && !isUnknown(to)) {
      diagnostics.addError(
        "The copy has the name of its source",
        `\`to\` is ${to} too. Give the copy another name.`,
        Path.root.attribute("to"),
      );
    }
    if (isUnknown(type) || type === "space") return;
    if (visibility === "protected") {
      diagnostics.addError(
        "Only a Space can be protected",
        `The copy is a ${type ?? "model"}. Set \`visibility\` to \`public\` ` +
          "or `private`.",
        Path.root.attribute("visibility"),
      );
    }
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
  failed: ({ to }) => ({
    does: "duplicate",
    advice: `The copy is to be ${to}.`,
  }),
  async send({ config, client: { repos }, signal }) {
    const { to, visibility, hardware, sleep_time, timeout } = config;
    const source = repoRefOf(config);
    const settings = given({
      visibility,
      resourceGroupId: config.resource_group_id,
      hardware,
      sleepTimeSeconds: sleep_time,
    });
    const { url } = await repos.duplicate(source, to, settings, { signal });
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

/** The action `huggingface_repo_access_request_handle`. */
export const handleAccessRequest: Action = onceAction({
  typeName: "huggingface_repo_access_request_handle",
  permission: "repo.write",
  description:
    "Decides requests for access to a gated model or dataset. The data " +
    "source `huggingface_repo_access_requests` lists them; " +
    "`huggingface_repo_access_grant` gives access to a user who has not " +
    "asked, and keeps it.",
  attributes: {
    repository: repositoryAttributes.repository,
    repository_type: text(
      "What it is: `model` or `dataset`. Default `model`.",
      v.oneOf("model", "dataset"),
    ),
    users: texts(
      "Whose requests, by the names of the users.",
      v.sizeAtLeast(1),
      v.each(namespaceName()),
    ),
    request_id: text(
      "The id of one request, where the repository hides the names.",
    ),
    status: needed(
      "What becomes of the requests: `accepted`, `rejected`, " +
        "or `pending` to put them back into the queue.",
      v.oneOf("accepted", "rejected", "pending"),
    ),
    rejection_reason: text(
      "Why they are rejected, at most 200 characters; the users read it.",
      v.lengthAtMost(200),
      v.lengthAtLeast(1),
    ),
  },
  validators: [rules.exactlyOneOf("users", "request_id")],
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
  failed: "decide access requests of",
  async send({ config, client: { accessRequests }, signal }) {
    const { users, request_id, status, rejection_reason } = config;
    const repo = repoRefOf(config);
    const decision = {
      status,
      ...given({ rejectionReason: rejection_reason }),
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
