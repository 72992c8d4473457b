import {
  didYouMean,
  failure,
  isUnknown,
  Path,
  type PlanValuesContext,
  type Unknown,
  unknown,
  type ValidateContext,
  type Value,
} from "@hf-terraform/framework";
import type { SpaceTemplate } from "@hf-terraform/client";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { plannedUrl } from "../repo/repo_object.ts";
import { same } from "../schema/same.ts";
import { quoteNames } from "../object/create.ts";
import { planWait } from "../object/wait.ts";
import { isZeroGpu, sdks } from "../schema/known_values.ts";
import { cardKeys, cardTextsOf } from "./card.ts";
import type { PlannedSpace, SpaceConfig, spaceSchema } from "./schema.ts";
import { isReadyStage, waits } from "./wait.ts";
import { planAdvice } from "../cost/plan_advice.ts";
import { filesIn, refuseClashes } from "../repo/file_content.ts";
import { refuseInvalidReadme } from "../repo/readme.ts";

export type SpacePlanning = PlanValuesContext<
  typeof spaceSchema,
  HuggingFaceProvider
>;

/** Values for what is not configured; undefined: it stays as it is. */
export async function planSpaceValues(
  context: SpacePlanning,
): Promise<Record<string, Value | undefined>> {
  return {
    url: await plannedUrl("space", context),
    ...decideCard(context),
    ...decideRuntime(context),
    ...planWait(context, isReadyStage(context.prior?.stage ?? null)) &&
      { stage: unknown },
  };
}

/** The plan with a stage that is known although the Space starts again. */
export function withStage(
  { prior, planned, config }: SpacePlanning,
): PlannedSpace {
  if (prior === null) return planned;
  const isPaused = prior.stage === "PAUSED" && planned.paused === true;
  const runs = prior.stage === "RUNNING" && planned.paused === false &&
    waits(planned);
  const stage = isPaused || runs ? prior.stage : planned.stage;
  // What does not run tells none.
  const isUntold = isUnknown(stage) && config.sleep_time === null &&
    planned.sleep_time === null && planned.sdk !== "static";
  const isThere = !isUnknown(stage) && same(planned.hardware, prior.hardware);
  return {
    ...planned,
    stage,
    ...isUntold && { sleep_time: unknown },
    hardware_current: isThere ? prior.hardware_current : unknown,
  };
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

/** The SDK of a template; an error if there is no such template. */
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
  const advice = didYouMean(template, ids) || ` There are: ${quoteNames(ids)}.`;
  return `\`template\` is "${template}", which is no template of the Hub.` +
    advice;
}

type Context = ValidateContext<SpaceConfig>;

export async function validateSpace(context: Context): Promise<void> {
  const { config: { files }, diagnostics } = context;
  checkStatic(context);
  checkHardware(context);
  refuseClashes(filesIn({ files }), diagnostics);
  await checkReadme(context);
}

const notForStatic = [
  "hardware",
  "sleep_time",
  "replicas",
  "volumes",
  "sdk_version",
  "dev_mode",
  "paused",
] as const;

function checkStatic({ config, diagnostics }: Context): void {
  if (config.sdk !== "static") return;
  for (const name of notForStatic) {
    const value = config[name];
    if (value === null || value === false || isUnknown(value)) continue;
    diagnostics.addError(
      `Static Space cannot have ${name}`,
      "A static Space is a folder of files: nothing runs, so that there is " +
        `nothing to set. Take \`${name}\` out, or choose another \`sdk\`.`,
      Path.root.attribute(name),
    );
  }
}

function checkHardware({ config, diagnostics }: Context): void {
  const { hardware, replicas, sdk } = config;
  const isBasic = hardware === "cpu-basic" ||
    hardware === null && sdk !== "static";
  if (isBasic && typeof replicas === "number" && replicas > 1) {
    diagnostics.addError(
      "Replicas need paid hardware",
      `\`replicas\` is ${replicas}, but \`cpu-basic\` runs in one copy only. ` +
        "Set `hardware` to a paid one, or take `replicas` out.",
      Path.root.attribute("replicas"),
    );
  }
  if (isZeroGpu(hardware) && typeof sdk === "string" && sdk !== "gradio") {
    diagnostics.addError(
      "ZeroGPU is for Gradio Spaces only",
      `\`sdk\` is \`${sdk}\`. Choose other hardware, or \`sdk = "gradio"\`.`,
      Path.root.attribute("hardware"),
    );
  }
}

async function checkReadme({ config, diagnostics }: Context): Promise<void> {
  const { files } = config;
  if (files === null || isUnknown(files)) return;
  const readme = files["README.md"];
  if (readme === undefined) return;
  for (const name of cardKeys) {
    if (config[name] === null) continue;
    diagnostics.addError(
      "Two sources of the README",
      `\`${name}\` is written into \`README.md\`, which \`files\` gives as a ` +
        `whole. Write \`${name}\` into the front matter of the file, or take ` +
        "the file out of `files`.",
      Path.root.attribute(name),
    );
  }
  const at = Path.root.attribute("files").key("README.md");
  await refuseInvalidReadme(readme, at, diagnostics);
  if (typeof readme !== "string") return;
  const { sdk } = config;
  const written = (await cardTextsOf(readme))("sdk");
  if (written !== undefined) {
    if (typeof sdk !== "string" || written === null) return;
    // Of an sdk that is not known, the service decides.
    if (written === sdk || !sdks.includes(written)) return;
    diagnostics.addError(
      "README with another sdk",
      `\`sdk\` is "${sdk}", but the front matter of \`README.md\` says ` +
        `\`sdk: ${written}\`, which would decide. Write the same into both.`,
      at,
    );
    return;
  }
  diagnostics.addError(
    "README without configuration",
    [
      "The `README.md` of a Space must begin with front matter that has `sdk`, " +
      "or the Space does not start:",
      { lines: `---\nsdk: ${sdks.find((one) => one === sdk) ?? sdks[0]}\n---` },
    ],
    at,
  );
}
