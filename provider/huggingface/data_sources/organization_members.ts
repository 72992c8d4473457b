/**
 * `huggingface_organization_members`: who belongs to an organization.
 *
 * @module
 */

import { type DataSource, s, v } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { OrganizationMember } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import { failedFor, organizationAttribute } from "../shared/organization.ts";

const b = bindingToAnswer<
  { readonly members: readonly OrganizationMember[] }
>();

/** The data source `huggingface_organization_members`. */
export const organizationMembersData: DataSource = dataSource(b, {
  typeName: "huggingface_organization_members",
  permission: null,
  schema: s.schema({
    description:
      "The members of an organization, over all pages of the list. Only " +
      "members are shown roles, and only admins resource groups, second " +
      "factors and mail addresses.",
    attributes: {
      organization: organizationAttribute,
      search: s.string({
        optional: true,
        description: "Only members whose name contains this text.",
        validators: [v.lengthAtLeast(1)],
      }),
      usernames: b.strings(
        ({ members }) => members.map(({ user }) => user),
        "The names of the members, in order.",
      ),
      members: b.list("members", (member) => ({
        id: member.string("_id", "The id of the user."),
        username: member.string("user", "The name of the user."),
        fullname: member.string("fullname", "The name as it is shown."),
        role: member.string(
          "role",
          "What the member may do: `admin`, `write`, `contributor`, `read` " +
            "or `no_access`; null if the token's user is not a member.",
        ),
        email: member.string(
          "verifiedEmail",
          "The mail address; null where the organization may not know it.",
        ),
        two_factor: member.bool(
          "twoFaEnabled",
          "Whether a second factor is needed to sign in; null unless the " +
            "token's user is an admin.",
        ),
        external: member.bool(
          ({ isExternalCollaborator = false }) => isExternalCollaborator,
          "Whether the member belongs to another organization.",
        ),
        resource_groups: member.list(
          "resourceGroups",
          (group) => ({
            id: group.string("id", "The id of the group: 24 hex digits."),
            name: group.string("name", "The name of the group."),
            role: group.string("role", "What the member may do in it."),
          }),
          "The resource groups of the member; null unless the token's " +
            "user is an admin.",
        ),
      }), "The members, by name."),
    },
  }),
  failed: failedFor("list the members of"),
  async read({ config, client: { organizations }, namespace, signal }) {
    const members = await organizations.listMembers(namespace, {
      search: config.search ?? undefined,
      pageSize: 10_000,
    }, { signal }).toArray();
    return { members: members.sort((a, b) => a.user < b.user ? -1 : 1) };
  },
});
