import { setTimeout } from "node:timers/promises";
import {
  isUnknown,
  Path,
  type Resource,
  type Schema,
  type Unknown,
  unknown,
} from "@hf-terraform/framework";
import type { Refs } from "@hf-terraform/client";
import { planAdvice } from "../cost/plan_advice.ts";
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
  ownerAnswer,
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
import { refReads } from "../repo/repo_reader.ts";
import {
  branchSchema,
  fullCommit,
  type RefKind,
  refNameOf,
  type RefWire,
  tagSchema,
} from "./ref_schema.ts";

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

/** After a write, the Hub may show what was before for a moment. */
const SECOND_LOOK_MS = 500;

/** Milliseconds for each step of putting back a tag when Terraform stops. */
const PUT_BACK_MS = 2000;

/** The commit of a branch or tag, or that before if it is not told; undefined: gone. */
function commitIn(
  kind: RefKind,
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
  kind: RefKind,
  { client, repo, signal }: PartPlace,
  name: string,
): Promise<string | undefined> {
  return commitIn(kind, await client.refs.get(repo, { signal }), name);
}

/** As {@linkcode findCommit}, from what reads share. */
async function readCommit(
  kind: RefKind,
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
): RefWire["response"] {
  return {
    ...ownerAnswer(known, at),
    name: known.name,
    ...commit && { revision: commit, commit },
  };
}

type RefCall = CallContext & { readonly parent: PartPlace };

/** The definition that branches and tags share. */
function refDefinition(kind: RefKind) {
  return {
    ...identifyPart(refNameOf(kind)),
    access: { permission: writePermission },
    parent: repositoryParent((ref: Named) => ref),
    errors: { refersTo: "revision" as const },
    async create({ parent: at, plan, ...call }: RefCall & {
      readonly plan: Seed;
      listUnseen(): readonly string[];
      listDifferences(answer: RefWire["response"]): readonly string[];
    }) {
      const { client: { refs, repos }, repo } = at;
      const { name } = plan;
      const revision = knownText(plan.revision);
      const message = knownText(plan.message);
      return await createPart<string, RefWire["response"]>(call, {
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
      "no plan puts it back. Set `revision` to the commit that is right.",
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
  const find = async (signal: AbortSignal) =>
    commitIn("tag", await refs.get(repo, { signal }), name);
  const create = (
    params: Parameters<typeof refs.createTag>[2],
    signal: AbortSignal,
  ) =>
    refs.createTag(repo, name, params, {
      signal,
      mayRepeat: async () => await find(signal) === undefined,
    });
  try {
    await sendUntilTaken(object, {
      send: (once) => refs.deleteTag(repo, name, once),
      isThere: async () => await find(signal) === commit,
    });
    await create({ revision: sha, message }, signal);
  } catch (error) {
    // Also when Terraform stops: it is better where it was than nowhere.
    const limit = signal.aborted ? AbortSignal.timeout(PUT_BACK_MS) : signal;
    const there = await find(limit).catch(() => undefined);
    if (there === sha && sha !== commit) return;
    if (there === undefined && commit !== null) {
      const was = { revision: commit, message: before ?? undefined };
      await create(was, limit).catch(() => undefined);
    }
    throw error;
  }
}

/** The resource `huggingface_repo_branch`. */
export const repoBranch: Resource = definerFor<RefWire>()({
  typeName: "huggingface_repo_branch",
  schema: branchSchema,
  ...refDefinition("branch"),
  losses: {
    dataAtRisk: () => ({ description: "its commits", mayBeLost: false }),
    contentsOf: (state, context) =>
      planAdvice(context.provider).ask(`commits of ${state.id}`, async () => {
        const at = await readPlace(state, context);
        if (at === undefined) return undefined;
        const commit = await readCommit("branch", at, state);
        // Nothing here deletes `main`.
        const main = { ...state, name: "main", commit: null };
        return commit === await readCommit("branch", at, main) ? "" : undefined;
      }),
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
export const repoTag: Resource = definerFor<RefWire>()({
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
      const advice = `It led to the commit ${prior.commit}, and is put back ` +
        "there, if that is possible. If it is gone, set `revision` to that " +
        "commit to have it there again.";
      await attempt("move", object, move, advice);
    }
    return answerOf(plan, at, sha);
  },
});
