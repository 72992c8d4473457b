/**
 * Deferrals that the client does not allow.
 *
 * @module
 */

import { Deferral } from "../define/deferral.ts";
import type { DeferralReason } from "../define/resource.ts";
import { type Diagnostics, DiagnosticsError } from "../diagnostics.ts";

/**
 * Adds the error of a deferral that the client does not allow: the cause of
 * the deferral if it is one for the practitioner.
 */
export function addNotDeferrable(
  diagnostics: Diagnostics,
  what: string,
  deferral: Deferral | DeferralReason,
): void {
  const { reason, cause } = deferral instanceof Deferral
    ? deferral
    : { reason: deferral, cause: undefined };
  if (cause instanceof DiagnosticsError) {
    diagnostics.append(cause.diagnostics);
    return;
  }
  diagnostics.addError(
    "Deferral not supported",
    `The provider cannot ${what} yet (${reason.replaceAll("_", " ")}), and ` +
      "this run of Terraform does not allow to defer it. Apply first what it " +
      "depends on, with `-target`.",
  );
}
