import {
  type BoundCreate,
  type BoundUpdate,
  changedSincePlan,
} from "@hf-terraform/framework/binding";
import {
  isApiError,
  mayHaveTakenEffect,
  type SpaceRuntime,
} from "@hf-terraform/client";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { identify, isStill, rename } from "../object/identity.ts";
import { namespaceIn } from "../object/owner.ts";
import { attempt, type CallContext, outlive } from "../object/remote_object.ts";
import { takeCommitTurn } from "../repo/repo_commit.ts";
import {
  createRepo,
  type RepoObject,
  repoObject,
} from "../repo/repo_object.ts";
import { same } from "../schema/same.ts";
import { poll } from "../object/wait.ts";
import { cardKeys, cardOf } from "./card.ts";
import { commitOf, type SpaceCommit } from "./commit.ts";
import { prepareKeys } from "./key_writes.ts";
import { kinds, noteSet, recordKeys } from "./keys.ts";
import {
  rankOf,
  type SpacePlan,
  type SpaceSchema,
  type SpaceState,
} from "./schema.ts";
import type { SpaceView, SpaceWire } from "./wire.ts";
import { keepNote, readNote } from "../object/notes.ts";
import { volumeToWire } from "../schema/volumes.ts";
import { isSeen, viewOf, wholeInfoOf } from "./view.ts";
import { waitForSpace, waits } from "./wait.ts";

/** The progress of an apply. */
interface Work {
  readonly target: RepoObject;
  readonly plan: SpacePlan;
  /** The view reached so far, which is saved if a later step fails. */
  view: SpaceView;
  isChanged: boolean;
  /** Whether the Space starts again because of it. */
  restarts: boolean;
  save(view: SpaceView): void;
}

/** Creates a Space, with what its create does not take. */
export async function create(
  { body, plan, config, object, save }:
    & BoundCreate<SpaceSchema, SpaceWire, HuggingFaceProvider>
    & CallContext,
): Promise<SpaceView> {
  const target = await repoObject("space", object);
  const { signal } = target.context;
  const { hardware, variables, secrets, sleepTimeSeconds, ...rest } = body;
  const created = await createRepo(target, {
    ...rest,
    ...hardware !== undefined && { hardware, sleepTimeSeconds },
    variables: keyValues(variables),
    secrets: keyValues(secrets),
  });
  // Files come later.
  const { files, ...known } = plan;
  const view = viewOf(created, known, target);
  const isChanged = waits(plan);
  const work: Work = { target, plan, view, isChanged, restarts: false, save };
  save(work.view);
  const hidden = { secret: config.secrets_wo, variable: null };
  const managed = kinds.map((kind) =>
    [kind, {
      inState: Object.keys(plan[`${kind}s`] ?? {}),
      writeOnly: Object.keys(hidden[kind] ?? {}),
    }] as const
  );
  for (const [kind, keys] of managed) {
    recordKeys(kind, target.context, undefined, keys);
  }
  // The Hub may not show a new Space at once.
  const look = () => poll(() => wholeInfoOf(target, plan), { signal });
  const info = await orPaused(work, () => attempt("read", target, look));
  // Others may have committed since the service did.
  const commits = rest.template === undefined
    ? await target.client.refs.listCommits(target, {}, { signal }).toArray()
      .catch(() => [])
    : [];
  const first = commits.at(-1)?.id ?? info.sha;
  keepNote(target.context, "first_commit", first);
  work.view = viewOf(info, known, target);
  save(work.view);
  await orPaused(work, async () => {
    for (const [kind, keys] of managed) {
      const isAny = keys.inState.length + keys.writeOnly.length > 0;
      if (isAny) await noteSet(kind, target, keys);
    }
    signal.throwIfAborted();
    await changeReplicas(work, { replicas: 1 });
    // The first commit of the service may hold another card than asked for.
    const made = { files: null, ...cardOf(info.cardData ?? {}) };
    const commit = commitOf(target, made, plan);
    await commit?.look(first);
    await commitFiles(work, commit);
  });
  if (plan.paused) await pause(work, outlive(signal));
  if (isChanged) {
    const runtime = await waitForSpace(target);
    if (runtime !== undefined) {
      work.view = viewOf({ ...work.view, runtime }, work.view, target);
    }
  }
  const reached = { ...work.view, files };
  if (!work.isChanged) return reached;
  // An error would have the new Space replaced; the next read sees the rest.
  return await wholeInfoOf(target, plan).then(
    (info) => viewOf(info, plan, target),
    () => reached,
  );
}

/** Takes a step of a create; if it fails, a Space planned paused is paused. */
async function orPaused<T>(work: Work, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (work.plan.paused) {
      await pause(work, outlive(work.target.context.signal)).catch((other) => {
        throw new AggregateError([error, other]);
      });
    }
    throw error;
  }
}

