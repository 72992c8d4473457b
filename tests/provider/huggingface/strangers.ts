/**
 * Objects of a stranger under the name of a resource, with values that
 * distinguish them from the resource's own.
 *
 * @module
 */

import type { ValueObject } from "../../../provider/framework/mod.ts";

/** The distinguishing values in an answer, by type. */
export const strangers: Readonly<Record<string, ValueObject>> = {
  huggingface_bucket: { visibility: "public" },
  huggingface_collection: { description: "Theirs" },
  huggingface_dataset: { visibility: "public" },
  huggingface_endpoint: { tags: ["theirs"] },
  huggingface_model: { visibility: "public" },
  huggingface_organization_invitation: { external_id: "3" },
  huggingface_resource_group: { description: "Theirs" },
  huggingface_resource_group_member: { role: "admin" },
  huggingface_service_account_token: { permissions: ["org.read"] },
  huggingface_space: { visibility: "public" },
  huggingface_space_variable: { value: "theirs" },
};
