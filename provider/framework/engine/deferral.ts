/**
 * Putting off what can't be planned yet.
 *
 * @module
 */

import type { DeferralReason } from "../define/resource.ts";
import type { Diagnostics } from "../diagnostics.ts";

/** Adds the error of a deferral that the client does not allow. */
export function addNotDeferrable(
  diagnostics: Diagnostics,
  typeName: string,
  reason: DeferralReason,
): void {
  diagnostics.addError(
    `Can't put off the plan of ${typeName}`,
    `The provider wants to put the plan off (${reason}), but this run of ` +
      "Terraform does not allow that. Apply first what it depends on, with " +
      "`-target`.",
  );
}
