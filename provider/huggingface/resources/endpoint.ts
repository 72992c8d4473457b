/**
 * `huggingface_endpoint`: an Inference Endpoint.
 *
 * Routes: POST, GET, PUT and DELETE of `/v2/endpoint/{namespace}/{name}` and
 * its `/pause` and `/resume`; refreshes read the list of the namespace. The
 * token needs `inference.endpoints.write`.
 *
 * @module
 */

import {
  identity,
  isUnknown,
  type ModifyPlanContext,
  Path,
  type Resource,
  tableOf,
  types,
  unknown,
  type Value,
  withUnknownFields,
} from "../../framework/mod.ts";
import type { Endpoint, EndpointUpdate } from "../../../mod.ts";
import { definerFor, orGone, ownerOf } from "../shared/bound.ts";
import { createObject } from "../shared/create.ts";
import { parseEndpointId } from "../shared/ids.ts";
import { canonicalJson, isRecord } from "../shared/json.ts";
import { type Billed, machineName } from "../shared/price.ts";
import type { HuggingFaceProvider } from "../shared/provider_data.ts";
import { attempt, type RemoteObject, textOf } from "../shared/remote_object.ts";
import { same } from "../shared/same.ts";
import { endWait, isWaitPending } from "../shared/wait.ts";
import { advise } from "./endpoint/advice.ts";
import { engineNameOf } from "./endpoint/image.ts";
import {
  checksHealth,
  isFinalState,
  pauseEndpoint,
  type Target,
  waitForEndpoint,
} from "./endpoint/lifecycle.ts";
import {
  acceleratorOf,
  decideMachine,
  frameworkOf,
} from "./endpoint/machines.ts";
import { forgetRevision, withRevision } from "./endpoint/revision.ts";
import {
  type EndpointConfig,
  type EndpointState,
  type PlannedEndpoint,
  schema,
  type Wire,
} from "./endpoint/schema.ts";
import {
  demandLogin,
  noteUnmanaged,
  refuseLoss,
  warnOfLeftSecrets,
  withoutExtra,
} from "./endpoint/unmanaged.ts";
import {
  moveFromOthers,
  upgradeFromVersion0,
  upgradeFromVersion1,
} from "./endpoint/upgrade.ts";
import { validate } from "./endpoint/validate.ts";

const table = tableOf(schema.attributes);

/** States that no change of settings ends. */
const parkedStates: ReadonlySet<string> = new Set(["paused", "scaledToZero"]);

/** What the API says without naming a field. */
export const complaints = [
  [/^instance compute|^quota exceeded/i, "compute.instanceType"],
  [/repository .* not found/i, "model.repository"],
] as const;

