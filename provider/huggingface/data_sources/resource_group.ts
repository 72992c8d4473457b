/**
 * `huggingface_resource_group` and `huggingface_resource_groups`: resource groups of
 * an organization.
 *
 * @module
 */

import {
  type DataSource,
  failure,
  Path,
  rules,
  s,
  types,
  v,
} from "@hf-terraform/framework";
import type { AnswerBinder } from "@hf-terraform/framework/binding";
import type { ResourceGroupDetails } from "@hf-terraform/client";
import { limitNames, products } from "../resources/resource_group.ts";
import { dataSource } from "../shared/data_source.ts";
import { hexId } from "../shared/validators.ts";
import { organizationAttribute } from "../shared/organization.ts";

/** The attributes of a resource group beside its id and name. */
function groupAttributes(group: AnswerBinder<ResourceGroupDetails>) {
  return {
    description: group.string(
      ({ description }) => description || null,
      "What it is for; null if nobody said.",
    ),
    auto_join_role: group.string(
      ({ autoJoin }) => autoJoin?.enabled ? autoJoin.role : null,
      "What members of the organization may do in it, who join by " +
        "themselves; null if they do not.",
    ),
    spend_limits: group.value(
      types.map(types.int),
      ({ spendLimits = {} }) =>
        Object.fromEntries(
          limitNames.flatMap((name) => {
            const limit = spendLimits[products[name]];
            return limit === undefined ? [] : [[name, limit]];
          }),
        ),
      "What it may spend in a calendar month, in US cents, by the names that " +
        "the resource has: `total_cents`, `jobs_cents` and so on. What is " +
        "absent has no limit.",
    ),
    members: group.list("users", (user) => ({
      username: user.string("name", "The name of the user."),
      role: user.string(
        "role",
        "What the user may do: `admin`, `write`, `contributor`, `read` or " +
          "`no_access`.",
      ),
    }), "The members, by name."),
    resources: group.list("resources", (resource) => ({
      type: resource.string(
        "type",
        "What it is, such as `model`, `dataset` or `space`.",
      ),
      name: resource.string(
        ({ name, id }) => name ?? id,
        "`namespace/name` of a repository; the id of anything else.",
      ),
    }), "What belongs to it."),
  };
}

/** A resource group with its members in order. */
function ordered(group: ResourceGroupDetails): ResourceGroupDetails {
  const users = group.users?.toSorted((a, b) => a.name < b.name ? -1 : 1);
  return {
    ...group,
    resources: group.resources ?? [],
    ...users !== undefined && { users },
  };
}

/** The data source `huggingface_resource_group`. */
export const resourceGroupData: DataSource = dataSource<ResourceGroupDetails>()(
  {
    typeName: "huggingface_resource_group",
    permission: "org.read",
    plan: "Team",
    description: "A resource group that is there already, by its name or id.",
    attributes: (b) => ({
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
          validators: [hexId],
        }),
        "id",
      ),
      ...groupAttributes(b),
    }),
    validators: [rules.exactlyOneOf("name", "resource_group_id")],
    failed: "read a resource group of",
    async read({ config, provider, namespace, signal }) {
      const { name, resource_group_id } = config;
      const attribute = name === null ? "resource_group_id" : "name";
      const [found, another] =
        (await provider.resourceGroups.get(namespace, signal))
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
  },
);

/** The data source `huggingface_resource_groups`. */
export const resourceGroupsData: DataSource = dataSource<
  { readonly groups: readonly ResourceGroupDetails[] }
>()({
  typeName: "huggingface_resource_groups",
  permission: "org.read",
  plan: "Team",
  description: "The resource groups of an organization that the token's " +
    "user may see.",
  attributes: (b) => ({
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
  }),
  failed: "list the resource groups of",
  async read({ provider, namespace, signal }) {
    const groups = await provider.resourceGroups.get(namespace, signal);
    return {
      groups: groups.map(ordered).sort((a, b) =>
        (a.name ?? "") < (b.name ?? "") ? -1 : 1
      ),
    };
  },
});
