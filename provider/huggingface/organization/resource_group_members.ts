import {
  failure,
  isUnknown,
  Path,
  type Resource,
  s,
  type State,
} from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import type {
  NewResourceGroupUser,
  ResourceGroupDetails,
} from "@hf-terraform/client";
import { adviseNewMembers } from "./new_members.ts";
import { definerFor } from "../object/bound.ts";
import { sendUntilTaken } from "../object/delete.ts";
import { outlive, type RemoteObject } from "../object/remote_object.ts";
import { isReplacement } from "../object/replacement.ts";
import {
  inTurn,
  joinFirst,
  lookAtGroup,
  membersOf,
  namedByParts,
  owningGroup,
  readGroup,
  roleAttribute,
  setsWhatIsThere,
  settingRoles,
  usernameAttribute,
} from "../schema/organization.ts";
import { knownText, nameKey, same, sameName } from "../schema/same.ts";
import { eachOnce } from "../schema/validators.ts";

type Users = readonly NewResourceGroupUser[];

interface Wire extends Record<"create" | "update", { readonly users: Users }> {
  readonly response: ResourceGroupDetails;
}

const b = bindingTo<Wire>();

const { named, identity } = namedByParts("the members of a resource group", {
  resource_group_id: "The id of the resource group: 24 hex digits.",
});

const schema = s.schema({
  description:
    "All members of a resource group: whoever is not named is removed from " +
    "it, once a plan has shown who goes. For single members use " +
    "`huggingface_resource_group_member`, and not both for one group. A group " +
    "that is linked to SCIM refuses changes.\n\nWhen it is destroyed, all of " +
    "them are removed; they stay members of the organization." +
    setsWhatIsThere,
  attributes: {
    ...named,
    resource_group_id: owningGroup,
    members: b.mapped(
      "users",
      s.objectSet({ username: usernameAttribute, role: roleAttribute() }, {
        required: true,
        description: "The members.",
        validators: [eachOnce("username")],
      }),
      {
        encode: (members) =>
          members.map(({ username, role }) => ({ user: username, role })),
        decode(users, kept) {
          const names = new Map(
            kept?.map(({ username }) => [nameKey(username), username]),
          );
          return users.map(({ name, role }) => ({
            username: names.get(nameKey(name)) ?? name,
            role,
          }));
        },
      },
      { keepsOthers: ["username"] },
    ),
  },
});

function usersOf(group: ResourceGroupDetails): Users {
  return membersOf(group).map(({ name, role }) => ({ user: name, role }));
}

export const resourceGroupMembers: Resource = definerFor<Wire>()({
  typeName: "huggingface_resource_group_members",
  schema,
  kind: "members of the resource group",
  access: { permission: "resourceGroup.write", plan: "Team" },
  identity,
  conflicts: { adopts: "any", startsIn: "resource group" },
  losses: {
    removes({ members, organization, resource_group_id: id }) {
      const names = members.map((one) => `${one.username} (\`${one.role}\`)`)
        .join(", ");
      return Promise.resolve([
        `Members are removed from the resource group ${organization}/${id}`,
        `${names} would be in it no more. They stay members of the organization.`,
      ]);
    },
  },
  errors: { refersTo: "members", adviceOn: joinFirst },
  async modifyPlan(planning) {
    const { planned, prior } = planning;
    const named = isUnknown(planned.members) ? [] : planned.members
      .flatMap((one) => isUnknown(one) ? [] : knownText(one.username) ?? []);
    const isNew = prior === null || isReplacement(planning);
    const known = isNew ? [] : usersIn(prior);
    const added = named.filter((name) => !isAmong(known, name));
    const at = Path.root.attribute("members");
    await adviseNewMembers(planned.organization, added, at, planning);
  },
  async create({ body: { users }, plan, namespace, object, save }) {
    const { resource_group_id: id } = plan;
    return await inTurn(namespace, object, async () => {
      const found = await present(namespace, id, object);
      try {
        const order = { organization: namespace, users, leaving: [] };
        const setting = settingRoles(namespace, found, { object, users });
        return await setMembers(found, order, setting);
      } catch (error) {
        // What failed, or has lost its answer, may have added some of them.
        const { context } = object;
        const signal = outlive(context.signal);
        const now = await lookAtGroup(namespace, id, {
          context: { ...context, signal },
        }).catch(() => undefined);
        if (now === undefined || isSame(usersOf(now), usersOf(found))) {
          throw error;
        }
        const named = now.users?.filter(({ name }) => isAmong(users, name));
        const reached = { ...now, users: named ?? [] };
        if (isSame(usersOf(reached), users)) return reached;
        save(now);
        throw error;
      }
    });
  },
  read: ({ state: { resource_group_id: id }, isFresh, namespace, object }) =>
    (isFresh ? lookAtGroup : readGroup)(namespace, id, object),
  async update({ body, prior, namespace: organization, object }) {
    if (body === undefined) return undefined;
    const { users } = body;
    const { resource_group_id: id } = prior;
    const leaving = usersIn(prior).filter(({ user }) => !isAmong(users, user));
    return await inTurn(organization, object, async () => {
      const group = await present(organization, id, object);
      const order = { organization, users, leaving };
      return await setMembers(group, order, object);
    });
  },
  async delete({ state, namespace: organization, object }) {
    const { resource_group_id: id } = state;
    return await inTurn(organization, object, async () => {
      const group = await lookAtGroup(organization, id, object);
      if (group === undefined) return false;
      const order = { organization, users: [], leaving: usersIn(state) };
      return await setMembers(group, order, object);
    });
  },
});

