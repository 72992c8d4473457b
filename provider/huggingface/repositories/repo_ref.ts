import { setTimeout } from "node:timers/promises";
import {
  isUnknown,
  Path,
  type Resource,
  type Schema,
  unknown,
} from "@hf-terraform/framework";
import type { Refs } from "@hf-terraform/client";
import { planAdvice } from "../cost/plan_advice.ts";
import { partDefinerFor } from "../object/bound.ts";
import type { DeleteCall } from "../object/definition.ts";
import { sendUntilTaken } from "../object/delete.ts";
import {
  attempt,
  type CallContext,
  isNameTaken,
  outlive,
  type RemoteObject,
  titleOf,
} from "../object/remote_object.ts";
import { warnOfAnother } from "../object/fingerprint.ts";
import { keepNote, readNote } from "../object/notes.ts";
import { lastOfOthers } from "../repo/repo_commit.ts";
import {
  createPart,
  identifyPart,
  type PartParent,
} from "../repo/repo_part.ts";
import {
  type PartPlace,
  readPlace,
  repositoryParent,
} from "../repo/repo_parent.ts";
import { knownText, same } from "../schema/same.ts";
import { refReads } from "../repo/repo_reader.ts";
import {
  branchSchema,
  type RefKind,
  refNameOf,
  type RefWire,
  tagSchema,
} from "./ref_schema.ts";
import { fullCommit } from "../schema/validators.ts";

/** A branch or tag as configurations name it. */
interface Named extends PartParent {
  readonly name: string;
}

/** The state of a branch or tag, as far as both look at it. */
interface Ref extends Named {
  readonly commit: string | null;
  readonly revision: string | null;
  readonly message?: string | null;
}

/** The note of an imported tag. */
const FOUND = "An import found it, and nobody is shown its message";

/** After a write, the Hub may show what was before for a moment. */
const SECOND_LOOK_MS = 500;

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
  const { repo, context: { provider }, signal } = at;
  const refs = await refReads(provider).get(repo, signal);
  const commit = commitIn(kind, refs, state.name, state.commit ?? "");
  // What nobody has written or read yet need not show up late.
  if (commit !== undefined || state.commit === undefined) return commit;
  await setTimeout(SECOND_LOOK_MS, undefined, { signal });
  return await findCommit(kind, at, state.name);
}

function answerOf(commit: string | undefined): RefWire["response"] {
  return { ...commit && { revision: commit, commit } };
}

type RefCall = CallContext & { readonly parent: PartPlace };

/** The definition that branches and tags share. */
function refDefinition(kind: RefKind) {
  const { identity } = identifyPart(refNameOf(kind));
  return {
    kind,
    identity: { ...identity, displayName: "name" as const },
    access: { permission: "repo.write" as const },
    parent: repositoryParent((ref: Named) => ref),
    errors: { refersTo: "revision" as const },
    async create({ parent: at, plan, ...call }: RefCall & {
      readonly plan: Named & {
        readonly revision?: unknown;
        readonly message?: unknown;
      };
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
      }, answerOf);
    },
    async read({ parent: at, state, object, isFresh, assertGone }: RefCall & {
      readonly state: Ref;
      readonly isFresh: boolean;
    }) {
      const { context } = object;
      const commit = isFresh
        ? await findCommit(kind, at, state.name)
        : await readCommit(kind, at, state);
      if (kind === "tag" && state.message === undefined) {
        keepNote(context, "set_again", FOUND);
      }
      const isGone = commit === undefined;
      if (!isFresh) {
        if (isGone) await assertGone();
        if (isGone || kind === "tag") warnIfElsewhere(state, commit, object);
      }
      return isGone ? undefined : answerOf(commit);
    },
    async delete(
      { parent: { client: { refs }, repo }, state: { name }, ...call }:
        & RefCall
        & { readonly state: Named }
        & Pick<DeleteCall<Schema>, "confirmDelete" | "current">,
    ) {
      // What has the name of a tag that was not found is another one.
      if (kind === "tag" && call.current === undefined) return false;
      return await call.confirmDelete((once) =>
        kind === "branch"
          ? refs.deleteBranch(repo, name, once)
          : refs.deleteTag(repo, name, once)
      );
    },
  };
}

