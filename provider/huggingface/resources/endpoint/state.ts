/**
 * An endpoint of the API as the state holds it.
 *
 * @module
 */

import { isUnknown } from "../../../framework/mod.ts";
import type {
  Endpoint,
  EndpointExperimentalFeatures,
  EndpointModel,
  EndpointScaling,
} from "../../../../mod.ts";
import { sameSet } from "../../shared/same.ts";
import { extraFromWire, imageFromWire } from "./images.ts";
import { given } from "./request.ts";
import type { EndpointPlan, EndpointState } from "./types.ts";

/** What a state is made of besides the answer of the service. */
export interface StateContext {
  /** The owner, which the answer does not name. */
  readonly namespace: string;
  /** The name that was asked for, whatever the answer names. */
  readonly name: string;
  /**
   * The endpoint as it was last known or planned: the source of all that the
   * service hides, and of what tells its own additions from changes. Null
   * after an import.
   */
  readonly kept: EndpointPlan | null;
  /** The revision to hold; see `revision.ts`. */
  readonly revision: string | null;
}

/** Makes the state of an endpoint. */
export function stateOf(
  endpoint: Endpoint,
  { namespace, name, kept, revision }: StateContext,
): EndpointState {
  const { type, provider, status } = endpoint;
  return {
    id: `${namespace}/${name}`,
    namespace,
    name,
    type,
    cloud: { vendor: provider.vendor, region: provider.region },
    compute: {
      instance_type: endpoint.compute.instanceType,
      instance_size: endpoint.compute.instanceSize,
      accelerator: endpoint.compute.accelerator,
      scaling: scalingState(endpoint.compute.scaling),
    },
    model: modelState(endpoint.model, kept?.model, revision),
    tags: tagsState(endpoint.tags ?? [], kept?.tags ?? null),
    route: routeState(endpoint, kept),
    private_service: linkState(endpoint, kept),
    cache_http_responses: endpoint.experimentalFeatures?.cacheHttpResponses ??
      given(kept?.cache_http_responses) ?? null,
    experimental_features: featuresState(endpoint.experimentalFeatures, kept),
    paused: status.state === "paused",
    wait_for_ready: kept?.wait_for_ready ?? true,
    wait_for_health: kept?.wait_for_health ?? null,
    timeouts: kept?.timeouts ?? null,
    status: status.state,
    status_message: status.errorMessage === undefined
      ? status.message
      : `${status.message}: ${status.errorMessage}`,
    url: status.url ?? null,
    health_route: endpoint.healthRoute ?? null,
    ready_replicas: status.readyReplica,
    target_replicas: status.targetReplica,
    created_at: status.createdAt,
    updated_at: status.updatedAt,
    created_by: status.createdBy?.name ?? null,
  };
}

function scalingState(
  scaling: EndpointScaling,
): EndpointState["compute"]["scaling"] {
  const { minReplica, maxReplica, scaleToZeroTimeout } = scaling;
  return {
    min_replica: minReplica,
    max_replica: maxReplica,
    // The service may show a number that means nothing with replicas.
    scale_to_zero_timeout: minReplica > 0 ? null : scaleToZeroTimeout ?? null,
    measure: measureState(scaling),
  };
}

function measureState(
  { measure, metric, threshold }: EndpointScaling,
): EndpointState["compute"]["scaling"]["measure"] {
  const shown: Readonly<Record<string, unknown>> = measure ??
    (metric ? { [metric]: threshold } : {});
  const number = (value: unknown) => typeof value === "number" ? value : null;
  const hardware_usage = number(shown.hardwareUsage);
  const pending_requests = number(shown.pendingRequests);
  if (hardware_usage === null && pending_requests === null) return null;
  return { hardware_usage, pending_requests };
}

function modelState(
  model: EndpointModel,
  kept: EndpointPlan["model"] | undefined,
  revision: string | null,
): EndpointState["model"] {
  return {
    repository: model.repository,
    revision,
    framework: model.framework,
    task: model.task ?? null,
    env: envState(model.env ?? {}, kept?.env ?? null),
    secrets: kept?.secrets ?? null,
    secrets_wo: null,
    secrets_wo_version: kept?.secrets_wo_version ?? null,
    args: listState(model.args, kept?.args),
    command: listState(model.command, kept?.command),
    image: imageFromWire(model.image, given(kept?.image) ?? null),
  };
}

/**
 * The environment without the `HF_TOKEN` that the service adds by itself to
 * what was configured. Everything else in it is somebody's wish.
 */
function envState(
  env: Readonly<Record<string, string>>,
  kept: Readonly<Record<string, string>> | null,
): Readonly<Record<string, string>> | null {
  const shown = Object.entries(env).filter(([name]) =>
    name !== "HF_TOKEN" || Object.hasOwn(kept ?? {}, name)
  );
  return shown.length === 0 && kept === null ? null : Object.fromEntries(shown);
}

/** The service shows an empty list, or nothing, for an absent one. */
function listState(
  list: readonly string[] | null | undefined,
  kept: readonly string[] | null | undefined,
): readonly string[] | null {
  const shown = list ?? [];
  return shown.length === 0 ? (kept ? [] : null) : shown;
}

function tagsState(
  tags: readonly string[],
  kept: readonly string[] | null,
): readonly string[] | null {
  if (tags.length === 0) return kept === null ? null : [];
  return kept !== null && sameSet(tags, kept) ? kept : [...tags].sort();
}

function routeState(
  { route }: Endpoint,
  kept: EndpointPlan | null,
): EndpointState["route"] {
  const domain = route?.domain ?? null;
  const path = route?.path ?? null;
  const isEmpty = domain === null && path === null;
  return isEmpty && !kept?.route ? null : { domain, path };
}

function linkState(
  { privateService }: Endpoint,
  kept: EndpointPlan | null,
): EndpointState["private_service"] {
  if (!privateService) return null;
  const { accountId, shared = null, region = null } = privateService;
  const before = kept?.private_service;
  return {
    account_id: accountId,
    // Two forms of the service's documents differ in which of these it shows.
    shared: before?.shared === null ? null : shared ?? before?.shared ?? null,
    region: before?.region === null ? null : region ?? before?.region ?? null,
  };
}

function featuresState(
  features: EndpointExperimentalFeatures | undefined,
  kept: EndpointPlan | null,
): EndpointState["experimental_features"] {
  if (features === undefined) return null;
  const before = kept?.experimental_features ?? null;
  const extra = before === null || isUnknown(before) ? null : before.extra;
  return {
    kv_router: features.kvRouter ? { tag: features.kvRouter.tag } : null,
    skip_repo_download: features.skipRepoDownload ?? null,
    extra: extra === null ? null : extraFromWire(extra, { ...features }),
  };
}
