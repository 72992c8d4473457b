import { types } from "@hf-terraform/framework";
import type { Identity, OrganizationMember } from "@hf-terraform/client";
import { dataSource } from "../define/request.ts";
import { omitNulls, text } from "../define/inputs.ts";
import { organizationAttribute, roleNames } from "../schema/organization.ts";

export const whoamiData = dataSource<Identity>()({
  typeName: "huggingface_whoami",
  access: { permission: null },
  description:
    "The token's user, and what the token may do. The token itself " +
    "is not shown.",
  attributes: (b) => ({
    id: b.string("id", "The id of the account."),
    name: b.string("name", "The name, which is the default namespace."),
    type: b.string("type", "Type of the account: `user` or `org`."),
    fullname: b.string("fullname", "The name as it is shown."),
    email: b.string("email", "The mail address, if the token may see it."),
    is_pro: b.bool("isPro", "Whether it has the PRO plan."),
    can_pay: b.bool("canPay", "Whether a payment method is set up."),
    token_name: b.string("auth.accessToken.displayName", "Its name."),
    token_role: b.string(
      "auth.accessToken.role",
      "Role of the token: `read`, `write` or `fineGrained`.",
    ),
    token_permissions: b.value(
      types.set(types.string),
      permissionsOf,
      "All that a fine-grained token may do somewhere, such as `repo.write`.",
    ),
    organizations: b.list("orgs", (org) => ({
      id: org.string("id", "The id."),
      name: org.string("name", "The name, which is a namespace."),
      fullname: org.string("fullname", "The name as it is shown."),
      role: org.string("roleInOrg", `Role of the user in it: ${roleNames}.`),
      plan: org.string("plan", "Its paid plan; null for none."),
      can_pay: org.bool("canPay", "Whether a payment method is set up."),
    }), "The organizations that the user belongs to, by name."),
  }),
  failed: "determine the token's user",
  async read({ client, signal }) {
    const who = await client.users.whoami({ signal });
    const orgs = (who.orgs ?? []).toSorted((a, b) => a.name < b.name ? -1 : 1);
    return { ...who, orgs };
  },
});

/** The permissions of a fine-grained token; others have no list. */
function permissionsOf({ auth }: Identity): readonly string[] | undefined {
  const { role = "fineGrained", fineGrained } = auth?.accessToken ?? {};
  if (role !== "fineGrained") return [];
  const scoped = fineGrained?.scoped;
  return scoped &&
    [...new Set(scoped.flatMap(({ permissions }) => permissions))].sort();
}

export const organizationMembersData = dataSource<
  { readonly members: readonly OrganizationMember[] }
>()({
  typeName: "huggingface_organization_members",
  access: { permission: null },
  description:
    "The members of an organization, over all pages of the list. Only " +
    "members are shown roles, and only admins resource groups, second " +
    "factors and mail addresses.",
  attributes: (b) => ({
    organization: organizationAttribute,
    search: text("Only members whose name contains this text."),
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
        `Role: ${roleNames}; null if the token's user is not a member.`,
      ),
      email: member.string(
        "verifiedEmail",
        "The mail address; null where the organization may not know it.",
      ),
      two_factor: member.bool(
        "twoFaEnabled",
        "Whether a second factor is needed to sign in; null for non-admins.",
      ),
      external: member.bool(
        ({ isExternalCollaborator = false }) => isExternalCollaborator,
        "Whether the member belongs to another organization.",
      ),
      resource_groups: member.list("resourceGroups", (group) => ({
        id: group.string("id", "The id of the group: 24 hex digits."),
        name: group.string("name", "The name of the group."),
        role: group.string("role", "Role of the member in it."),
      }), "The resource groups of the member; null for non-admins."),
    }), "The members, by name."),
  }),
  failed: "list the members of",
  async read({ config, client: { organizations }, namespace, signal }) {
    const members = await organizations.listMembers(namespace, {
      ...omitNulls({ search: config.search }),
      pageSize: 10_000,
    }, { signal }).toArray();
    return { members: members.sort((a, b) => a.user < b.user ? -1 : 1) };
  },
});
