/**
 * A Space as the Hub shows it, as a state.
 *
 * @module
 */

import { isUnknown, type Unknown } from "../../../framework/mod.ts";
import type {
  RepoInfo,
  SpaceRuntime,
  SpaceVariable,
  SpaceVolume,
  Visibility,
} from "../../../../mod.ts";
import type { SpacePlan, SpaceState } from "./types.ts";

/** What was seen of a Space. */
export interface SeenSpace {
  /** Its information. */
  readonly info: RepoInfo;
  /** Who sees it; undefined: only the information tells. */
  readonly visibility?: Visibility | undefined;
  /** Its variables; undefined: not looked at. */
  readonly variables?: Readonly<Record<string, SpaceVariable>> | undefined;
  /** Its files by path, those that are kept; undefined: not looked at. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** The secrets that are still as they were set; undefined: not looked at. */
  readonly intactSecrets?: ReadonlySet<string> | undefined;
  /** Whether a write-only secret is no longer as it was set. */
  readonly hasForeignSecret?: boolean | undefined;
}

/** What a state is made with. */
export interface StateOptions {
  /** The state or plan to complete; null: an import. */
  readonly kept: SpacePlan | null;
  /** The base URL of the Hub. */
  readonly hubUrl: string;
}

/** The state of a Space. */
export function stateOf(seen: SeenSpace, options: StateOptions): SpaceState {
  const { info } = seen;
  const { kept, hubUrl } = options;
  const runtime = info.runtime ?? { stage: "NO_APP_FILE" };
  const [namespace = "", name = ""] = info.id.split("/");
  const url = `${hubUrl}/spaces/${info.id}`;
  const card = info.cardData ?? {};
  return {
    id: info.id,
    space_id: info._id,
    namespace,
    name,
    sdk: info.sdk ?? knownOr(kept?.sdk, null),
    template: kept?.template ?? null,
    sdk_version: text(card["sdk_version"]),
    visibility: visibilityOf(seen, kept),
    title: text(card["title"]),
    short_description: text(card["short_description"]),
    license: text(card["license"]),
    region: info.region ?? knownOr(kept?.region, null),
    resource_group_id: info.resourceGroup?.id ?? null,
    ...runtimeState(runtime, info.sdk === "static", kept),
    ...keysState(seen, kept),
    files: filesState(seen, kept),
    wait_for_running: kept?.wait_for_running ?? null,
    timeouts: kept?.timeouts ?? null,
    url,
    git_url: url,
    app_url: info.subdomain === undefined
      ? knownOr(kept?.app_url, null)
      : `https://${info.subdomain}.hf.space`,
    sha: info.sha ?? null,
    created_at: info.createdAt ?? null,
    last_modified: info.lastModified ?? null,
  };
}

/** A value that is there and known, else the other one. */
export function knownOr<T, E>(
  value: T | Unknown | null | undefined,
  otherwise: E,
): T | E {
  return value === null || value === undefined || isUnknown(value)
    ? otherwise
    : value;
}

function text(value: unknown): string | null {
  return value === null || value === undefined || typeof value === "object"
    ? null
    : String(value);
}

function visibilityOf(
  { info, visibility }: SeenSpace,
  kept: SpacePlan | null,
): string {
  if (visibility !== undefined) return visibility;
  if (kept?.visibility === "protected") return "protected";
  return info.private === false ? "public" : "private";
}

type RuntimeState = Pick<
  SpaceState,
  | "hardware"
  | "hardware_current"
  | "sleep_time"
  | "replicas"
  | "volumes"
  | "dev_mode"
  | "paused"
  | "stage"
  | "custom_domains"
>;

