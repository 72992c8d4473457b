/**
 * `huggingface_resource_group_member`: one member of a resource group.
 *
 * Routes: GET of `/api/organizations/{name}/resource-groups`, POST of
 * `/{id}/users`, PATCH and DELETE of `/{id}/users/{username}`.
 *
 * @module
 */

import { type Resource, s, types } from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import type {
  NewResourceGroupUser,
  ResourceGroupDetails,
  ResourceGroupUser,
} from "@hf-terraform/client";
import { definerFor } from "../shared/object/bound.ts";
import { membersNotTold } from "../shared/resource_group.ts";
import { createObject, differenceIn } from "../shared/object/create.ts";
import { known, membersClaim, objectClaim } from "../shared/object/claims.ts";
import {
  inTurn,
  lookAtGroup,
  namedByParts,
  owningGroup,
  owningOrganization,
  readGroup,
  roleAttribute,
  usernameAttribute,
} from "../shared/organization.ts";
import { nameKey, sameName } from "../shared/same.ts";

type Member = Pick<ResourceGroupUser, "name" | "role" | "addedBy">;

interface Wire {
  readonly create: NewResourceGroupUser;
  readonly update: Pick<NewResourceGroupUser, "role">;
  readonly answer: Member;
}

const b = bindingTo<Wire>();

const permission = "resourceGroup.write";
const kind = "member of the resource group";
const { id, ...named } = namedByParts(
  "a member of a resource group",
  "acme/6531a1b2c3d4e5f60718293a/julien",
  {
    resource_group_id: "The id of the resource group: 24 hex digits.",
    username: "The name of the user.",
  },
);

const schema = s.schema({
  description:
    "One member of a resource group; the others are left alone. For all of " +
    "them use `huggingface_resource_group_members`, and not both for one " +
    "group.\n\nWhen it is destroyed, the user leaves the group and stays a " +
    "member of the organization. A group that is linked to SCIM refuses " +
    "changes.",
  attributes: {
    id,
    organization: owningOrganization,
    resource_group_id: owningGroup,
    username: b.sent("user", usernameAttribute, {
      answer: "name",
      change: "immutable",
      key: true,
    }),
    role: b.at("role", roleAttribute()),
    added_by: b.shown("addedBy", types.string, {
      description: "Who added the user; null if the service does not say.",
    }),
  },
});

function memberOf(
  group: ResourceGroupDetails | undefined,
  username: string,
): Member | undefined {
  if (group !== undefined && group.users === undefined) {
    throw membersNotTold(group.id);
  }
  return group?.users?.find(({ name }) => sameName(name, username));
}

/** The resource `huggingface_resource_group_member`. */
export const resourceGroupMember: Resource = definerFor<Wire>()({
  typeName: "huggingface_resource_group_member",
  schema,
  permission,
  plan: "Team",
  kind,
  claims({ planned }) {
    const { organization, resource_group_id, username } = planned;
    const id = known(organization, resource_group_id, username)?.join("/");
    return [
      ...id === undefined
        ? []
        : [{ ...objectClaim({ kind, id }), key: nameKey(`member ${id}`) }],
      ...membersClaim(planned, true),
    ];
  },
  ...named,
  async create({ body, plan, namespace, client, object }) {
    const { resourceGroups } = client.organizations;
    const { resource_group_id: id, username } = plan;
    const find = async (signal: AbortSignal) => {
      const context = { ...object.context, signal };
      return memberOf(await lookAtGroup(namespace, id, { context }), username);
    };
    return await createObject<Member>(object, {
      find,
      async send(signal) {
        const now = await inTurn(
          namespace,
          object,
          () => resourceGroups.addUsers(namespace, id, [body], { signal }),
        );
        const made = { name: username, role: body.role };
        return now.users === undefined ? made : memberOf(now, username) ?? made;
      },
      differs: ({ role }) => differenceIn(role === body.role ? [] : ["role"]),
      madeBy: ({ addedBy }) => addedBy,
      describe: ({ role, addedBy = "somebody" }) =>
        `has the role \`${role}\` and was added by ${addedBy}`,
      nameAttribute: "username",
    });
  },
  async read(
    { state: { resource_group_id: id, username, role }, namespace, object },
  ) {
    const group = await readGroup(namespace, id, object);
    // Who is in it is not told, and so is as it was.
    if (group && !group.users) return { name: username, role: role ?? "" };
    return memberOf(group, username);
  },
  async update({ body, prior, namespace, object, client, signal }) {
    if (body === undefined) return undefined;
    const { resourceGroups } = client.organizations;
    const { resource_group_id: id, username } = prior;
    const now = await inTurn(
      namespace,
      object,
      () =>
        resourceGroups
          .setUserRole(namespace, id, username, body.role, { signal }),
    );
    return memberOf(now, username);
  },
  async sendDelete({ state, namespace, object, client, signal }) {
    const { resourceGroups } = client.organizations;
    const { resource_group_id: id, username } = state;
    await inTurn(
      namespace,
      object,
      () => resourceGroups.removeUser(namespace, id, username, { signal }),
    );
  },
});
