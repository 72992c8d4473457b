/**
 * The resource group of an object, in the same words everywhere.
 *
 * @module
 */

import { planText } from "../define/access.ts";
import { hexId } from "./validators.ts";

/** The attribute `resource_group_id` of a kind of object. */
export function groupOptions(kind: string) {
  return {
    optional: true,
    description: `The resource group of the organization that the ${kind} ` +
      `belongs to: 24 hex digits (${planText("Team")}).`,
    validators: [hexId],
  } as const;
}
