/**
 * `huggingface_repo_branch` and `huggingface_repo_tag`: names for commits of a
 * repository.
 *
 * @module
 */

import { setTimeout } from "node:timers/promises";
import {
  isUnknown,
  Path,
  type Resource,
  s,
  type Schema,
  types,
  type Unknown,
  unknown,
  v,
} from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import type { Refs } from "@hf-terraform/client";
import { definerFor } from "../object/bound.ts";
import type { DeleteCall } from "../object/definition.ts";
import { sendUntilTaken } from "../object/delete.ts";
import {
  attempt,
  type CallContext,
  type RemoteObject,
  titleOf,
} from "../object/remote_object.ts";
import { lastOfOthers } from "../repo/repo_commit.ts";
import {
  identifyPart,
  type OwnedAnswer,
  type OwnedJson,
  ownerAnswer,
  ownerAttributes,
  partId,
  type PartName,
  type PartOwner,
} from "../repo/repo_part.ts";
import {
  createPart,
  type PartPlace,
  readPlace,
  repositoryParent,
} from "../repo/repo_parent.ts";
import { writePermission } from "../repo/repo_object.ts";
import { knownText, same } from "../schema/same.ts";
import { refName, revisionName } from "../schema/validators.ts";
import { refReads } from "../repo/repo_reader.ts";

interface Create extends OwnedJson {
  readonly name: string;
  readonly revision?: string;
  readonly message?: string;
}

/** A branch or tag in the shape of the state. */
interface Wire {
  readonly create: Create;
  readonly update: Record<never, never>;
  readonly response: Omit<Create, "message"> & OwnedAnswer & {
    /** The commit again, for `revision`. */
    readonly revision?: string;
    readonly commit?: string;
  };
}

const b = bindingTo<Wire>();

type Kind = "branch" | "tag";

/** A branch or tag as configurations name it. */
interface Named extends PartOwner {
  readonly name: string;
}

/** The state of a branch or tag, as far as both look at it. */
interface Ref extends Named {
  readonly commit: string | null;
  readonly revision: string | null;
  readonly on_destroy?: string;
  readonly message?: string | null;
}

/** The plan of a branch or tag; unknown: it is not configured. */
interface Seed extends Named {
  readonly revision?: string | Unknown | null;
  readonly message?: string | Unknown | null;
}

const fullCommit = /^[0-9a-f]{40}$/;

/** After a write, the Hub may show what was before for a moment. */
const SECOND_LOOK_MS = 500;

/** Milliseconds for each step of putting back a tag when Terraform stops. */
const PUT_BACK_MS = 2000;

/** The names of branches or tags. */
function nameOf(kind: Kind): PartName<"name"> {
  return {
    kind,
    keys: { name: `The name of the ${kind}.` },
    word: kind,
    pathOf: (name) => `${kind}/${name}`,
    parse: (name) => ({ name }),
    restOf: ({ revision }) => revision,
    idIs: [
      `the ID of a ${kind}`,
      `\`namespace/name/${kind}/NAME\`, such as \`acme/my-model/${kind}/v1\`, ` +
      "with `datasets/` or `spaces/` before it for these, or the address of " +
      "its page.",
    ],
  };
}

/** The attributes of both kinds; `name` is one for the pages of each. */
function attributesOf(kind: Kind) {
  return {
    id: partId(
      `Repository and ${kind}, such as \`datasets/acme/x/${kind}/v1\`.`,
      nameOf(kind),
    ),
    ...ownerAttributes,
    name: b.field("name", types.string, {
      required: true,
      description: `The name of the ${kind}. It may hold \`/\`.`,
      validators: [refName(kind)],
      change: "immutable",
      key: true,
    }),
    commit: b.computed("commit", types.string, {
      description: `The commit that the ${kind} leads to: 40 hex digits.`,
      ...kind === "tag" && { fingerprint: true as const },
    }),
  };
}

const branchSchema = s.schema({
  description:
    "A branch of a repository. Commits to it are no drift: the branch is " +
    "managed, not what it holds.",
  attributes: {
    ...attributesOf("branch"),
    revision: b.field("revision", types.string, {
      optional: true,
      computed: true,
      description: "The branch, tag or commit that the branch starts at. " +
        "Default `main`. It counts only when the branch is created.",
      validators: [revisionName],
      response: "hidden",
      change: "immutable",
    }),
    on_destroy: b.local(
      s.string({
        optional: true,
        default: "delete",
        description: "Effect of `terraform destroy`: `delete` deletes the " +
          "branch with its commits; `keep` only forgets it. Default `delete`.",
        validators: [v.oneOf("delete", "keep")],
      }),
    ),
  },
});

