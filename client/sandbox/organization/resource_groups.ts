import { objectId, type OrgRole } from "../core/accounts.ts";
import * as is from "../core/checks.ts";
import { Failure, forbidden, notFound } from "../core/failure.ts";
import type { JsonObject } from "../core/json.ts";
import type { Call, ObjectHandler, Route } from "../core/router.ts";
import type { GroupedResources } from "./grouped_resources.ts";
import type {
  OrganizationRecord,
  Organizations,
  Requirements,
  ResourceGroup,
} from "./organization.ts";

const members = ["admin", "write", "contributor", "read"] as const;

/** Accepts a role. */
export const role: is.Check<OrgRole> = is.oneOf(...members, "no_access");

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
const spendLimits = is.fields({}, {
  total: cents,
  inferenceProviders: cents,
  spaces: cents,
  jobs: cents,
  endpoints: cents,
});
const updateBody = is.fields({}, { name, description, spendLimits });
const usersBody = is.fields({
  users: is.list(
    is.anyOf(
      is.fields({ user: is.text(), role }),
      is.fields({ name: is.text(), role }),
    ),
    { min: 1 },
  ),
});

const readRule: Requirements = {
  plan: "team",
  access: "read",
  permissions: ["org.read", "org.write", "resourceGroup.write"],
  roles: members,
};
const writeRule: Requirements = {
  plan: "team",
  access: "write",
  permissions: ["resourceGroup.write", "org.write"],
  roles: members,
};

/** A resource group in its organization. */
interface FoundGroup {
  readonly organization: OrganizationRecord;
  readonly group: ResourceGroup;
}

/** Makes the routes of resource groups. */
export function resourceGroupRoutes(
  organizations: Organizations,
  resources: GroupedResources,
): Route[] {
  const all = "/resource-groups";
  const one = `${all}/:group`;
  const show = (found: FoundGroup) => renderResourceGroup(found, resources);
  const change =
    (act: (call: Call, found: FoundGroup) => void): ObjectHandler<FoundGroup> =>
    (call, found) => {
      act(call, found);
      return show(found);
    };
  return [
    ...organizations.routes(readRule, {
      [`GET ${all}`]: (call, organization) =>
        [...organization.groups.values()]
          .map((group) => ({ organization, group }))
          .filter((found) => canSee(call, found)).map(show),
    }),
    ...organizations.objectRoutes(readRule, one, findGroup, {
      GET: (_, found) => show(found),
    }),
    ...organizations.routes(writeRule, {
      [`POST ${all}`]: (call, organization) => {
        const { repos = [], ...body } = call.readBody(createBody);
        const id = objectId(
          "resource group",
          String(organizations.count("resource group")),
        );
        const group = createGroup(call, organization, id, body);
        for (const repo of repos) {
          resources.add(repo, id, organization.account.name);
        }
        return show({ organization, group });
      },
    }),
    ...organizations.objectRoutes(writeRule, one, findOwn, {
      PATCH: change(updateGroup),
      DELETE: (_, { organization, group }) => {
        organization.groups.delete(group.id);
        resources.clear(group.id);
        return { success: true };
      },
      "POST /settings": change((call, found) => {
        const { autoJoin: wanted } = call.readBody(is.fields({}, { autoJoin }));
        if (wanted !== undefined) setAutoJoin(found, wanted);
      }),
    }),
    ...organizations.objectRoutes(writeRule, `${one}/users`, findOwn, {
      POST: change((call, found) => {
        const { users } = call.readBody(usersBody);
        addUsers(call, found, users);
      }),
      "PATCH /:user": change((call, { group: { users } }) => {
        const user = requireUser(call, users);
        const { role: wanted } = call.readBody(is.fields({ role }));
        users.set(user, { ...users.get(user), role: wanted });
      }),
      "DELETE /:user": change((call, { group: { users } }) => {
        users.delete(requireUser(call, users));
      }),
    }),
  ];
}