/** The resource `huggingface_endpoint`. */
export const endpoint: Resource = definerFor<Wire>()({
  typeName: "huggingface_endpoint",
  schema,
  kind: "endpoint",
  permission: "inference.endpoints.write",
  idOf: ({ namespace, name }) => `${namespace}/${name}`,
  complaints,
  adviceOn: (_error, { status }) =>
    status === "failed"
      ? "The service may refuse to change an endpoint that failed; " +
        "`terraform apply -replace=ADDRESS` makes a new one."
      : undefined,
  identity: {
    schema: {
      attributes: {
        namespace: {
          // Null only in a state that was taken over and not read yet.
          expression: types.nullable(types.string),
          description: "The owner; by default the provider's namespace, else " +
            "the user of the token.",
          requiredForImport: false,
        },
        name: identity.string({
          description: "The name of the endpoint.",
          requiredForImport: true,
        }),
      },
    },
    of: ({ namespace, name }) => ({ namespace, name }),
  },
  async importKey({ id = "", identity, provider, signal }) {
    if (identity === undefined) return parseEndpointId(id);
    const namespace = identity.namespace ??
      await provider.defaultNamespace(signal);
    return { namespace, name: identity.name };
  },
  upgradeState: { 0: upgradeFromVersion0, 1: upgradeFromVersion1 },
  moveState: [moveFromOthers],
  validate,
  billed,
  decide,
  isDue: ({ prior, planned, privateState }) =>
    isWaitPending(privateState) && !isFinalState(prior?.status ?? null) &&
    planned.wait_for_ready !== false && planned.paused !== true,
  async modifyPlan({ config, prior, planned, provider, ...context }) {
    const { privateState, diagnostics } = context;
    if (prior !== null) {
      refuseLoss({ config, prior, planned, privateState, diagnostics });
    }
    await advise({ prior, planned, diagnostics }, provider.advice);
  },
  async resolve({ plan, namespace, provider, signal, diagnostics }) {
    const { endpoints } = await provider.client();
    const { cloud, accelerator } = await decideMachine(
      plan,
      {
        hint: () => provider.advice.catalog(namespace),
        demand: () => endpoints.compute(namespace, { signal }),
      },
      diagnostics,
    );
    return { cloud, compute: { ...plan.compute, accelerator } };
  },
  async complete({ state, provider, signal }) {
    return {
      namespace: await ownerOf(state, { provider, signal }),
    };
  },
  async create({ body, plan, object, save, differs }) {
    const target = await targetOf(plan, object);
    const { endpoints, namespace, name } = target;
    const { privateState } = object.context;
    forgetRevision(privateState);
    const created = await createObject<Endpoint>(object, {
      send: (signal) => endpoints.create(namespace, body, { signal }),
      find: (signal) => endpoints.get(`${namespace}/${name}`, { signal }),
      createdAt: ({ status }) => status.createdAt,
      differs: (found) => {
        const paths = differs(shown(found)).filter((at) => at !== "paused");
        return paths.length === 0
          ? undefined
          : `it differs in ${paths.map((path) => `\`${path}\``).join(", ")}`;
      },
      describe: ({ status, model, compute }) =>
        `was created at ${status.createdAt} by ${status.createdBy?.name}, ` +
        `serves ${model.repository} on ${compute.instanceType} ` +
        `${compute.instanceSize} and has the status \`${status.state}\``,
    });
    save(shown(created));
    if (plan.paused) return shown(await pausedOrNot(created, target));
    if (!plan.wait_for_ready) return shown(created);
    const ready = await waitForEndpoint(target, {
      isNew: true,
      checksHealth: checksHealth(plan),
      save: (seen) => save(shown(seen)),
    });
    return shown(ready ?? created);

    function shown(endpoint: Endpoint): Endpoint {
      return withRevision(endpoint, plan.model.revision, privateState);
    }
  },
  async read({ state, provider, signal, privateState }) {
    const { namespace, name } = state;
    const found = await provider.endpoints.read(namespace ?? "", name, signal);
    if (found === undefined) return undefined;
    if (isFinalState(found.status.state)) endWait(privateState);
    noteUnmanaged(found, state, privateState);
    // An import knows nothing of the model yet.
    const { model }: Partial<EndpointState> = state;
    return withRevision(found, model?.revision, privateState);
  },
  async look({ state, provider, signal }) {
    const { endpoints } = await provider.client();
    const namespace = await ownerOf(state, { provider, signal });
    return await orGone(
      endpoints.get(`${namespace}/${state.name}`, { signal }),
    );
  },
  async update({ body, plan, prior, object, save }) {
    const { privateState } = object.context;
    const target = await targetOf(prior, object);
    let endpoint: Endpoint | undefined;
    // Paused first and resumed last, so that no update has to be rolled out
    // that nobody will use.
    if (plan.paused && !prior.paused) {
      endpoint = await pauseEndpoint(target);
      save(withRevision(endpoint, prior.model.revision, privateState), false);
    }
    if (body !== undefined) {
      endpoint = await put(body, prior, target);
      const { repository, revision } = plan.model;
      if (
        repository !== prior.model.repository ||
        !same(revision, prior.model.revision)
      ) forgetRevision(privateState);
      save(shown(endpoint));
      warnOfLeftSecrets(endpoint, body, object.id, object.context.diagnostics);
    }
    const isResumed = !plan.paused && prior.paused === true;
    if (isResumed) {
      endpoint = await resume(target);
    }
    const waits = plan.wait_for_ready && !plan.paused;
    const isPending = waits && isWaitPending(privateState);
    if (!waits) endWait(privateState);
    // Only what never leaves the machine has changed.
    if (endpoint === undefined && !isPending) return undefined;
    const isParked = endpoint !== undefined && !isResumed &&
      parkedStates.has(endpoint.status.state);
    if (waits && !isParked) {
      const ready = await waitForEndpoint(target, {
        isNew: false,
        isResumed,
        checksHealth: checksHealth(plan),
        save: (seen) => save(shown(seen)),
      });
      endpoint = ready ?? endpoint;
    }
    return endpoint === undefined ? undefined : shown(endpoint);

    function shown(endpoint: Endpoint): Endpoint {
      return withRevision(endpoint, plan.model.revision, privateState);
    }
  },
  async sendDelete({ state, provider, signal }) {
    const { endpoints } = await provider.client();
    const namespace = await ownerOf(state, { provider, signal });
    await endpoints.delete(`${namespace}/${state.name}`, { signal });
  },
  async isGone({ state, provider, signal }) {
    provider.endpoints.forget();
    const namespace = await ownerOf(state, { provider, signal });
    const found = await provider.endpoints.read(namespace, state.name, signal);
    return found === undefined;
  },
});

function billed(
  { name, namespace, cloud, compute, paused }: PlannedEndpoint | EndpointState,
): Billed | undefined {
  if (isUnknown(compute) || isUnknown(compute.scaling) || isUnknown(paused)) {
    return undefined;
  }
  const { instance_type: type, instance_size: size, scaling } = compute;
  const { min_replica: least, max_replica: most } = scaling;
  if (
    isUnknown(type) || isUnknown(size) || isUnknown(least) || isUnknown(most)
  ) return undefined;
  const { vendor, region } = cloud === null || isUnknown(cloud)
    ? { vendor: unknown, region: unknown }
    : cloud;
  return {
    product: "endpoint",
    name: isUnknown(name) ? undefined : name,
    namespace: typeof namespace === "string" ? namespace : undefined,
    hardware: machineName(type, size),
    place: isUnknown(vendor) || isUnknown(region)
      ? undefined
      : `${vendor} ${region}`,
    least: paused === true ? 0 : least,
    most: paused === true ? 0 : most,
  };
}

