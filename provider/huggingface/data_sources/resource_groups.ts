/**
 * `huggingface_resource_groups`: the resource groups of an organization.
 *
 * @module
 */

import { type DataSource, s } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { ResourceGroupDetails } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import {
  failedFor,
  groupsOf,
  organizationAttribute,
} from "../shared/organization.ts";
import { groupAttributes, ordered } from "./resource_group_fields.ts";

const b = bindingToAnswer<
  { readonly groups: readonly ResourceGroupDetails[] }
>();

/** The data source `huggingface_resource_groups`. */
export const resourceGroupsData: DataSource = dataSource(b, {
  typeName: "huggingface_resource_groups",
  permission: "org.read",
  plan: "Team",
  schema: s.schema({
    description: "The resource groups of an organization that the token's " +
      "user may see.",
    attributes: {
      organization: organizationAttribute,
      ids: b.strings(
        ({ groups }) => groups.map(({ id }) => id),
        "The ids, in the order of the names.",
      ),
      resource_groups: b.list("groups", (group) => ({
        id: group.string("id", "The id: 24 hex digits."),
        name: group.string("name", "The name."),
        ...groupAttributes(group),
      }), "The resource groups, by name."),
    },
  }),
  failed: failedFor("list the resource groups of"),
  async read({ provider, namespace, signal }) {
    const groups = await groupsOf(namespace, { provider, signal });
    return {
      groups: groups.map(ordered).sort((a, b) => a.name < b.name ? -1 : 1),
    };
  },
});