function isAdmin(
  call: Call,
  { account, accounts }: OrganizationRecord,
  group?: ResourceGroup,
): boolean {
  return accounts.roleIn(call.caller, account) === "admin" ||
    group?.users.get(call.user.name)?.role === "admin";
}

function canSee(call: Call, { organization, group }: FoundGroup): boolean {
  return isAdmin(call, organization) || group.users.has(call.user.name);
}

function findGroup(call: Call, organization: OrganizationRecord): FoundGroup {
  const group = organization.groups.get(call.param("group"));
  const found = group && { organization, group };
  if (found && canSee(call, found)) return found;
  throw notFound("This resource group does not exist");
}

function findOwn(call: Call, organization: OrganizationRecord): FoundGroup {
  const found = findGroup(call, organization);
  if (isAdmin(call, organization, found.group)) return found;
  throw forbidden("Only admins of the resource group may change it");
}

function requireUser(call: Call, users: ResourceGroup["users"]): string {
  const user = call.param("user");
  if (users.has(user)) return user;
  throw notFound(`${user} is not in this resource group`);
}

function createGroup(
  call: Call,
  organization: OrganizationRecord,
  id: string,
  body: Omit<ReturnType<typeof createBody>, "repos">,
): ResourceGroup {
  const { name, description = null, users = [], autoJoin } = body;
  const hasAdmin = users.some(({ role }) => role === "admin");
  if (!isAdmin(call, organization) && !hasAdmin) {
    throw forbidden("Name an admin of the resource group");
  }
  const group: ResourceGroup = {
    id,
    name,
    description,
    spendLimits: {},
    users: new Map(),
  };
  const found = { organization, group };
  addUsers(call, found, users);
  organization.groups.set(id, group);
  if (autoJoin !== undefined) setAutoJoin(found, autoJoin);
  return group;
}

function updateGroup(call: Call, { group }: FoundGroup): void {
  const { spendLimits = {}, ...texts } = call.readBody(updateBody);
  const limits = Object.entries({ ...group.spendLimits, ...spendLimits })
    .filter(([, limit]) => limit !== null);
  Object.assign(group, texts, { spendLimits: Object.fromEntries(limits) });
}

function addUsers(
  call: Call,
  { organization: { account, accounts }, group }: FoundGroup,
  users: ReturnType<typeof usersBody>["users"],
): void {
  const entries = users.map((user) =>
    ["user" in user ? user.user : user.name, user.role] as const
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
    group.users.set(user, { role, addedBy: call.user.name });
  }
}

function setAutoJoin(
  { organization, group }: FoundGroup,
  wanted: ReturnType<typeof autoJoin>,
): void {
  group.autoJoin = "role" in wanted
    ? { ...wanted, enabled: true }
    : { enabled: false };
  for (const user of organization.account.members.keys()) {
    joinGroups(organization, user);
  }
}

/** Adds a member to the groups that members join automatically. */
export function joinGroups(
  { account, groups }: OrganizationRecord,
  user: string,
): void {
  for (const { autoJoin, users } of groups.values()) {
    const isIncluded = autoJoin?.enabled === true &&
      (autoJoin.scope !== "read_plus" ||
        account.members.get(user) !== "no_access");
    if (isIncluded && !users.has(user)) {
      users.set(user, { role: autoJoin.role ?? "read" });
    }
  }
}

function renderResourceGroup(
  { organization: { accounts }, group }: FoundGroup,
  resources: GroupedResources,
): JsonObject {
  const { id, name, description, autoJoin, spendLimits, users } = group;
  return {
    id,
    name,
    description,
    ...autoJoin && { autoJoin },
    ...Object.keys(spendLimits).length > 0 && { spendLimits },
    users: [...users].map(([user, { role, addedBy }]) => ({
      type: "user",
      _id: accounts.find(user)?.id ?? "",
      fullname: accounts.find(user)?.fullName ?? user,
      name: user,
      avatarUrl: `/avatars/${user}.svg`,
      role,
      ...addedBy !== undefined && { addedBy },
    })),
    resources: resources.list(id),
  };
}
