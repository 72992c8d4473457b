/**
 * Changing a Space: one request for each thing that changes.
 *
 * @module
 */

import type { UpdateContext } from "../../../framework/mod.ts";
import { isApiError } from "../../../../mod.ts";
import type { HuggingFaceProvider } from "../../shared/provider_data.ts";
import { same } from "../../shared/same.ts";
import { attempt } from "../../shared/remote_object.ts";
import { settle } from "../../shared/settle.ts";
import { endWait, isWaitPending } from "../../shared/wait.ts";
import { cardKeys, commitChanges } from "./commit.ts";
import { changeSecrets, changeVariables } from "./keys.ts";
import { volumeToWire } from "./request.ts";
import { knownOr } from "./state.ts";
import { identify, rename, repoOf, write } from "../../shared/repo_object.ts";
import {
  settled,
  spaceTarget,
  type Target,
  warnOfDifferences,
  wholeInfoOf,
} from "./target.ts";
import type { KnownSpaceConfig, SpacePlan, SpaceState } from "./types.ts";
import { waitForSpace, waits } from "./wait.ts";

type Context = UpdateContext<
  KnownSpaceConfig,
  SpacePlan,
  SpaceState,
  HuggingFaceProvider
>;

/** An update on its way. */
interface Work {
  readonly context: Context;
  readonly target: Target;
  /** What has been reached so far, which is saved if a later step fails. */
  state: SpaceState;
  /** Whether anything was sent. */
  isChanged: boolean;
  /** Whether the Space starts again because of it. */
  restarts: boolean;
}

/** Makes of a Space what is planned. */
export async function update(context: Context): Promise<SpaceState> {
  const { plan, prior } = context;
  const target = await targetOf(prior, context);
  const work: Work = {
    context,
    target,
    state: prior,
    isChanged: false,
    restarts: false,
  };
  await identify(target, prior.space_id);
  await changeName(work);
  // Paused first and restarted last, so that nothing is built in vain.
  if (plan.paused && !prior.paused) await pause(work);
  await changeSettings(work);
  await changeKeys(work);
  await changeVolumes(work);
  await changeRuntime(work);
  await changeFiles(work);
  if (!plan.paused && prior.paused) await restart(work);
  const isPending = waits(plan) && isWaitPending(context.privateState);
  if (!waits(plan)) endWait(context.privateState);
  // Only what never leaves the machine has changed.
  if (!work.isChanged && !isPending) return settle(plan, prior).state;
  if (isPending || work.restarts && waits(plan)) {
    await waitForSpace(target, {
      before: prior.stage,
      hasNewHardware: plan.hardware !== prior.hardware,
      isNew: false,
    });
  }
  let info = await attempt("read", target, () => wholeInfoOf(target, plan));
  if (plan.paused && info.runtime?.stage !== "PAUSED") {
    // Other hardware or a commit may have started it again.
    await pause(work);
    info = await attempt("read", target, () => wholeInfoOf(target, plan));
  }
  const { visibility } = plan;
  const { state, differences } = settled({ info, visibility }, plan, target);
  warnOfDifferences(differences, target);
  return state;
}

/** The Space of a state. */
export async function targetOf(
  state: Pick<SpaceState, "namespace" | "name">,
  context: Target["context"],
): Promise<Target> {
  const { provider, signal } = context;
  const namespace = state.namespace ?? await provider.defaultNamespace(signal);
  const client = await provider.client();
  return spaceTarget(`${namespace}/${state.name}`, client, context);
}

function reach(
  work: Work,
  reached: Partial<SpaceState>,
  restarts: boolean,
): void {
  work.state = { ...work.state, ...reached };
  work.isChanged = true;
  work.restarts ||= restarts;
  work.context.saveState(work.state);
}

async function changeName(work: Work): Promise<void> {
  const { target, context: { plan, prior } } = work;
  const namespace = knownOr(plan.namespace, target.id.split("/")[0] ?? "");
  const to = `${namespace}/${plan.name}`;
  if (to === target.id) return;
  await rename(target, prior.space_id ?? "", to);
  reach(work, { id: to, namespace, name: plan.name }, false);
}

async function changeSettings(work: Work): Promise<void> {
  const { target, context: { plan, prior, signal } } = work;
  const { client } = target;
  const { visibility, resource_group_id } = plan;
  if (visibility !== prior.visibility) {
    await write(
      "change the visibility of",
      target,
      () =>
        client.repos.updateSettings(repoOf(target), { visibility }, { signal }),
    );
    reach(work, { visibility }, false);
  }
  if (resource_group_id !== prior.resource_group_id) {
    await write(
      "set the resource group of",
      target,
      () =>
        client.repos.setResourceGroup(repoOf(target), resource_group_id, {
          signal,
        }),
    );
    reach(work, { resource_group_id }, false);
  }
}

