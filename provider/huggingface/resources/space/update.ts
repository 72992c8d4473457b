/**
 * Changing a Space: one request for each thing that changes.
 *
 * @module
 */

import { isApiError, type SpaceRuntime } from "../../../../mod.ts";
import { attempt } from "../../shared/remote_object.ts";
import { identify, rename, repoOf } from "../../shared/repo_object.ts";
import { same } from "../../shared/same.ts";
import { endWait, isWaitPending } from "../../shared/wait.ts";
import { cardKeys, commitChanges } from "./commit.ts";
import { changeKeys } from "./keys.ts";
import {
  type KnownSpaceConfig,
  type SpacePlan,
  type SpaceState,
  type SpaceView,
  volumeToWire,
} from "./schema.ts";
import type { Target } from "./target.ts";
import { viewOf, wholeInfoOf } from "./view.ts";
import { waitForSpace, waits } from "./wait.ts";

/** What an update is given. */
export interface SpaceUpdate {
  /** What is planned. */
  readonly plan: SpacePlan;
  /** The state before. */
  readonly prior: SpaceState;
  /** The configuration, with write-only secrets. */
  readonly config: KnownSpaceConfig;
  /** The Space. */
  readonly target: Target;
  /** Saves a view; false: as it is, and not as planned. */
  save(view: SpaceView, hasChanged: false): void;
}

/** An update on its way. */
interface Work extends SpaceUpdate {
  /** What has been reached so far, which is saved if a later step fails. */
  view: SpaceView;
  /** Whether anything was sent. */
  isChanged: boolean;
  /** Whether the Space starts again because of it. */
  restarts: boolean;
}

/**
 * Makes of a Space what is planned.
 *
 * @returns What is there then; undefined: nothing had to be sent.
 */
export async function update(
  wanted: SpaceUpdate,
): Promise<SpaceView | undefined> {
  const { plan, prior, target } = wanted;
  const { privateState } = target.context;
  const info = await identify(target, prior.space_id);
  const work: Work = {
    ...wanted,
    view: viewOf(info, prior, target),
    isChanged: false,
    restarts: false,
  };
  await changeName(work);
  // Paused first and restarted last, so that nothing is built in vain.
  if (plan.paused && !prior.paused) await pause(work);
  await changeSettings(work);
  await changeMaps(work);
  await changeVolumes(work);
  await changeRuntime(work);
  await changeFiles(work);
  if (!plan.paused && prior.paused) await restart(work);
  const isPending = waits(plan) && isWaitPending(privateState);
  if (!waits(plan)) endWait(privateState);
  // Only what never leaves the machine has changed.
  if (!work.isChanged && !isPending) return undefined;
  if (isPending || work.restarts && waits(plan)) {
    await waitForSpace(target, {
      before: prior.stage,
      hasNewHardware: plan.hardware !== prior.hardware,
      isNew: false,
    });
  }
  const read = () => wholeInfoOf(target, plan);
  let now = await attempt("read", target, read);
  if (plan.paused && now.runtime?.stage !== "PAUSED") {
    // Other hardware or a commit may have started it again.
    await pause(work);
    now = await attempt("read", target, read);
  }
  return viewOf(now, plan, target);
}

function reach(
  work: Work,
  reached: Partial<SpaceView>,
  restarts: boolean,
): void {
  work.view = { ...work.view, ...reached };
  work.isChanged = true;
  work.restarts ||= restarts;
  work.save(work.view, false);
}

/** What was reached of the runtime. */
function reachRuntime(
  work: Work,
  runtime: Partial<SpaceRuntime>,
  restarts: boolean,
): void {
  reach(work, { runtime: { ...work.view.runtime, ...runtime } }, restarts);
}

async function changeName(work: Work): Promise<void> {
  const { target, plan, prior } = work;
  const [owner = ""] = target.id.split("/");
  const namespace = typeof plan.namespace === "string" ? plan.namespace : owner;
  const to = `${namespace}/${plan.name}`;
  if (to === target.id) return;
  await rename(target, prior.space_id ?? "", to);
  reach(work, { namespace, name: plan.name }, false);
}

async function changeSettings(work: Work): Promise<void> {
  const { target, plan, prior } = work;
  const { client, context: { signal } } = target;
  const { visibility, resource_group_id } = plan;
  if (visibility !== prior.visibility) {
    await attempt(
      "change the visibility of",
      target,
      () =>
        client.repos.updateSettings(repoOf(target), { visibility }, { signal }),
    );
    reach(work, { visibility }, false);
  }
  if (resource_group_id !== prior.resource_group_id) {
    await attempt(
      "set the resource group of",
      target,
      () =>
        client.repos.setResourceGroup(repoOf(target), resource_group_id, {
          signal,
        }),
    );
    const resourceGroup = resource_group_id === null
      ? null
      : { id: resource_group_id };
    reach(work, { info: { ...work.view.info, resourceGroup } }, false);
  }
}

