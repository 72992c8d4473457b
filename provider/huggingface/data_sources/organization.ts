/**
 * `huggingface_organization`: what everybody may know about an organization.
 *
 * @module
 */

import { type DataSource, s } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { AccountOverview } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import { failedFor, organizationAttribute } from "../shared/organization.ts";

const b = bindingToAnswer<AccountOverview>();

/** The data source `huggingface_organization`. */
export const organizationData: DataSource = dataSource(b, {
  typeName: "huggingface_organization",
  permission: null,
  schema: s.schema({
    description: "What everybody may know about an organization.",
    attributes: {
      organization: organizationAttribute,
      id: b.string("_id", "The id: 24 hex digits."),
      name: b.string("name", "The name, which is a namespace."),
      fullname: b.string("fullname", "The name as it is shown."),
      plan: b.string(
        "plan",
        "The paid plan, such as `team`, `enterprise` or `plus`; null for " +
          "none.",
      ),
      verified: b.bool("isVerified", "Whether Hugging Face has verified it."),
      member_count: b.int("numUsers", "How many members it has."),
    },
  }),
  failed: failedFor("read the organization"),
  read: ({ client: { users }, namespace, signal }) =>
    users.getOverview(namespace, { type: "organization" }, { signal }),
});
