/**
 * The template that a new Space begins with.
 *
 * @module
 */

import { didYouMean, failure, Path } from "../../../framework/mod.ts";
import type { SpaceTemplate } from "../../../../mod.ts";
import type { HuggingFaceProvider } from "../../shared/provider_data.ts";
import type { SpacePlanning } from "./plan.ts";

const path = Path.root.attribute("template");

/** Warns of a template that there is not, if that can be found out soon. */
export async function adviseTemplate(
  { prior, planned: { template }, provider, diagnostics }: SpacePlanning,
): Promise<void> {
  if (prior !== null || typeof template !== "string") return;
  const templates = await provider.advice.templates();
  if (templates === undefined || named(template, templates)) return;
  diagnostics.addWarning(
    `Unknown template ${template}`,
    about(template, templates),
    path,
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
  const templates = await spaces.templates({ signal });
  const found = named(template, templates);
  if (found !== undefined) return found.sdk;
  throw failure(
    `Unknown template ${template}`,
    `${about(template ?? "", templates)} If it is too new for the list, set ` +
      "`sdk` too.",
    path,
  );
}

function named(
  template: string | null,
  templates: readonly SpaceTemplate[],
): SpaceTemplate | undefined {
  return templates.find(({ repoId }) => repoId === template);
}

function about(template: string, templates: readonly SpaceTemplate[]): string {
  const ids = templates.map(({ repoId }) => repoId).sort();
  const advice = didYouMean(template, ids) ||
    ` There are: ${ids.map((id) => `\`${id}\``).join(", ")}.`;
  return `\`template\` is "${template}", which is no template of the Hub.` +
    advice;
}
