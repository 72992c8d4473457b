import { objectId, type OrgRole } from "../core/accounts.ts";
import type { Check } from "../core/check.ts";
import * as is from "../core/checks.ts";
import { Failure, forbidden, notFound } from "../core/failure.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  listObjects,
  objectAt,
  pick,
  stringAt,
} from "../core/json.ts";
import { type Call, json, type Route } from "../core/router.ts";
import type {
  OrganizationHandler,
  OrganizationRecord,
  Organizations,
  ResourceGroup,
} from "./organization.ts";

const roles: readonly OrgRole[] = [
  "admin",
  "write",
  "contributor",
  "read",
  "no_access",
];

/** Accepts a role. */
export const role: Check = is.oneOf(...roles);

const autoJoin = is.anyOf(
  is.fields({ enabled: is.anyOf(is.literal(true), is.literal("true")), role }, {
    scope: is.oneOf("all", "read_plus"),
  }),
  is.fields({ enabled: is.anyOf(is.literal(false), is.literal("false")) }),
);
const description = is.text({ max: 500 });
const name = is.text({ min: 1, max: 200 });
const cents = is.orNull(is.wholeNumber());
const createBody = is.fields({ name }, {
  description,
  users: is.list(is.fields({ user: is.text(), role })),
  repos: is.list(is.fields({ name: is.text(), type: is.text() })),
  autoJoin,
});
const updateBody = is.fields({}, {
  name,
  description,
  spendLimits: is.fields({}, {
    total: cents,
    inferenceProviders: cents,
    spaces: cents,
    jobs: cents,
    endpoints: cents,
  }),
});
const settingsBody = is.fields({}, { autoJoin });
const usersBody = is.fields({
  users: is.list(
    is.anyOf(
      is.fields({ user: is.text(), role }),
      is.fields({ name: is.text(), role }),
    ),
    { min: 1 },
  ),
});

/** The resources in groups, which other modules hold. */
export interface GroupedResources {
  /** Renders the resources of a group. */
  list(group: string): Json[];
  /** Adds a repository to a group. */
  add(repo: JsonObject, group: string): void;
  /** Renders the usage of a group in a time span; null: of no group. */
  usage(
    organization: string,
    group: string | null,
    span: readonly [number, number],
  ): JsonObject;
}

