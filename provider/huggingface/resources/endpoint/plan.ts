/**
 * The plan of an endpoint: it depends on configuration and state, and on
 * nothing else.
 *
 * What is not configured keeps its value as long as that can be true, and is
 * "known after apply" only where the service decides.
 *
 * @module
 */

import { isUnknown, type Unknown, unknown } from "../../../framework/mod.ts";
import { same } from "../../shared/same.ts";
import { planImage, plannedEngine } from "./plan_image.ts";
import { acceleratorOf, frameworkOf } from "./rules.ts";
import type {
  EndpointConfig,
  EndpointState,
  PlannedEndpoint,
} from "./types.ts";

/** What the provider block says about new endpoints. */
export interface EndpointDefaults {
  /** Where they belong; unknown: only known at apply. */
  readonly namespace: string | Unknown;
  /** Where they run. */
  readonly cloud:
    | { readonly vendor: string; readonly region: string }
    | Unknown;
}

/** What a plan is made of. */
export interface PlanInput {
  /** The configuration. */
  readonly config: EndpointConfig;
  /** The state; null: the endpoint is created. */
  readonly prior: EndpointState | null;
  /** The plan as the schema's defaults left it. */
  readonly planned: PlannedEndpoint;
  /** What the provider block says. */
  readonly defaults: EndpointDefaults;
  /** Whether the apply waits for an endpoint that is not ready yet. */
  readonly isWaiting?: boolean;
}

/** Attributes whose change replaces the endpoint. */
const replacing = ["namespace", "name", "cloud", "private_service"] as const;

/** Attributes whose change is a request. */
const settings = [
  ...replacing,
  "type",
  "compute",
  "model",
  "tags",
  "route",
  "cache_http_responses",
  "experimental_features",
  "paused",
] as const;

/** Plans an endpoint. */
export function planEndpoint(input: PlanInput): PlannedEndpoint {
  const { config, prior, defaults } = input;
  const planned: PlannedEndpoint = {
    ...input.planned,
    namespace: config.namespace === null
      ? prior === null ? defaults.namespace : prior.namespace ?? unknown
      : input.planned.namespace,
    cloud: config.cloud === null
      ? prior?.cloud ?? defaults.cloud
      : input.planned.cloud,
    compute: planCompute(input),
    model: planModel(input),
    cache_http_responses: config.cache_http_responses === null
      ? prior === null ? unknown : prior.cache_http_responses
      : input.planned.cache_http_responses,
    experimental_features: planFeatures(input),
  };
  const created = prior === null ||
    replacing.some((name) =>
      !same(planned[name], prior[name]) &&
      (name !== "namespace" || prior.namespace !== null)
    );
  return {
    ...planned,
    ...(created ? newComputed(planned) : oldComputed(planned, prior, input)),
  };
}

/** What the service will say of an endpoint that is still to be made. */
function newComputed(planned: PlannedEndpoint) {
  const { namespace, name } = planned;
  const isNamed = typeof namespace === "string" && typeof name === "string";
  return {
    id: isNamed ? `${namespace}/${name}` : unknown,
    ...volatile,
    url: unknown,
    health_route: unknown,
    created_at: unknown,
    created_by: unknown,
  };
}

const volatile = {
  status: unknown,
  status_message: unknown,
  ready_replicas: unknown,
  target_replicas: unknown,
  updated_at: unknown,
};

/** What the service will say of an endpoint that is there already. */
function oldComputed(
  planned: PlannedEndpoint,
  prior: EndpointState,
  { isWaiting = false }: PlanInput,
) {
  const changed = (name: typeof settings[number]) =>
    !same(planned[name], prior[name]);
  const { status, status_message, ready_replicas, target_replicas } = prior;
  const before = {
    id: prior.id ?? unknown,
    status,
    status_message,
    ready_replicas,
    target_replicas,
    updated_at: prior.updated_at,
    url: prior.url,
    health_route: prior.health_route,
    created_at: prior.created_at,
    created_by: prior.created_by,
  };
  if (!settings.some(changed) && !isWaiting) return before;
  const moves = changed("type") || changed("route");
  const image = isUnknown(planned.model) ? unknown : planned.model.image;
  return {
    ...before,
    ...volatile,
    url: moves ? unknown : prior.url ?? unknown,
    health_route: same(image, prior.model.image)
      ? prior.health_route ?? unknown
      : unknown,
  };
}

