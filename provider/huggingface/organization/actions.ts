import { failure, maskSecret, Path, s, v } from "@hf-terraform/framework";
import { onceAction } from "../define/request.ts";
import { requireText } from "../define/inputs.ts";
import { assertSpaceName } from "../object/conflicts.ts";
import { explain } from "../object/errors.ts";
import { orGone } from "../object/remote_object.ts";
import { organizationAttribute } from "../schema/organization.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { accountIdAttribute } from "./account_token.ts";
import { hexId, repoId, spaceKey } from "../schema/validators.ts";

/** The action `huggingface_service_account_token_rotate`. */
export const serviceAccountTokenRotateAction = onceAction({
  typeName: "huggingface_service_account_token_rotate",
  access: { permission: "org.serviceAccounts.write", plan: "Enterprise" },
  description:
    "Gives a token of a service account another value, which goes to " +
    "secrets of Spaces and is shown nowhere. The old value ends at once. For a " +
    "token that `huggingface_service_account_token` manages change its " +
    "`rotation_keepers` instead.",
  attributes: {
    organization: organizationAttribute,
    service_account_id: accountIdAttribute,
    token_id: requireText("The id of the token: 24 hex digits.", hexId),
    space_secrets: s.objectList({
      space: requireText("The Space: `namespace/name`.", repoId),
      key: requireText("The key of the secret.", spaceKey),
    }, {
      optional: true,
      description: "The secrets that get the new value, in place of what " +
        "anybody has set there; no variable of the Space may have that name. " +
        "Each Space restarts. That needs the permission `repo.write` too.",
      validators: [v.uniqueValues()],
    }),
  },
  failed: ({ service_account_id: account, token_id }, organization) => ({
    summary: `Cannot rotate the token ${organization}/${account}/${token_id}`,
    named: "service_account_id",
  }),
  adviceIfLost:
    "The old value may have ended, and nobody has the new one. Run " +
    "the action again: it rotates the token once more.",
  async send({ config, client, namespace, provider, signal, progress }) {
    const { service_account_id: accountId, token_id } = config;
    const { organizations: { serviceAccounts }, spaces } = client;
    const places = config.space_secrets ?? [];
    // What hinders is found while the old value still works.
    const account = serviceAccounts.get(namespace, accountId, { signal });
    const { last4 = "" } = (await orGone(account))?.accessTokens
      ?.find(({ _id }) => _id === token_id) ?? {};
    if (last4 !== "" && await provider.tokenEndsWith(last4)) {
      throw failure(
        `The token ${token_id} is that of the provider`,
        "Its value would end before the new one is stored anywhere. Use " +
          "another token for the provider.",
        Path.root.attribute("token_id"),
      );
    }
    for (const { space } of places) {
      const read = async () => {
        await assertSpaceName(space, "space_secrets", { client, signal });
        await spaces.getSecrets(space, { signal });
      };
      await inSpace(space, "read the secrets of", provider, read);
    }
    const { token } = await serviceAccounts
      .rotateToken(namespace, accountId, token_id, { signal });
    maskSecret(token, { isToken: true });
    for (const { space, key } of places) {
      const verb = `store the new value as ${key} of`;
      const secret = { key, value: token };
      const store = () => spaces.setSecret(space, secret, { signal });
      await inSpace(space, verb, provider, store);
    }
    const stored = places.map(({ space, key }) => `${space} (${key})`);
    const where = stored.length === 0 ? "" : `, stored in ${stored.join(", ")}`;
    progress`The token ${token_id} has another value${where}`;
  },
});

async function inSpace<T>(
  space: string,
  verb: string,
  provider: HuggingFaceProvider,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw await explain(error, {
      summary: `Cannot ${verb} the Space ${space}`,
      provider,
      namespace: space.split("/")[0] ?? "",
      named: "space_secrets",
      permission: "repo.write",
      ...verb.startsWith("store") && {
        adviceIfLost: "This Space has the old value or the new one.",
        advice: "The old value has ended, and the Spaces before this one in " +
          "`space_secrets` have the new one. Invoke the action again: it " +
          "rotates the token once more.",
      },
    });
  }
}
