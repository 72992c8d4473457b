/**
 * Proof that a token sees what a read is about: the service answers 404 to one
 * that may not, as it does for what is gone.
 *
 * @module
 */

import { failure } from "@hf-terraform/framework";
import { permissionText } from "../define/access.ts";
import { type CallContext, titleOf } from "./remote_object.ts";
import { planAdvice } from "../cost/plan_advice.ts";

/** The users to whom the service shows a kind of object. */
export type SeenBy =
  | "admin"
  | "member"
  /** The user whose token made it, who is noted beside the state. */
  | "user";

/** The key of the user whose token has seen it. */
const SEEN_BY = "seen_by";

/** Notes whose token sees it, unless that is noted. */
export async function noteUser(
  { object }: Pick<CallContext, "object">,
): Promise<void> {
  const { privateState, provider } = object.context;
  if (typeof privateState.get(SEEN_BY) === "string") return;
  const name = await planAdvice(provider).user().catch(() => undefined);
  if (name !== undefined) privateState.set(SEEN_BY, name);
}

/** The permissions that show what a permission is for. */
function showing(permission: string): readonly string[] {
  return [
    permission,
    permission.replace(/\.write$/, ".read"),
    ...permission === "repo.write" ? ["repo.content.read"] : [],
    ...permission === "resourceGroup.write" ? ["org.read", "org.write"] : [],
  ];
}

/**
 * Makes sure that a 404 means gone.
 *
 * @param state What is known of the object.
 * @throws {DiagnosticsError} If the token need not see it.
 */
export async function assertSeen(
  by: SeenBy,
  { object, client, namespace }: CallContext,
  state: { readonly resource_group_id?: string | null },
): Promise<void> {
  const { signal, privateState } = object.context;
  const { name, orgs = [], auth } = await client.users.whoami({ signal });
  const isOwner = ({ name = "" }: { readonly name?: string }) =>
    name.toLowerCase() === namespace.toLowerCase();
  const own = orgs.find(isOwner);
  const { roleInOrg: role = "admin", resourceGroups = [] } = own ?? {};
  const { resource_group_id: group = null } = state;
  const isInGroup = group === null || role === "admin" ||
    resourceGroups.some(({ id }) => id === group);
  const permissions = [object.permission ?? []].flat().flatMap(showing);
  const scopes = auth?.accessToken?.fineGrained?.scoped;
  const mayRead = scopes === undefined ||
    scopes.some((scope) =>
      (isOwner(scope.entity) ||
        namespace === "" && scope.entity.name === name) &&
      scope.permissions.some((one) => permissions.includes(one))
    );
  // A service account is no member: it may do what its token says.
  const isAllowed = own === undefined && scopes !== undefined;
  const noted = privateState.get(SEEN_BY);
  const sees = {
    admin: own !== undefined && role === "admin",
    member: isOwner({ name }) ||
      own !== undefined && role !== "no_access" && isInGroup,
    user: noted === name,
  };
  if (mayRead && (sees[by] || isAllowed)) return;
  const needed = {
    admin: "an admin",
    member: isInGroup ? "a member" : "a member of its resource group",
    user: typeof noted === "string" ? noted : "the user who made it",
  };
  const whose = !mayRead
    ? `, which lacks ${permissionText(object.permission)}. `
    : by === "user"
    ? ". "
    : own === undefined
    ? `, who is no member of ${namespace}. `
    : `, whose role in ${namespace} is \`${role}\`. `;
  throw failure(
    `${titleOf(object)} is hidden, or gone`,
    "The service answers that it is not there, as it does to who may not see " +
      `it, and the token is ${name}'s${whose}So it stays in the state. Use the ` +
      `token of ${mayRead ? needed[by] : "one that has it"}. If it is surely ` +
      "gone, let Terraform forget it: `terraform state rm ADDRESS`.",
  );
}