/** What follows from the rest of the configuration, or the provider block. */
function decide(
  { config, prior, planned, provider }: ModifyPlanContext<
    EndpointConfig,
    PlannedEndpoint,
    EndpointState,
    HuggingFaceProvider
  >,
): Record<string, Value | undefined> {
  const decided: Record<string, Value | undefined> = {};
  if (prior === null) decided.cloud = provider.configuredCloud ?? unknown;
  else Object.assign(decided, decideStatus(prior, planned));
  const { compute, model } = planned;
  if (!isUnknown(compute)) {
    const { instance_type: type, scaling } = compute;
    if (!isUnknown(type) && type !== prior?.compute.instance_type) {
      decided["compute.accelerator"] = acceleratorOf(type) ?? unknown;
    }
    if (
      !isUnknown(scaling) && !isUnknown(scaling.min_replica) &&
      scaling.min_replica > 0
    ) decided["compute.scaling.scale_to_zero_timeout"] = null;
  }
  if (isUnknown(model) || isUnknown(config.model)) return decided;
  const { image } = model;
  if (isUnknown(image)) {
    decided["model.framework"] = unknown;
    return decided;
  }
  const engine = engineNameOf(image);
  const isSame = prior !== null && engineNameOf(prior.model.image) === engine;
  const route = routeOf(config.model.image);
  if (isSame && [null, routeOf(prior.model.image)].includes(route)) {
    decided.health_route = prior.health_route;
  }
  if (!isSame || prior.model.framework === null) {
    decided["model.framework"] = engine === undefined
      ? unknown
      : frameworkOf(engine);
  }
  return decided;
}

/** What runs stays so: an apply that waits ends when it runs again. */
function decideStatus(prior: EndpointState, planned: PlannedEndpoint) {
  const { status, status_message, ready_replicas, target_replicas } = prior;
  const { paused, wait_for_ready, compute } = planned;
  const runs = status === "running" && paused === false &&
    wait_for_ready === true;
  if (!runs && !(status === "paused" && paused === true)) return {};
  const scaling = isUnknown(compute) ? unknown : compute.scaling;
  const { min_replica, max_replica } = prior.compute.scaling;
  const isScaled = isUnknown(scaling) ||
    scaling.min_replica !== min_replica || scaling.max_replica !== max_replica;
  return {
    status,
    status_message,
    ...!isScaled && { ready_replicas, target_replicas },
  };
}

/** The health route that an image sets; null: it sets none. */
function routeOf(image: unknown): unknown {
  const engine = isRecord(image)
    ? Object.values(image).find((one) => one !== null)
    : null;
  return isRecord(engine) ? engine.health_route ?? null : engine ?? null;
}

async function targetOf(
  { namespace, name }: {
    readonly namespace: unknown;
    readonly name: string;
  },
  object: RemoteObject,
): Promise<Target> {
  const { endpoints } = await object.context.provider.client();
  return {
    object,
    namespace: await ownerOf({ namespace }, object.context),
    name,
    endpoints,
  };
}

/** An error would have the new endpoint replaced; the next plan pauses it. */
async function pausedOrNot(
  endpoint: Endpoint,
  target: Target,
): Promise<Endpoint> {
  try {
    return await pauseEndpoint(target);
  } catch (error) {
    target.object.context.diagnostics.addWarning(
      `Endpoint ${target.object.id} was created, but not paused`,
      `${textOf(error)}. It may cost money; the next plan pauses it.`,
      Path.root.attribute("paused"),
    );
    return endpoint;
  }
}

/** Sends an update; of the image, with what only the service knows of it. */
async function put(
  body: EndpointUpdate,
  prior: EndpointState,
  { endpoints, namespace, name, object }: Target,
): Promise<Endpoint> {
  const { signal } = object.context;
  let request = body;
  if (body.model?.image !== undefined) {
    const current = await endpoints.get(`${namespace}/${name}`, { signal });
    demandLogin(current, body, prior);
    request = withUnknownFields(table, body, withoutExtra(current, prior));
    // To write the default engine out, or to leave it out, changes nothing.
    const isThere = { model: { image: current.model.image } };
    if (canonicalJson(request) === canonicalJson(isThere)) return current;
  }
  return await endpoints.update(`${namespace}/${name}`, request, { signal });
}

function resume(
  { endpoints, namespace, name, object }: Target,
): Promise<Endpoint> {
  const { signal } = object.context;
  return attempt(
    "resume",
    object,
    () => endpoints.resume(`${namespace}/${name}`, { signal }),
  );
}
