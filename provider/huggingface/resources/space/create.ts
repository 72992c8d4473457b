/**
 * Creating a Space: one request with its settings, secrets, variables and
 * volumes, then one commit.
 *
 * @module
 */

import { setTimeout } from "node:timers/promises";
import { failure, Path } from "../../../framework/mod.ts";
import {
  type CreatedRepo,
  type CreateRepo,
  isApiError,
  isHuggingFaceError,
  mayHaveTakenEffect,
  type RepoInfo,
} from "../../../../mod.ts";
import { linger } from "../../shared/linger.ts";
import { commitChanges } from "./commit.ts";
import { noteSecrets } from "./keys.ts";
import { createRequest } from "./request.ts";
import { knownOr } from "./state.ts";
import {
  attempt,
  explained,
  infoOf,
  settled,
  type Target,
  warnOfDifferences,
  wholeInfoOf,
  write,
} from "./target.ts";
import type { ApplyContext, SpaceState } from "./types.ts";
import { waits, waitUntilRunning } from "./wait.ts";

/** Creates what is planned, and waits until it runs if that is wanted. */
export async function create(context: ApplyContext): Promise<SpaceState> {
  const { plan, config, provider, signal } = context;
  const client = await provider.client();
  const namespace = knownOr(plan.namespace, undefined) ??
    await provider.defaultNamespace(signal);
  const target: Target = { id: `${namespace}/${plan.name}`, client, context };
  const sdk = knownOr(plan.sdk, undefined) ?? await sdkOfTemplate(target, plan);
  const request = createRequest(plan, config, { namespace, sdk });
  const created = await send(request, target);
  const { visibility } = plan;
  const first = { _id: created.id, id: created.name, sdk };
  // Files come later: a state that has them must have their commit.
  const save = (info: RepoInfo, files: SpaceState["files"] = null) => {
    const { state } = settled({ info, visibility }, plan, target);
    context.saveState({ ...state, files });
  };
  save(first);
  let info = await newInfo(target, plan);
  save(info);
  await noteCreatedSecrets(target, context);
  const onCommit = (sha: string) => save({ ...info, sha }, plan.files);
  if (await complete(target, info, { ...context, onCommit })) {
    info = await attempt("read", target, () => wholeInfoOf(target, plan));
  }
  const { state, differences } = settled({ info, visibility }, plan, target);
  warnOfDifferences(differences, target);
  return state;
}

