import { failure } from "@hf-terraform/framework";
import type { HuggingFace, Identity, TokenScope } from "@hf-terraform/client";
import { type Access, isOfAdmins, permissionText } from "../define/access.ts";
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

/** The scopes of a fine-grained token; undefined: it is none. */
function scopesOf({ auth }: Identity): readonly TokenScope[] | undefined {
  const { role, fineGrained } = auth?.accessToken ?? {};
  return fineGrained?.scoped ?? (role === "fineGrained" ? [] : undefined);
}

/** Whether a token has one of the permissions for an account or its things. */
function isGranted(
  identity: Identity,
  namespace: string,
  permissions: readonly string[],
  ids: readonly unknown[] = [],
): boolean {
  const { name, id, orgs = [] } = identity;
  const account = [{ name, id }, ...orgs]
    .find((one) => sameName(one.name, namespace));
  // An account may be told by its name or by its id.
  const names = [account?.name ?? namespace, account?.id].flatMap((one) =>
    one === undefined ? [] : nameKey(one)
  );
  return scopesOf(identity)?.some((scope) =>
    [scope.entity.name, scope.entity._id].some((one) =>
      one !== undefined && (ids.includes(one) || names.includes(nameKey(one)))
    ) && scope.permissions.some((one) => permissions.includes(one))
  ) ?? true;
}

/** Whether a token would be shown all repositories of an account. */
export function seesRepositories(
  identity: Identity,
  namespace: string,
): boolean {
  return isGranted(identity, namespace, showing("repo.write"));
}

/** The reason why nothing may come from an owner to an organization; undefined: none. */
export function obstacleAt(
  identity: Identity,
  { permission }: Access,
  { from, to, group }: {
    readonly from: string;
    readonly to: string;
    /** The resource group that it comes into; undefined: not known. */
    readonly group: string | null | undefined;
  },
): string | undefined {
  const { name, orgs } = identity;
  const needed = [permission ?? []].flat();
  const may = (account: string) =>
    needed.every((one) => isGranted(identity, account, [one], [group]));
  const member = orgs?.find((one) => sameName(one.name, to));
  const { roleInOrg: role = "admin" } = member ?? {};
  // A service account is no member: it may do what its token says.
  if (orgs !== undefined && member === undefined) {
    return scopesOf(identity) !== undefined && may(to)
      ? undefined
      : `has no member ${name}`;
  }
  // In a resource group its members may have more.
  const isLow = group === null && (role === "read" || role === "no_access");
  if (isLow || role !== "admin" && needed.some(isOfAdmins)) {
    return `gives ${name} the role \`${role}\``;
  }
  // Who may not delete what there is does not lose it either.
  return may(from) && !may(to)
    ? "is not in the scope of the token, which needs " +
      permissionText(permission)
    : undefined;
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
  const identity = await users.whoami({ signal });
  const { name, id, orgs = [] } = identity;
  const own = orgs.find((org) => sameName(org.name, namespace));
  const isUser = sameName(name, namespace);
  const { roleInOrg: role = "admin", resourceGroups = [] } = own ?? {};
  const isInGroup = group === null || role === "admin" ||
    resourceGroups.some(({ id }) => id === group);
  const permissions = [permission ?? []].flat().flatMap(showing);
  const account = namespace === "" ? name : namespace;
  const mayRead = isGranted(identity, account, permissions, [parent, group]);
  // A service account is no member: it may do what its token says.
  const isAllowed = own === undefined && scopesOf(identity) !== undefined;
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
