/**
 * How what an organization consists of is found.
 *
 * @module
 */

import { type Finder, type Found, ownerOf, type Search } from "./finder.ts";
import { resourceGroup } from "./resources/resource_group.ts";
import { resourceGroupMember } from "./resources/resource_group_member.ts";
import { resourceGroupMembers } from "./resources/resource_group_members.ts";
import { organizationInvitation } from "./resources/organization_invitation.ts";
import { organizationMember } from "./resources/organization_member.ts";
import { organizationNetworkSecurity } from "./resources/organization_network_security.ts";
import { serviceAccountToken } from "./resources/service_account_token.ts";
import { serviceAccount } from "./resources/service_account.ts";

/** What all of them are found by. */
const filters = ["organization"] as const;

/** What an identity leads to: its parts are those of the id, in their order. */
function found(identity: Readonly<Record<string, string>>): Found {
  return { id: Object.values(identity).join("/"), identity };
}

function groups({ namespace, provider, signal }: Search) {
  return provider.resourceGroups.get(namespace, signal);
}

/** The finders, in the order in which an export writes. */
export const organizationFinders: readonly Finder[] = [
  {
    resource: resourceGroup,
    plural: "resource groups",
    filters,
    async *find(search) {
      const organization = search.namespace;
      for (const { id } of await groups(search)) {
        yield found({ organization, resource_group_id: id });
      }
    },
  },
  {
    resource: resourceGroupMembers,
    plural: "sets of members of resource groups",
    filters,
    common: {
      things: "members",
      other: "huggingface_resource_group_member",
      owner: (id) => id,
      without: () => undefined,
    },
    async *find(search) {
      const organization = search.namespace;
      for (const { id, users } of await groups(search)) {
        if (users === undefined || users.length === 0) continue;
        yield found({ organization, resource_group_id: id });
      }
    },
  },
  {
    resource: resourceGroupMember,
    plural: "members of resource groups",
    filters,
    common: {
      things: "members",
      other: "huggingface_resource_group_members",
      owner: ownerOf,
    },
    async *find(search) {
      const organization = search.namespace;
      for (const { id, users = [] } of await groups(search)) {
        for (const { name: username } of users) {
          yield found({ organization, resource_group_id: id, username });
        }
      }
    },
  },
  {
    resource: serviceAccount,
    plural: "service accounts",
    filters,
    async *find({ client, namespace: organization, signal }) {
      const { serviceAccounts } = client.organizations;
      for (
        const { _id } of await serviceAccounts.list(organization, { signal })
          .toArray()
      ) {
        yield found({ organization, service_account_id: _id });
      }
    },
  },
  {
    resource: serviceAccountToken,
    plural: "tokens of service accounts",
    filters,
    async *find({ client, provider, namespace: organization, signal }) {
      const { serviceAccounts } = client.organizations;
      const all = await serviceAccounts.list(organization, { signal })
        .toArray();
      for (const { _id: service_account_id } of all) {
        const key = `${organization}/${service_account_id}`;
        const tokens = await provider.accountTokens.get(key, signal) ?? [];
        for (const { _id: token_id } of tokens) {
          yield found({ organization, service_account_id, token_id });
        }
      }
    },
  },
  {
    resource: organizationMember,
    plural: "members of the organization",
    filters,
    async *find({ provider, namespace: organization, signal }) {
      const members = await provider.members.get(organization, signal);
      for (const { user } of members.values()) {
        yield found({ organization, username: user });
      }
    },
  },
  {
    resource: organizationInvitation,
    plural: "invitations",
    filters,
    async *find({ client, namespace: organization, signal }) {
      const { invitations } = client.organizations;
      for await (
        const { id } of invitations.list(organization, {}, { signal })
      ) {
        yield found({ organization, invitation_id: id });
      }
    },
  },
  {
    resource: organizationNetworkSecurity,
    plural: "network security of the organization",
    filters,
    async *find({ client, namespace: organization, signal }) {
      await client.organizations.getNetworkSecurity(organization, { signal });
      yield found({ organization });
    },
  },
];
