/**
 * What the resource `huggingface_service_account_token` and the ephemeral one
 * share.
 *
 * @module
 */

import { type Diagnostics, isUnknown, Path, v } from "@hf-terraform/framework";
import { onlyWith } from "./likely_mistakes.ts";

const hexId = v.matches(/^[0-9a-f]{24}$/, "24 hex digits");

/** The attribute `service_account_id`. */
export const accountIdOptions = {
  required: true,
  description: "The id of the service account: 24 hex digits.",
  validators: [hexId],
  change: "immutable",
  key: true,
} as const;

/** What a token may do, by the names of the API. */
export const tokenFields = {
  displayName: {
    description: "The name.",
    validators: [v.lengthBetween(1, 100)],
  },
  permissions: {
    description: "What it may do in the whole organization.",
    validators: [v.each(v.knownValues(
      "repo.content.read",
      "repo.contribute.write",
      "repo.write",
      "inference.serverless.write",
      "inference.endpoints.infer.write",
      "inference.endpoints.write",
      "org.read",
      "org.write",
      "org.auditLog.write",
      "collection.read",
      "collection.write",
      "resourceGroup.write",
      "job.write",
      "org.serviceAccounts.read",
      "org.serviceAccounts.write",
    ))],
  },
  repoIds: {
    description: "The repositories that it is for, by their `repository_id`.",
    validators: [
      v.each(v.matches(/^[0-9a-fA-F]{24}$/, "24 hex digits")),
      onlyWith<readonly string[]>("repository_permissions"),
    ],
  },
  repoPermissions: {
    description: "What it may do with these.",
    validators: [
      v.each(v.knownValues("repo.content.read", "repo.write")),
      onlyWith<readonly string[]>("repository_ids"),
    ],
  },
  endpointPatterns: {
    description: "The endpoints that it may call, by name; `*` stands for " +
      "anything.",
    validators: [
      v.sizeAtMost(20),
      v.each(v.lengthBetween(1, 256)),
      v.each(v.matches(/^[^.?()\]\\[{}]+$/, "without any of `.?()[]{}\\`")),
    ],
  },
  skipNetworkSecurity: {
    description: "Whether it may come from any address, whatever the network " +
      "security of the organization says (Enterprise Plus, and the permission " +
      "`org.networkSecurity.write`). Default `false`.",
  },
} as const;

/** Warns of a token that nothing is allowed to. */
export function checkAllowed(
  config: {
    readonly [name in (typeof allowing)[number]]: unknown;
  },
  diagnostics: Diagnostics,
): void {
  const allows = (list: unknown) =>
    isUnknown(list) || Array.isArray(list) && list.length > 0;
  if (allowing.some((name) => allows(config[name]))) return;
  diagnostics.addWarning(
    "The token is allowed nothing",
    "Set `permissions`, `repository_ids` and `repository_permissions`, or " +
      "`endpoint_patterns`.",
    Path.root.attribute("permissions"),
  );
}

const allowing = [
  "permissions",
  "repository_ids",
  "repository_permissions",
  "endpoint_patterns",
] as const;
