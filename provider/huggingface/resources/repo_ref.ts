/**
 * `huggingface_repo_branch` and `huggingface_repo_tag`: names for commits of a
 * repository.
 *
 * Routes: GET `/api/{type}s/{repository}/refs`, POST and DELETE `/branch/{name}`
 * and `/tag/{name}` below the same. The token needs `repo.write`.
 *
 * @module
 */

import { setTimeout } from "node:timers/promises";
import {
  type ImportContext,
  isUnknown,
  Path,
  type Resource,
  s,
  types,
  type Unknown,
  unknown,
  v,
} from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import { isApiError, type Refs, type RepoRef } from "@hf-terraform/client";
import { type About, definerFor } from "../shared/object/bound.ts";
import { afterCreate, createObject } from "../shared/object/create.ts";
import { deleteObject } from "../shared/object/delete.ts";
import type { HuggingFaceProvider } from "../shared/provider_data.ts";
import {
  attempt,
  type RemoteObject,
  titleOf,
} from "../shared/object/remote_object.ts";
import { invalidId } from "../shared/ids.ts";
import {
  checkNewName,
  findOwner,
  followOwner,
  type ImportedOwner,
  importedOwner,
  type Owned,
  type OwnedAnswer,
  type OwnedJson,
  ownerAnswer,
  ownerAttributes,
  type OwnerConfig,
  ownerId,
  ownerNow,
  parsePart,
  type PartContext,
  partId,
  partIdentity,
  sameOwner,
  stableIdOf,
} from "../shared/repo/repo_part.ts";
import { same } from "../shared/same.ts";
import { refName } from "../shared/validators.ts";

interface Create extends OwnedJson {
  readonly name: string;
  readonly revision?: string;
  readonly message?: string;
}

/** A branch or tag in the shape of the state. */
interface Wire {
  readonly create: Create;
  readonly update: Record<never, never>;
  readonly answer: Omit<Create, "message"> & OwnedAnswer & {
    /** The commit again, for `revision`. */
    readonly revision?: string;
    readonly commit?: string;
  };
}

const b = bindingTo<Wire>();

type Kind = "branch" | "tag";

/** A branch or tag as configurations and messages name it. */
interface Named extends Owned {
  readonly name: string;
}

/** The state of a branch or tag, as far as both look at it. */
interface Ref extends Named {
  readonly commit: string | null;
  readonly revision: string | null;
  readonly on_destroy?: string;
  readonly message?: string | null;
}

/** What a tag is made of; unknown: it is not configured. */
interface Seed {
  readonly revision?: string | Unknown | null;
  readonly message?: string | Unknown | null;
}

const fullCommit = /^[0-9a-f]{40}$/;

/** After a write, the Hub may show what was before for a moment. */
const SECOND_LOOK_MS = 500;

/** How long each step of putting back a tag is tried when Terraform stops. */
const PUT_BACK_MS = 2000;

/** The attributes of both kinds; `name` is one for the pages of each. */
function attributesOf(kind: Kind) {
  return {
    id: partId(
      `The repository and the ${kind}, such as \`acme/my-model/${kind}/v1\`. ` +
        "That of a dataset begins with `datasets/`, that of a Space with " +
        "`spaces/`.",
      ["name"],
      (name) => `${kind}/${name}`,
    ),
    ...ownerAttributes,
    name: b.at("name", types.string, {
      required: true,
      description: `The name of the ${kind}. It may hold \`/\`.`,
      validators: [refName(kind)],
      change: "immutable",
      key: true,
    }),
    commit: b.shown("commit", types.string, {
      computed: true,
      description: `The commit that the ${kind} leads to: 40 hex digits.`,
    }),
  };
}

const branchSchema = s.schema({
  description:
    "A branch of a repository. Commits to it are no drift: the branch is " +
    "managed, not what it holds.",
  attributes: {
    ...attributesOf("branch"),
    revision: b.sent("revision", types.string, {
      optional: true,
      computed: true,
      description: "The branch, tag or commit that the branch starts at. " +
        "Default `main`. It counts only when the branch is created; removed " +
        "from the configuration, it stays as it is.",
      validators: [v.lengthAtLeast(1)],
      answer: "hidden",
      change: "immutable",
    }),
    on_destroy: b.local(
      s.string({
        optional: true,
        default: "delete",
        description: "What `terraform destroy` does: `delete` deletes the " +
          "branch with its commits; `keep` leaves it as it is and only forgets " +
          "it. Default `delete`.",
        validators: [v.oneOf("delete", "keep")],
      }),
    ),
  },
});

const tagSchema = s.schema({
  description:
    "A tag of a repository: a name for a commit, for endpoints and people to " +
    "pin.\n\nThe Hub cannot move a tag, so an update of `revision` or `message` " +
    "deletes it and creates it again; for a moment it is not there.",
  attributes: {
    ...attributesOf("tag"),
    revision: b.by("revision", types.string, {
      optional: true,
      computed: true,
      description: "The branch, tag or commit that the tag is made of. " +
        "Default `main`. A change moves the tag. Where a branch leads later " +
        "does not move it. If somebody else moves it, a commit " +
        "of 40 hex digits here puts it back; else there is a warning.",
      validators: [v.lengthAtLeast(1)],
      to: (revision) => revision,
      from: (commit, kept) => fullCommit.test(kept ?? "") ? commit : kept,
      change: "via",
    }),
    message: b.sent("message", types.string, {
      optional: true,
      computed: true,
      description: "The message of the tag. The Hub does not show it.",
      answer: "hidden",
      change: "via",
    }),
  },
});

