/**
 * What the plan of a Space says of attributes that are not configured, where
 * that follows from others.
 *
 * @module
 */

import {
  isUnknown,
  type ModifyPlanContext,
  type Unknown,
  unknown,
  type Value,
} from "../../../framework/mod.ts";
import type { HuggingFaceProvider } from "../../shared/provider_data.ts";
import { same } from "../../shared/same.ts";
import type { PlannedSpace, SpaceConfig, SpaceState } from "./schema.ts";

/** What a plan is made of. */
export type SpacePlanning = ModifyPlanContext<
  SpaceConfig,
  PlannedSpace,
  SpaceState,
  HuggingFaceProvider
>;

/** Values for what is not configured; undefined: it stays as it is. */
export function decide(
  context: Pick<SpacePlanning, "config" | "prior" | "planned" | "provider">,
): Record<string, Value | undefined> {
  const { config, prior, provider } = context;
  const { name } = context.planned;
  // Whose the token is would be an answer of the network.
  const namespace = config.namespace ?? prior?.namespace ??
    provider.configuredNamespace ?? unknown;
  const isNamed = !isUnknown(namespace) && !isUnknown(name);
  const id = isNamed ? `${namespace}/${name}` : unknown;
  const isMoved = prior === null || prior.url === null || id !== prior.id;
  const { hubUrl } = provider;
  const url = !isMoved
    ? prior.url
    : isUnknown(id) || isUnknown(hubUrl)
    ? unknown
    : `${hubUrl}/spaces/${id}`;
  return {
    namespace,
    url,
    git_url: url,
    ...decideCard(context),
    ...decideRuntime(context),
  };
}

/** What the README holds; it stays unless the file itself is configured. */
function decideCard({ planned: { files }, prior }: Pick<
  SpacePlanning,
  "planned" | "prior"
>) {
  const isOwned = isUnknown(files) ||
    files !== null && Object.hasOwn(files, "README.md");
  const isOpen = isOwned &&
    !same(readmeOf(files), readmeOf(prior?.files ?? null));
  const value = isOpen ? unknown : undefined;
  return {
    title: value,
    short_description: value,
    license: value,
    sdk_version: value,
  };
}

function readmeOf(files: PlannedSpace["files"]): unknown {
  return isUnknown(files) ? unknown : files?.["README.md"] ?? null;
}

/** Hardware and replicas have defaults, so that taking them out saves money. */
function decideRuntime({ config, prior }: Pick<
  SpacePlanning,
  "config" | "prior"
>) {
  const sdk = config.sdk ?? prior?.sdk ?? unknown;
  const byDefault = <T>(value: T): T | Unknown | null =>
    isUnknown(sdk) ? unknown : sdk === "static" ? null : value;
  const hardware = config.hardware ?? byDefault("cpu-basic");
  return {
    hardware,
    // The service scales a Space without replicas by itself.
    replicas: prior !== null && prior.replicas === null ? null : byDefault(1),
    sleep_time: prior !== null && same(hardware, prior.hardware)
      ? prior.sleep_time
      : sdk === "static"
      ? null
      : unknown,
  };
}