/** Warns of what leads elsewhere or nowhere, unless a plan puts it back. */
function warnIfElsewhere(
  { commit: before, revision }: Ref,
  now: string | undefined,
  object: RemoteObject,
): void {
  const isPinned = now === undefined
    ? revision === before
    : fullCommit.test(revision ?? "");
  if (!before || before === now || isPinned) return;
  const [what, then] = now
    ? ["was moved", ` Now it leads to ${now}.`]
    : ["is gone", ""];
  object.context.diagnostics.addWarning(
    `${titleOf(object)} ${what}`,
    `It led to ${before}.${then} \`revision\` is not that commit, so no plan ` +
      "puts it back there. Set `revision` to the commit that is right.",
    Path.root.attribute("revision"),
  );
}

/** Deletes a tag and creates it again, or puts it back where it was. */
async function replaceTag(
  at: PartPlace,
  { name, commit, message: before }: Ref,
  { sha, message, object }: {
    readonly sha: string;
    readonly message: string | undefined;
    readonly object: RemoteObject;
  },
): Promise<void> {
  const { client: { refs }, repo } = at;
  const find = (signal = at.signal) =>
    findCommit("tag", { ...at, signal }, name);
  const create = (params: object, signal = at.signal) =>
    refs.createTag(repo, name, params, {
      signal,
      async mayRepeat() {
        await at.assertStill(signal);
        return await find(signal) === undefined;
      },
    });
  try {
    if (commit !== null) {
      await sendUntilTaken(object, {
        send: (once) => refs.deleteTag(repo, name, once),
        async isThere() {
          await at.assertStill();
          return await find() === commit;
        },
      });
    }
    await create({ revision: sha, message });
  } catch (error) {
    // Also when Terraform stops: it is better where it was than nowhere.
    const limit = outlive(at.signal);
    const there = await find(limit).catch(() => undefined);
    if (there === sha && sha !== commit && !isNameTaken(error)) return;
    if (there === undefined && commit !== null) {
      const was = { revision: commit, message: before ?? undefined };
      await at.assertStill(limit).then(() => create(was, limit))
        .catch(() => undefined);
    }
    throw error;
  }
}

export const repoBranch: Resource = partDefinerFor<RefWire>()({
  typeName: "huggingface_repo_branch",
  schema: branchSchema,
  ...refDefinition("branch"),
  losses: {
    dataAtRisk: () => ({
      description: "the commits that it alone may have",
      mayBeLost: false,
    }),
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
      return last === undefined ? undefined : [`the commit ${last}`];
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

export const repoTag: Resource = partDefinerFor<RefWire>()({
  typeName: "huggingface_repo_tag",
  schema: tagSchema,
  ...refDefinition("tag"),
  modifyPlan({ config, prior, planned, requiresReplace, ...context }) {
    const { revision, message } = planned;
    const isPinned = typeof revision === "string" && fullCommit.test(revision);
    // Only what is configured is ever known of these two.
    const next = {
      ...planned,
      ...config.revision === null && isUnknown(revision) && { revision: null },
      ...config.message === null && isUnknown(message) && { message: null },
    };
    const stays = prior !== null &&
      same(next.revision ?? "main", prior.revision ?? "main");
    const led = prior?.commit ?? null;
    const commit = isPinned ? revision : stays ? led : unknown;
    // The first one after an import is taken as it is configured.
    const isSaid = same(next.message, prior?.message) ||
      prior?.message === null && readNote(context, "set_again") === FOUND;
    const isMoved = !(isSaid && same(commit, led));
    if (prior !== null && isMoved && requiresReplace.length === 0) {
      warnOfAnother(`Tag ${prior.id}`, context);
    }
    return { planned: { ...next, commit } };
  },
  async update({ parent: at, plan, prior, object, changes }) {
    const { commit: led } = prior;
    const isSaid = !changes("message");
    if (plan.commit === led && isSaid) return undefined;
    const { client: { repos }, repo, signal } = at;
    // Where a branch leads by now moves no tag.
    const revision = knownText(plan.commit) ?? knownText(plan.revision) ??
      "main";
    const params = { revision, expand: ["sha"] } as const;
    // What it is to lead to is looked up before it is deleted.
    const find = () => repos.get(repo, params, { signal });
    const found = await attempt("find the revision of", object, find);
    const { sha = revision } = found;
    if (sha !== led || !isSaid) {
      const message = knownText(plan.message);
      const move = () => replaceTag(at, prior, { sha, message, object });
      const advice = `It led to the commit ${led ?? sha}, and is put back ` +
        "there, if that is possible. Run `terraform plan` to see whether it is.";
      await attempt("move", object, move, advice);
    }
    return answerOf(sha);
  },
});