function idOf(kind: Kind, named: Omit<Named, "repository_id">): string {
  return `${ownerId(named)}/${kind}/${named.name}`;
}

/** What branches and tags do in the same way. */
function operations(kind: Kind) {
  const answerOf = (
    named: Named,
    repositoryId: string,
    commit: string | undefined,
  ): Wire["answer"] => ({
    ...ownerAnswer(named, repositoryId),
    name: named.name,
    ...commit !== undefined && { revision: commit, commit },
  });
  const inRefs = ({ branches, tags }: Refs, name: string) =>
    (kind === "branch" ? branches : tags).find((ref) => ref.name === name)
      ?.targetCommit;
  const commitNow = async (
    name: string,
    repo: RepoRef,
    { provider }: PartContext,
    signal: AbortSignal,
  ) => {
    const client = await provider.client();
    return inRefs(await client.refs.get(repo, { signal }), name);
  };

  return {
    typeName: `huggingface_repo_${kind}`,
    permission: "repo.write" as const,
    refersTo: "revision" as const,
    kind,
    idOf: (named: Named) => idOf(kind, named),
    identity: partIdentity({ name: `The name of the ${kind}.` }),
    async importKey(
      { id, identity, ...context }: ImportContext<
        GivenIdentity,
        HuggingFaceProvider
      >,
    ): Promise<Named & ImportedOwner> {
      if (identity === undefined) return parseId(kind, id ?? "");
      const owner = await importedOwner(identity, context);
      return { ...owner, name: identity.name };
    },
    async create(
      { body, plan, config, object }: About & {
        readonly body: Create;
        readonly plan: Named;
        readonly config: OwnerConfig;
      },
    ): Promise<Wire["answer"]> {
      const { context } = object;
      const { name, revision, message } = body;
      const client = await context.provider.client();
      const { repo, repositoryId } = await findOwner(plan, context, config);
      const find = (signal: AbortSignal) =>
        commitNow(name, repo, context, signal);
      const lookedAt = new Date().toISOString();
      const before = await attempt(
        "look for",
        object,
        () => find(context.signal),
      );
      const found = await createObject<string | null>(object, {
        async send(signal) {
          await (kind === "branch"
            ? client.refs.createBranch(
              repo,
              name,
              { startingPoint: revision },
              { signal },
            )
            : client.refs.createTag(repo, name, { revision, message }, {
              signal,
            }));
          return null;
        },
        find,
        // The Hub does not tell: one that was not there a moment ago is new.
        createdAt: () => before === undefined ? lookedAt : undefined,
        differs: (commit) =>
          fullCommit.test(revision ?? "") && commit !== revision
            ? `it leads to ${commit}`
            : undefined,
        describe: (commit) => `leads to ${commit}`,
      });
      if (found !== null) return answerOf(plan, repositoryId, found);
      const commit = await afterCreate(object, find);
      return answerOf(plan, repositoryId, commit);
    },
    async read(
      { state, object }: About & { readonly state: Ref },
    ): Promise<Wire["answer"] | undefined> {
      const { context } = object;
      const { provider, signal, diagnostics } = context;
      const owner = await followOwner(state, context);
      if (owner === undefined) return undefined;
      const { repo, repositoryId } = owner;
      const client = await provider.client();
      const refs = await provider.refs.get(
        repositoryId,
        () => client.refs.get(repo),
        signal,
      );
      let commit = inRefs(refs, state.name);
      if (commit === undefined) {
        await setTimeout(SECOND_LOOK_MS, undefined, { signal });
        commit = await commitNow(state.name, repo, context, signal);
      }
      if (commit === undefined) return undefined;
      const isMoved = kind === "tag" && state.commit != null &&
        state.commit !== commit;
      if (isMoved && !fullCommit.test(state.revision ?? "")) {
        diagnostics.addWarning(
          `${titleOf(object)} was moved`,
          `It led to ${state.commit}, and now to ${commit}. \`revision\` is no ` +
            "commit of 40 hex digits, so nobody can tell which is right, and " +
            "it stays there. Set `revision` to the commit that is right.",
          Path.root.attribute("revision"),
        );
      }
      return answerOf(state, repositoryId, commit);
    },
    async update(
      { plan, prior, object }: About & {
        readonly plan: Named & Seed;
        readonly prior: Ref;
      },
    ): Promise<Wire["answer"]> {
      await checkNewName(titleOf(object), { plan, prior }, object.context);
      const commit = kind === "tag"
        ? await movedTag(plan, prior, object)
        : prior.commit;
      return answerOf(plan, stableIdOf(prior), commit ?? undefined);
    },
    async delete(
      { state, object }: About & { readonly state: Ref },
    ): Promise<void> {
      if (state.on_destroy === "keep") return;
      const { context } = object;
      const client = await context.provider.client();
      const owner = await ownerNow(state, context);
      if (owner === undefined) return;
      const { signal } = context;
      const isThere = async () =>
        await commitNow(state.name, owner, context, signal) !== undefined;
      await deleteObject(object, {
        send: () =>
          kind === "branch"
            ? client.refs.deleteBranch(owner, state.name, { signal })
            : client.refs.deleteTag(owner, state.name, { signal }),
        isThere,
        isGone: async () => !await isThere(),
      });
    },
  };
}

