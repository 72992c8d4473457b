/**
 * Creating an endpoint.
 *
 * @module
 */

import { setTimeout } from "node:timers/promises";
import { type CreateContext, failure, Path } from "../../../framework/mod.ts";
import {
  type Endpoint,
  type EndpointCreate,
  isApiError,
  mayHaveTakenEffect,
} from "../../../../mod.ts";
import type { HuggingFaceProvider } from "../../shared/provider_data.ts";
import { linger } from "../../shared/linger.ts";
import { createRequest, given } from "./request.ts";
import { forgetRevision } from "./revision.ts";
import { acceleratorOf } from "./rules.ts";
import {
  attempt,
  explained,
  label,
  settled,
  type Target,
  warnOfDifferences,
} from "./target.ts";
import type {
  EndpointPlan,
  EndpointState,
  KnownEndpointConfig,
} from "./types.ts";
import { waitUntilReady } from "./wait.ts";

type Context = CreateContext<
  KnownEndpointConfig,
  EndpointPlan,
  EndpointState,
  HuggingFaceProvider
>;

/** Creates what is planned, and waits until it serves if that is wanted. */
export async function create(context: Context): Promise<EndpointState> {
  const { plan, config, provider, signal } = context;
  const client = await provider.client();
  const target: Target = {
    namespace: given(plan.namespace) ?? await provider.defaultNamespace(signal),
    name: plan.name,
    client,
    context,
  };
  const accelerator = given(plan.compute.accelerator) ??
    acceleratorOf(plan.compute.instance_type) ??
    await lookUpAccelerator(plan, target);
  forgetRevision(context.privateState);
  let endpoint = await send(
    createRequest(plan, config, accelerator),
    context,
    target,
  );
  const save = (seen: Endpoint) =>
    context.saveState(settled(seen, plan, target).state);
  save(endpoint);
  signal.throwIfAborted();
  if (plan.paused) {
    endpoint = await attempt(
      "pause",
      target,
      () => client.endpoints.pause(target.namespace, target.name, { signal }),
    );
  } else if (plan.wait_for_ready) {
    endpoint = await waitUntilReady(target, save);
  }
  const { state, differences } = settled(endpoint, plan, target);
  warnOfDifferences(differences, target);
  return state;
}

/** How long an answer is waited for after Terraform has asked to stop. */
const LINGER_MS = 3000;

async function send(
  request: EndpointCreate,
  context: Context,
  target: Target,
): Promise<Endpoint> {
  const { client, namespace } = target;
  const startedAt = Date.now();
  context.signal.throwIfAborted();
  const { signal, release } = linger(context.signal, LINGER_MS);
  try {
    return await client.endpoints.create(namespace, request, { signal });
  } catch (error) {
    if (isApiError(error, 409)) throw nameIsTaken(target);
    if (!mayHaveTakenEffect(error)) {
      throw await explained(error, "create", target);
    }
    return await find({ error, startedAt }, context, target);
  } finally {
    release();
    context.provider.endpoints.forget();
  }
}

function nameIsTaken(target: Target) {
  return failure(
    `Endpoint ${label(target)} exists already`,
    "Nothing was created or changed. To manage the existing endpoint with " +
      `this resource, import it:\n\n${importCommand(target)}\n\n` +
      "Otherwise choose another name.",
    Path.root.attribute("name"),
  );
}

function importCommand(target: Target): string {
  return `  terraform import <address of this resource> ${label(target)}`;
}

interface LostAnswer {
  readonly error: unknown;
  readonly startedAt: number;
}

/** How far the clocks of service and machine may be apart. */
const CLOCK_SKEW_MS = 120_000;

