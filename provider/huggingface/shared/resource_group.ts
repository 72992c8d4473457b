/**
 * The resource group of an object, in the same words everywhere.
 *
 * @module
 */

import { v } from "@hf-terraform/framework";
import { planText } from "./access.ts";

/** The attribute `resource_group_id` of a kind of object. */
export function resourceGroup(kind: string) {
  return {
    optional: true,
    description: `The resource group of the organization that the ${kind} ` +
      `belongs to: 24 hex digits (${planText("Team")}).`,
    validators: [v.matches(/^[0-9a-f]{24}$/, "24 hex digits")],
  } as const;
}
