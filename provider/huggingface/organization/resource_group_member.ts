import { notTold } from "../schema/not_told.ts";
import { Path, type Resource, s, types } from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import type {
  NewResourceGroupUser,
  ResourceGroupDetails,
  ResourceGroupUser,
} from "@hf-terraform/client";
import { adviseNewMembers } from "./new_members.ts";
import { definerFor } from "../object/bound.ts";
import { createObject } from "../object/create.ts";
import type { RemoteObject } from "../object/remote_object.ts";
import { objectClaim } from "../object/claims.ts";
import { isReplacement } from "../object/replacement.ts";
import {
  inTurn,
  joinFirst,
  lookAtGroup,
  membersOf,
  namedByParts,
  owningGroup,
  readGroup,
  refuseOtherRole,
  roleAttribute,
  roles,
  settingRoles,
  usernameAttribute,
} from "../schema/organization.ts";
import { inOrder, knownTexts, sameName } from "../schema/same.ts";

type Member = Pick<ResourceGroupUser, "name" | "role" | "addedBy">;

interface Wire {
  readonly create: NewResourceGroupUser;
  readonly update: Pick<NewResourceGroupUser, "role">;
  readonly response: Member;
}

const b = bindingTo<Wire>();

const kind = "member of the resource group";
const { named, identity } = namedByParts("a member of a resource group", {
  resource_group_id: "The id of the resource group: 24 hex digits.",
  username: "The name of the user.",
});

const schema = s.schema({
  description:
    "One member of a resource group; the others are left alone. For all of " +
    "them use `huggingface_resource_group_members`, and not both for one " +
    "group. Who joined by `auto_join` is given the role, whatever it is by " +
    "then; whom somebody has added is an error. A group that is linked to " +
    "SCIM refuses changes.\n\n" +
    "When it is destroyed, the user stays a member of the organization.",
  attributes: {
    ...named,
    resource_group_id: owningGroup,
    username: b.field("user", usernameAttribute, {
      response: "name",
      change: "immutable",
      key: true,
    }),
    role: b.field("role", roleAttribute(), {
      openness: inOrder(...roles.toReversed()),
    }),
    added_by: b.computed("addedBy", types.string, {
      description: "User who added this one; null if the service does not say.",
      fingerprint: true,
    }),
  },
});

function memberOf(
  group: ResourceGroupDetails | undefined,
  username: string,
): Member | undefined {
  return group &&
    membersOf(group).find(({ name }) => sameName(name, username));
}

/** The member, if it joined the group by itself: its role is anybody's to set. */
function joinedIn(
  group: ResourceGroupDetails | undefined,
  username: string,
): Member | undefined {
  const found = memberOf(group, username);
  const isJoined = group?.autoJoin?.enabled === true &&
    (found?.addedBy ?? null) === null;
  return isJoined ? found : undefined;
}

async function setRole(
  organization: string,
  group: string,
  { user, role }: NewResourceGroupUser,
  object: RemoteObject,
): Promise<Member> {
  const { provider, signal } = object.context;
  const { organizations: { resourceGroups } } = await provider
    .client(object.context);
  const set = () =>
    resourceGroups.setUserRole(organization, group, user, role, { signal });
  const now = await inTurn(organization, object, set);
  return memberOf(now, user) ?? { name: user, role };
}

export const resourceGroupMember: Resource = definerFor<Wire>()({
  typeName: "huggingface_resource_group_member",
  schema,
  kind,
  access: { permission: "resourceGroup.write", plan: "Team" },
  identity,
  conflicts: {
    claims({ organization, resource_group_id, username }) {
      const [owner, group] = knownTexts(organization, resource_group_id) ?? [];
      if (group === undefined) return [];
      const id = `${owner}/${group}`;
      return [
        { ...objectClaim("members of the resource group", id), isPart: true },
        ...[knownTexts(username) ?? []].flat()
          .map((name) => objectClaim(kind, `${id}/${name}`)),
      ];
    },
    adopts: "any",
    startsIn: "resource group",
    async find(planned, context) {
      const { organization, resource_group_id: id, username } = planned;
      const names = knownTexts(organization, id, username);
      if (names === undefined) return [];
      const [owner, group, user] = names;
      const found = await readGroup(owner, group, { context });
      const member = memberOf(found, user);
      return member && joinedIn(found, user) === undefined ? [member] : [];
    },
  },
  losses: {
    async removes(
      { organization, resource_group_id: id, username, role },
      context,
    ) {
      const found = await readGroup(organization ?? "", id, { context })
        .then((group) => memberOf(group, username)).catch(() => undefined);
      return [
        `${username} is removed from the resource group ${organization}/${id}`,
        `The role there is \`${found?.role ?? role}\` now. The user stays a ` +
        "member of the organization.",
      ];
    },
  },
  errors: { adviceOn: joinFirst },
  async modifyPlan(planning) {
    const { planned: { organization, username }, prior } = planning;
    const isNew = prior === null || isReplacement(planning);
    const added = isNew ? [username] : [];
    const at = Path.root.attribute("username");
    await adviseNewMembers(organization, added, at, planning);
  },
  async create({ body, plan, namespace, client, object, ...call }) {
    const { resourceGroups } = client.organizations;
    const { resource_group_id: id, username } = plan;
    const group = await lookAtGroup(namespace, id, object);
    const joined = joinedIn(group, username);
    if (joined?.role === body.role) return joined;
    if (group && joined) {
      const changed = { ...body, user: joined.name };
      const seen = { object, users: [changed] };
      const setting = settingRoles(namespace, group, seen);
      return await setRole(namespace, id, changed, setting);
    }
    return await createObject<Member>({ ...call, object }, {
      async send(once) {
        const add = () => resourceGroups.addUsers(namespace, id, [body], once);
        const now = await inTurn(namespace, object, add);
        const made = { name: username, role: body.role };
        return now.users === undefined ? made : memberOf(now, username) ?? made;
      },
      madeBy: ({ addedBy }) => addedBy,
      describe: ({ role, addedBy = "somebody" }) =>
        `has the role \`${role}\` and was added by ${addedBy}`,
      nameAttribute: "username",
    });
  },
  async read({ state, isFresh, namespace, object }) {
    const { resource_group_id: id, username, role } = state;
    const find = isFresh ? lookAtGroup : readGroup;
    const group = await find(namespace, id, object);
    // Who is in it is not told, and so is as it was.
    if (group && !group.users) return { name: username, role: role ?? "" };
    return memberOf(group, username);
  },
  async update({ body, prior, namespace, object }) {
    if (body === undefined) return undefined;
    const { resource_group_id: id, username: user } = prior;
    return await setRole(namespace, id, { ...body, user }, object);
  },
  async delete({ state, current, namespace, object, client, ...call }) {
    const { resourceGroups } = client.organizations;
    const { resource_group_id: id, username, role } = state;
    if (current === undefined) return false;
    refuseOtherRole(object, current.role, role);
    return await call.confirmDelete((once) => {
      const remove = async (isFound: boolean) => {
        // It may be hidden, with another role by now.
        if (!isFound) throw notTold(`whether ${username} is in the group`);
        return await resourceGroups.removeUser(namespace, id, username, once);
      };
      return inTurn(namespace, object, remove);
    });
  },
});
