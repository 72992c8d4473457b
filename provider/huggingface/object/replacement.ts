import type { Diagnostics, Path } from "@hf-terraform/framework";
import type { AdviceContext } from "../provider_data.ts";
import { markOf, type PrivateNotes } from "./notes.ts";

/** The plan of a create or of a change, with what replaces the object. */
export interface ReplacementContext extends AdviceContext, PrivateNotes {
  readonly prior: object | null;
  readonly requiresReplace?: readonly unknown[] | undefined;
}

/**
 * Whether a plan destroys what there is before it creates what comes. What
 * `-replace` replaces is planned once more without its state, and Terraform shows
 * errors only then.
 */
export function isReplacement(plan: ReplacementContext): boolean {
  const { prior, requiresReplace = [], provider: { replacing } } = plan;
  return prior === null
    ? replacing.get(markOf(plan) ?? "")?.isSaid === false
    : requiresReplace.length > 0;
}

/** Warns of what a create is refused for; an error where it replaces something. */
export function tellObstacle(
  diagnostics: Diagnostics,
  isReplaced: boolean,
  [summary, detail, at]: readonly [summary: string, detail: string, at?: Path],
): void {
  if (!isReplaced) return diagnostics.addWarning(summary, detail, at);
  const meaning = "Unless `create_before_destroy` is set, the old one is " +
    "destroyed by then. If it may be, destroy it first.";
  diagnostics.addError(summary, `${detail} ${meaning}`, at);
}
