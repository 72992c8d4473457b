/**
 * Lists of an organization, each read once for all that need one of its items.
 *
 * @module
 */

import type {
  Invitation,
  OrganizationMember,
  ResourceGroupDetails,
  ServiceAccount,
} from "@hf-terraform/client";
import { orGone } from "../object/remote_object.ts";
import { nameKey } from "../schema/same.ts";
import { type PerProvider, sharedList } from "./per_provider.ts";
import type { SharedList } from "./shared_reads.ts";

/** The resource groups of an organization, with their members. */
export const resourceGroupReads: PerProvider<
  SharedList<readonly ResourceGroupDetails[]>
> = sharedList(({ organizations: { resourceGroups } }, organization) =>
  resourceGroups.list(organization).toArray()
);

/** The members of an organization by `nameKey`, with their roles and groups. */
export const memberReads: PerProvider<
  SharedList<ReadonlyMap<string, OrganizationMember>>
> = sharedList(async ({ organizations }, organization) => {
  const all = organizations.listMembers(organization, { pageSize: 10_000 });
  return new Map((await all.toArray()).map((one) => [nameKey(one.user), one]));
});

/** The invitations to an organization. */
export const invitationReads: PerProvider<
  SharedList<readonly Invitation[]>
> = sharedList(({ organizations: { invitations } }, organization) =>
  invitations.list(organization).toArray()
);

/** The service accounts of an organization, without their tokens. */
export const serviceAccountReads: PerProvider<
  SharedList<readonly ServiceAccount[]>
> = sharedList(({ organizations: { serviceAccounts } }, organization) =>
  serviceAccounts.list(organization).toArray()
);

/**
 * A service account with its tokens, by `organization/id`; undefined: there is
 * none.
 */
export const accountReads: PerProvider<
  SharedList<ServiceAccount | undefined>
> = sharedList(({ organizations: { serviceAccounts } }, account) => {
  const [organization = "", id = ""] = account.split("/");
  return orGone(serviceAccounts.get(organization, id));
});
