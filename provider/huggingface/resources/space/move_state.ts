/**
 * States of `strickvl/huggingface-spaces`, in the form of this provider.
 *
 * That provider stored what was configured and never looked again, so most
 * comes with the read that follows; what it left unset it stored as "" or 0.
 *
 * @module
 */

import { failure, type MoveContext } from "../../../framework/mod.ts";
import { isRecord, type JsonRecord } from "../../shared/json.ts";
import { parseHubId } from "../../shared/ids.ts";
import type { HuggingFaceProvider } from "../../shared/provider_data.ts";
import type { SpaceState } from "./schema.ts";

/**
 * Takes over the state of another provider's Space. Terraform asks before it
 * configures the provider: what was not stored comes with the next read.
 */
export function moveFromOthers(
  context: MoveContext<HuggingFaceProvider>,
): SpaceState | undefined {
  const isTheirs = /(^|\/)(strickvl|davidrd123)\/huggingface-spaces$/.test(
    context.sourceProviderAddress,
  ) && context.sourceTypeName === "huggingface-spaces_space" &&
    context.sourceSchemaVersion === 0;
  return isTheirs ? converted(context.sourceState) : undefined;
}

function converted(stored: unknown): SpaceState {
  const raw: JsonRecord = isRecord(stored) ? stored : {};
  const id = textAt(raw, "id");
  if (id === null) {
    throw failure(
      "State of an unknown provider",
      "This state has no `id`, so it is none of `strickvl/huggingface-spaces`. " +
        "Remove the resource from the state with `terraform state rm`, which " +
        "deletes nothing, and import it.",
    );
  }
  const { namespace, name } = parseHubId("space", id);
  return {
    ...nothing,
    id: `${namespace}/${name}`,
    namespace,
    name,
    sdk: textAt(raw, "sdk"),
    template: textAt(raw, "template"),
    visibility: raw.private === false ? "public" : "private",
    hardware: textAt(raw, "hardware"),
    sleep_time: numberAt(raw, "sleep_time"),
    secrets: textsAt(raw, "secrets"),
    variables: textsAt(raw, "variables"),
  };
}

/** What the other provider did not store. */
const nothing = {
  space_id: null,
  sdk_version: null,
  title: null,
  short_description: null,
  license: null,
  replicas: null,
  volumes: null,
  dev_mode: false,
  paused: false,
  region: null,
  resource_group_id: null,
  secrets_wo: null,
  secrets_wo_version: null,
  files: null,
  wait_for_ready: null,
  wait_for_running: null,
  timeouts: null,
  url: null,
  app_url: null,
  git_url: null,
  stage: null,
  hardware_current: null,
  sha: null,
  created_at: null,
  last_modified: null,
  custom_domains: null,
} as const;

function textAt(raw: JsonRecord, name: string): string | null {
  const value = raw[name];
  return typeof value === "string" && value !== "" ? value : null;
}

function numberAt(raw: JsonRecord, name: string): number | null {
  const value = raw[name];
  return typeof value === "number" && value !== 0 ? value : null;
}

function textsAt(
  raw: JsonRecord,
  name: string,
): Readonly<Record<string, string>> | null {
  const value = raw[name];
  if (!isRecord(value)) return null;
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(entries);
}
