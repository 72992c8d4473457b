import {
  isUnknown,
  Path,
  type Resource,
  unknown,
  type Value,
} from "@hf-terraform/framework";
import { type Endpoint, isApiError } from "@hf-terraform/client";
import { quoteWords } from "../object/errors.ts";
import { definerFor } from "../object/bound.ts";
import { idByParts, identityOf } from "../object/derived_id.ts";
import { noteSentSecrets } from "../object/unmanaged_secrets.ts";
import { createObject } from "../object/create.ts";
import { planCost } from "../cost/planned_cost.ts";
import { parseEndpointId } from "../schema/ids.ts";
import { isRecord } from "../schema/json.ts";
import {
  attempt,
  checkedAgain,
  importCommand,
  orGone,
  outlive,
  type RemoteObject,
  textOf,
  titleOf,
} from "../object/remote_object.ts";
import { knownParts, same, sameName } from "../schema/same.ts";
import { planWait, promises } from "../object/wait.ts";
import {
  adviseCost,
  adviseMachine,
  billedHardware,
  decideMachine,
} from "./compute.ts";
import { acceleratorOf } from "./compute_schema.ts";
import { validateEndpoint } from "./validate.ts";
import { type EndpointWire, engineNameOf, frameworkOf } from "./image.ts";
import {
  endpointReads,
  isReadyState,
  pauseEndpoint,
  waitForEndpoint,
} from "./lifecycle.ts";
import {
  type EndpointPlanning,
  endpointSchema,
  type EndpointState,
  type PlannedEndpoint,
} from "./schema.ts";
import {
  noteUnmanaged,
  refuseLoss,
  unmanagedParts,
  warnOfLeftSecrets,
  withUnmanaged,
} from "./unmanaged_settings.ts";
import { moveFromOthers, upgradeFromVersion0 } from "./upgrade.ts";
import { keepNote, type PrivateNotes, readNote } from "../object/notes.ts";
import { adviseMentions } from "../object/mentions.ts";
import { adviseDomain, isRenamedModel, mentions } from "./references.ts";
import { repoReads } from "../repo/repo_reader.ts";

/** Messages of the API that name no field. */
export const complaints = [
  [/^instance compute|^quota exceeded/i, "compute.instance_type"],
  [/repository .{0,200} not found/i, "model.repository"],
] as const;

