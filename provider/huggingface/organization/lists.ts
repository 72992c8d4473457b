/**
 * Lists of the parts of an organization.
 *
 * @module
 */

import {
  defineObjectList,
  type IncomingReference,
  type ListItem,
  type ObjectList,
  type Search,
} from "../define/object_list.ts";
import { resourceGroup } from "./resource_group.ts";
import { resourceGroupMember } from "./resource_group_member.ts";
import { resourceGroupMembers } from "./resource_group_members.ts";
import { organizationInvitation } from "./organization_invitation.ts";
import { organizationMember } from "./organization_member.ts";
import { organizationNetworkSecurity } from "./organization_network_security.ts";
import { serviceAccountToken } from "./service_account_token.ts";
import { serviceAccount } from "./service_account.ts";
import {
  accountReads,
  memberReads,
  resourceGroupReads,
} from "../reads/organization_reads.ts";

/** The filter of all of them. */
const filters = ["organization"] as const;

/** Returns an object by its identity, whose parts make its id. */
function itemOf(identity: Readonly<Record<string, string>>): ListItem {
  return { id: Object.values(identity).join("/"), identity };
}

function listGroups({ namespace, provider, signal }: Search) {
  return resourceGroupReads(provider).get(namespace, signal);
}

/** A reference by an attribute that holds the last part of the id. */
function referenceBy(attribute: string): IncomingReference {
  return {
    path: attribute,
    attribute,
    id: (value, { organization, namespace }) =>
      `${organization ?? namespace}/${value}`,
  };
}

/** The list `huggingface_resource_group`. */
export const resourceGroupListResource: ObjectList = defineObjectList({
  resource: resourceGroup,
  plural: "resource groups",
  filters,
  references: [referenceBy("resource_group_id")],
  async *find(search) {
    const organization = search.namespace;
    for (const { id } of await listGroups(search)) {
      yield itemOf({ organization, resource_group_id: id });
    }
  },
});

/** The list `huggingface_resource_group_members`. */
export const resourceGroupMembersListResource: ObjectList = defineObjectList({
  resource: resourceGroupMembers,
  plural: "sets of members of resource groups",
  filters,
  async *find(search) {
    const organization = search.namespace;
    for (const { id, users } of await listGroups(search)) {
      if (users === undefined || users.length === 0) continue;
      yield itemOf({ organization, resource_group_id: id });
    }
  },
});

/** The list `huggingface_resource_group_member`. */
export const resourceGroupMemberListResource: ObjectList = defineObjectList({
  resource: resourceGroupMember,
  plural: "members of resource groups",
  filters,
  exportedIn: resourceGroupMembers.typeName,
  async *find(search) {
    const organization = search.namespace;
    for (const { id, users = [] } of await listGroups(search)) {
      for (const { name: username } of users) {
        yield itemOf({ organization, resource_group_id: id, username });
      }
    }
  },
});

/** The list `huggingface_service_account`. */
export const serviceAccountListResource: ObjectList = defineObjectList({
  resource: serviceAccount,
  plural: "service accounts",
  filters,
  references: [referenceBy("service_account_id")],
  async *find({ client, namespace: organization, signal }) {
    const { serviceAccounts } = client.organizations;
    for (
      const { _id } of await serviceAccounts.list(organization, { signal })
        .toArray()
    ) {
      yield itemOf({ organization, service_account_id: _id });
    }
  },
});

/** The list `huggingface_service_account_token`. */
export const serviceAccountTokenListResource: ObjectList = defineObjectList({
  resource: serviceAccountToken,
  plural: "tokens of service accounts",
  filters,
  async *find({ client, provider, namespace: organization, signal }) {
    const { serviceAccounts } = client.organizations;
    const all = await serviceAccounts.list(organization, { signal })
      .toArray();
    for (const { _id: service_account_id } of all) {
      const key = `${organization}/${service_account_id}`;
      const { accessTokens = [] } =
        await accountReads(provider).get(key, signal) ?? {};
      for (const { _id: token_id } of accessTokens) {
        yield itemOf({ organization, service_account_id, token_id });
      }
    }
  },
});

/** The list `huggingface_organization_member`. */
export const organizationMemberListResource: ObjectList = defineObjectList({
  resource: organizationMember,
  plural: "members of the organization",
  filters,
  async *find({ provider, namespace: organization, signal }) {
    const members = await memberReads(provider).get(organization, signal);
    for (const { user } of members.values()) {
      yield itemOf({ organization, username: user });
    }
  },
});

/** The list `huggingface_organization_invitation`. */
export const organizationInvitationListResource: ObjectList = defineObjectList({
  resource: organizationInvitation,
  plural: "invitations",
  filters,
  async *find({ client, namespace: organization, signal }) {
    const { invitations } = client.organizations;
    for await (
      const { id } of invitations.list(organization, {}, { signal })
    ) {
      yield itemOf({ organization, invitation_id: id });
    }
  },
});

/** The list `huggingface_organization_network_security`. */
export const organizationNetworkSecurityListResource: ObjectList =
  defineObjectList({
    resource: organizationNetworkSecurity,
    plural: "network security of the organization",
    filters,
    async *find({ client, namespace: organization, signal }) {
      await client.organizations.getNetworkSecurity(organization, { signal });
      yield itemOf({ organization });
    },
  });
