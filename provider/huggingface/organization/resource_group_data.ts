import { failure, Path, s, v } from "@hf-terraform/framework";
import { computedAttributes } from "@hf-terraform/framework/binding";
import type { ResourceGroupDetails } from "@hf-terraform/client";
import { groupSchema } from "./resource_group.ts";
import { dataSource } from "../define/request.ts";
import { hexId, textUpTo } from "../schema/validators.ts";
import { organizationAttribute, roleNames } from "../schema/organization.ts";
import { resourceGroupReads } from "../reads/organization_reads.ts";

export const resourceGroupData = dataSource<ResourceGroupDetails>()({
  typeName: "huggingface_resource_group",
  access: { permission: "org.read", plan: "Team" },
  description: "A resource group that is there already, by its name or id.",
  attributes: (b) => ({
    ...computedAttributes(groupSchema.attributes, [
      "description",
      "auto_join",
      "spend_limits",
    ]),
    organization: organizationAttribute,
    name: b.attribute(
      s.string({
        optional: true,
        computed: true,
        description: "The name. Either this or `resource_group_id`.",
        validators: [v.exactlyOneOf("resource_group_id"), textUpTo(200)],
      }),
      "name",
    ),
    resource_group_id: b.attribute(
      s.string({
        optional: true,
        computed: true,
        description: "The id: 24 hex digits. Either this or `name`.",
        validators: [hexId],
      }),
      "id",
    ),
    members: b.list("users", (user) => ({
      username: user.string("name", "The name of the user."),
      role: user.string("role", `Role of the user: ${roleNames}.`),
    }), "The members, by name."),
    resources: b.list("resources", (resource) => ({
      type: resource.string("type", "Type, such as `model` or `space`."),
      name: resource.string(
        ({ name, id }) => name ?? id,
        "`namespace/name` of a repository; the id of anything else.",
      ),
    }), "What belongs to it."),
  }),
  failed: "read a resource group of",
  async read({ config, provider, namespace, signal }) {
    const { name, resource_group_id } = config;
    const attribute = name === null ? "resource_group_id" : "name";
    const [found, another] =
      (await resourceGroupReads(provider).get(namespace, signal))
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
    const inOrder = found.users?.toSorted((a, b) => a.name < b.name ? -1 : 1);
    return { ...found, ...inOrder && { users: inOrder } };
  },
});
