/**
 * Requirements of an object: the permission of the token, and the plan that its
 * owner pays for. It stands in each definition once; the messages of errors,
 * the pages, and the table of the authentication guide follow from it.
 *
 * @module
 */

import type { Schema } from "@hf-terraform/framework";
import { likelyTexts } from "../schema/likely_mistakes.ts";
import { either } from "./inputs.ts";

/** A permission of fine-grained tokens, as the Hub calls it. */
export type Permission =
  | "collection.read"
  | "collection.write"
  | "inference.endpoints.write"
  | "job.write"
  | "org.networkSecurity.write"
  | "org.read"
  | "org.serviceAccounts.write"
  | "org.write"
  | "repo.content.read"
  | "repo.write"
  | "resourceGroup.write"
  | "user.webhooks.read"
  | "user.webhooks.write";

/** The paid plans of organizations, by the least that has something. */
export type PaidPlan = "Team" | "Enterprise" | "Enterprise Plus";

export interface Access {
  /** The permission, or all of several; null: any token will do, or none. */
  readonly permission: Permission | readonly Permission[] | null;
  /** The plan of the organization that owns it; absent: none. */
  readonly plan?: PaidPlan | undefined;
}

/** The permissions in a sentence: ``the permission `repo.write` ``. */
export function permissionText(
  permission: string | readonly string[] | null,
): string {
  const names = [permission ?? []].flat();
  const s = names.length > 1 ? "s" : "";
  return names.length === 0
    ? "no permission"
    : `the permission${s} ${either(names, "and")}`;
}

/** The plan in a sentence: `the Team plan or a higher one`. */
export function planText(plan: PaidPlan): string {
  return `the ${plan} plan${plan === "Enterprise Plus" ? "" : " or higher"}`;
}

/** A schema whose description says what is needed, and that looks through its texts. */
export function withAccess<S extends Schema>(access: Access, schema: S): S {
  const { permission, plan } = access;
  const sentences = [
    ...permission === null
      ? []
      : [`The token needs ${permissionText(permission)}.`],
    ...[permission ?? []].flat().some(isOfAdmins)
      ? ["Its user has to be an admin."]
      : [],
    ...plan === undefined ? [] : [`The organization needs ${planText(plan)}.`],
  ];
  const needed = {
    ...schema,
    validators: [...schema.validators, likelyTexts(schema.attributes)],
    description: sentences.length === 0
      ? schema.description
      : `${schema.description}\n\n${sentences.join(" ")}`,
  };
  declared.set(needed, access);
  return needed;
}

/** Whether only an admin of the organization may use a permission. */
export function isOfAdmins(permission: string): boolean {
  return /^(?:org\.(?!read$)|resourceGroup\.)/.test(permission);
}

const declared = new WeakMap<object, Access>();

export function accessOf(schema: object): Access | undefined {
  return declared.get(schema);
}
