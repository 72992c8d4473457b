/**
 * Planned values of a Space's attributes that are not configured, but follow
 * from others or from the template.
 *
 * @module
 */

import {
  didYouMean,
  failure,
  isUnknown,
  Path,
  type PlanValuesContext,
  type Unknown,
  unknown,
  type Value,
} from "@hf-terraform/framework";
import type { SpaceTemplate } from "@hf-terraform/client";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { plannedUrl } from "../repo/repo_object.ts";
import { same } from "../schema/same.ts";
import { isWaitPending } from "../object/wait.ts";
import { isZeroGpu } from "../schema/known_values.ts";
import { cardKeys } from "./card.ts";
import type { PlannedSpace, spaceSchema } from "./schema.ts";
import { isReadyStage, waits } from "./wait.ts";
import { planAdvice } from "../cost/plan_advice.ts";

/** The values of a plan. */
export type SpacePlanning = PlanValuesContext<
  typeof spaceSchema,
  HuggingFaceProvider
>;

/** Values for what is not configured; undefined: it stays as it is. */
export function decide(
  context: SpacePlanning,
): Record<string, Value | undefined> {
  const url = plannedUrl("space", context);
  return {
    url,
    git_url: url,
    ...decideCard(context),
    ...decideRuntime(context),
    ...isDue(context) && { stage: unknown },
  };
}

/** The plan with a stage that is known although the Space starts again. */
export function withStage({ prior, planned }: SpacePlanning): PlannedSpace {
  if (prior === null) return planned;
  const isPaused = prior.stage === "PAUSED" && planned.paused === true;
  const runs = prior.stage === "RUNNING" && planned.paused === false &&
    waits(planned);
  const stage = isPaused || runs ? prior.stage : planned.stage;
  const isThere = !isUnknown(stage) && same(planned.hardware, prior.hardware);
  return {
    ...planned,
    stage,
    hardware_current: isThere ? prior.hardware_current : unknown,
  };
}

/** Whether the apply goes on waiting for a Space, though nothing differs. */
function isDue({ prior, planned, ...notes }: SpacePlanning): boolean {
  return isWaitPending(notes) && !isReadyStage(prior?.stage ?? null) &&
    planned.wait_for_ready !== false && planned.paused !== true;
}

/** Plans the README's settings, which stay unless the file is configured. */
function decideCard({ planned: { files }, prior }: SpacePlanning) {
  const isOwned = isUnknown(files) ||
    files !== null && Object.hasOwn(files, "README.md");
  const isOpen = isOwned &&
    !same(readmeOf(files), readmeOf(prior?.files ?? null));
  return isOpen
    ? Object.fromEntries(cardKeys.map((key) => [key, unknown]))
    : {};
}

function readmeOf(files: PlannedSpace["files"]): unknown {
  return isUnknown(files) ? unknown : files?.["README.md"] ?? null;
}

/** Hardware and replicas have defaults, so that taking them out saves money. */
function decideRuntime({ config, prior }: SpacePlanning) {
  const sdk = config.sdk ?? prior?.sdk ?? unknown;
  const byDefault = <T>(value: T): T | Unknown | null =>
    isUnknown(sdk) ? unknown : sdk === "static" ? null : value;
  // An import that was not told any has no default to go back to.
  const isUntold = prior !== null && prior.hardware === null &&
    prior.sdk !== "static";
  const hardware = config.hardware ??
    (isUntold ? null : byDefault("cpu-basic"));
  const stays = prior !== null && same(hardware, prior.hardware);
  // ZeroGPU is scaled by the service, and so is a Space without replicas.
  const isScaled = isUnknown(hardware) || isZeroGpu(hardware) ||
    stays && prior.replicas === null;
  return {
    hardware,
    replicas: !isScaled ? byDefault(1) : stays ? undefined : unknown,
    sleep_time: stays ? undefined : sdk === "static" ? null : unknown,
  };
}

/** Warns of a template that there is not, if that can be found out soon. */
export async function adviseTemplate(
  { prior, planned: { template }, provider, diagnostics }: SpacePlanning,
): Promise<void> {
  if (prior !== null || typeof template !== "string") return;
  const templates = await planAdvice(provider).templates();
  if (templates?.some(({ repoId }) => repoId === template) !== false) return;
  diagnostics.addWarning(
    `Unknown template ${template}`,
    about(template, templates),
    Path.root.attribute("template"),
  );
}

/**
 * The SDK of a template.
 *
 * @throws {DiagnosticsError} If there is no such template.
 */
export async function sdkOfTemplate(
  template: string | null,
  provider: HuggingFaceProvider,
  signal: AbortSignal,
): Promise<string> {
  const { spaces } = await provider.client();
  const templates = await spaces.listTemplates({ signal }).toArray();
  const found = templates.find(({ repoId }) => repoId === template);
  if (found?.sdk !== undefined) return found.sdk;
  throw failure(
    `Unknown template ${template}`,
    `${about(template ?? "", templates)} If it is too new for the list, set ` +
      "`sdk` too.",
    Path.root.attribute("template"),
  );
}

function about(template: string, templates: readonly SpaceTemplate[]): string {
  const ids = templates.map(({ repoId }) => repoId).sort();
  const advice = didYouMean(template, ids) ||
    ` There are: ${ids.map((id) => `\`${id}\``).join(", ")}.`;
  return `\`template\` is "${template}", which is no template of the Hub.` +
    advice;
}
