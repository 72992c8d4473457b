/**
 * A Space of a plan as the API takes it.
 *
 * @module
 */

import type { CreateRepo, KeyValue, SpaceVolume } from "../../../../mod.ts";
import { knownOr } from "./state.ts";
import type { KnownSpaceConfig, SpacePlan } from "./types.ts";

/**
 * The request that creates what is planned, with secrets, variables and
 * volumes.
 *
 * @param plan The plan.
 * @param config The configuration, which has the write-only secrets.
 * @param found What had to be asked for.
 */
export function createRequest(
  plan: SpacePlan,
  config: KnownSpaceConfig,
  found: { readonly namespace: string; readonly sdk: string },
): CreateRepo {
  const hardware = knownOr(plan.hardware, undefined);
  const sleepTime = knownOr(plan.sleep_time, undefined);
  const isBasic = hardware === undefined || hardware === "cpu-basic";
  return {
    type: "space",
    name: plan.name,
    organization: found.namespace,
    visibility: plan.visibility,
    sdk: found.sdk,
    sdkVersion: knownOr(plan.sdk_version, undefined),
    template: plan.template ?? undefined,
    license: knownOr(plan.license, undefined),
    short_description: knownOr(plan.short_description, undefined),
    region: knownOr(plan.region, undefined),
    resourceGroupId: plan.resource_group_id ?? undefined,
    // What the service takes by default need not be said.
    hardware: isBasic ? undefined : hardware,
    sleepTimeSeconds: isBasic ? undefined : sleepTime,
    devModeEnabled: plan.dev_mode ? true : undefined,
    variables: keyValues(plan.variables),
    secrets: keyValues({ ...plan.secrets, ...config.secrets_wo }),
    volumes: plan.volumes === null || plan.volumes.length === 0
      ? undefined
      : plan.volumes.map(volumeToWire),
  };
}

function keyValues(
  map: Readonly<Record<string, string>> | null,
): readonly KeyValue[] | undefined {
  const entries = Object.entries(map ?? {});
  return entries.length === 0
    ? undefined
    : entries.map(([key, value]) => ({ key, value }));
}

/** A volume as the API takes it. */
export function volumeToWire(
  volume: NonNullable<SpacePlan["volumes"]>[number],
): SpaceVolume {
  const isBucket = volume.type === "bucket";
  return {
    type: volume.type,
    source: volume.source,
    mountPath: volume.mount_path,
    revision: isBucket ? undefined : knownOr(volume.revision, undefined),
    readOnly: isBucket ? knownOr(volume.read_only, undefined) : undefined,
    path: volume.path ?? undefined,
  };
}
