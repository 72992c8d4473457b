/**
 * `huggingface_whoami`: the token's user, and what the token may do.
 *
 * @module
 */

import { type DataSource, s, types } from "../../framework/mod.ts";
import { defineDataSource } from "../shared/define.ts";
import { explain } from "../shared/errors.ts";

/** The data source `huggingface_whoami`. */
export const whoamiData: DataSource = defineDataSource({
  typeName: "huggingface_whoami",
  schema: s.schema({
    description:
      "The token's user, and what the token may do. The token itself " +
      "is not shown.",
    attributes: {
      id: s.string({ computed: true, description: "The id of the account." }),
      name: s.string({
        computed: true,
        description: "The name, which is the default namespace.",
      }),
      type: s.string({
        computed: true,
        description: "What the account is: `user` or `org`.",
      }),
      fullname: s.string({
        computed: true,
        description: "The name as it is shown.",
      }),
      email: s.string({
        computed: true,
        description: "The mail address, if the token may see it.",
      }),
      is_pro: s.bool({
        computed: true,
        description: "Whether it has the PRO plan.",
      }),
      can_pay: s.bool({
        computed: true,
        description: "Whether a payment method is set up.",
      }),
      token_name: s.string({
        computed: true,
        description: "The name of the token.",
      }),
      token_role: s.string({
        computed: true,
        description: "What the token may do: `read`, `write` or " +
          "`fineGrained`.",
      }),
      token_permissions: s.set(types.string, {
        computed: true,
        description:
          "All that a fine-grained token may do somewhere, such as " +
          "`repo.write`.",
      }),
      organizations: s.objectList({
        id: s.string({ computed: true, description: "The id." }),
        name: s.string({
          computed: true,
          description: "The name, which is a namespace.",
        }),
        fullname: s.string({
          computed: true,
          description: "The name as it is shown.",
        }),
        role: s.string({
          computed: true,
          description: "What the user may do in it: `admin`, `write`, " +
            "`contributor`, `read` or `no_access`.",
        }),
        plan: s.string({
          computed: true,
          description: "Its paid plan; null for none.",
        }),
        can_pay: s.bool({
          computed: true,
          description: "Whether a payment method is set up.",
        }),
      }, {
        computed: true,
        description: "The organizations that the user belongs to, by name.",
      }),
    },
  }),
  async read({ provider, signal }) {
    const client = await provider.client();
    try {
      const who = await client.users.whoami({ signal });
      const token = who.auth?.accessToken;
      const scoped = token?.fineGrained?.scoped ?? [];
      const permissions = scoped.flatMap((scope) => scope.permissions);
      return {
        id: who.id,
        name: who.name,
        type: who.type,
        fullname: who.fullname ?? null,
        email: who.email ?? null,
        is_pro: who.isPro ?? null,
        can_pay: who.canPay ?? null,
        token_name: token?.displayName ?? null,
        token_role: token?.role ?? null,
        token_permissions: [...new Set(permissions)].sort(),
        organizations: (who.orgs ?? []).map((org) => ({
          id: org.id,
          name: org.name,
          fullname: org.fullname ?? null,
          role: org.roleInOrg ?? null,
          plan: org.plan ?? null,
          can_pay: org.canPay ?? null,
        })).sort((a, b) => a.name < b.name ? -1 : 1),
      };
    } catch (error) {
      throw await explain(error, {
        summary: "Cannot determine the token's user",
        provider,
      });
    }
  },
});