async function changeMaps(work: Work): Promise<void> {
  const { target, plan, prior, config } = work;
  const isSent = plan.secrets_wo_version !== prior.secrets_wo_version;
  const hasSecrets = await changeKeys("secret", target, {
    before: prior.secrets,
    after: plan.secrets,
    writeOnly: isSent ? config.secrets_wo ?? {} : undefined,
    reached: (secrets) => reach(work, { secrets }, true),
  });
  if (hasSecrets) {
    const secrets = plan.secrets ?? undefined;
    const secretsVersion = plan.secrets_wo_version ?? undefined;
    reach(work, { secrets, secretsVersion }, true);
  }
  const hasVariables = await changeKeys("variable", target, {
    before: prior.variables,
    after: plan.variables,
    reached: (variables) => reach(work, { variables }, true),
  });
  if (hasVariables) {
    reach(work, { variables: plan.variables ?? undefined }, true);
  }
}

async function changeVolumes(work: Work): Promise<void> {
  const { target, plan, prior } = work;
  const { client: { spaces }, context: { signal } } = target;
  const before = (prior.volumes ?? []).map(volumeToWire);
  const after = (plan.volumes ?? []).map(volumeToWire);
  if (same(before, after)) return;
  await attempt("set the volumes of", target, async () => {
    try {
      await spaces.setVolumes(target.id, after, { signal });
    } catch (error) {
      // Taking out what is not there, as after a lost answer, is refused.
      if (after.length > 0 || !isApiError(error, 400)) throw error;
      const { volumes = [] } = await spaces.runtime(target.id, {
        signal,
      });
      if (volumes.length > 0) throw error;
    }
  });
  reachRuntime(work, { volumes: after }, true);
}

async function changeRuntime(work: Work): Promise<void> {
  const { target, plan, prior } = work;
  const { client: { spaces }, context: { signal } } = target;
  const { hardware, sleep_time } = plan;
  const isPaid = typeof hardware === "string" && hardware !== "cpu-basic";
  // On hardware that runs in one copy only, it can no longer be said.
  if (!isPaid) await changeReplicas(work);
  const sleepTimeSeconds = isPaid && typeof sleep_time === "number"
    ? sleep_time
    : undefined;
  if (typeof hardware === "string" && hardware !== prior.hardware) {
    await attempt(
      "change the hardware of",
      target,
      () =>
        spaces.requestHardware(target.id, hardware, {
          sleepTimeSeconds,
          signal,
        }),
    );
    const current = work.view.runtime.hardware?.current ?? null;
    reachRuntime(work, {
      hardware: { current, requested: hardware },
      ...sleepTimeSeconds !== undefined && { gcTimeout: sleepTimeSeconds },
    }, true);
  } else if (
    sleepTimeSeconds !== undefined && sleep_time !== prior.sleep_time
  ) {
    await attempt(
      "set the sleep time of",
      target,
      () => spaces.setSleepTime(target.id, sleepTimeSeconds, { signal }),
    );
    reachRuntime(work, { gcTimeout: sleepTimeSeconds }, false);
  }
  if (isPaid) await changeReplicas(work);
  if (plan.dev_mode !== prior.dev_mode) {
    await attempt(
      "set the dev mode of",
      target,
      () => spaces.setDevMode(target.id, plan.dev_mode, { signal }),
    );
    reachRuntime(work, { devMode: plan.dev_mode }, true);
  }
}

async function changeReplicas(work: Work): Promise<void> {
  const { target, plan: { replicas }, prior } = work;
  if (typeof replicas !== "number" || replicas === prior.replicas) return;
  const { client: { spaces }, context: { signal } } = target;
  await attempt(
    "set the replicas of",
    target,
    () => spaces.setReplicas(target.id, replicas, { signal }),
  );
  reachRuntime(work, { replicas: { requested: replicas } }, true);
}

async function changeFiles(work: Work): Promise<void> {
  const { target, plan, prior } = work;
  const { title, short_description, license, sdk_version } = prior;
  const card = { title, short_description, license, sdk_version };
  const { info: { _id } } = work.view;
  const base = { files: prior.files, card };
  const sha = await commitChanges(target, _id, base, plan);
  if (sha === undefined) return;
  const cardData = {
    ...work.view.info.cardData,
    ...Object.fromEntries(
      cardKeys.flatMap((key) =>
        typeof plan[key] === "string" ? [[key, plan[key]]] : []
      ),
    ),
  };
  const info = { ...work.view.info, sha, cardData };
  reach(work, { info, files: plan.files ?? undefined }, true);
}

async function pause(work: Work): Promise<void> {
  const { target } = work;
  const { client: { spaces }, context: { signal } } = target;
  await attempt("pause", target, () => spaces.pause(target.id, { signal }));
  reachRuntime(work, { stage: "PAUSED" }, false);
}

async function restart(work: Work): Promise<void> {
  const { target } = work;
  const { client: { spaces }, context: { signal } } = target;
  const { stage } = await attempt(
    "restart",
    target,
    () => spaces.restart(target.id, { signal }),
  );
  reachRuntime(work, { stage }, true);
}
