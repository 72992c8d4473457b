import { failure } from "@hf-terraform/framework";
import type { HuggingFace } from "@hf-terraform/client";
import { type Access, permissionText } from "../define/access.ts";
import { nameKey, sameName } from "../schema/same.ts";

/** The users to whom the service shows a kind of object. */
export type SeenBy =
  | "admin"
  | "member"
  /** The user whose token made it, whose id is noted beside the state. */
  | "user";

/** The permissions that show what a permission is for. */
function showing(permission: string): readonly string[] {
  return [
    permission,
    permission.replace(/\.write$/, ".read"),
    ...permission === "repo.write" ? ["repo.content.read"] : [],
    ...permission === "resourceGroup.write" ? ["org.read", "org.write"] : [],
  ];
}

/** Makes sure that a 404 means gone: who may not see something gets one too. */
export async function assertVisible(
  { title, permission, seenBy, namespace, parent, group, user }: {
    /** The object, to begin a sentence. */
    readonly title: string;
    readonly permission: Access["permission"];
    readonly seenBy: SeenBy;
    /** The account that has it; empty: the user. */
    readonly namespace: string;
    /** The stable id of what it is a part of; a token may be for that alone. */
    readonly parent: unknown;
    /** The resource group that it is in; null: none; undefined: not known. */
    readonly group: string | null | undefined;
    /** The id of the user who has seen it, where only one does. */
    readonly user?: string | undefined;
  },
  { users }: HuggingFace,
  signal: AbortSignal,
): Promise<void> {
  const { name, id, orgs = [], auth } = await users.whoami({ signal });
  const own = orgs.find((org) => sameName(org.name, namespace));
  const isUser = sameName(name, namespace);
  const { roleInOrg: role = "admin", resourceGroups = [] } = own ?? {};
  const isInGroup = group === null || role === "admin" ||
    resourceGroups.some(({ id }) => id === group);
  const permissions = [permission ?? []].flat().flatMap(showing);
  const token = auth?.accessToken;
  const scopes = token?.fineGrained?.scoped ??
    (token?.role === "fineGrained" ? [] : undefined);
  // An account may be told by its name or by its id.
  const account = namespace === "" || isUser ? { name, id } : own;
  const names = [account?.name ?? namespace, account?.id].flatMap((one) =>
    one === undefined ? [] : nameKey(one)
  );
  const mayRead = scopes === undefined ||
    scopes.some((scope) =>
      [scope.entity.name, scope.entity._id].some((one) =>
        one !== undefined &&
        (one === parent || one === group || names.includes(nameKey(one)))
      ) && scope.permissions.some((one) => permissions.includes(one))
    );
  // A service account is no member: it may do what its token says.
  const isAllowed = own === undefined && scopes !== undefined;
  const sees = {
    admin: own !== undefined && role === "admin",
    member: isUser || own !== undefined && role !== "no_access" && isInGroup,
    user: id !== undefined && user === id,
  };
  if (mayRead && (sees[seenBy] || isAllowed)) return;
  const needed = {
    admin: "an admin",
    member: isInGroup ? "a member" : "a member of its resource group",
    user: "the user who made it",
  };
  const whose = !mayRead
    ? `, which lacks ${permissionText(permission)}. `
    : seenBy === "user"
    ? ". "
    : own === undefined
    ? `, who is no member of ${namespace}. `
    : seenBy === "member" && !isInGroup
    ? `, who ${group ? "is not" : "may not be"} in its resource group. `
    : `, whose role in ${namespace} is \`${role}\`. `;
  throw failure(
    `${title} is hidden, or gone`,
    "The service answers that it is not there, as it does to who may not see " +
      `it, and the token is ${name}'s${whose}So it stays in the state. Use the ` +
      `token of ${mayRead ? needed[seenBy] : "one that has it"}. If it is ` +
      "surely gone, let Terraform forget it: `terraform state rm ADDRESS`.",
  );
}