interface GivenIdentity {
  readonly repository_type: string;
  readonly repository_id: string;
  readonly name: string;
}

/** The resource `huggingface_repo_branch`. */
export const repoBranch: Resource = definerFor<Wire>()({
  ...operations("branch"),
  schema: branchSchema,
  holds: () => ({ what: "its commits", mayBeLost: false }),
  planDestroy({ prior, diagnostics }) {
    if (prior.name !== "main" || prior.on_destroy === "keep") return;
    diagnostics.addError(
      "The branch main cannot be deleted",
      'Every repository has it. Set `on_destroy = "keep"` and apply, or ' +
        "run `terraform state rm ADDRESS`.",
      Path.root.attribute("on_destroy"),
    );
  },
});

/** The resource `huggingface_repo_tag`. */
export const repoTag: Resource = definerFor<Wire>()({
  ...operations("tag"),
  schema: tagSchema,
  modifyPlan({ config, prior, planned }) {
    const { revision, message } = planned;
    const isPinned = typeof revision === "string" && fullCommit.test(revision);
    // Only what is configured is ever known of these two.
    const next = {
      ...planned,
      revision: config.revision === null && isUnknown(revision)
        ? null
        : revision,
      message: config.message === null && isUnknown(message) ? null : message,
    };
    const stays = prior !== null && same(next.revision, prior.revision);
    return {
      planned: {
        ...next,
        commit: isPinned ? revision : stays ? prior.commit : unknown,
      },
    };
  },
});

/**
 * Moves a tag, if it is to lead elsewhere or to say something else: the Hub has
 * no request for it. What it is to lead to is looked up before it is deleted.
 *
 * @returns The commit that it leads to.
 */
async function movedTag(
  { name, revision, message }: Named & Seed,
  prior: Ref,
  object: RemoteObject,
): Promise<string | null> {
  const { context } = object;
  const { signal } = context;
  const isSame = same(revision, prior.revision) &&
    same(message, prior.message) &&
    (!fullCommit.test(`${revision}`) || revision === prior.commit);
  if (isSame) return prior.commit;
  const repo = await sameOwner(prior, context);
  const { refs, repos } = await context.provider.client();
  // Where a branch leads by now moves no tag.
  const stays = same(revision, prior.revision) &&
    !fullCommit.test(`${revision}`);
  const seen = stays && prior.commit !== null
    ? prior.commit
    : typeof revision === "string"
    ? revision
    : "main";
  const { sha = seen } = await attempt(
    "find the revision of",
    object,
    () => repos.get(repo, { revision: seen, expand: ["sha"] }, { signal }),
  );
  const text = typeof message === "string" ? message : undefined;
  if (sha === prior.commit && text === (prior.message ?? undefined)) return sha;
  await attempt("move", object, async () => {
    try {
      await refs.deleteTag(repo, name, { signal }).catch((error) => {
        if (!isApiError(error, 404)) throw error;
      });
      await refs.createTag(repo, name, { revision: sha, message: text }, {
        signal,
      });
    } catch (error) {
      // Also when Terraform stops: it is better where it was than nowhere.
      const limit = {
        signal: signal.aborted ? AbortSignal.timeout(PUT_BACK_MS) : signal,
      };
      const there = await refs.get(repo, limit).then(
        ({ tags }) => tags.find((tag) => tag.name === name)?.targetCommit,
        () => undefined,
      );
      if (there === sha && sha !== prior.commit) return;
      if (there === undefined && prior.commit !== null) {
        await refs.createTag(repo, name, {
          revision: prior.commit,
          message: prior.message ?? undefined,
        }, { ...limit }).catch(() => undefined);
      }
      throw error;
    }
  }, "It is put back where it was, if that is possible.");
  return sha;
}

/** Reads `acme/m/tag/v1`, or the address of the page of a branch or tag. */
function parseId(
  kind: Kind,
  id: string,
): Named & ImportedOwner {
  const part = parsePart(id, kind, ({ revision }) => revision);
  if (part !== undefined) return { ...part.owner, name: part.rest };
  throw invalidId(
    id,
    `the ID of a ${kind}`,
    `\`namespace/name/${kind}/NAME\`, such as \`acme/my-model/${kind}/v1\`, ` +
      "with `datasets/` or `spaces/` before it for these, or the address of " +
      "its page, such as `https://huggingface.co/acme/my-model/tree/v1`.",
  );
}
