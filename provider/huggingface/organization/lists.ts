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
import { notTold } from "../schema/not_told.ts";
import {
  accountReads,
  invitationReads,
  memberReads,
  resourceGroupReads,
  serviceAccountReads,
} from "../reads/organization_reads.ts";

/** Defines the list of what an organization has, by the parts of its ids. */
function defineList<K extends string>(
  { find, ...more }:
    & Pick<ObjectListDefinition, "resource" | "plural">
    & Pick<Partial<ObjectListDefinition>, "references" | "exportedIn">
    & {
      /** Finds the keys behind the organization; undefined: not told. */
      find(
        search: Search,
      ): Promise<readonly Readonly<Record<K, string | undefined>>[]>;
    },
): ObjectList {
  return defineObjectList({
    ...more,
    filters: ["organization"],
    async *find(search) {
      for (const keys of await find(search)) {
        const parts: readonly (string | undefined)[] = Object.values(keys);
        const told = parts.filter((part) => part !== undefined);
        const id = [search.namespace, ...told].join("/");
        yield told.length < parts.length
          ? { id, refusal: notTold(`the ${more.plural} in ${id}`) }
          : { id, identity: { organization: search.namespace, ...keys } };
      }
    },
  });
}

type TokenKey = "service_account_id" | "token_id";

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
      (await listGroups(search)).filter(({ users }) => users?.length !== 0)
        .map(({ id }) => ({ resource_group_id: id })),
  }),
  resourceGroupMember: defineList({
    resource: resourceGroupMember,
    plural: "members of resource groups",
    exportedIn: resourceGroupMembers.typeName,
    find: async (search) =>
      (await listGroups(search)).flatMap(({ id, users = [undefined] }) =>
        users.map((user) => ({ resource_group_id: id, username: user?.name }))
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
      const all: Record<TokenKey, string | undefined>[] = [];
      for (const { _id: service_account_id } of await listAccounts(search)) {
        const key = `${namespace}/${service_account_id}`;
        const found = await accountReads(provider).get(key, signal);
        const { accessTokens = [undefined] } = found ?? { accessTokens: [] };
        const ids = accessTokens.map((token) => token?._id);
        all.push(...ids.map((token_id) => ({ service_account_id, token_id })));
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
