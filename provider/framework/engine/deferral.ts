/**
 * Putting off what can't be done yet.
 *
 * @module
 */

import type { DeferralReason } from "../define/resource.ts";
import type { Diagnostics } from "../diagnostics.ts";

/** Adds the error of a deferral that the client does not allow. */
export function addNotDeferrable(
  diagnostics: Diagnostics,
  what: string,
  reason: DeferralReason,
): void {
  diagnostics.addError(
    `Can't put off: ${what}`,
    `The provider wants to put it off (${reason.replaceAll("_", " ")}), but ` +
      "this run of Terraform does not allow that. Apply first what it depends " +
      "on, with `-target`.",
  );
}