function runtimeState(
  runtime: SpaceRuntime,
  isStatic: boolean,
  kept: SpacePlan | null,
): RuntimeState {
  // What nobody asked for is what every Space begins with.
  const requested = runtime.hardware === undefined
    ? null
    : runtime.hardware.requested ?? "cpu-basic";
  const before = knownOr(kept?.hardware, null);
  // Free hardware runs in one copy, whatever was said on the one before.
  const replicas = requested === "cpu-basic" ? 1 : runtime.replicas?.requested;
  return {
    hardware: isStatic
      ? null
      // The two names of the same hardware.
      : before === "zerogpu" && requested === "zero-a10g"
      ? before
      : requested,
    hardware_current: runtime.hardware?.current ?? null,
    sleep_time: isStatic ? null : sleepTimeOf(runtime, requested, kept),
    replicas: isStatic || typeof replicas !== "number" ? null : replicas,
    volumes: volumesState(runtime.volumes ?? [], kept?.volumes ?? null),
    dev_mode: runtime.devMode ?? false,
    paused: runtime.stage === "PAUSED",
    stage: runtime.stage,
    custom_domains: (runtime.domains ?? [])
      .filter(({ isCustom }) => isCustom === true)
      .map(({ domain }) => domain),
  };
}

/** The service shows "never" as -1 or not at all; cpu-basic has its own. */
function sleepTimeOf(
  { gcTimeout }: SpaceRuntime,
  hardware: string | null,
  kept: SpacePlan | null,
): number {
  const before = knownOr(kept?.sleep_time, null);
  const actual = gcTimeout ?? -1;
  return hardware === "cpu-basic" ? before ?? actual : actual;
}

type VolumeState = NonNullable<SpaceState["volumes"]>[number];

function volumesState(
  volumes: readonly SpaceVolume[],
  kept: SpacePlan["volumes"],
): SpaceState["volumes"] {
  if (volumes.length === 0) return kept === null ? null : [];
  const before = kept ?? [];
  const order = before.map(({ mount_path }) => mount_path);
  const rank = ({ mount_path }: VolumeState) => {
    const i = order.indexOf(mount_path);
    return i === -1 ? order.length : i;
  };
  return volumes.map((volume): VolumeState => {
    const same = before.find((one) => one.mount_path === volume.mountPath);
    const isBucket = volume.type === "bucket";
    return {
      type: volume.type,
      // The Hub masks what the token may not see.
      source: /^\*+\/\*+$/.test(volume.source) && same !== undefined
        ? same.source
        : volume.source,
      mount_path: volume.mountPath,
      revision: isBucket ? null : volume.revision ?? "main",
      read_only: volume.readOnly ?? !isBucket,
      path: volume.path ?? null,
    };
  }).sort((a, b) => rank(a) - rank(b));
}

/** Only what is managed here is looked at; an import takes all there is. */
function keysState(
  seen: SeenSpace,
  kept: SpacePlan | null,
): Pick<
  SpaceState,
  "variables" | "secrets" | "secrets_wo" | "secrets_wo_version"
> {
  const { variables, intactSecrets, hasForeignSecret } = seen;
  return {
    variables: variablesState(variables, kept),
    secrets: kept?.secrets == null || intactSecrets === undefined
      ? kept?.secrets ?? null
      : filtered(kept.secrets, (key) => intactSecrets.has(key)),
    secrets_wo: null,
    secrets_wo_version: hasForeignSecret === true
      ? null
      : kept?.secrets_wo_version ?? null,
  };
}

function variablesState(
  actual: SeenSpace["variables"],
  kept: SpacePlan | null,
): SpaceState["variables"] {
  const before = kept?.variables ?? null;
  if (actual === undefined) return before;
  if (kept === null) {
    const all = Object.entries(actual).map(([key, { value }]) => [key, value]);
    return all.length === 0 ? null : Object.fromEntries(all);
  }
  if (before === null) return null;
  const values: Record<string, string> = {};
  for (const key of Object.keys(before)) {
    const value = Object.hasOwn(actual, key) ? actual[key]?.value : undefined;
    if (value !== undefined) values[key] = value;
  }
  return values;
}

function filesState(
  { files }: SeenSpace,
  kept: SpacePlan | null,
): SpaceState["files"] {
  if (kept?.files == null || files === undefined) return kept?.files ?? null;
  return { ...files };
}

function filtered(
  map: Readonly<Record<string, string>>,
  holds: (key: string) => boolean,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(map).filter(([key]) => holds(key)));
}