export const endpoint: Resource = definerFor<EndpointWire>()({
  typeName: "huggingface_endpoint",
  schema: endpointSchema,
  kind: "endpoint",
  access: {
    permission: "inference.endpoints.write",
    // It belongs to the group of its model, which only the Hub knows.
    async groupOf({ namespace, model: { repository } }, { provider, signal }) {
      const [owner = ""] = repository.split("/");
      if (!sameName(owner, namespace ?? "")) return null;
      const found = await repoReads.model(provider)
        .read(repository, null, signal);
      return found?.resourceGroup && found.resourceGroup.id;
    },
  },
  identity: {
    ...identityOf({
      namespace:
        "The owner; by default the provider's namespace, else the user " +
        "of the token.",
      name: "The name of the endpoint.",
    }, "namespace"),
    async importKey({ id = "", identity, provider, signal }) {
      if (identity === undefined) return parseEndpointId(id);
      const namespace = identity.namespace ??
        await provider.defaultNamespace(signal);
      return { namespace, name: identity.name ?? "" };
    },
  },
  conflicts: {
    async find({ namespace, name }, { provider, signal }) {
      if (typeof namespace !== "string" || isUnknown(name)) return [];
      const reads = endpointReads(provider);
      const listed = await reads.find(namespace, name, signal);
      if (listed !== undefined) return [listed];
      if (await reads.isComplete(namespace, signal)) return [];
      const { endpoints } = await provider.client();
      const find = endpoints.get(`${namespace}/${name}`, { signal });
      return [await orGone(find) ?? []].flat();
    },
  },
  losses: {
    noteLost: (_, notes) => keepNote(notes, "wait_pending", true),
    unmanaged: unmanagedParts,
  },
  errors: {
    complaints,
    adviceOn: (error, { status }) =>
      status === "failed" && (isApiError(error, 400) || isApiError(error, 409))
        ? "The service may refuse to change an endpoint that failed; " +
          "`terraform apply -replace=ADDRESS` makes a new one."
        : undefined,
  },
  validate: validateEndpoint,
  planValues: planEndpointValues,
  async modifyPlan(planning) {
    const { prior, planned, config, requiresReplace, diagnostics } = planning;
    if (prior !== null && requiresReplace.length === 0) {
      refuseLoss(planning, prior);
    }
    adviseType(planning);
    const { id, status, status_message: message } = prior ?? {};
    if (status === "failed" || status === "updateFailed") {
      diagnostics.addWarning(
        `Endpoint ${id} has failed`,
        `It is in the state \`${status}\`` +
          (message ? `: ${quoteWords(message)}. ` : ". ") +
          "Change its configuration, or make a new one with " +
          "`terraform apply -replace=ADDRESS`.",
      );
    }
    await adviseCost(planning);
    await adviseMachine(planning);
    await adviseDomain(planning);
    const [now, before] = [planned, prior].map((one) => mentions(one, config));
    await adviseMentions(now ?? [], before ?? [], planning);
    const label = `the endpoint ${idByParts(endpointSchema)(planned)}`;
    await planCost(planning, label, billedHardware);
  },
  upgradeState: { 0: upgradeFromVersion0 },
  moveState: [moveFromOthers],
  async create(call) {
    const { object, client, save } = call;
    const { endpoints } = client;
    const { body, plan } = call.resolve(await decideMachine(call));
    noteSentSecrets(object.context, body.model.secrets);
    const created = await createObject<Endpoint>(call, {
      send: (once) => endpoints.create(object.id, body, once),
      later: ["paused"],
      madeBy: ({ status }) => status.createdBy?.name,
      describe: ({ status, model, compute }) =>
        `was created at ${status.createdAt} by ${status.createdBy?.name}, ` +
        `serves ${model.repository} on ${compute.instanceType} ` +
        `${compute.instanceSize} and has the status \`${status.state}\``,
    });
    save(created);
    if (plan.paused) return await pausedOrNot(created, object);
    if (!plan.wait_for_ready) return created;
    const wait = { isNew: true, save };
    return await waitForEndpoint(object, plan, wait) ?? created;
  },
  async read({ state, namespace, client, object, another, isFresh }) {
    const { context } = object;
    const { provider, signal, diagnostics } = context;
    if (isFresh) {
      return await orGone(client.endpoints.get(object.id, { signal }));
    }
    const found =
      await endpointReads(provider).find(namespace, state.name, signal) ??
        await orGone(client.endpoints.get(object.id, { signal }));
    if (found === undefined) {
      // 404 to the whole namespace says nothing of one endpoint.
      await client.endpoints.list(namespace, { pageSize: 1 }, { signal });
      return undefined;
    }
    const how = another(found);
    if (how !== undefined) {
      const by = found.status.createdBy?.name;
      diagnostics.addWarning(
        `${titleOf(object)} was deleted and made again outside of Terraform`,
        [
          "The one of the state is gone; one of the same name was made" +
          `${by === undefined ? "" : ` by ${by}`}: ${how}. That one is not ` +
          "managed, and neither changed nor destroyed. To manage it, import it:",
          importCommand(object),
          "Otherwise choose another `name`, or take the resource out of the " +
          "configuration.",
        ],
      );
      return undefined;
    }
    const { state: now = null } = found.status;
    if (isReadyState(now)) keepNote(context, "wait_pending", undefined);
    noteUnmanaged(found, state, context);
    return found;
  },
  async update({ body, plan, prior, current, object, client, save }) {
    const { context } = object;
    const { diagnostics, signal } = context;
    let endpoint: Endpoint | undefined;
    // Paused first and resumed last, so that no update has to be rolled out
    // that nobody will use.
    if (plan.paused && !prior.paused) {
      endpoint = await pauseEndpoint(object);
      save(endpoint);
    }
    if (body !== undefined) {
      const look = () => client.endpoints.get(object.id, { signal });
      const requestOf = (whole: Endpoint) =>
        withUnmanaged(body, whole, { plan, prior }, context);
      const { image, secrets, env } = body.model ?? {};
      const isMerged = (image ?? secrets ?? env) !== undefined;
      const request = isMerged
        ? requestOf(endpoint ?? current ?? await look())
        : body;
      if (isMerged) noteSentSecrets(context, secrets);
      const also = async () => {
        if (!isMerged || same(requestOf(await look()), request)) return;
        throw new Error("its image has other settings by now.");
      };
      const options = checkedAgain(context, also);
      endpoint = await client.endpoints.update(object.id, request, options);
      const { repository, revision } = plan.model;
      if (
        repository !== prior.model.repository ||
        !same(revision, prior.model.revision)
      ) keepNote(context, "revision", undefined);
      save(endpoint, body);
      warnOfLeftSecrets(endpoint, body, object.id, diagnostics);
    }
    const isResumed = !plan.paused && prior.paused === true;
    if (isResumed) {
      const send = () => client.endpoints.resume(object.id, { signal });
      endpoint = await attempt("resume", object, send);
    }
    const waits = plan.wait_for_ready && !plan.paused;
    if (!waits) keepNote(context, "wait_pending", undefined);
    // No change of settings ends these states.
    const isParked = !isResumed &&
      ["paused", "scaledToZero"].includes(endpoint?.status.state ?? "");
    // Only what never leaves the machine has changed.
    const isLocal = endpoint === undefined &&
      !readNote(context, "wait_pending");
    if (!waits || isParked || isLocal) return endpoint;
    const wait = { isNew: false, isResumed, save };
    return await waitForEndpoint(object, plan, wait) ?? endpoint;
  },
  async delete({ object: { id }, namespace, client, signal, ...call }) {
    return call.current !== undefined && await call.confirmDelete(
      (once) => client.endpoints.delete(id, once),
      async () => {
        await client.endpoints.list(namespace, { pageSize: 1 }, { signal });
        return true;
      },
    );
  },
});

