import type { OrgRole } from "../core/accounts.ts";
import { objectId } from "../core/accounts.ts";
import {
  type Check,
  either,
  fields,
  list,
  oneOf,
  orNull,
  pick,
  readChecked,
  text,
  whole,
} from "../core/checks.ts";
import { Failure, forbidden, notFound } from "../core/failure.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  stringAt,
} from "../core/json.ts";
import { type Call, json, param, type Route } from "../core/router.ts";
import type { Group, Organization, Organizations } from "./organization.ts";

/** The roles, the highest first. */
export const roles: readonly OrgRole[] = [
  "admin",
  "write",
  "contributor",
  "read",
  "no_access",
];

/** A role. */
export const role: Check = oneOf(...roles);

const flagged = (is: boolean): Check => (value, at) =>
  value === is || value === String(is)
    ? undefined
    : { message: `Invalid input: expected ${is}`, at };
const autoJoin = either(
  fields({ enabled: flagged(true), role }, {
    scope: oneOf("all", "read_plus"),
  }),
  fields({ enabled: flagged(false) }),
);
const description = text({ max: 500 });
const name = text({ min: 1, max: 200 });
const cents = orNull(whole());
const products = [
  ...["total", "inferenceProviders", "spaces", "jobs", "endpoints"],
];
const toCreate = fields({ name }, {
  description,
  users: list(fields({ user: text(), role })),
  repos: list(fields({ name: text(), type: text() })),
  autoJoin,
});
const toUpdate = fields({}, {
  name,
  description,
  spendLimits: fields(
    {},
    Object.fromEntries(products.map((product) => [product, cents])),
  ),
});
const toAdd = fields({
  users: list(
    either(fields({ user: text(), role }), fields({ name: text(), role })),
    { min: 1 },
  ),
});

/** What belongs to groups, which other areas keep. */
export interface Grouped {
  /** What belongs to a group. */
  of(group: string): Json[];
  /** Puts a repository into a group. */
  add(repo: JsonObject, group: string): void;
}

