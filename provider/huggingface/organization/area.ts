import { type Area, lazy } from "../area.ts";

export const organization: Area = {
  resources: [
    ...lazy(() => import("./resource_group.ts"), "resourceGroup"),
    ...lazy(
      () => import("./resource_group_members.ts"),
      "resourceGroupMembers",
    ),
    ...lazy(() => import("./resource_group_member.ts"), "resourceGroupMember"),
    ...lazy(() => import("./service_account.ts"), "serviceAccount"),
    ...lazy(() => import("./service_account_token.ts"), "serviceAccountToken"),
    ...lazy(() => import("./organization_member.ts"), "organizationMember"),
    ...lazy(
      () => import("./organization_invitation.ts"),
      "organizationInvitation",
    ),
    ...lazy(
      () => import("./organization_network_security.ts"),
      "organizationNetworkSecurity",
    ),
  ],
  listResources: lazy(
    async () => (await import("./lists.ts")).organizationLists,
    "resourceGroup",
    "resourceGroupMembers",
    "resourceGroupMember",
    "serviceAccount",
    "serviceAccountToken",
    "organizationMember",
    "organizationInvitation",
    "organizationNetworkSecurity",
  ),
  dataSources: [
    ...lazy(
      () => import("./organization_data.ts"),
      "whoamiData",
      "organizationMembersData",
    ),
    ...lazy(() => import("./resource_group_data.ts"), "resourceGroupData"),
  ],
  ephemeralResources: lazy(
    () => import("./ephemeral_service_account_token.ts"),
    "serviceAccountTokenEphemeral",
  ),
};
