/**
 * Changes that cannot go by an answer which leaves out what they need.
 *
 * @module
 */

import { type DiagnosticsError, failure } from "@hf-terraform/framework";

/**
 * The error of a change that needs what an answer did not tell.
 *
 * @param what What that is, such as `the members of the resource group acme/1`.
 */
export function notTold(what: string): DiagnosticsError {
  return failure(
    `The API did not tell ${what}`,
    "Without that a change could take away what no plan has shown. Nothing was " +
      "changed. Try again; the log names what was wrong with the answer.",
  );
}
