/**
 * An endpoint of a plan as the API takes it: whole for a create, and for an
 * update only what changes.
 *
 * @module
 */

import { isUnknown, type Unknown } from "../../../framework/mod.ts";
import type {
  EndpointCreate,
  EndpointExperimentalFeatures,
  EndpointMeasure,
  EndpointScaling,
} from "../../../../mod.ts";
import { parseRecord } from "../../shared/json.ts";
import { defaultImage, imageToWire } from "./images.ts";
import { defaultCloud } from "./rules.ts";
import type { EndpointPlan, ImagePlan, KnownEndpointConfig } from "./types.ts";

/** The value if it is there and known. */
export function given<T>(
  value: T | Unknown | null | undefined,
): T | undefined {
  return value === null || isUnknown(value) ? undefined : value;
}

/**
 * The request that creates what is planned.
 *
 * @param accelerator The accelerator, which the plan may leave open.
 */
export function createRequest(
  plan: EndpointPlan,
  config: KnownEndpointConfig,
  accelerator: string,
): EndpointCreate {
  const { vendor, region } = given(plan.cloud) ?? defaultCloud;
  const tags = given(plan.tags);
  const route = given(plan.route);
  const link = given(plan.private_service);
  const cache = given(plan.cache_http_responses);
  const features = featuresRequest(plan.experimental_features);
  return {
    name: plan.name,
    type: plan.type,
    provider: { vendor, region },
    compute: {
      accelerator,
      instanceType: plan.compute.instance_type,
      instanceSize: plan.compute.instance_size,
      scaling: scalingRequest(plan.compute.scaling),
    },
    model: modelRequest(plan, config),
    ...tags && { tags },
    ...route && { route: { domain: route.domain, path: route.path } },
    ...link && { privateService: linkRequest(link) },
    ...cache !== undefined && { cacheHttpResponses: cache },
    ...features && { experimentalFeatures: features },
  };
}

function scalingRequest(
  scaling: EndpointPlan["compute"]["scaling"],
): EndpointScaling {
  const timeout = given(scaling.scale_to_zero_timeout);
  const measure = measureRequest(scaling.measure);
  return {
    minReplica: scaling.min_replica,
    maxReplica: scaling.max_replica,
    ...timeout !== undefined && { scaleToZeroTimeout: timeout },
    ...measure && { measure },
  };
}

/** The measure as the API takes it; undefined: the service's default. */
export function measureRequest(
  measure: EndpointPlan["compute"]["scaling"]["measure"],
): EndpointMeasure | undefined {
  const known = given(measure);
  if (known === undefined) return undefined;
  const { hardware_usage, pending_requests } = known;
  return hardware_usage !== null
    ? { hardwareUsage: hardware_usage }
    : { pendingRequests: pending_requests };
}

function modelRequest(
  plan: EndpointPlan,
  config: KnownEndpointConfig,
): EndpointCreate["model"] {
  const { model } = plan;
  const revision = given(model.revision);
  const task = given(model.task);
  const env = given(model.env);
  const secrets = secretsRequest(plan, config);
  const args = given(model.args);
  const command = given(model.command);
  return {
    repository: model.repository,
    framework: given(model.framework) ?? "custom",
    image: imageRequest(plan, config),
    // The service refuses null for most of these: absent is absent.
    ...revision !== undefined && { revision },
    ...task !== undefined && { task },
    ...env && { env },
    ...secrets && { secrets },
    ...args && { args },
    ...command && { command },
  };
}

/** The image as the API takes it, whole, with the password if it has one. */
export function imageRequest(
  { model }: EndpointPlan,
  config: KnownEndpointConfig,
): EndpointCreate["model"]["image"] {
  const image: ImagePlan = given(model.image) ?? defaultImage();
  const password = config.model.image?.custom?.credentials?.password_wo;
  return imageToWire(image, password ?? null);
}

/** The secrets as the API takes them; undefined: none are configured. */
export function secretsRequest(
  { model }: EndpointPlan,
  config: KnownEndpointConfig,
): Readonly<Record<string, string>> | undefined {
  return given(model.secrets) ?? given(config.model.secrets_wo);
}

function linkRequest(
  link: NonNullable<EndpointPlan["private_service"]>,
): NonNullable<EndpointCreate["privateService"]> {
  const { account_id, shared, region } = link;
  return {
    accountId: account_id,
    ...shared !== null && { shared },
    ...region !== null && { region },
  };
}

function featuresRequest(
  planned: EndpointPlan["experimental_features"],
): EndpointExperimentalFeatures | undefined {
  const features = given(planned);
  if (features === undefined) return undefined;
  const skip = given(features.skip_repo_download);
  return {
    ...parseRecord(features.extra ?? "{}"),
    ...features.kv_router && { kvRouter: { tag: features.kv_router.tag } },
    ...skip !== undefined && { skipRepoDownload: skip },
  };
}
