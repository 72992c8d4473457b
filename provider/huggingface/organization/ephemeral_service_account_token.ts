import { s } from "@hf-terraform/framework";
import { isNotFound } from "../object/remote_object.ts";
import { defineEphemeralResource } from "../define/define.ts";
import { namespaceOf } from "../object/owner.ts";
import { explain } from "../object/errors.ts";
import { type Access, withAccess } from "../define/access.ts";
import { text } from "../define/inputs.ts";
import { organizationAttribute } from "../schema/organization.ts";
import { accountIdAttribute, allowances, tokenName } from "./account_token.ts";

const access: Access = {
  permission: "org.serviceAccounts.write",
  plan: "Enterprise",
};

const schema = withAccess(
  access,
  s.schema({
    description:
      "A token of a service account that is in no state: it is made in " +
      "each plan and in each apply, and deleted when the run ends. A run that " +
      "is killed leaves it: look for its name. For one that outlasts the run " +
      "use the resource of the same name.",
    attributes: {
      organization: organizationAttribute,
      service_account_id: accountIdAttribute,
      name: text(
        "The name, which no other token of the account should have. Default " +
          "`Terraform run` and 8 hex digits, another one each time.",
        tokenName,
      ),
      ...allowances,
      token: s.string({
        computed: true,
        sensitive: true,
        description: "The value.",
      }),
    },
  }),
);

export const serviceAccountTokenEphemeral = defineEphemeralResource({
  typeName: "huggingface_service_account_token",
  schema,
  async open({ config, provider, signal }) {
    const organization = await namespaceOf(config, { provider, signal });
    const account = config.service_account_id;
    const { organizations: { serviceAccounts } } = await provider.client();
    const name = config.name ??
      `Terraform run ${crypto.randomUUID().slice(0, 8)}`;
    try {
      const body = {
        displayName: name,
        permissions: config.permissions ?? [],
        repoIds: config.repository_ids ?? [],
        repoPermissions: config.repository_permissions ?? [],
        endpointPatterns: config.endpoint_patterns ?? [],
      };
      const { token, tokenInfo } = await serviceAccounts
        .createToken(organization, account, body, { signal });
      provider.createdObjects.add(`token ${tokenInfo._id}`);
      return {
        result: { ...config, token },
        private: [organization, account, tokenInfo._id],
      };
    } catch (error) {
      throw await explain(error, {
        summary: `Cannot make a token of ${organization}/${account}`,
        provider,
        named: "service_account_id",
        adviceIfLost:
          `A token \`${name}\` may be there. Nobody was shown its ` +
          "value: unless it is somebody else's, delete it on the page of the " +
          "service account.",
        ...access,
      });
    }
  },
  async close({ private: kept, provider, signal }) {
    const [organization, account, id] = Array.isArray(kept)
      ? kept.map(String)
      : [];
    if (organization === undefined || account === undefined) return;
    const { organizations: { serviceAccounts } } = await provider.client();
    try {
      await serviceAccounts.deleteToken(organization, account, id ?? "", {
        signal,
        // No other one ever has its id.
        mayRepeat: () => Promise.resolve(true),
      });
    } catch (error) {
      if (isNotFound(error)) return;
      throw await explain(error, {
        summary: `Cannot delete the token ${organization}/${account}/${id}`,
        provider,
        ...access,
      });
    }
  },
});