async function changeKeys(work: Work): Promise<void> {
  const { target, context: { plan, prior, config } } = work;
  const isSent = plan.secrets_wo_version !== prior.secrets_wo_version;
  const hasSecrets = await changeSecrets(target, {
    before: prior.secrets,
    after: plan.secrets,
    writeOnly: isSent ? config.secrets_wo ?? {} : undefined,
    reached: (secrets) => reach(work, { secrets }, true),
  });
  if (hasSecrets) {
    const { secrets, secrets_wo_version } = plan;
    reach(work, { secrets, secrets_wo_version }, true);
  }
  const hasVariables = await changeVariables(target, {
    before: prior.variables,
    after: plan.variables,
    reached: (variables) => reach(work, { variables }, true),
  });
  if (hasVariables) reach(work, { variables: plan.variables }, true);
}

async function changeVolumes(work: Work): Promise<void> {
  const { target, context: { plan, prior, signal } } = work;
  const before = (prior.volumes ?? []).map(volumeToWire);
  const after = (plan.volumes ?? []).map(volumeToWire);
  if (same(before, after)) return;
  await write("set the volumes of", target, async () => {
    try {
      await target.client.spaces.setVolumes(target.id, after, { signal });
    } catch (error) {
      // Taking out what is not there, as after a lost answer, is refused.
      if (after.length > 0 || !isApiError(error, 400)) throw error;
      const { volumes = [] } = await target.client.spaces.runtime(target.id, {
        signal,
      });
      if (volumes.length > 0) throw error;
    }
  });
  const volumes = plan.volumes === null ? null : plan.volumes.map((volume) => ({
    ...volume,
    revision: knownOr(volume.revision, null),
    read_only: knownOr(volume.read_only, null),
  }));
  reach(work, { volumes }, true);
}

async function changeRuntime(work: Work): Promise<void> {
  const { target, context: { plan, prior, signal } } = work;
  const { spaces } = target.client;
  const hardware = knownOr(plan.hardware, null);
  const sleepTime = knownOr(plan.sleep_time, null);
  const isPaid = hardware !== null && hardware !== "cpu-basic";
  // On hardware that runs in one copy only, it can no longer be said.
  if (!isPaid) await changeReplicas(work);
  const sleepTimeSeconds = isPaid ? sleepTime ?? undefined : undefined;
  if (hardware !== null && hardware !== prior.hardware) {
    await write(
      "change the hardware of",
      target,
      () =>
        spaces.requestHardware(target.id, hardware, {
          sleepTimeSeconds,
          signal,
        }),
    );
    reach(work, { hardware, sleep_time: sleepTime ?? prior.sleep_time }, true);
  } else if (sleepTimeSeconds !== undefined && sleepTime !== prior.sleep_time) {
    await write(
      "set the sleep time of",
      target,
      () => spaces.setSleepTime(target.id, sleepTimeSeconds, { signal }),
    );
    reach(work, { sleep_time: sleepTime }, false);
  }
  if (isPaid) await changeReplicas(work);
  if (plan.dev_mode !== prior.dev_mode) {
    await write(
      "set the dev mode of",
      target,
      () => spaces.setDevMode(target.id, plan.dev_mode, { signal }),
    );
    reach(work, { dev_mode: plan.dev_mode }, true);
  }
}

async function changeReplicas(work: Work): Promise<void> {
  const { target, context: { plan, prior, signal } } = work;
  const replicas = knownOr(plan.replicas, null);
  if (replicas === null || replicas === prior.replicas) return;
  await write(
    "set the replicas of",
    target,
    () => target.client.spaces.setReplicas(target.id, replicas, { signal }),
  );
  reach(work, { replicas }, true);
}

async function changeFiles(work: Work): Promise<void> {
  const { target, context: { plan, prior } } = work;
  const { title, short_description, license, sdk_version } = prior;
  const card = { title, short_description, license, sdk_version };
  const base = { files: prior.files, isNew: false, card };
  const sha = await commitChanges(target, base, plan);
  if (sha === undefined) return;
  const reached = Object.fromEntries(
    cardKeys.map((key) => [key, knownOr(plan[key], prior[key])]),
  );
  reach(work, { ...reached, files: plan.files, sha }, true);
}

async function pause(work: Work): Promise<void> {
  const { target, context: { signal } } = work;
  await write(
    "pause",
    target,
    () => target.client.spaces.pause(target.id, { signal }),
  );
  reach(work, { paused: true, stage: "PAUSED" }, false);
}

async function restart(work: Work): Promise<void> {
  const { target, context: { signal } } = work;
  const { stage } = await write(
    "restart",
    target,
    () => target.client.spaces.restart(target.id, { signal }),
  );
  reach(work, { paused: false, stage }, true);
}
