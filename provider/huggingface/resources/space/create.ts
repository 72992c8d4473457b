/**
 * Creating a Space: one request with its settings, secrets, variables and
 * volumes, then one commit.
 *
 * @module
 */

import { failure, Path } from "../../../framework/mod.ts";
import type { CreateRepo, RepoInfo } from "../../../../mod.ts";
import { completing, createObject } from "../../shared/create.ts";
import { attempt } from "../../shared/remote_object.ts";
import { poll } from "../../shared/wait.ts";
import { commitChanges } from "./commit.ts";
import { noteSecrets } from "./keys.ts";
import { createRequest } from "./request.ts";
import { knownOr } from "./state.ts";
import { infoOf, write } from "../../shared/repo_object.ts";
import {
  settled,
  spaceTarget,
  type Target,
  warnOfDifferences,
  wholeInfoOf,
} from "./target.ts";
import type { ApplyContext, SpaceState } from "./types.ts";
import { waitForSpace, waits } from "./wait.ts";

/** Creates what is planned, and waits until it runs if that is wanted. */
export async function create(context: ApplyContext): Promise<SpaceState> {
  const { plan, config, provider, signal } = context;
  const client = await provider.client();
  const namespace = knownOr(plan.namespace, undefined) ??
    await provider.defaultNamespace(signal);
  const target = spaceTarget(`${namespace}/${plan.name}`, client, context);
  const sdk = knownOr(plan.sdk, undefined) ?? await sdkOfTemplate(target, plan);
  const request = createRequest(plan, config, { namespace, sdk });
  const created = await send(request, target);
  const { visibility } = plan;
  const stateOf = (info: RepoInfo) =>
    settled({ info, visibility }, plan, target);
  // What the state is about is what was asked for, whatever was answered.
  let info: RepoInfo = { _id: created._id, id: target.id, sdk };
  // Files come later: a state that has them must have their commit.
  let files: SpaceState["files"] = null;
  const save = () => context.saveState({ ...stateOf(info).state, files });
  let isChanged = waits(plan);
  save();
  await completing(target, async () => {
    info = await newInfo(target, info, plan);
    save();
    await noteCreatedSecrets(target, context);
    const done = await complete(target, info, context);
    isChanged ||= done.isChanged;
    if (done.sha === undefined) return;
    ({ files } = plan);
    info = { ...info, sha: done.sha };
    save();
  });
  if (waits(plan)) {
    const runtime = await waitForSpace(target, { isNew: true });
    info = { ...info, ...runtime !== undefined && { runtime } };
  }
  // An error would have the new Space replaced; the next read sees the rest.
  if (isChanged) info = await wholeInfoOf(target, plan).catch(() => info);
  const { state, differences } = stateOf(info);
  warnOfDifferences(differences, target);
  return state;
}

/** Does what the create request cannot. */
async function complete(
  target: Target,
  info: RepoInfo,
  { plan, signal }: ApplyContext,
): Promise<{ readonly isChanged: boolean; readonly sha: string | undefined }> {
  const { client: { spaces } } = target;
  signal.throwIfAborted();
  const replicas = knownOr(plan.replicas, 1);
  if (replicas > 1) {
    await write(
      "set the replicas of",
      target,
      () => spaces.setReplicas(target.id, replicas, { signal }),
    );
  }
  // The first commit of the service may hold another card than was asked for.
  const base = { files: null, isNew: true, card: info.cardData ?? {} };
  const sha = await commitChanges(target, base, plan);
  if (plan.paused) {
    await write("pause", target, () => spaces.pause(target.id, { signal }));
  }
  const isChanged = replicas > 1 || plan.paused || sha !== undefined;
  return { isChanged, sha };
}

async function noteCreatedSecrets(
  target: Target,
  { plan, config }: ApplyContext,
): Promise<void> {
  const inState = Object.keys(plan.secrets ?? {});
  const writeOnly = Object.keys(config.secrets_wo ?? {});
  if (inState.length + writeOnly.length === 0) return;
  await noteSecrets(target, { inState, writeOnly });
}

async function sdkOfTemplate(
  target: Target,
  plan: ApplyContext["plan"],
): Promise<string> {
  const { client, context: { signal } } = target;
  const templates = await attempt(
    "choose the template of",
    target,
    () => client.spaces.templates({ signal }),
  );
  const found = templates.find(({ repoId }) => repoId === plan.template);
  if (found !== undefined) return found.sdk;
  throw failure(
    `Unknown template ${plan.template}`,
    `There is no template "${plan.template}". There are: ` +
      `${templates.map(({ repoId }) => repoId).sort().join(", ")}. If it is ` +
      "too new for the list, set `sdk` too.",
    Path.root.attribute("template"),
  );
}

async function send(request: CreateRepo, target: Target): Promise<RepoInfo> {
  const { client, context: { provider } } = target;
  try {
    return await createObject<RepoInfo>(target, {
      send: async (signal) => {
        const { id, name } = await client.repos.create(request, { signal });
        return { _id: id, id: name };
      },
      find: (signal) => infoOf(target, signal),
      createdAt: ({ createdAt }) => createdAt,
      differs: ({ id, sdk }) =>
        id !== target.id
          ? `it was renamed to ${id}`
          : sdk !== request.sdk
          ? `its sdk is \`${sdk}\``
          : undefined,
      describe: ({ _id, id, sdk, createdAt }) =>
        (id === target.id ? "" : `is called ${id} now, `) +
        `has the stable id ${_id}, was created at ${createdAt} and has the ` +
        `sdk \`${sdk}\``,
    });
  } finally {
    provider.spaces.forget();
  }
}

/** The information of a Space that the Hub may not show at once. */
async function newInfo(
  target: Target,
  { _id }: RepoInfo,
  plan: ApplyContext["plan"],
): Promise<RepoInfo> {
  const { signal } = target.context;
  const info = await attempt(
    "read",
    target,
    () => poll(() => wholeInfoOf(target, plan), { signal }),
  );
  if (info._id === _id && info.id === target.id) return info;
  throw failure(
    `The API returned another Space than ${target.id}`,
    `It was created with the stable id ${_id}, but now the name leads to ` +
      `${info.id} with the stable id ${info._id}.`,
  );
}
