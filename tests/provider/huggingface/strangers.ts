/**
 * What a stranger makes under the name of a resource, so that it can be told
 * from what the resource makes.
 *
 * @module
 */

import type { ValueObject } from "../../../provider/framework/mod.ts";

/** What differs from the resource's own, in what an answer shows. */
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
