/**
 * The smallest request that makes of an endpoint what is planned.
 *
 * @module
 */

import { isUnknown } from "../../../framework/mod.ts";
import type {
  EndpointComputeUpdate,
  EndpointExperimentalFeatures,
  EndpointModelUpdate,
  EndpointScaling,
  EndpointUpdate,
} from "../../../../mod.ts";
import { canonicalJson, parseRecord } from "../../shared/json.ts";
import { same, sameSet } from "../../shared/same.ts";
import {
  given,
  imageRequest,
  measureRequest,
  secretsRequest,
} from "./request.ts";
import type {
  EndpointPlan,
  EndpointState,
  KnownEndpointConfig,
} from "./types.ts";

/** What an update goes from and to. */
export interface Change {
  /** The endpoint as it is. */
  readonly prior: EndpointState;
  /** The endpoint as it is to be. */
  readonly plan: EndpointPlan;
  /** The configuration, the only place of write-only values. */
  readonly config: KnownEndpointConfig;
}

/**
 * The request of an update: what changes, down to single nested fields;
 * undefined if nothing does. What the service replaces as a unit (image, env,
 * secrets, lists) is sent whole.
 */
export function updateRequest(change: Change): EndpointUpdate | undefined {
  const { prior, plan } = change;
  const compute = computeChanges(prior.compute, plan.compute);
  const model = modelChanges(change);
  const features = featureChanges(
    prior.experimental_features,
    plan.experimental_features,
  );
  const isTagged = sameSet(prior.tags ?? [], plan.tags ?? []);
  return filled({
    ...differs(prior.type, plan.type) && { type: plan.type },
    ...compute && { compute },
    ...model && { model },
    ...!isTagged && { tags: plan.tags ?? [] },
    ...differs(prior.route, plan.route) && { route: plan.route },
    ...differs(prior.cache_http_responses, plan.cache_http_responses) &&
      valueOf("cacheHttpResponses", plan.cache_http_responses),
    ...features && { experimentalFeatures: features },
  });
}

/** Whether a planned value is known and another one than before. */
function differs(prior: unknown, planned: unknown): boolean {
  return !isUnknown(planned) && !same(prior, planned);
}

function valueOf<K extends string, T>(name: K, value: T) {
  const known = given(value);
  return known === undefined ? {} : { [name]: known };
}

function filled<T extends object>(request: T): T | undefined {
  return Object.keys(request).length === 0 ? undefined : request;
}

function computeChanges(
  prior: EndpointState["compute"],
  plan: EndpointPlan["compute"],
): EndpointComputeUpdate | undefined {
  const scaling = scalingChanges(prior.scaling, plan.scaling);
  return filled({
    ...differs(prior.accelerator, plan.accelerator) &&
      valueOf("accelerator", plan.accelerator),
    ...differs(prior.instance_type, plan.instance_type) &&
      { instanceType: plan.instance_type },
    ...differs(prior.instance_size, plan.instance_size) &&
      { instanceSize: plan.instance_size },
    ...scaling && { scaling },
  });
}

function scalingChanges(
  prior: EndpointState["compute"]["scaling"],
  plan: EndpointPlan["compute"]["scaling"],
): Partial<EndpointScaling> | undefined {
  const { min_replica, max_replica, scale_to_zero_timeout } = plan;
  const measure = measureRequest(plan.measure);
  return filled({
    ...differs(prior.min_replica, min_replica) && { minReplica: min_replica },
    ...differs(prior.max_replica, max_replica) && { maxReplica: max_replica },
    // Null too: a timeout left over is refused beside replicas.
    ...!isUnknown(scale_to_zero_timeout) &&
      differs(prior.scale_to_zero_timeout, scale_to_zero_timeout) &&
      { scaleToZeroTimeout: scale_to_zero_timeout },
    ...measure && differs(prior.measure, plan.measure) && { measure },
  });
}

function modelChanges(change: Change): EndpointModelUpdate | undefined {
  const { prior: { model: prior }, plan: { model: plan } } = change;
  // Null: an engine that this version does not know, and leaves alone.
  const imageChanges = plan.image !== null && differs(prior.image, plan.image);
  const secretsChange = differs(prior.secrets, plan.secrets) ||
    differs(prior.secrets_wo_version, plan.secrets_wo_version);
  return filled({
    ...differs(prior.repository, plan.repository) &&
      { repository: plan.repository },
    ...differs(prior.framework, plan.framework) &&
      valueOf("framework", plan.framework),
    ...imageChanges && { image: imageRequest(change.plan, change.config) },
    ...revisionChange(change),
    ...differs(prior.task, plan.task) && valueOf("task", plan.task),
    ...differs(prior.env, plan.env) && { env: plan.env ?? {} },
    ...secretsChange &&
      { secrets: secretsRequest(change.plan, change.config) ?? {} },
    ...differs(prior.args, plan.args) && { args: plan.args ?? [] },
    ...differs(prior.command, plan.command) && { command: plan.command ?? [] },
  });
}

/** The commit of another repository means nothing: null finds the newest. */
function revisionChange({ prior, plan }: Change): EndpointModelUpdate {
  const { revision } = plan.model;
  if (isUnknown(revision)) {
    const moves = prior.model.repository !== plan.model.repository;
    return moves ? { revision: null } : {};
  }
  return differs(prior.model.revision, revision) ? { revision } : {};
}

function featureChanges(
  prior: EndpointState["experimental_features"],
  planned: EndpointPlan["experimental_features"],
): EndpointExperimentalFeatures | undefined {
  const plan = given(planned);
  if (plan === undefined) return undefined;
  const { kv_router, skip_repo_download } = plan;
  return filled({
    ...extraChanges(prior?.extra ?? null, plan.extra),
    ...differs(prior?.kv_router ?? null, kv_router) &&
      { kvRouter: kv_router === null ? null : { tag: kv_router.tag } },
    ...differs(prior?.skip_repo_download ?? null, skip_repo_download) &&
      valueOf("skipRepoDownload", skip_repo_download),
  });
}

function extraChanges(prior: string | null, plan: string | null): object {
  const before = parseRecord(prior ?? "{}") ?? {};
  const after = parseRecord(plan ?? "{}") ?? {};
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names].filter((name) =>
      canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null)
    ).map((name) => [name, after[name] ?? null]),
  );
}