/** Makes the routes of resource groups. */
export function resourceGroupRoutes(
  organizations: Organizations,
  resources: GroupedResources,
): Route[] {
  let count = 0;
  const { accounts } = organizations;
  const base = "/resource-groups";
  const one = `${base}/:group`;
  const render = (group: ResourceGroup): JsonObject => ({
    id: group.id,
    ...group.json,
    users: [...group.users].map(([user, { role, addedBy }]) => ({
      type: "user",
      _id: accounts.find(user)?.id ?? "",
      fullname: accounts.find(user)?.fullName ?? user,
      name: user,
      avatarUrl: `/avatars/${user}.svg`,
      role,
      ...addedBy !== undefined && { addedBy },
    })),
    resources: resources.list(group.id),
  });
  const isAdmin = (
    call: Call,
    { account }: OrganizationRecord,
    group?: ResourceGroup,
  ) =>
    accounts.roleIn(call.caller, account) === "admin" ||
    group?.users.get(call.user.name)?.role === "admin";
  const find = (call: Call, organization: OrganizationRecord) => {
    const group = organization.groups.get(call.param("group"));
    const user = call.user.name;
    if (group && (isAdmin(call, organization) || group.users.has(user))) {
      return group;
    }
    throw notFound("This resource group does not exist");
  };
  const findOwn = (call: Call, organization: OrganizationRecord) => {
    const group = find(call, organization);
    if (isAdmin(call, organization, group)) return group;
    throw forbidden("Only admins of the resource group may change it");
  };
  const requireUnmanaged = (
    { account }: OrganizationRecord,
    group: ResourceGroup,
  ) => {
    if (!account.linkedGroups.includes(stringAt(group.json, "name"))) return;
    throw forbidden("The members of this resource group are managed by SCIM");
  };
  /** Makes a handler that changes the users of a group. */
  const changeUsers = (
    change: (
      call: Call,
      group: ResourceGroup,
      organization: OrganizationRecord,
    ) => void,
  ): OrganizationHandler =>
  (call, organization) => {
    const group = findOwn(call, organization);
    requireUnmanaged(organization, group);
    change(call, group, organization);
    return json(render(group));
  };
  const addUsers = (
    call: Call,
    { account }: OrganizationRecord,
    group: ResourceGroup,
    users: readonly JsonObject[],
  ) => {
    const addedBy = call.user.name;
    const entries = users.map((user) =>
      [stringAt(user, "user", stringAt(user, "name")), readRole(user)] as const
    );
    if (new Map(entries).size < entries.length) {
      throw new Failure(400, "A user is named twice");
    }
    for (const [user] of entries) {
      if (accounts.find(user) === undefined) {
        throw new Failure(400, `User ${user} does not exist`);
      }
      if (!account.members.has(user)) {
        throw forbidden(`${user} is not a member of the organization`);
      }
      if (group.users.has(user)) {
        throw forbidden(`${user} is in the resource group already`);
      }
    }
    for (const [user, role] of entries) {
      group.users.set(user, { role, addedBy });
    }
  };
  const findUser = (call: Call, group: ResourceGroup): string => {
    const user = call.param("user");
    if (group.users.has(user)) return user;
    throw notFound(`${user} is not in this resource group`);
  };
  const plan = "team";
  const members = ["admin", "write", "contributor", "read"] as const;
  return [
    ...organizations.routes({
      plan,
      access: "read",
      permissions: ["org.read", "org.write", "resourceGroup.write"],
      roles: members,
    }, {
      [`GET ${base}`]: (call, organization) =>
        json(
          [...organization.groups.values()].filter(({ users }) =>
            isAdmin(call, organization) ||
            users.has(call.user.name)
          ).map(render),
        ),
      [`GET ${one}`]: (call, organization) =>
        json(render(find(call, organization))),
    }),
    ...organizations.routes({
      plan,
      access: "write",
      permissions: ["resourceGroup.write", "org.write"],
      roles: members,
    }, {
      [`POST ${base}`]: (call, organization) => {
        const body = call.readBody(createBody);
        const users = listObjects(body["users"]);
        const hasAdmin = users.some((user) => readRole(user) === "admin");
        if (!isAdmin(call, organization) && !hasAdmin) {
          throw forbidden("Name an admin of the resource group");
        }
        const id = objectId("resource group", String(++count));
        const group: ResourceGroup = {
          id,
          json: { description: null, ...pick(body, textFields) },
          users: new Map(),
        };
        addUsers(call, organization, group, users);
        organization.groups.set(id, group);
        setAutoJoin(group, body["autoJoin"], organization);
        for (const repo of listObjects(body["repos"])) resources.add(repo, id);
        return json(render(group));
      },
      [`PATCH ${one}`]: (call, organization) => {
        const group = findOwn(call, organization);
        const body = call.readBody(updateBody);
        Object.assign(group.json, pick(body, textFields));
        const limits = Object.entries({
          ...objectAt(group.json, "spendLimits"),
          ...objectAt(body, "spendLimits"),
        }).filter(([, limit]) => limit !== null);
        group.json["spendLimits"] = Object.fromEntries(limits);
        if (limits.length === 0) delete group.json["spendLimits"];
        return json(render(group));
      },
      [`DELETE ${one}`]: (call, organization) => {
        organization.groups.delete(findOwn(call, organization).id);
        return json({ success: true });
      },
      [`POST ${one}/settings`]: (call, organization) => {
        const group = findOwn(call, organization);
        const { autoJoin } = call.readBody(settingsBody);
        if (autoJoin !== undefined) requireUnmanaged(organization, group);
        setAutoJoin(group, autoJoin, organization);
        return json(render(group));
      },
      [`POST ${one}/users`]: changeUsers((call, group, organization) => {
        const { users } = call.readBody(usersBody);
        addUsers(call, organization, group, listObjects(users));
      }),
      [`PATCH ${one}/users/:user`]: changeUsers((call, group) => {
        const user = findUser(call, group);
        const body = call.readBody(is.fields({ role }));
        group.users.set(user, {
          ...group.users.get(user),
          role: readRole(body),
        });
      }),
      [`DELETE ${one}/users/:user`]: changeUsers((call, group) => {
        group.users.delete(findUser(call, group));
      }),
    }),
  ];
}

const textFields = ["name", "description"];

function setAutoJoin(
  group: ResourceGroup,
  autoJoin: Json | undefined,
  organization: OrganizationRecord,
): void {
  if (!isObject(autoJoin)) return;
  const enabled = String(autoJoin["enabled"]) === "true";
  group.json["autoJoin"] = enabled
    ? { ...pick(autoJoin, ["role", "scope"]), enabled }
    : { enabled };
  for (const user of organization.account.members.keys()) {
    joinGroups(organization, user);
  }
}

/** Adds a member to the groups that members join automatically. */
export function joinGroups(
  { account, groups }: OrganizationRecord,
  user: string,
): void {
  for (const { json, users } of groups.values()) {
    const autoJoin = objectAt(json, "autoJoin");
    const isIncluded = autoJoin["enabled"] === true &&
      (autoJoin["scope"] !== "read_plus" ||
        account.members.get(user) !== "no_access");
    if (isIncluded && !users.has(user)) {
      users.set(user, { role: readRole(autoJoin) });
    }
  }
}

/** Reads the role of an object. */
export function readRole(value: JsonObject): OrgRole {
  return roles.find((each) => each === value["role"]) ?? "read";
}
