/**
 * Changing an endpoint: at most one PUT, and pause or resume.
 *
 * @module
 */

import type { UpdateContext } from "../../../framework/mod.ts";
import type { Endpoint } from "../../../../mod.ts";
import type { HuggingFaceProvider } from "../../shared/provider_data.ts";
import { attempt } from "../../shared/remote_object.ts";
import { same } from "../../shared/same.ts";
import { settle } from "../../shared/settle.ts";
import { endWait, isWaitPending } from "../../shared/wait.ts";
import { updateRequest } from "./changes.ts";
import { forgetRevision } from "./revision.ts";
import {
  endpointTarget,
  pathOf,
  pauseEndpoint,
  reached,
  settled,
  type Target,
  warnOfDifferences,
} from "./target.ts";
import type {
  EndpointPlan,
  EndpointState,
  KnownEndpointConfig,
} from "./types.ts";
import { checksHealth, waitForEndpoint } from "./wait.ts";

type Context = UpdateContext<
  KnownEndpointConfig,
  EndpointPlan,
  EndpointState,
  HuggingFaceProvider
>;

/** States that no change of settings ends. */
const parkedStates: ReadonlySet<string> = new Set(["paused", "scaledToZero"]);

/** Makes of an endpoint what is planned. */
export async function update(context: Context): Promise<EndpointState> {
  const { plan, prior } = context;
  const target = await targetOf(prior, context);
  let endpoint: Endpoint | undefined;
  // Paused first and resumed last, so that no update has to be rolled out
  // that nobody will use.
  if (plan.paused && !prior.paused) {
    endpoint = await pauseEndpoint(target);
    context.saveState(reached(endpoint, prior, target));
  }
  endpoint = await put(context, target) ?? endpoint;
  const isResumed = !plan.paused && prior.paused;
  if (isResumed) endpoint = await resume(target);
  const waits = plan.wait_for_ready && !plan.paused;
  const isPending = waits && isWaitPending(context.privateState);
  if (!waits) endWait(context.privateState);
  // Only what never leaves the machine has changed.
  if (endpoint === undefined && !isPending) return settle(plan, prior).state;
  const isParked = endpoint !== undefined && !isResumed &&
    parkedStates.has(endpoint.status.state);
  if (waits && !isParked) {
    endpoint = await waitForEndpoint(target, {
      isNew: false,
      isResumed,
      checksHealth: checksHealth(plan),
      save: (seen) => context.saveState(settled(seen, plan, target).state),
    }) ?? endpoint;
  }
  if (endpoint === undefined) return settle(plan, prior).state;
  const { state, differences } = settled(endpoint, plan, target);
  warnOfDifferences(differences, target);
  return state;
}

/** The endpoint of a state. */
export async function targetOf(
  state: Pick<EndpointState, "id" | "namespace" | "name">,
  context: Target["context"],
): Promise<Target> {
  const { provider, signal } = context;
  const { name } = state;
  const namespace = state.namespace ?? await provider.defaultNamespace(signal);
  return endpointTarget({ namespace, name }, await provider.client(), context);
}

async function put(
  context: Context,
  target: Target,
): Promise<Endpoint | undefined> {
  const { plan, prior, config, signal } = context;
  const { client, namespace, name } = target;
  const request = updateRequest({ prior, plan, config });
  if (request === undefined) return undefined;
  const advice = prior.status === "failed"
    ? "The service may refuse to change an endpoint that failed; " +
      "`terraform apply -replace=ADDRESS` makes a new one."
    : undefined;
  const endpoint = await write(target, () =>
    attempt(
      "change",
      target,
      () => client.endpoints.update(namespace, name, request, { signal }),
      advice,
    ));
  const { repository, revision } = plan.model;
  if (
    repository !== prior.model.repository ||
    !same(revision, prior.model.revision)
  ) forgetRevision(context.privateState);
  const { state } = settled(endpoint, plan, target);
  context.saveState({ ...state, paused: endpoint.status.state === "paused" });
  warnOfSecrets(endpoint, request.model?.secrets, target);
  return endpoint;
}

/** Whether a map of secrets replaces the stored one is not documented. */
function warnOfSecrets(
  endpoint: Endpoint,
  sent: Readonly<Record<string, unknown>> | undefined,
  target: Target,
): void {
  if (sent === undefined) return;
  const left = Object.keys(endpoint.model.secrets ?? {})
    .filter((name) => !Object.hasOwn(sent, name) && name !== "HF_TOKEN");
  if (left.length === 0) return;
  target.context.diagnostics.addWarning(
    `Endpoint ${target.id} still has removed secrets`,
    `The service kept ${left.map((name) => `\`${name}\``).join(", ")}, which ` +
      "is no longer configured. Remove it on the page of the endpoint, or " +
      "replace the endpoint.",
    pathOf("model.secrets"),
  );
}

function resume(target: Target): Promise<Endpoint> {
  const { client, namespace, name, context: { signal } } = target;
  return write(
    target,
    () =>
      attempt(
        "resume",
        target,
        () => client.endpoints.resume(namespace, name, { signal }),
      ),
  );
}

/** Sends a request that changes something, whatever comes of it. */
async function write<T>(target: Target, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } finally {
    target.context.provider.endpoints.forget();
  }
}
