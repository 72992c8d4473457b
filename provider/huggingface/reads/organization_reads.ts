import { failure } from "@hf-terraform/framework";
import type { ServiceAccountToken } from "@hf-terraform/client";
import { orGone } from "../object/remote_object.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { notTold } from "../schema/not_told.ts";
import { nameKey } from "../schema/same.ts";
import { sharedList } from "./per_provider.ts";

/** The resource groups of an organization, with their members. */
export const resourceGroupReads = sharedList(({ organizations }, name) =>
  organizations.resourceGroups.list(name).toArray()
);

/** The members of an organization by `nameKey`, with their roles and groups. */
export const memberReads = sharedList(
  async ({ organizations }, organization) => {
    const all = organizations.listMembers(organization, { pageSize: 10_000 });
    const members = await all.toArray();
    if (members.length === 0) {
      throw failure(
        `The members of ${organization} are not shown`,
        "The list is empty, but an organization has an admin at least, so it " +
          "proves nothing. Try again, or use the token of an admin.",
      );
    }
    return new Map(members.map((one) => [nameKey(one.user), one]));
  },
);

export const invitationReads = sharedList(({ organizations }, name) =>
  organizations.invitations.list(name).toArray()
);

/** The service accounts of an organization, without their tokens. */
export const serviceAccountReads = sharedList(({ organizations }, name) =>
  organizations.serviceAccounts.list(name).toArray()
);

/** A service account with its tokens, by `organization/id`; undefined: none. */
export const accountReads = sharedList(
  ({ organizations: { serviceAccounts } }, account) => {
    const [organization = "", id = ""] = account.split("/");
    return orGone(serviceAccounts.get(organization, id));
  },
);

/** The tokens of such an account; undefined: there is none. */
export async function tokensOf(
  provider: HuggingFaceProvider,
  account: string,
  signal: AbortSignal,
): Promise<readonly ServiceAccountToken[] | undefined> {
  const found = await accountReads(provider).get(account, signal);
  if (found === undefined || found.accessTokens) return found?.accessTokens;
  throw notTold(`the tokens of the service account ${account}`);
}