const tagSchema = s.schema({
  description:
    "A tag of a repository. The Hub cannot move one, so an update of " +
    "`revision` or `message` deletes it and creates it again.",
  attributes: {
    ...attributesOf("tag"),
    revision: b.mapped("revision", types.string, {
      optional: true,
      computed: true,
      description: "The branch, tag or commit that the tag is made of. " +
        "Default `main`. A change moves the tag; a later commit to the branch " +
        "does not. If somebody else moves it, a commit of 40 hex digits here " +
        "puts it back; else there is a warning.",
      validators: [revisionName],
      encode: (revision) => revision,
      decode: (commit, kept) => fullCommit.test(kept ?? "") ? commit : kept,
      change: "via",
    }),
    message: b.field("message", types.string, {
      optional: true,
      computed: true,
      description: "The message of the tag.",
      response: "hidden",
      change: "via",
      validators: [v.lengthAtLeast(1)],
    }),
  },
});

/** The commit of a branch or tag, or that before if it is not told; undefined: gone. */
function commitIn(
  kind: Kind,
  refs: Refs,
  name: string,
  before = "",
): string | undefined {
  const all = kind === "branch" ? refs.branches : refs.tags;
  const found = all.find((ref) => ref.name === name);
  return found && (found.targetCommit ?? before);
}

/** The commit at this moment. */
async function findCommit(
  kind: Kind,
  { client, repo, signal }: PartPlace,
  name: string,
): Promise<string | undefined> {
  return commitIn(kind, await client.refs.get(repo, { signal }), name);
}

/** As {@linkcode findCommit}, from what reads share. */
async function readCommit(
  kind: Kind,
  at: PartPlace,
  state: Ref,
): Promise<string | undefined> {
  const { repo, repositoryId, client, context, signal } = at;
  const refs = await refReads(context.provider).get(
    repositoryId ?? repo.id,
    () => client.refs.get(repo),
    signal,
  );
  const commit = commitIn(kind, refs, state.name, state.commit ?? "");
  // What nobody has written or read yet need not show up late.
  if (commit !== undefined || state.commit === undefined) return commit;
  await setTimeout(SECOND_LOOK_MS, undefined, { signal });
  return await findCommit(kind, at, state.name);
}

function answerOf(
  known: Named,
  at: PartPlace,
  commit: string | undefined,
): Wire["response"] {
  return {
    ...ownerAnswer(known, at),
    name: known.name,
    ...commit && { revision: commit, commit },
  };
}

/** A call about a branch or tag. */
type RefCall = CallContext & { readonly parent: PartPlace };

/** The definition that branches and tags share. */
function refDefinition(kind: Kind) {
  return {
    ...identifyPart(nameOf(kind)),
    access: { permission: writePermission },
    parent: repositoryParent((ref: Named) => ref),
    errors: { refersTo: "revision" as const },
    async create({ parent: at, plan, ...call }: RefCall & {
      readonly plan: Seed;
      listUnseen(): readonly string[];
      listDifferences(answer: Wire["response"]): readonly string[];
    }) {
      const { client: { refs, repos }, repo } = at;
      const { name } = plan;
      const revision = knownText(plan.revision);
      const message = knownText(plan.message);
      return await createPart<string, Wire["response"]>(call, {
        find: (signal) => findCommit(kind, { ...at, signal }, name),
        async send(once) {
          await (kind === "branch"
            ? refs.createBranch(repo, name, { startingPoint: revision }, once)
            : refs.createTag(repo, name, { revision, message }, once));
          return null;
        },
        async differs(commit, signal) {
          const { sha } = await repos.get(repo, {
            revision: revision ?? "main",
            expand: ["sha"],
          }, { signal });
          return commit === sha ? undefined : "its commit is another one";
        },
        listUnseen: () =>
          call.listUnseen().filter((name) => name !== "revision"),
        describe: (commit) => `leads to ${commit}`,
      }, (commit) => answerOf(plan, at, commit));
    },
    async read({ parent: at, state, object, isFresh }: RefCall & {
      readonly state: Ref;
      readonly isFresh: boolean;
    }) {
      const commit = isFresh
        ? await findCommit(kind, at, state.name)
        : await readCommit(kind, at, state);
      if (kind === "tag" && !isFresh) warnIfMoved(state, commit, object);
      return commit === undefined ? undefined : answerOf(state, at, commit);
    },
    delete: ({ parent: { client: { refs }, repo }, state: { name }, ...call }:
      & RefCall
      & { readonly state: Named }
      & Pick<DeleteCall<Schema>, "confirmDelete">) =>
      call.confirmDelete((once) =>
        kind === "branch"
          ? refs.deleteBranch(repo, name, once)
          : refs.deleteTag(repo, name, once)
      ),
  };
}

