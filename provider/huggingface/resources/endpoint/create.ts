/**
 * Creating an endpoint.
 *
 * @module
 */

import { type CreateContext, failure, Path } from "../../../framework/mod.ts";
import type { Endpoint, EndpointCreate } from "../../../../mod.ts";
import { createObject } from "../../shared/create.ts";
import type { HuggingFaceProvider } from "../../shared/provider_data.ts";
import { attempt, textOf } from "../../shared/remote_object.ts";
import { createRequest, given } from "./request.ts";
import { forgetRevision } from "./revision.ts";
import { acceleratorOf } from "./rules.ts";
import {
  endpointTarget,
  pathOf,
  pauseEndpoint,
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
  const namespace = given(plan.namespace) ??
    await provider.defaultNamespace(signal);
  const target = endpointTarget(
    { namespace, name: plan.name },
    client,
    context,
  );
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
  if (plan.paused) {
    endpoint = await pausedOrNot(endpoint, target);
  } else if (plan.wait_for_ready) {
    endpoint = await waitForEndpoint(target, {
      isNew: true,
      checksHealth: checksHealth(plan),
      save,
    }) ?? endpoint;
  }
  const { state, differences } = settled(endpoint, plan, target);
  warnOfDifferences(differences, target);
  return state;
}

/** An error would have the new endpoint replaced; the next plan pauses it. */
async function pausedOrNot(
  endpoint: Endpoint,
  target: Target,
): Promise<Endpoint> {
  try {
    return await pauseEndpoint(target);
  } catch (error) {
    target.context.diagnostics.addWarning(
      `Endpoint ${target.id} was created, but not paused`,
      `${textOf(error)}. It may cost money; the next plan pauses it.`,
      pathOf("paused"),
    );
    return endpoint;
  }
}

function send(
  request: EndpointCreate,
  { plan, provider }: Context,
  target: Target,
): Promise<Endpoint> {
  const { client, namespace, name } = target;
  return createObject<Endpoint>(target, {
    send: (signal) => client.endpoints.create(namespace, request, { signal }),
    find: (signal) => client.endpoints.get(namespace, name, { signal }),
    createdAt: ({ status }) => status.createdAt,
    differs: (endpoint) => {
      const paths = settled(endpoint, plan, target).differences
        .map(({ path }) => path).filter((path) => path !== "paused");
      return paths.length === 0
        ? undefined
        : `it differs in ${paths.map((path) => `\`${path}\``).join(", ")}`;
    },
    describe: ({ status, model, compute }) =>
      `was created at ${status.createdAt} by ${status.createdBy?.name}, ` +
      `serves ${model.repository} on ${compute.instanceType} ` +
      `${compute.instanceSize} and has the status \`${status.state}\``,
  }).finally(() => provider.endpoints.forget());
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
