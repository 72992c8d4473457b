/**
 * Proof that a token sees what an organization has: the service answers 404 to
 * one that may not, as it does for what is gone.
 *
 * @module
 */

import { failure } from "@hf-terraform/framework";
import type { About } from "./bound.ts";
import { titleOf } from "./remote_object.ts";

/**
 * Makes sure that a 404 means gone, for what admins of an organization see.
 *
 * @throws {DiagnosticsError} If the token's user is no admin of it.
 */
export async function assertSeenByAdmin(
  { object, client, namespace }: About,
): Promise<void> {
  const { signal } = object.context;
  const { name, orgs = [] } = await client.users.whoami({ signal });
  const own = orgs.find((one) =>
    one.name.toLowerCase() === namespace.toLowerCase()
  );
  const { roleInOrg: role = "admin" } = own ?? {};
  if (own !== undefined && role === "admin") return;
  throw failure(
    `${titleOf(object)} is hidden, or gone`,
    `The service answers that it is not there, but the token is ${name}'s, ` +
      (own === undefined
        ? `who is no member of ${namespace}. `
        : `whose role in ${namespace} is \`${role}\`. `) +
      "From whom is no admin the service hides what is there, so it stays in " +
      "the state. Use the token of an admin. If it is surely gone, let " +
      "Terraform forget it: `terraform state rm ADDRESS`.",
  );
}
