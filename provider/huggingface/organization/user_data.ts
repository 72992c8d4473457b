/**
 * The token's user: `huggingface_whoami`.
 *
 * @module
 */

import { type DataSource, types } from "@hf-terraform/framework";
import type { Identity } from "@hf-terraform/client";
import { dataSource } from "../define/data_source.ts";

/** The data source `huggingface_whoami`. */
export const whoamiData: DataSource = dataSource<Identity>()({
  typeName: "huggingface_whoami",
  access: { permission: null },
  description:
    "The token's user, and what the token may do. The token itself " +
    "is not shown.",
  attributes: (b) => ({
    id: b.string("id", "The id of the account."),
    name: b.string("name", "The name, which is the default namespace."),
    type: b.string("type", "Type of the account: `user` or `org`."),
    fullname: b.string("fullname", "The name as it is shown."),
    email: b.string("email", "The mail address, if the token may see it."),
    is_pro: b.bool("isPro", "Whether it has the PRO plan."),
    can_pay: b.bool("canPay", "Whether a payment method is set up."),
    token_name: b.string(
      "auth.accessToken.displayName",
      "The name of the token.",
    ),
    token_role: b.string(
      "auth.accessToken.role",
      "Role of the token: `read`, `write` or `fineGrained`.",
    ),
    token_permissions: b.value(
      types.set(types.string),
      permissionsOf,
      "All that a fine-grained token may do somewhere, such as `repo.write`.",
    ),
    organizations: b.list("orgs", (org) => ({
      id: org.string("id", "The id."),
      name: org.string("name", "The name, which is a namespace."),
      fullname: org.string("fullname", "The name as it is shown."),
      role: org.string(
        "roleInOrg",
        "Role of the user in it: `admin`, `write`, `contributor`, " +
          "`read` or `no_access`.",
      ),
      plan: org.string("plan", "Its paid plan; null for none."),
      can_pay: org.bool("canPay", "Whether a payment method is set up."),
    }), "The organizations that the user belongs to, by name."),
  }),
  failed: "determine the token's user",
  async read({ client, signal }) {
    const who = await client.users.whoami({ signal });
    const orgs = (who.orgs ?? []).toSorted((a, b) => a.name < b.name ? -1 : 1);
    return { ...who, orgs };
  },
});

/** The permissions of a fine-grained token; others have no list. */
function permissionsOf({ auth }: Identity): readonly string[] | undefined {
  const { role = "fineGrained", fineGrained } = auth?.accessToken ?? {};
  if (role !== "fineGrained") return [];
  const scoped = fineGrained?.scoped;
  return scoped &&
    [...new Set(scoped.flatMap(({ permissions }) => permissions))].sort();
}
