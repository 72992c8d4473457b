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
  OrganizationRole,
  ResourceGroupDetails,
} from "@hf-terraform/client";
import { definerFor } from "../shared/object/bound.ts";
import { createObject } from "../shared/object/create.ts";
import {
  memberClaim,
  memberInSetClaim,
  membersClaim,
} from "../shared/object/claims.ts";
import {
  groupIdOptions,
  groupIn,
  groupNow,
  inTurn,
  namedByParts,
  organizationOptions,
  partsId,
  roleOptions,
  usernameOptions,
} from "../shared/organization.ts";

interface Member {
  readonly organization: string;
  readonly group: string;
  readonly user: string;
  readonly role: OrganizationRole;
}

interface Wire {
  readonly create: Member;
  readonly update: Pick<Member, "role">;
  readonly answer: Member & { readonly addedBy?: string };
}

const b = bindingTo<Wire>();

const permission = "resourceGroup.write";
const kind = "member of the resource group";
const example = "acme/6531a1b2c3d4e5f60718293a/julien";

const schema = s.schema({
  description:
    "One member of a resource group; the others are left alone. For all of " +
    "them use `huggingface_resource_group_members`, and not both for one " +
    "group.\n\nWhen it is destroyed, the user leaves the group and stays a " +
    "member of the organization. A group that is linked to SCIM refuses " +
    "changes.",
  attributes: {
    id: b.derived(
      partsId(example),
      ["organization", "resource_group_id", "username"],
      (organization, group, user) => `${organization}/${group}/${user}`,
    ),
    organization: b.at("organization", types.string, organizationOptions),
    resource_group_id: b.at("group", types.string, groupIdOptions),
    username: b.at("user", types.string, {
      ...usernameOptions,
      change: "immutable",
      key: true,
    }),
    role: b.at("role", types.string, roleOptions()),
    added_by: b.shown("addedBy", types.string, {
      computed: true,
      description: "Who added the user; null if the service does not say.",
    }),
  },
});

function answerOf(
  organization: string,
  group: ResourceGroupDetails | undefined,
  user: string,
): Wire["answer"] | undefined {
  const found = group?.users.find(({ name }) => name === user);
  if (group === undefined || found === undefined) return undefined;
  const { role, addedBy } = found;
  const more = addedBy !== undefined && { addedBy };
  return { organization, group: group.id, user, role, ...more };
}

/** The resource `huggingface_resource_group_member`. */
export const resourceGroupMember: Resource = definerFor<Wire>()({
  typeName: "huggingface_resource_group_member",
  schema,
  permission,
  plan: "Team",
  kind,
  claims: ({ planned }) => [
    ...memberClaim(
      planned.organization,
      planned.resource_group_id,
      planned.username,
    ),
    ...membersClaim(planned, true),
  ],
  planDestroy({ prior, provider, ...planning }) {
    const { organization, resource_group_id: group, username } = prior;
    const by = `\`huggingface_resource_group_member\` ${prior.id}`;
    const claims = memberInSetClaim(organization, group, username);
    provider.claims.end(claims, by, planning);
  },
  idOf: ({ organization, resource_group_id: group, username }) =>
    `${organization}/${group}/${username}`,
  ...namedByParts(
    {
      resource_group_id: "The id of the resource group: 24 hex digits.",
      username: "The name of the user.",
    },
    "a member of a resource group",
    example,
  ),
  async create({ body, client, signal, object }) {
    const { resourceGroups } = client.organizations;
    const { organization, group, user, role } = body;
    const find = async (signal: AbortSignal) => {
      const context = { ...object.context, signal };
      const found = await groupNow(organization, group, { context });
      return answerOf(organization, found, user);
    };
    return await createObject<Wire["answer"]>(object, {
      existing: await find(signal),
      async send(signal) {
        const users = [{ user, role }];
        const now = await inTurn(
          organization,
          object,
          () => resourceGroups.addUsers(organization, group, users, { signal }),
        );
        return answerOf(organization, now, user) ?? body;
      },
      find,
      describe: ({ role, addedBy = "somebody" }) =>
        `has the role \`${role}\` and was added by ${addedBy}`,
      nameAttribute: "username",
    });
  },
  async read(
    { state: { resource_group_id: id, username }, namespace, object },
  ) {
    const group = await groupIn(namespace, id, object);
    return answerOf(namespace, group, username);
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
    return answerOf(namespace, now, username);
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
