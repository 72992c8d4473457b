/**
 * `huggingface_space`: a Space with its repository, settings and runtime.
 *
 * Routes: POST `/api/repos/create` and `/move`, DELETE `/api/repos/delete`,
 * and below `/api/spaces/{namespace}/{name}` PUT `/settings`, POST `/commit`,
 * `/secrets`, `/variables`, `/volumes`, `/hardware`, `/sleeptime`,
 * `/replicas`, `/dev-mode`, `/pause` and `/restart`; refreshes read the list of
 * the namespace. The token needs `repo.write`.
 *
 * @module
 */

import { isUnknown, type Resource, types } from "../../framework/mod.ts";
import type { CreateRepo, KeyValue, RepoInfo } from "../../../mod.ts";
import { definerFor, ownerOf } from "../shared/bound.ts";
import { completing, createObject } from "../shared/create.ts";
import { parseHubId } from "../shared/ids.ts";
import { attempt } from "../shared/remote_object.ts";
import {
  findByStableId,
  infoOf,
  newInfo,
  removeRepo,
  warnIfRenamed,
} from "../shared/repo_object.ts";
import { endWait } from "../shared/wait.ts";
import { commitChanges } from "./space/commit.ts";
import {
  claimKeys,
  noteSecrets,
  recordSecrets,
  warnOfForgotten,
} from "./space/keys.ts";
import { moveFromOthers } from "./space/move_state.ts";
import { decide, isDue, withStage } from "./space/plan.ts";
import { schema, type SpaceState, type Wire } from "./space/schema.ts";
import { adviceOn, spaceTarget, type Target } from "./space/target.ts";
import { adviseTemplate, sdkOfTemplate } from "./space/template.ts";
import { update } from "./space/update.ts";
import { validate } from "./space/validate.ts";
import { look, viewOf, wholeInfoOf } from "./space/view.ts";
import { isFinalStage, waitForSpace, waits } from "./space/wait.ts";

