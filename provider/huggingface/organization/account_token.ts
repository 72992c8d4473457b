import { v } from "@hf-terraform/framework";
import { requireText, texts } from "../define/inputs.ts";
import { organizationPermissions } from "../schema/known_values.ts";
import { hexId, textUpTo } from "../schema/validators.ts";

export const accountIdAttribute = requireText(
  "The id of the service account: 24 hex digits.",
  hexId,
);

export const tokenName = textUpTo(100);

/** The permissions of a token. */
export const allowances = {
  permissions: texts(
    "Permissions in the whole organization.",
    v.each(v.knownValues(...organizationPermissions)),
  ),
  repository_ids: texts(
    "The repositories that it is for, by their `repository_id`.",
    v.each(v.matches(/^[0-9a-fA-F]{24}$/, "24 hex digits")),
  ),
  repository_permissions: texts(
    "Permissions for these.",
    v.each(v.knownValues("repo.content.read", "repo.write")),
  ),
  endpoint_patterns: texts(
    "The endpoints that it may call, by name; `*` stands for anything.",
    v.sizeAtMost(20),
    v.each(
      v.matches(
        // A secret that was masked in a state would stand for anything.
        /^(?!.*\*\*)[^.?()\]\\[{}]{1,256}$/,
        "1 to 256 characters without `**` or any of `.?()[]{}\\`",
      ),
    ),
  ),
};
