/**
 * Organizations: their members, groups, service accounts and rules.
 *
 * @module
 */

import { type Area, lazy } from "../area.ts";

/** The area of organizations. */
export const organization: Area = {
  resources: [
    ...lazy(() => import("./resource_group.ts"), {
      resource_group: "resourceGroup",
    }),
    ...lazy(() => import("./resource_group_members.ts"), {
      resource_group_members: "resourceGroupMembers",
    }),
    ...lazy(() => import("./resource_group_member.ts"), {
      resource_group_member: "resourceGroupMember",
    }),
    ...lazy(() => import("./service_account.ts"), {
      service_account: "serviceAccount",
    }),
    ...lazy(() => import("./service_account_token.ts"), {
      service_account_token: "serviceAccountToken",
    }),
    ...lazy(() => import("./organization_member.ts"), {
      organization_member: "organizationMember",
    }),
    ...lazy(() => import("./organization_invitation.ts"), {
      organization_invitation: "organizationInvitation",
    }),
    ...lazy(() => import("./organization_network_security.ts"), {
      organization_network_security: "organizationNetworkSecurity",
    }),
  ],
  listResources: lazy(() => import("./lists.ts"), {
    resource_group: "resourceGroupList",
    resource_group_members: "resourceGroupMembersList",
    resource_group_member: "resourceGroupMemberList",
    service_account: "serviceAccountList",
    service_account_token: "serviceAccountTokenList",
    organization_member: "organizationMemberList",
    organization_invitation: "organizationInvitationList",
    organization_network_security: "organizationNetworkSecurityList",
  }),
  dataSources: [
    ...lazy(() => import("./user_data.ts"), { whoami: "whoamiData" }),
    ...lazy(() => import("./organization_data.ts"), {
      organization_members: "organizationMembersData",
      organization_tokens: "organizationTokensData",
      organization_usage: "organizationUsageData",
    }),
    ...lazy(() => import("./resource_group_data.ts"), {
      resource_group: "resourceGroupData",
    }),
  ],
  ephemeralResources: lazy(
    () => import("./ephemeral_service_account_token.ts"),
    { service_account_token: "serviceAccountTokenEphemeral" },
  ),
  actions: lazy(() => import("./actions.ts"), {
    service_account_token_rotate: "rotateToken",
    organization_token_revoke: "revokeToken",
  }),
};