/** Warns of a tag that leads elsewhere, if nobody can tell what is right. */
function warnIfMoved(
  state: Ref,
  commit: string | undefined,
  object: RemoteObject,
): void {
  const isMoved = commit !== undefined && state.commit != null &&
    state.commit !== commit;
  if (!isMoved || fullCommit.test(state.revision ?? "")) return;
  object.context.diagnostics.addWarning(
    `${titleOf(object)} was moved`,
    `It led to ${state.commit}, and now to ${commit}. \`revision\` is no ` +
      "commit of 40 hex digits, so nobody can tell which is right, and " +
      "it stays there. Set `revision` to the commit that is right.",
    Path.root.attribute("revision"),
  );
}

/** Deletes a tag and creates it again, or puts it back where it was. */
async function replaceTag(
  { client: { refs }, repo, signal }: PartPlace,
  { name, commit, message: before }: Ref,
  { sha, message, object }: {
    readonly sha: string;
    readonly message: string | undefined;
    readonly object: RemoteObject;
  },
): Promise<void> {
  try {
    await sendUntilTaken(object, {
      send: (once) => refs.deleteTag(repo, name, once),
      isThere: async () =>
        commitIn("tag", await refs.get(repo, { signal }), name) === commit,
    });
    await refs.createTag(repo, name, { revision: sha, message }, { signal });
  } catch (error) {
    // Also when Terraform stops: it is better where it was than nowhere.
    const limit = {
      signal: signal.aborted ? AbortSignal.timeout(PUT_BACK_MS) : signal,
    };
    const all = await refs.get(repo, limit).catch(() => undefined);
    const there = all && commitIn("tag", all, name);
    if (there === sha && sha !== commit) return;
    if (there === undefined && commit !== null) {
      const was = { revision: commit, message: before ?? undefined };
      await refs.createTag(repo, name, was, limit).catch(() => undefined);
    }
    throw error;
  }
}

/** The resource `huggingface_repo_branch`. */
export const repoBranch: Resource = definerFor<Wire>()({
  typeName: "huggingface_repo_branch",
  schema: branchSchema,
  ...refDefinition("branch"),
  losses: {
    dataAtRisk: () => ({ description: "its commits", mayBeLost: false }),
    async partsOf({ state, object }) {
      const at = await readPlace(state, object.context);
      const commit = at && await readCommit("branch", at, state);
      const last = lastOfOthers(commit, object.context.provider);
      return last === undefined ? [] : [`the commit ${last}`];
    },
  },
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
  typeName: "huggingface_repo_tag",
  schema: tagSchema,
  ...refDefinition("tag"),
  modifyPlan({ config, prior, planned }) {
    const { revision, message } = planned;
    const isPinned = typeof revision === "string" && fullCommit.test(revision);
    // Only what is configured is ever known of these two.
    const next = {
      ...planned,
      ...config.revision === null && isUnknown(revision) && { revision: null },
      ...config.message === null && isUnknown(message) && { message: null },
    };
    const stays = prior !== null && same(next.revision, prior.revision);
    const commit = isPinned ? revision : stays ? prior.commit : unknown;
    return { planned: { ...next, commit } };
  },
  async update({ parent: at, plan, prior, object }) {
    const { revision } = plan;
    // Where a branch leads by now moves no tag.
    const stays = same(revision, prior.revision) &&
      !(fullCommit.test(`${revision}`) && revision !== prior.commit);
    const isSaid = same(plan.message, prior.message);
    if (stays && isSaid) return undefined;
    const seen = stays && prior.commit || knownText(revision);
    const { client: { repos }, repo, signal } = at;
    const params = { revision: seen ?? "main", expand: ["sha"] } as const;
    // What it is to lead to is looked up before it is deleted.
    const find = () => repos.get(repo, params, { signal });
    const { sha = params.revision } = await attempt(
      "find the revision of",
      object,
      find,
    );
    if (sha !== prior.commit || !isSaid) {
      const message = knownText(plan.message);
      const move = () => replaceTag(at, prior, { sha, message, object });
      const advice = "It is put back where it was, if that is possible.";
      await attempt("move", object, move, advice);
    }
    return answerOf(plan, at, sha);
  },
});
