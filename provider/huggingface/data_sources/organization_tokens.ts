/**
 * `huggingface_organization_tokens`: the tokens of members that may use an
 * organization.
 *
 * @module
 */

import { type DataSource, s, v } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { MemberToken } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import { failedFor, organizationAttribute } from "../shared/organization.ts";

const b = bindingToAnswer<{ readonly tokens: readonly MemberToken[] }>();

/** The data source `huggingface_organization_tokens`. */
export const organizationTokensData: DataSource = dataSource(b, {
  typeName: "huggingface_organization_tokens",
  permission: "org.write",
  plan: "Team",
  schema: s.schema({
    description:
      "The tokens of members that may use an organization, without their " +
      "values, such as for a check that none is too old. The action " +
      "`huggingface_organization_token_revoke` ends what one may do.",
    attributes: {
      organization: organizationAttribute,
      search: s.string({
        optional: true,
        description: "Only tokens that fit this text.",
        validators: [v.lengthAtLeast(1)],
      }),
      limit: s.int({
        optional: true,
        description: "How many tokens to return at most. Default: all.",
        validators: [v.between(1, 100_000)],
      }),
      tokens: b.list("tokens", (token) => ({
        id: token.string("_id", "The id."),
        name: token.string("displayName", "The name."),
        role: token.string(
          "role",
          "What it may do: `read`, `write` or `fineGrained`.",
        ),
        username: token.string("owner.name", "Whose it is."),
        last4: token.string("last4", "The last four characters of its value."),
        status: token.string(
          "authorization.status",
          "Whether it may use the organization: `approved`, `pending`, " +
            "`revoked` or `denied`; null where the service does not say.",
        ),
        created_at: token.string(
          "createdAt",
          "When its value was made, in the form of RFC 3339.",
        ),
        last_used_at: token.string(
          "lastUsedAt",
          "When it was used last; null if it was not.",
        ),
      }), "The tokens, in the order of the service."),
    },
  }),
  failed: failedFor("list the tokens of the members of"),
  async read({ config, client: { organizations }, namespace, signal }) {
    const { search, limit } = config;
    const tokens = organizations.listTokens(namespace, {
      search: search ?? undefined,
      limit: limit ?? undefined,
    }, { signal });
    return { tokens: await Array.fromAsync(tokens) };
  },
});