function keyValues(map: Readonly<Record<string, string>> | undefined) {
  const entries = Object.entries(map ?? {});
  return entries.length === 0
    ? undefined
    : entries.map(([key, value]) => ({ key, value }));
}

/** Makes of a Space what is planned; undefined: nothing had to be sent. */
export async function update(
  { plan, prior, current, config, object, save }:
    & BoundUpdate<SpaceSchema, SpaceWire, HuggingFaceProvider>
    & CallContext,
): Promise<SpaceView | undefined> {
  const target = await repoObject("space", object);
  const [owner = ""] = target.id.split("/");
  const to = `${namespaceIn(plan) ?? owner}/${plan.name}`;
  const found = await identify(target, prior.space_id, to, current);
  const work: Work = {
    target,
    plan,
    view: current ?? viewOf(found, prior, target),
    isChanged: false,
    restarts: false,
    save,
  };
  // What may be refused is looked at before anything is sent.
  const commit = commitOf(target, prior, plan);
  const isStarted = commit !== undefined || plan.hardware !== prior.hardware;
  const isPaused = found.runtime?.stage === "PAUSED" && !prior.paused;
  // The change could start it again, which costs money.
  if (isStarted && isPaused && !plan.paused) {
    throw changedSincePlan(`the Space ${target.id}`, ["paused"]);
  }
  const { sha } = work.view;
  if (commit) await attempt("commit to", target, () => commit.look(sha));
  const keys = { prior, planned: plan, config };
  const sendKeys = await prepareKeys(target, keys, (one) => note(work, one));
  if (to !== target.id && to !== prior.id) {
    await rename(target, to);
    const [namespace = ""] = to.split("/");
    note(work, { namespace, name: plan.name }, false);
  }
  // Paused first and restarted last, so that nothing is built in vain.
  if (plan.paused && !prior.paused) await pause(work);
  // Closed before anything else changes, opened after everything has.
  const opens = rankOf(plan.visibility) > rankOf(prior.visibility);
  if (!opens) await changeVisibility(work, prior);
  await changeGroup(work, prior);
  await sendKeys();
  await changeVolumes(work, prior);
  await changeRuntime(work, prior);
  await commitFiles(work, commit);
  if (opens) await changeVisibility(work, prior);
  if (!plan.paused && prior.paused) await restart(work);
  const isPending = waits(plan) && readNote(target.context, "wait_pending");
  if (!waits(plan)) keepNote(target.context, "wait_pending", undefined);
  // Only what never leaves the machine has changed.
  if (!work.isChanged && !isPending) return undefined;
  if (isPending || work.restarts && waits(plan)) {
    await waitForSpace(target, { plan, prior });
  }
  const read = () => wholeInfoOf(target, plan);
  let now = await attempt("read", target, read);
  if (plan.paused && now.runtime?.stage !== "PAUSED") {
    // Other hardware or a commit may have started it again.
    note(work, { runtime: now.runtime ?? {} });
    await pause(work);
    now = await attempt("read", target, read);
  }
  return viewOf(now, plan, target);
}

/** Sends a change, and notes what it reached, as {@linkcode note} does. */
async function step(
  work: Work,
  verb: string,
  send: () => Promise<unknown>,
  reached: Partial<SpaceView>,
  restarts?: boolean,
): Promise<void> {
  await attempt(verb, work.target, send);
  note(work, reached, restarts);
}

/** Notes what was reached; by default the Space starts again because of it. */
function note(work: Work, reached: Partial<SpaceView>, restarts = true): void {
  work.view = { ...work.view, ...reached };
  work.isChanged = true;
  work.restarts ||= restarts;
  work.save(work.view);
}

/** The view with what is another one of its runtime. */
function withRuntime({ view }: Work, runtime: Partial<SpaceRuntime>) {
  return { runtime: { ...view.runtime, ...runtime } };
}

async function changeVisibility(work: Work, prior: SpaceState): Promise<void> {
  const { target, plan: { visibility } } = work;
  if (visibility === prior.visibility) return;
  const { client: { repos }, context: { signal } } = target;
  const send = () => repos.update(target, { visibility }, { signal });
  await step(work, "change the visibility of", send, { visibility }, false);
}

async function changeGroup(work: Work, prior: SpaceState): Promise<void> {
  const { target, plan: { resource_group_id: group } } = work;
  if (group === prior.resource_group_id) return;
  const { client: { repos }, context: { signal } } = target;
  const send = () => repos.setResourceGroup(target, group, { signal });
  const resourceGroup = group === null ? null : { id: group };
  await step(work, "set the resource group of", send, { resourceGroup }, false);
}