/** The resource `huggingface_space`. */
export const space: Resource = definerFor<Wire>()({
  typeName: "huggingface_space",
  schema,
  kind: "Space",
  permission: "repo.write",
  idOf: ({ namespace, name }) => `${namespace}/${name}`,
  adviceOn,
  identity: {
    schema: {
      attributes: {
        space_id: {
          // Null only in a state that was taken over and not read yet.
          expression: types.nullable(types.string),
          description: "The id that stays when the Space is renamed: 24 " +
            "hexadecimal digits.",
          requiredForImport: true,
        },
      },
    },
    of: ({ space_id }) => ({ space_id }),
  },
  async importKey(context) {
    const { id = "", identity } = context;
    if (identity === undefined) return parseHubId("space", id);
    const found = await findByStableId("Space", identity.space_id ?? "", {
      ...context,
      reader: context.provider.spaces,
    });
    return { ...parseHubId("space", found.id), space_id: found._id };
  },
  moveState: [moveFromOthers],
  validate,
  billed: (space) => {
    const { name, namespace, hardware, replicas, paused } = space;
    const { sleep_time: sleep } = space;
    if (isUnknown(hardware) || isUnknown(replicas) || isUnknown(paused)) {
      return undefined;
    }
    // What the service scales by itself has no most.
    if (hardware !== null && replicas === null) return undefined;
    const most = paused === true || hardware === null ? 0 : replicas ?? 0;
    return {
      product: "space",
      name: isUnknown(name) ? undefined : name,
      namespace: typeof namespace === "string" ? namespace : undefined,
      hardware: hardware ?? "",
      least: typeof sleep === "number" && sleep > 0 ? 0 : most,
      most,
    };
  },
  decide,
  isDue,
  async modifyPlan(planning) {
    claimKeys(planning);
    warnOfForgotten(planning);
    await adviseTemplate(planning);
    return { planned: withStage(planning) };
  },
  async resolve({ plan, provider, signal }) {
    const sdk = typeof plan.sdk === "string"
      ? plan.sdk
      : await sdkOfTemplate(plan.template, provider, signal);
    return { sdk };
  },
  async create({ body, plan, config, object, save }) {
    const { signal } = object.context;
    const target = await spaceTarget(object.id, object.context);
    const { client } = target;
    const { hardware, variables, secrets, sleepTimeSeconds, ...rest } = body;
    const request: CreateRepo = {
      ...rest,
      type: "space",
      ...hardware !== undefined && { hardware, sleepTimeSeconds },
      variables: keyValues(variables),
      secrets: keyValues(secrets),
    };
    const created = await createSpace(request, target);
    // What the state is about is what was asked for, whatever was answered.
    let info: RepoInfo = { ...created, id: target.id };
    // Files come later: a state that has them must have their commit.
    let files: SpaceState["files"] = null;
    const view = () => viewOf(info, { ...plan, files }, target);
    save(view());
    let isChanged = waits(plan);
    const managed = {
      inState: Object.keys(plan.secrets ?? {}),
      writeOnly: Object.keys(config.secrets_wo ?? {}),
    };
    recordSecrets(object.context.privateState, {}, managed);
    const isComplete = await completing(target, async () => {
      info = await newInfo(
        target,
        info._id,
        () => wholeInfoOf(target, plan),
      );
      save(view());
      if (managed.inState.length + managed.writeOnly.length > 0) {
        await noteSecrets(target, managed);
      }
      signal.throwIfAborted();
      const { replicas } = plan;
      if (typeof replicas === "number" && replicas > 1) {
        isChanged = true;
        await attempt(
          "set the replicas of",
          target,
          () => client.spaces.setReplicas(target.id, replicas, { signal }),
        );
      }
      // The first commit of the service may hold another card than asked for.
      const base = { files: null, card: info.cardData ?? {} };
      const sha = await commitChanges(target, info._id, base, plan);
      if (sha !== undefined) {
        isChanged = true;
        ({ files } = plan);
        info = { ...info, sha };
        save(view());
      }
      if (plan.paused) {
        isChanged = true;
        await attempt(
          "pause",
          target,
          () => client.spaces.pause(target.id, { signal }),
        );
      }
      return true;
    }, () => false);
    ({ files } = plan);
    if (waits(plan) && (isComplete || signal.aborted)) {
      const runtime = await waitForSpace(target, { isNew: true });
      info = { ...info, ...runtime !== undefined && { runtime } };
    }
    if (!isComplete) {
      // Without a commit in the state, the next read looks at the files.
      const { sha: _, ...rest } = info;
      info = rest;
      return view();
    }
    // An error would have the new Space replaced; the next read sees the rest.
    if (isChanged) info = await wholeInfoOf(target, plan).catch(() => info);
    return view();
  },
  async read({ state, ...context }) {
    const { diagnostics, privateState } = context;
    const target = await targetOf(state, context);
    const before = target.id;
    const address = {
      ...parseHubId("space", before),
      stableId: state.space_id ?? null,
    };
    const info = await context.provider.spaces.read(address, context.signal);
    if (info === undefined) return undefined;
    target.id = info.id;
    if (isFinalStage(info.runtime?.stage ?? null)) endWait(privateState);
    // An import knows the name only.
    const isImport = state.id === undefined;
    if (!isImport) warnIfRenamed("Space", before, info, diagnostics);
    return await look(info, isImport ? null : state, target);
  },
  async update({ plan, prior, config, object, save }) {
    const target = await targetOf(prior, object.context);
    return await update({ plan, prior, config, target, save });
  },
  async delete({ state, ...context }) {
    await removeRepo(await targetOf(state, context), state.space_id);
  },
});

/** The Space of a state, under the name that it was last seen with. */
async function targetOf(
  state: Pick<SpaceState, "namespace" | "name">,
  context: Target["context"],
): Promise<Target> {
  const owner = await ownerOf(state, context);
  return await spaceTarget(`${owner}/${state.name}`, context);
}

function createSpace(
  request: CreateRepo,
  target: Target,
): Promise<RepoInfo> {
  const { sdk } = request;
  return createObject<RepoInfo>(target, {
    send: async (signal) => {
      const { id, name } = await target.client.repos.create(request, {
        signal,
      });
      return { _id: id, id: name, ...sdk !== undefined && { sdk } };
    },
    find: (signal) => infoOf(target, signal),
    createdAt: ({ createdAt }) => createdAt,
    differs: (found) =>
      found.id !== target.id
        ? `it was renamed to ${found.id}`
        : found.sdk !== sdk
        ? `its sdk is \`${found.sdk}\``
        : undefined,
    describe: ({ _id, id, createdAt, ...found }) =>
      (id === target.id ? "" : `is called ${id} now, `) +
      `has the stable id ${_id}, was created at ${createdAt} and has the ` +
      `sdk \`${found.sdk}\``,
  });
}

function keyValues(
  map: Readonly<Record<string, string>> | undefined,
): readonly KeyValue[] | undefined {
  const entries = Object.entries(map ?? {});
  return entries.length === 0
    ? undefined
    : entries.map(([key, value]) => ({ key, value }));
}