function usersIn({ members }: State<typeof schema>): Users {
  return members.map(({ username, role }) => ({ user: username, role }));
}

/** The group, read again. */
async function present(
  organization: string,
  id: string,
  object: RemoteObject,
): Promise<ResourceGroupDetails> {
  const found = await lookAtGroup(organization, id, object);
  if (found !== undefined) return found;
  throw failure(
    `There is no resource group ${organization}/${id}`,
    "Its members cannot be set. Create the group first, or correct the id.",
    Path.root.attribute("resource_group_id"),
  );
}

function isAmong(users: Users, name: string): boolean {
  return users.some(({ user }) => sameName(user, name));
}

/** Adds, changes and removes, in this order: a name that is refused removes nobody. */
async function setMembers(
  group: ResourceGroupDetails,
  { organization, users, leaving }: {
    readonly organization: string;
    readonly users: Users;
    /** The members that leave it, as a plan has shown. */
    readonly leaving: Users;
  },
  object: RemoteObject,
): Promise<ResourceGroupDetails> {
  const { provider, signal, diagnostics } = object.context;
  const { organizations: { resourceGroups } } = await provider
    .client(object.context);
  const before = new Map(
    membersOf(group).map((one) => [nameKey(one.name), one]),
  );
  const { id } = group;
  const call = { signal };
  let now = group;
  await object.context.refuseLate?.();
  const added = users.filter(({ user }) => !before.has(nameKey(user)));
  if (added.length > 0) {
    now = await resourceGroups.addUsers(organization, id, added, call);
  }
  for (const { user, role } of users) {
    const { name, role: current = role } = before.get(nameKey(user)) ?? {};
    if (name === undefined || current === role) continue;
    now = await resourceGroups.setUserRole(organization, id, name, role, call);
  }
  for (const { user, role } of leaving) {
    const found = before.get(nameKey(user));
    // With another role, somebody has added the user again.
    if (found?.role !== role) continue;
    const { name } = found;
    const isThere = async () => {
      now = await resourceGroups.get(organization, id, call);
      const again = now.users?.find((one) => one.name === name);
      return again?.addedBy === found.addedBy && again?.role === found.role;
    };
    await sendUntilTaken(object, {
      async send(once) {
        now = await resourceGroups.removeUser(organization, id, name, once);
      },
      isThere,
      // A group that is not found may be hidden.
      isGone: async () => !await isThere(),
    }, `remove ${user} from`);
  }
  if (now.users === undefined) return now;
  const others = now.users.filter(({ name }) => !isAmong(users, name));
  if (others.length > 0) {
    const names = others.map(({ name }) => name).join(", ");
    diagnostics.addWarning(
      `The resource group ${object.id} has other members too`,
      `No plan has shown ${names}, so this resource removes none of them. A ` +
        "destroy of the group does.",
      Path.root.attribute("members"),
    );
  }
  const left = new Set(others);
  return { ...now, users: now.users.filter((one) => !left.has(one)) };
}

/** Whether the same users have the same roles, in whatever order. */
function isSame(a: Users, b: Users): boolean {
  const roles = (users: Users) =>
    Object.fromEntries(users.map(({ user, role }) => [nameKey(user), role]));
  return same(roles(a), roles(b));
}