async function planEndpointValues(
  { config, prior, planned, provider, ...notes }: EndpointPlanning,
): Promise<Record<string, Value | undefined>> {
  const { model } = planned;
  const { instance_type: type, scaling } = knownParts(planned.compute);
  const { min_replica = 0 } = knownParts(scaling);
  const decided: Record<string, Value | undefined> = {
    ...prior === null
      ? { cloud: provider.settings.cloud ?? unknown }
      : decideStatus(prior, planned, notes),
    ...type !== undefined && type !== prior?.compute.instance_type &&
      { "compute.accelerator": acceleratorOf(type) ?? unknown },
    ...min_replica > 0 && { "compute.scaling.scale_to_zero_timeout": null },
  };
  if (isUnknown(model) || isUnknown(config.model)) return decided;
  const { signal } = notes;
  if (prior && await isRenamedModel(prior.model, model, { provider, signal })) {
    for (const name of ["revision", "task"] as const) {
      if (config.model[name] === null) {
        decided[`model.${name}`] = prior.model[name];
      }
    }
  }
  const { image } = model;
  if (isUnknown(image)) return { ...decided, "model.framework": unknown };
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

/** Warns of a new `private` that, by some sources, nobody could call. */
function adviseType({ prior, planned, diagnostics }: EndpointPlanning): void {
  const { type, private_service } = planned;
  if (type !== "private" || prior?.type === type) return;
  if (private_service !== null) return;
  diagnostics.addWarning(
    "Private endpoint without a private link",
    'By the official client, `type = "private"` is reached over ' +
      "`private_service` only: without it nobody may be able to call the " +
      "endpoint, which is billed all the same. By the documentation, tokens of " +
      'its owner can call it. `type = "authenticated"` is reached under both.',
    Path.root.attribute("type"),
  );
}

/** Plans the status; what runs stays so, as an apply ends when it runs again. */
function decideStatus(
  { compute, status, status_message, ...prior }: EndpointState,
  planned: PlannedEndpoint,
  notes: PrivateNotes,
) {
  const { paused, wait_for_ready } = planned;
  const goesOn = planWait({ ...notes, planned, prior }, isReadyState(status));
  if (goesOn) return { status: unknown };
  const end = paused === true
    ? "paused"
    : paused === false && wait_for_ready === true
    ? "running"
    : undefined;
  if (status !== end) return {};
  const { scaling } = knownParts(planned.compute);
  const { ready_replicas, target_replicas } = prior;
  const isScaled = scaling?.min_replica !== compute.scaling.min_replica ||
    scaling.max_replica !== compute.scaling.max_replica;
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

/** An error would have the new endpoint replaced; the next plan pauses it. */
async function pausedOrNot(
  endpoint: Endpoint,
  object: RemoteObject,
): Promise<Endpoint> {
  try {
    // It costs money until then, also when Terraform stops.
    const limit = outlive(object.context.signal);
    return await pauseEndpoint(object, limit);
  } catch (error) {
    object.context.diagnostics.addWarning(
      `Endpoint ${object.id} was created, but not paused`,
      `${textOf(error)}. It may cost money. ${promises.pauses}`,
      Path.root.attribute("paused"),
    );
    return endpoint;
  }
}
