import {
  defineObjectList,
  type IncomingReference,
  type ObjectList,
  type ObjectListDefinition,
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
import { membersOf } from "../schema/organization.ts";
import {
  invitationReads,
  memberReads,
  resourceGroupReads,
  serviceAccountReads,
  tokensOf,
} from "../reads/organization_reads.ts";

/** Defines the list of what an organization has, by the parts of its ids. */
function defineList<K extends string>(
  { find, ...more }:
    & Pick<ObjectListDefinition, "resource" | "plural">
    & Pick<Partial<ObjectListDefinition>, "references" | "exportedIn">
    & {
      /** Finds the keys that follow the organization in an id. */
      find(search: Search): Promise<readonly Readonly<Record<K, string>>[]>;
    },
): ObjectList {
  return defineObjectList({
    ...more,
    filters: ["organization"],
    async *find(search) {
      for (const keys of await find(search)) {
        const identity = { organization: search.namespace, ...keys };
        yield { id: Object.values(identity).join("/"), identity };
      }
    },
  });
}

const listGroups = ({ namespace, provider, signal }: Search) =>
  resourceGroupReads(provider).get(namespace, signal);

const listAccounts = ({ namespace, provider, signal }: Search) =>
  serviceAccountReads(provider).get(namespace, signal);

/** A reference by an attribute that holds the last part of the id. */
function referenceBy(attribute: string): IncomingReference {
  return {
    path: attribute,
    attribute,
    id: (value, { organization, namespace }) =>
      `${organization ?? namespace}/${value}`,
  };
}

/** The lists of what an organization has. */
export const organizationLists = {
  resourceGroup: defineList({
    resource: resourceGroup,
    plural: "resource groups",
    references: [referenceBy("resource_group_id")],
    find: async (search) =>
      (await listGroups(search)).map(({ id }) => ({ resource_group_id: id })),
  }),
  resourceGroupMembers: defineList({
    resource: resourceGroupMembers,
    plural: "sets of members of resource groups",
    find: async (search) =>
      (await listGroups(search)).filter((one) => membersOf(one).length > 0)
        .map(({ id }) => ({ resource_group_id: id })),
  }),
  resourceGroupMember: defineList({
    resource: resourceGroupMember,
    plural: "members of resource groups",
    exportedIn: resourceGroupMembers.typeName,
    find: async (search) =>
      (await listGroups(search)).flatMap((one) =>
        membersOf(one)
          .map(({ name }) => ({ resource_group_id: one.id, username: name }))
      ),
  }),
  serviceAccount: defineList({
    resource: serviceAccount,
    plural: "service accounts",
    references: [referenceBy("service_account_id")],
    find: async (search) =>
      (await listAccounts(search))
        .map(({ _id: service_account_id }) => ({ service_account_id })),
  }),
  serviceAccountToken: defineList({
    resource: serviceAccountToken,
    plural: "tokens of service accounts",
    async find(search) {
      const { provider, namespace, signal } = search;
      const all: Record<"service_account_id" | "token_id", string>[] = [];
      for (const { _id: account } of await listAccounts(search)) {
        const key = `${namespace}/${account}`;
        for (const { _id } of await tokensOf(provider, key, signal) ?? []) {
          all.push({ service_account_id: account, token_id: _id });
        }
      }
      return all;
    },
  }),
  organizationMember: defineList({
    resource: organizationMember,
    plural: "members of the organization",
    async find({ provider, namespace, signal }) {
      const members = await memberReads(provider).get(namespace, signal);
      return Array.from(members.values(), ({ user }) => ({ username: user }));
    },
  }),
  organizationInvitation: defineList({
    resource: organizationInvitation,
    plural: "invitations",
    find: async ({ provider, namespace, signal }) =>
      (await invitationReads(provider).get(namespace, signal))
        .map(({ id }) => ({ invitation_id: id })),
  }),
  organizationNetworkSecurity: defineList({
    resource: organizationNetworkSecurity,
    plural: "network security of the organization",
    async find({ client, namespace, signal }) {
      await client.organizations.getNetworkSecurity(namespace, { signal });
      return [{}];
    },
  }),
} satisfies Record<string, ObjectList>;