async function changeVolumes(work: Work, prior: SpaceState): Promise<void> {
  const { target, plan } = work;
  const { id, client: { spaces }, context: { signal } } = target;
  const before = (prior.volumes ?? []).map(volumeToWire);
  const after = (plan.volumes ?? []).map(volumeToWire);
  if (same(before, after)) return;
  await step(work, "set the volumes of", async () => {
    try {
      await spaces.setVolumes(id, after, { signal });
    } catch (error) {
      // Taking out what is not there, as after a lost answer, is refused.
      if (after.length > 0 || !isApiError(error, 400)) throw error;
      const { volumes = [] } = await spaces.getRuntime(id, { signal });
      if (volumes.length > 0) throw error;
    }
  }, withRuntime(work, { volumes: after }));
}

async function changeRuntime(work: Work, prior: SpaceState): Promise<void> {
  const { target, plan: { hardware, sleep_time, dev_mode } } = work;
  const { id, client: { spaces }, context: { signal } } = target;
  const isPaid = typeof hardware === "string" && hardware !== "cpu-basic";
  // On hardware that runs in one copy only, it can no longer be said.
  if (!isPaid) await changeReplicas(work, prior);
  const sleepTimeSeconds = isPaid && typeof sleep_time === "number"
    ? sleep_time
    : undefined;
  if (typeof hardware === "string" && hardware !== prior.hardware) {
    const body = { flavor: hardware, sleepTimeSeconds };
    const send = () => spaces.setHardware(id, body, { signal });
    const current = work.view.runtime.hardware?.current ?? null;
    const reached = withRuntime(work, {
      hardware: { current, requested: hardware },
      ...sleepTimeSeconds !== undefined && { gcTimeout: sleepTimeSeconds },
    });
    await step(work, "change the hardware of", send, reached);
  } else if (
    sleepTimeSeconds !== undefined && sleep_time !== prior.sleep_time
  ) {
    const send = () => spaces.setSleepTime(id, sleepTimeSeconds, { signal });
    const reached = withRuntime(work, { gcTimeout: sleepTimeSeconds });
    await step(work, "set the sleep time of", send, reached, false);
  }
  if (isPaid) await changeReplicas(work, prior);
  if (dev_mode !== prior.dev_mode) {
    const send = () => spaces.setDevMode(id, dev_mode, { signal });
    const reached = withRuntime(work, { devMode: dev_mode });
    await step(work, "set the dev mode of", send, reached);
  }
}

async function changeReplicas(
  work: Work,
  prior: Pick<SpaceState, "replicas">,
): Promise<void> {
  const { target, plan: { replicas } } = work;
  const { id, client: { spaces }, context: { signal } } = target;
  if (typeof replicas !== "number" || replicas === prior.replicas) return;
  const send = () => spaces.setReplicas(id, replicas, { signal });
  const reached = withRuntime(work, { replicas: { requested: replicas } });
  await step(work, "set the replicas of", send, reached);
}

async function commitFiles(
  work: Work,
  commit: SpaceCommit | undefined,
): Promise<void> {
  const { plan, target, view } = work;
  const sha = await commit?.send(view._id);
  if (sha === undefined) return;
  const set = cardKeys.filter((key) => typeof plan[key] === "string");
  const changes = Object.fromEntries(set.map((key) => [key, plan[key]]));
  const cardData = { ...view.cardData, ...changes };
  const { context } = target;
  // What came in between is not in the state.
  const parent = context.provider.commits.get(sha) ?? "";
  if (isSeen(parent, target) || parent === readNote(context, "first_commit")) {
    keepNote(context, "seen_commit", sha);
  }
  note(work, { sha, cardData, files: plan.files });
}

async function pause(
  work: Work,
  signal: AbortSignal = work.target.context.signal,
): Promise<void> {
  const { target } = work;
  const { id, client: { spaces }, context: { mayRepeat: look } } = target;
  const reached = withRuntime(work, { stage: "PAUSED" });
  // What a look would find running may have been started by this very update.
  const mayRepeat = async (error: Error) =>
    await isStill(target) &&
    (!mayHaveTakenEffect(error) || await look?.(error, true) === true);
  const send = () => spaces.pause(id, { signal, mayRepeat });
  await inTurn(work, () => step(work, "pause", send, reached, false));
}

/** Takes a step between commits: one that finds it paused pauses it again. */
function inTurn<T>({ target, view }: Work, step: () => Promise<T>): Promise<T> {
  const { _id: repositoryId } = view;
  const turn = { object: target, repo: target, repositoryId, branch: "main" };
  return takeCommitTurn(turn, step);
}

async function restart(work: Work): Promise<void> {
  const { id, client: { spaces }, context: { signal } } = work.target;
  const send = () => spaces.restart(id, {}, { signal });
  const turn = () => attempt("restart", work.target, send);
  const { stage } = await inTurn(work, turn);
  note(work, withRuntime(work, stage === undefined ? {} : { stage }));
}