function planCompute(
  { config, prior, planned }: PlanInput,
): PlannedEndpoint["compute"] {
  if (isUnknown(planned.compute) || isUnknown(config.compute)) {
    return planned.compute;
  }
  const { instance_type } = planned.compute;
  const before = prior?.compute;
  return {
    ...planned.compute,
    accelerator: config.compute.accelerator !== null
      ? planned.compute.accelerator
      : isUnknown(instance_type)
      ? unknown
      : before?.instance_type === instance_type
      ? before.accelerator ?? unknown
      : acceleratorOf(instance_type) ?? unknown,
    scaling: planScaling(
      config.compute.scaling,
      planned.compute.scaling,
      before?.scaling,
    ),
  };
}

type ScalingOf<T> = T extends { readonly scaling: infer S } ? S : never;

function planScaling(
  config: ScalingOf<EndpointConfig["compute"]>,
  planned: ScalingOf<PlannedEndpoint["compute"]>,
  prior: EndpointState["compute"]["scaling"] | undefined,
): ScalingOf<PlannedEndpoint["compute"]> {
  if (isUnknown(planned) || isUnknown(config)) return planned;
  const { min_replica } = planned;
  return {
    ...planned,
    scale_to_zero_timeout: (config?.scale_to_zero_timeout ?? null) !== null
      ? planned.scale_to_zero_timeout
      : isUnknown(min_replica)
      ? unknown
      : min_replica > 0
      ? null
      : prior?.scale_to_zero_timeout ?? unknown,
    measure: (config?.measure ?? null) !== null
      ? planned.measure
      : prior === undefined
      ? unknown
      : prior.measure,
  };
}

function planModel(
  { config, prior, planned }: PlanInput,
): PlannedEndpoint["model"] {
  if (isUnknown(planned.model) || isUnknown(config.model)) {
    return planned.model;
  }
  const before = prior?.model;
  const image = planImage(
    config.model.image,
    planned.model.image,
    before?.image,
  );
  // Commit and task belong to the repository; with another one, the service
  // finds them out again.
  const isSameModel = before !== undefined &&
    same(planned.model.repository, before.repository);
  return {
    ...planned.model,
    image,
    framework: config.model.framework === null
      ? planFramework(image, before)
      : planned.model.framework,
    revision: config.model.revision === null
      ? isSameModel ? before.revision : unknown
      : planned.model.revision,
    task: config.model.task === null
      ? isSameModel ? before.task : unknown
      : planned.model.task,
  };
}

function planFramework(
  image: ReturnType<typeof planImage>,
  before: EndpointState["model"] | undefined,
): string | Unknown {
  const engine = plannedEngine(image);
  const wasSet = before?.image ?? null;
  const isSameEngine = before !== undefined &&
    (wasSet === null ? image === null : plannedEngine(wasSet) === engine);
  if (isSameEngine && before.framework !== null) return before.framework;
  return engine === undefined ? unknown : frameworkOf(engine);
}

function planFeatures(
  { config, prior, planned }: PlanInput,
): PlannedEndpoint["experimental_features"] {
  const { experimental_features } = planned;
  const before = prior?.experimental_features;
  if (config.experimental_features === null) {
    return before === undefined ? unknown : before;
  }
  if (
    isUnknown(config.experimental_features) ||
    isUnknown(experimental_features) || experimental_features === null
  ) return experimental_features;
  const { skip_repo_download } = config.experimental_features;
  return {
    ...experimental_features,
    skip_repo_download: skip_repo_download === null
      ? before?.skip_repo_download ?? unknown
      : experimental_features.skip_repo_download,
  };
}
