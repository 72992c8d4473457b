/**
 * One Space and everything that is needed to speak to it and of it.
 *
 * @module
 */

import { isUnknown, Path } from "../../../framework/mod.ts";
import {
  type HuggingFace,
  isApiError,
  type RepoInfo,
} from "../../../../mod.ts";
import {
  infoOf,
  type RepoObject,
  writePermission,
} from "../../shared/repo_object.ts";
import { type Difference, settle } from "../../shared/settle.ts";
import { type SeenSpace, stateOf } from "./state.ts";
import type { SpacePlan, SpaceState } from "./types.ts";

/** One Space and everything that is needed to speak to it. */
export type Target = RepoObject;

/** The target of an operation. */
export function spaceTarget(
  id: string,
  client: HuggingFace,
  context: Target["context"],
): Target {
  return {
    kind: "Space",
    type: "space",
    id,
    permission: writePermission,
    pathOf: blame,
    adviceOn,
    client,
    reader: context.provider.spaces,
    context,
  };
}

/** The base URL of the Hub; known, as there is a client. */
export function hubUrlOf({ context }: Target): string {
  const { hubUrl } = context.provider;
  return isUnknown(hubUrl) ? "https://huggingface.co" : hubUrl;
}

function adviceOn(error: unknown): string | undefined {
  return isApiError(error, 402)
    ? "Static Spaces are free for everyone; Gradio and Docker Spaces on " +
      "`cpu-basic`, protected Spaces, dev mode, regions and resource groups " +
      "need PRO for a user, and a Team or Enterprise plan for an organization."
    : undefined;
}

const words: readonly (readonly [RegExp, string])[] = [
  [/hardware|flavor|zerogpu|payment method/i, "hardware"],
  [/sleep/i, "sleep_time"],
  [/replicas/i, "replicas"],
  [/protected|visibility/i, "visibility"],
  [/dev mode/i, "dev_mode"],
  [/region/i, "region"],
  [/resource group/i, "resource_group_id"],
  [/volume|mount/i, "volumes"],
  [/template/i, "template"],
  [/short_description/i, "short_description"],
  [/repository name|repo name/i, "name"],
];

/** The attribute that the service complains of; undefined if none. */
function blame(error: unknown): Path | undefined {
  if (!isApiError(error) || ![400, 402, 403, 422].includes(error.status)) {
    return undefined;
  }
  const found = words.find(([pattern]) => pattern.test(error.reason));
  return found === undefined ? undefined : Path.root.attribute(found[1]);
}

/** What the Hub says of the Space after a change to what is planned. */
export async function wholeInfoOf(
  target: Target,
  plan: SpacePlan,
): Promise<RepoInfo> {
  const hasVolumes = (plan.volumes?.length ?? 0) > 0;
  return await withRuntime(await infoOf(target), hasVolumes, target);
}

/**
 * The information with all of the runtime: that volumes are in it is not
 * documented, so that their absence means something only in the runtime itself.
 *
 * @param hasVolumes Whether there should be volumes, as far as is known.
 */
export async function withRuntime(
  info: RepoInfo,
  hasVolumes: boolean,
  { id, client, context: { signal } }: Target,
): Promise<RepoInfo> {
  const isWhole = info.runtime !== undefined &&
    (!hasVolumes || info.runtime.volumes !== undefined);
  if (isWhole) return info;
  return { ...info, runtime: await client.spaces.runtime(id, { signal }) };
}

/** The state after requests that were to make what is planned. */
export function settled(
  seen: SeenSpace,
  plan: SpacePlan,
  target: Target,
): { state: SpaceState; differences: readonly Difference[] } {
  const actual = stateOf(seen, { kept: plan, hubUrl: hubUrlOf(target) });
  const { state, differences } = settle(plan, actual);
  return {
    state,
    differences: differences.filter(({ path }) => !shown.has(path)),
  };
}

const shown = new Set([
  "id",
  "space_id",
  "url",
  "git_url",
  "app_url",
  "stage",
  "hardware_current",
  "sha",
  "created_at",
  "last_modified",
  "custom_domains",
]);

/** Warns of each setting that the service did not take over. */
export function warnOfDifferences(
  differences: readonly Difference[],
  target: Target,
): void {
  for (const { path, planned, actual } of differences) {
    const isSecret = /secrets|variables|files/.test(path);
    const [name = ""] = path.split(".");
    target.context.diagnostics.addWarning(
      `The API returned a different value for ${path}`,
      `The Space ${target.id} was to have ` +
        (isSecret
          ? `another \`${path}\` than the API returned. `
          : `\`${path}\` = ${JSON.stringify(planned) ?? "nothing"}, but the ` +
            `API returned ${JSON.stringify(actual) ?? "nothing"}. `) +
        "The next plan shows it as a change made outside of Terraform; write " +
        "the value that the API returns, if it is right.",
      Path.root.attribute(name),
    );
  }
}