/** Does what the create request cannot; returns whether there was anything. */
async function complete(
  target: Target,
  info: RepoInfo,
  context: ApplyContext & { readonly onCommit: (sha: string) => void },
): Promise<boolean> {
  const { plan, signal } = context;
  const { client } = target;
  signal.throwIfAborted();
  let isChanged = false;
  const replicas = knownOr(plan.replicas, 1);
  if (replicas > 1) {
    await write(
      "set the replicas of",
      target,
      () => client.spaces.setReplicas(target.id, replicas, { signal }),
    );
    isChanged = true;
  }
  // The first commit of the service may hold another card than was asked for.
  const base = { files: null, isNew: true, card: info.cardData ?? {} };
  const sha = await commitChanges(target, base, plan);
  if (sha !== undefined) {
    context.onCommit(sha);
    isChanged = true;
  }
  if (plan.paused) {
    await write(
      "pause",
      target,
      () => client.spaces.pause(target.id, { signal }),
    );
    return true;
  }
  if (!waits(plan)) return isChanged;
  await waitUntilRunning(target, { isNew: true });
  return true;
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

/** How long to wait for the answer to a create when Terraform stops. */
const LINGER_MS = 5000;
/** How long to wait for a name that another resource of the apply is leaving. */
const NAME_ATTEMPTS = 120;

async function send(request: CreateRepo, target: Target): Promise<CreatedRepo> {
  const { client, context: { provider, signal } } = target;
  const startedAt = Date.now();
  for (let attempts = 1;; attempts++) {
    try {
      return await provider.creates.take(signal, async () => {
        const lingering = linger(signal, LINGER_MS);
        try {
          return await client.repos.create(request, lingering);
        } finally {
          lingering.release();
        }
      });
    } catch (error) {
      if (isApiError(error, 409)) {
        const isLeft = provider.departures.isLeft(target.id);
        if (!isLeft || attempts === NAME_ATTEMPTS) throw nameIsTaken(target);
        await setTimeout(500, undefined, { signal });
        continue;
      }
      if (!isHuggingFaceError(error) || !mayHaveTakenEffect(error)) {
        throw await explained(error, "create", target);
      }
      return await find({ error, startedAt, request }, target);
    } finally {
      provider.spaces.forget();
    }
  }
}

function nameIsTaken(target: Target) {
  return failure(
    `Space ${target.id} exists already`,
    "Nothing was created or changed. To manage the existing Space with this " +
      `resource, import it:\n\n${importCommand(target)}\n\nOtherwise choose ` +
      "another name.",
    Path.root.attribute("name"),
  );
}

function importCommand({ id }: Target): string {
  return `  terraform import <address of this resource> ${id}`;
}

interface LostAnswer {
  readonly error: unknown;
  readonly startedAt: number;
  readonly request: CreateRepo;
}

/** How far the clocks of service and machine may be apart. */
const CLOCK_SKEW_MS = 120_000;

/** Looks whether a create whose answer was lost took effect. */
async function find(
  { error, startedAt, request }: LostAnswer,
  target: Target,
): Promise<CreatedRepo> {
  const info = await lookFor(error, target);
  if (info === undefined) {
    throw await explained(
      error,
      "create",
      target,
      "The Space was looked for and is not there, so nothing was created.",
    );
  }
  const createdAt = Date.parse(info.createdAt ?? "");
  const isNew = createdAt >= startedAt - CLOCK_SKEW_MS;
  if (!isNew || info.sdk !== request.sdk || info.id !== target.id) {
    throw failure(
      `Space ${target.id} exists, but is another one`,
      "The answer to the create was lost. A Space with this name is there, " +
        `but it was created at ${info.createdAt} with the sdk \`${info.sdk}\`. ` +
        "It was not changed. To manage it with this resource, import it:" +
        `\n\n${importCommand(target)}`,
    );
  }
  target.context.diagnostics.addWarning(
    `The answer to the create of ${target.id} was lost`,
    "The service was looked at again: the Space is there, has the sdk of this " +
      "resource and was created just now, so it is kept in the state. The " +
      `lost answer: ${textOf(error)}.`,
  );
  return { id: info._id, name: info.id, url: "" };
}

/** The Space; undefined if it is not there, also not a moment later. */
async function lookFor(
  error: unknown,
  target: Target,
): Promise<RepoInfo | undefined> {
  const { context } = target;
  // A look is worth it even when Terraform stops: it costs at most this long.
  const signal = context.signal.aborted
    ? AbortSignal.timeout(4000)
    : context.signal;
  for (let attempts = 1;; attempts++) {
    try {
      return await infoOf(target, signal);
    } catch (lookError) {
      if (!isApiError(lookError, 404)) {
        throw failure(
          `It is not clear whether the Space ${target.id} was created`,
          `${textOf(error)}. Then it could not be looked for: ` +
            `${textOf(lookError)}. If it is there, import it before the next ` +
            `apply:\n\n${importCommand(target)}`,
        );
      }
      if (attempts === 2 || context.signal.aborted) return undefined;
      await setTimeout(1000, undefined, { signal });
    }
  }
}

/** The information of a Space that the Hub may not show at once. */
async function newInfo(
  target: Target,
  plan: ApplyContext["plan"],
): Promise<RepoInfo> {
  const { signal } = target.context;
  return await attempt("read", target, async () => {
    for (let attempts = 1;; attempts++) {
      try {
        return await wholeInfoOf(target, plan);
      } catch (error) {
        if (!isApiError(error, 404) || attempts === 5) throw error;
        await setTimeout(200 * attempts, undefined, { signal });
      }
    }
  });
}

function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\.$/, "");
}