/** Resource groups. */
export function resourceGroupRoutes(
  organizations: Organizations,
  grouped: Grouped,
): Route[] {
  let count = 0;
  const { accounts } = organizations;
  const base = "/resource-groups";
  const one = `${base}/:group`;
  const plan = "team";
  const members = ["admin", "write", "contributor", "read"] as const;
  const read = organizations.routes({
    plan,
    access: "read",
    permissions: ["org.read", "org.write", "resourceGroup.write"],
    roles: members,
  });
  const write = organizations.routes({
    plan,
    access: "write",
    permissions: ["resourceGroup.write", "org.write"],
    roles: members,
  });
  const render = (group: Group): JsonObject => ({
    id: group.id,
    ...group.shown,
    users: [...group.users].map(([user, { role, addedBy }]) => ({
      type: "user",
      _id: accounts.find(user)?.id ?? "",
      fullname: accounts.find(user)?.fullName ?? user,
      name: user,
      avatarUrl: `/avatars/${user}.svg`,
      role,
      ...addedBy !== undefined && { addedBy },
    })),
    resources: grouped.of(group.id),
  });
  const isAdmin = (call: Call, { account }: Organization, group?: Group) =>
    accounts.roleIn(call.caller, account) === "admin" ||
    group?.users.get(call.caller.user?.name ?? "")?.role === "admin";
  const find = (call: Call, organization: Organization): Group => {
    const group = organization.groups.get(param(call, "group"));
    const user = call.caller.user?.name ?? "";
    if (group && (isAdmin(call, organization) || group.users.has(user))) {
      return group;
    }
    throw notFound("This resource group does not exist");
  };
  const owned = (call: Call, organization: Organization): Group => {
    const group = find(call, organization);
    if (isAdmin(call, organization, group)) return group;
    throw forbidden("Only admins of the resource group may change it");
  };
  const open = (call: Call, organization: Organization): Group => {
    const group = owned(call, organization);
    const { linkedGroups } = organization.account;
    if (!linkedGroups.includes(stringAt(group.shown, "name"))) return group;
    throw forbidden("The members of this resource group are managed by SCIM");
  };
  const add = (call: Call, organization: Organization, group: Group) => {
    const addedBy = accounts.userOf(call.caller).name;
    return (users: JsonObject[]) => {
      const named = users.map((user) =>
        stringAt(user, "user", stringAt(user, "name"))
      );
      if (new Set(named).size < named.length) {
        throw new Failure(400, "A user is named twice");
      }
      for (const user of named) {
        if (accounts.find(user) === undefined) {
          throw new Failure(400, `User ${user} does not exist`);
        }
        if (!organization.account.members.has(user)) {
          throw forbidden(`${user} is not a member of the organization`);
        }
        if (group.users.has(user)) {
          throw forbidden(`${user} is in the resource group already`);
        }
      }
      users.forEach((user, at) =>
        group.users.set(named[at] ?? "", { role: roleAt(user), addedBy })
      );
    };
  };
  const member = (call: Call, group: Group): string => {
    const user = param(call, "user");
    if (group.users.has(user)) return user;
    throw notFound(`${user} is not in this resource group`);
  };
  return [
    read("GET", base, (call, organization) =>
      json(
        [...organization.groups.values()].filter(({ users }) =>
          isAdmin(call, organization) ||
          users.has(call.caller.user?.name ?? "")
        ).map(render),
      )),
    write("POST", base, (call, organization) => {
      const body = readChecked(call, toCreate);
      const users = objects(body["users"]);
      if (
        !isAdmin(call, organization) &&
        !users.some((user) => roleAt(user) === "admin")
      ) throw forbidden("Name an admin of the resource group");
      const id = objectId("resource group", String(++count));
      const shown = { description: null, ...pick(body, described) };
      const group: Group = { id, shown, users: new Map() };
      add(call, organization, group)(users);
      organization.groups.set(id, group);
      setAutoJoin(group, body["autoJoin"], organization);
      for (const repo of objects(body["repos"])) grouped.add(repo, id);
      return json(render(group));
    }),
    read(
      "GET",
      one,
      (call, organization) => json(render(find(call, organization))),
    ),
    write("PATCH", one, (call, organization) => {
      const { shown, ...group } = owned(call, organization);
      const body = readChecked(call, toUpdate);
      Object.assign(shown, pick(body, described));
      const limits = Object.entries({
        ...objectAt(shown, "spendLimits"),
        ...objectAt(body, "spendLimits"),
      }).filter(([, limit]) => limit !== null);
      shown["spendLimits"] = Object.fromEntries(limits);
      if (limits.length === 0) delete shown["spendLimits"];
      return json(render({ shown, ...group }));
    }),
    write("DELETE", one, (call, organization) => {
      organization.groups.delete(owned(call, organization).id);
      return json({ success: true });
    }),
    write("POST", `${one}/settings`, (call, organization) => {
      const group = owned(call, organization);
      const given = readChecked(call, fields({}, { autoJoin }))["autoJoin"];
      if (given !== undefined) open(call, organization);
      setAutoJoin(group, given, organization);
      return json(render(group));
    }),
    write("POST", `${one}/users`, (call, organization) => {
      const group = open(call, organization);
      add(call, organization, group)(
        objects(readChecked(call, toAdd)["users"]),
      );
      return json(render(group));
    }),
    write("PATCH", `${one}/users/:user`, (call, organization) => {
      const group = open(call, organization);
      const user = member(call, group);
      const role = roleAt(readChecked(call, toRole));
      group.users.set(user, { ...group.users.get(user), role });
      return json(render(group));
    }),
    write("DELETE", `${one}/users/:user`, (call, organization) => {
      const group = open(call, organization);
      group.users.delete(member(call, group));
      return json(render(group));
    }),
  ];
}

const toRole = fields({ role });
const described = ["name", "description"];

function setAutoJoin(
  group: Group,
  given: Json | undefined,
  organization: Organization,
): void {
  if (!isObject(given)) return;
  const enabled = String(given["enabled"]) === "true";
  group.shown["autoJoin"] = enabled
    ? { ...pick(given, ["role", "scope"]), enabled }
    : { enabled };
  for (const user of organization.account.members.keys()) {
    joinGroups(organization, user);
  }
}

/** Lets a member join the groups that all members join by themselves. */
export function joinGroups(
  { account, groups }: Organization,
  user: string,
): void {
  for (const { shown, users } of groups.values()) {
    const joined = objectAt(shown, "autoJoin");
    const isMeant = joined["enabled"] === true &&
      (joined["scope"] !== "read_plus" ||
        account.members.get(user) !== "no_access");
    if (isMeant && !users.has(user)) users.set(user, { role: roleAt(joined) });
  }
}

/** The role that an object names. */
export function roleAt(value: JsonObject): OrgRole {
  return roles.find((each) => each === value["role"]) ?? "read";
}

/** The objects of a list. */
export function objects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((item) => isObject(item)) : [];
}
