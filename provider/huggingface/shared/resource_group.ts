/**
 * The resource group of an object, in the same words everywhere.
 *
 * @module
 */

import { type DiagnosticsError, failure } from "@hf-terraform/framework";
import { planText } from "./access.ts";
import { hexId } from "./validators.ts";

/** The attribute `resource_group_id` of a kind of object. */
export function resourceGroup(kind: string) {
  return {
    optional: true,
    description: `The resource group of the organization that the ${kind} ` +
      `belongs to: 24 hex digits (${planText("Team")}).`,
    validators: [hexId],
  } as const;
}

/** The error of a change that would go by members that nobody knows. */
export function membersNotTold(group: string): DiagnosticsError {
  return failure(
    `The API did not tell the members of the resource group ${group}`,
    "Without them a change could remove somebody. Nothing was changed. Try " +
      "again; the log names what was wrong with the answer.",
  );
}
