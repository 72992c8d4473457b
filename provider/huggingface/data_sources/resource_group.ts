/**
 * `huggingface_resource_group`: one resource group of an organization.
 *
 * @module
 */

import {
  type DataSource,
  failure,
  Path,
  rules,
  s,
  v,
} from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { ResourceGroupDetails } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import {
  failedFor,
  groupIdOptions,
  groupsOf,
  organizationAttribute,
} from "../shared/organization.ts";
import { groupAttributes, ordered } from "./resource_group_fields.ts";

const b = bindingToAnswer<ResourceGroupDetails>();

/** The data source `huggingface_resource_group`. */
export const resourceGroupData: DataSource = dataSource(b, {
  typeName: "huggingface_resource_group",
  permission: "org.read",
  plan: "Team",
  schema: s.schema({
    description: "A resource group that is there already, by its name or id.",
    attributes: {
      organization: organizationAttribute,
      name: b.given(
        s.string({
          optional: true,
          computed: true,
          description: "The name. Either this or `resource_group_id`.",
          validators: [v.lengthBetween(1, 200)],
        }),
        "name",
      ),
      resource_group_id: b.given(
        s.string({
          optional: true,
          computed: true,
          description: "The id: 24 hex digits. Either this or `name`.",
          validators: groupIdOptions.validators,
        }),
        "id",
      ),
      ...groupAttributes(b),
    },
    validators: [rules.exactlyOneOf("name", "resource_group_id")],
  }),
  failed: failedFor("read a resource group of"),
  async read({ config, provider, namespace, signal }) {
    const { name, resource_group_id } = config;
    const attribute = name === null ? "resource_group_id" : "name";
    const [found, another] = (await groupsOf(namespace, { provider, signal }))
      .filter((group) =>
        name === null ? group.id === resource_group_id : group.name === name
      );
    const at = Path.root.attribute(attribute);
    if (found === undefined) {
      throw failure(
        `${namespace} has no resource group ${name ?? resource_group_id}`,
        "Or the token's user may not see it: members see the groups that " +
          "they belong to, admins all of them.",
        at,
      );
    }
    if (another !== undefined) {
      throw failure(
        `${namespace} has several resource groups ${name}`,
        "Say which by `resource_group_id`: " +
          `${found.id} and ${another.id} are two of them.`,
        at,
      );
    }
    return ordered(found);
  },
});