/** Looks whether a create whose answer was lost took effect. */
async function find(
  { error, startedAt }: LostAnswer,
  context: Context,
  target: Target,
): Promise<Endpoint> {
  const endpoint = await look(error, target);
  if (endpoint === undefined) {
    throw await explained(
      error,
      "create",
      target,
      "The endpoint was looked for and is not there, so nothing was created.",
    );
  }
  const { differences } = settled(endpoint, context.plan, target);
  const others = differences.filter(({ path }) => path !== "paused");
  const createdAt = Date.parse(endpoint.status.createdAt);
  const isNew = createdAt >= startedAt - CLOCK_SKEW_MS;
  if (!isNew || others.length > 0) {
    throw isAnother(endpoint, others.map(({ path }) => path), target);
  }
  context.diagnostics.addWarning(
    `The answer to the create of ${label(target)} was lost`,
    "The service was looked at again: the endpoint is there, has the " +
      "settings of this resource and was created just now, so it is kept in " +
      `the state. The lost answer: ${textOf(error)}.`,
  );
  return endpoint;
}

/** A request that was given up may still be on its way. */
const LOOK_PAUSES_MS = [1000, 2000];

/** The endpoint; undefined if it is not there, also not a moment later. */
async function look(
  error: unknown,
  target: Target,
): Promise<Endpoint | undefined> {
  const { client, namespace, name, context } = target;
  // A look is worth it even when Terraform stops: it costs at most this long.
  const signal = context.signal.aborted
    ? AbortSignal.timeout(1500)
    : context.signal;
  for (const pause of [...LOOK_PAUSES_MS, undefined]) {
    try {
      return await client.endpoints.get(namespace, name, { signal });
    } catch (lookError) {
      if (!isApiError(lookError, 404)) {
        throw await isUnclear(error, lookError, target);
      }
      if (pause === undefined || context.signal.aborted) return undefined;
      await setTimeout(pause, undefined, { signal });
    }
  }
  return undefined;
}

function isUnclear(error: unknown, lookError: unknown, target: Target) {
  return failure(
    `It is not clear whether the endpoint ${label(target)} was created`,
    `${textOf(error)}. Then it could not be looked for: ${
      textOf(lookError)
    }. Look at https://endpoints.huggingface.co/${target.namespace}; if it ` +
      `is there, import it before the next apply:\n\n${importCommand(target)}`,
  );
}

function isAnother(
  endpoint: Endpoint,
  paths: readonly string[],
  target: Target,
) {
  const { status, model, compute } = endpoint;
  const why = paths.length === 0
    ? "it was created earlier"
    : `it differs in ${paths.map((path) => `\`${path}\``).join(", ")}`;
  return failure(
    `Endpoint ${label(target)} exists, but is another one`,
    "The answer to the create was lost. An endpoint with this name is there, " +
      `but ${why}: it was created at ${status.createdAt} by ` +
      `${status.createdBy.name}, serves ${model.repository} on ` +
      `${compute.instanceType} ${compute.instanceSize} and is in the state ` +
      `\`${status.state}\`. It was not changed. To manage it with this ` +
      `resource, import it:\n\n${importCommand(target)}`,
  );
}

function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\.$/, "");
}

async function lookUpAccelerator(
  plan: EndpointPlan,
  target: Target,
): Promise<string> {
  const { client, namespace, context } = target;
  const { instance_type } = plan.compute;
  const { vendors } = await attempt(
    "choose the accelerator of",
    target,
    () => client.endpoints.compute(namespace, { signal: context.signal }),
  );
  const instances = vendors.flatMap(({ regions }) =>
    regions.flatMap(({ computes }) => computes)
  );
  const found = instances.find((one) => one.instanceType === instance_type);
  if (found !== undefined) return found.accelerator;
  const types = [...new Set(instances.map((one) => one.instanceType))].sort();
  throw failure(
    `Unknown instance type ${instance_type}`,
    `No vendor offers the instance type "${instance_type}". There are: ` +
      `${types.join(", ")}. If it is too new for the catalogue, set ` +
      "`compute.accelerator`.",
    Path.root.attribute("compute").attribute("instance_type"),
  );
}
