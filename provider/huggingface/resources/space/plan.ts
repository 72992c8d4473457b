/**
 * The plan of a Space: it depends on configuration and state, and on nothing
 * else.
 *
 * What is not configured keeps its value as long as that can be true, and is
 * "known after apply" only where the service decides.
 *
 * @module
 */

import { isUnknown, type Unknown, unknown } from "../../../framework/mod.ts";
import { same } from "../../shared/same.ts";
import type { PlannedSpace, SpaceConfig, SpaceState } from "./types.ts";

/** What a plan is made of. */
export interface PlanInput {
  /** The configuration. */
  readonly config: SpaceConfig;
  /** The state; null: the Space is created. */
  readonly prior: SpaceState | null;
  /** The plan as the schema's defaults left it. */
  readonly planned: PlannedSpace;
  /** The default owner; unknown: only known at apply. */
  readonly namespace: string | Unknown;
  /** The base URL of the Hub. */
  readonly hubUrl: string | Unknown;
  /** Whether the apply waits for a Space that is not ready yet. */
  readonly isWaiting?: boolean;
}

/** Attributes whose change is a commit. */
const committed = [
  "files",
  "title",
  "short_description",
  "license",
  "sdk_version",
] as const;

/** Attributes whose change is a request. */
const settings = [
  ...committed,
  "namespace",
  "name",
  "visibility",
  "hardware",
  "sleep_time",
  "replicas",
  "volumes",
  "dev_mode",
  "paused",
  "resource_group_id",
  "variables",
  "secrets",
  "secrets_wo_version",
] as const;

/** Plans a Space. */
export function planSpace(input: PlanInput): PlannedSpace {
  const { config, prior } = input;
  const kept = {
    ...input.planned,
    namespace: config.namespace === null
      ? prior?.namespace ?? input.namespace
      : input.planned.namespace,
    sdk: config.sdk === null ? prior?.sdk ?? unknown : input.planned.sdk,
    region: config.region === null
      ? prior === null ? unknown : prior.region
      : input.planned.region,
    ...planCard(input),
  };
  const planned = { ...kept, ...planRuntime(input, kept) };
  return { ...planned, ...planComputed(input, planned) };
}

/** What the README holds; it stays unless the file itself is configured. */
function planCard({ config, prior, planned }: PlanInput) {
  const isOpen = prior === null || ownsReadme(planned.files) &&
      !same(readmeOf(planned.files), readmeOf(prior.files));
  const keep = <T>(before: T | undefined): T | Unknown =>
    isOpen || before === undefined ? unknown : before;
  return {
    title: config.title === null ? keep(prior?.title) : planned.title,
    short_description: config.short_description === null
      ? keep(prior?.short_description)
      : planned.short_description,
    license: config.license === null ? keep(prior?.license) : planned.license,
    sdk_version: config.sdk_version === null
      ? keep(prior?.sdk_version)
      : planned.sdk_version,
  };
}

function ownsReadme(files: PlannedSpace["files"]): boolean {
  return isUnknown(files) || files !== null && "README.md" in files;
}

function readmeOf(files: PlannedSpace["files"]): unknown {
  return isUnknown(files) ? unknown : files?.["README.md"] ?? null;
}

/** Hardware and replicas have defaults, so that taking them out saves money. */
function planRuntime(
  { config, prior, planned }: PlanInput,
  { sdk }: Pick<PlannedSpace, "sdk">,
) {
  const byDefault = <T>(value: T): T | Unknown | null =>
    isUnknown(sdk) ? unknown : sdk === "static" ? null : value;
  const hardware = config.hardware === null
    ? byDefault("cpu-basic")
    : planned.hardware;
  const isSameHardware = prior !== null && same(hardware, prior.hardware);
  return {
    hardware,
    replicas: config.replicas !== null
      ? planned.replicas
      // The service scales such a Space by itself.
      : prior !== null && prior.replicas === null
      ? null
      : byDefault(1),
    sleep_time: config.sleep_time !== null
      ? planned.sleep_time
      : isSameHardware
      ? prior.sleep_time
      : sdk === "static"
      ? null
      : unknown,
  };
}

function planComputed(
  { prior, hubUrl, isWaiting = false }: PlanInput,
  planned: PlannedSpace,
): Partial<PlannedSpace> {
  const { namespace, name } = planned;
  const isNamed = typeof namespace === "string" && typeof name === "string";
  const id = isNamed ? `${namespace}/${name}` : unknown;
  const url = isUnknown(id) || isUnknown(hubUrl)
    ? unknown
    : `${hubUrl}/spaces/${id}`;
  const volatile = {
    stage: unknown,
    hardware_current: unknown,
    last_modified: unknown,
  };
  if (prior === null || isReplaced(prior, planned)) {
    return {
      id,
      url,
      git_url: url,
      ...volatile,
      space_id: unknown,
      app_url: unknown,
      sha: unknown,
      created_at: unknown,
      custom_domains: unknown,
    };
  }
  const changed = (attribute: keyof SpaceState) =>
    !same(planned[attribute], prior[attribute]);
  const isMoved = changed("name") || changed("namespace");
  const { stage, hardware_current, last_modified } = prior;
  return {
    id: isMoved ? id : prior.id,
    url: isMoved ? url : prior.url,
    git_url: isMoved ? url : prior.git_url,
    app_url: isMoved ? unknown : prior.app_url,
    space_id: prior.space_id ?? unknown,
    created_at: prior.created_at,
    custom_domains: prior.custom_domains,
    sha: committed.some(changed) ? unknown : prior.sha,
    ...(isWaiting || settings.some(changed)
      ? volatile
      : { stage, hardware_current, last_modified }),
  };
}

/** Whether the change needs a new Space, by the rules of the schema. */
function isReplaced(prior: SpaceState, planned: PlannedSpace): boolean {
  return !same(planned.sdk, prior.sdk) ||
    !same(planned.region, prior.region) ||
    prior.template !== null && planned.template !== null &&
      !same(planned.template, prior.template);
}
