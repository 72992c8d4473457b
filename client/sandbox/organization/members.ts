import { objectId } from "../core/accounts.ts";
import * as is from "../core/checks.ts";
import { Failure, notFound } from "../core/failure.ts";
import type { JsonObject } from "../core/json.ts";
import { jsonPage } from "../core/pagination.ts";
import { type Call, json, type Route, routes } from "../core/router.ts";
import type {
  InvitationRecord,
  OrganizationRecord,
  Organizations,
  Requirements,
} from "./organization.ts";
import { joinGroups, role } from "./resource_groups.ts";

const roleBody = is.fields({ role }, {
  resourceGroups: is.list(is.fields({ id: is.id, role })),
});
const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
const listSchema = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
const schemas = is.list(is.text(), { min: 1 });
const inviteBody = is.fields({
  schemas,
  userName: is.text({ min: 2, max: 42 }),
  emails: is.list(is.fields({ value: is.text({ form: /^[^@]+@[^@]+$/ }) }), {
    min: 1,
    max: 1,
  }),
  externalId: is.text(),
}, { active: is.flag });
const replaceBody = is.fields({ schemas, externalId: is.text() }, {
  active: is.flag,
});

const rule: Requirements = {
  plan: "enterprise",
  access: "write",
  permissions: ["org.write"],
};

/** Makes the routes of members, and of invitations by SCIM. */
export function memberRoutes(organizations: Organizations): Route[] {
  const all = "/scim-provisioning/v2/Users";
  return [
    ...routes("public", {
      "GET /api/organizations/:name/members": (call) =>
        listMembers(call, organizations.find(call.param("name"))),
    }),
    ...organizations.routes({
      access: "write",
      permissions: ["org.write", "org.members.write"],
    }, { "PUT /members/:user/role": setRole }),
    ...organizations.routes(rule, {
      [`GET ${all}`]: listInvitations,
      [`POST ${all}`]: (call, organization) => {
        const count = organizations.count("invitation");
        const id = objectId("invitation", String(count));
        const invitation = createInvitation(call, organization, id);
        return json(renderInvitation(invitation), { status: 201 });
      },
    }),
    ...organizations.objectRoutes(rule, `${all}/:id`, findInvitation, {
      GET: (_, { invitation }) => renderInvitation(invitation),
      PUT: (call, { organization, invitation }) => {
        const { externalId, active = true } = call.readBody(replaceBody);
        requireFreeId(organization, externalId, invitation);
        return renderInvitation(
          Object.assign(invitation, { externalId, active }),
        );
      },
      DELETE: (_, { organization, invitation: { id, user } }) => {
        organization.invitations.delete(id);
        organization.account.members.delete(user);
        for (const { users } of organization.groups.values()) {
          users.delete(user);
        }
      },
    }),
  ];
}

/** Makes the route that accepts an invitation, as users do in a browser. */
export function acceptRoutes(organizations: Organizations): Route[] {
  const path = "/_sandbox/organizations/:name/invitations/:user/accept";
  return routes("public", {
    [`POST ${path}`]: (call) => {
      const organization = organizations.find(call.param("name"));
      const user = call.param("user");
      if (!isInvited(organization, user)) {
        throw notFound(`${user} is not invited`);
      }
      organization.account.members.set(user, "read");
      joinGroups(organization, user);
    },
  });
}

function listMembers(call: Call, organization: OrganizationRecord): Response {
  const { account, accounts } = organization;
  const search = call.query.get("search") ?? "";
  const own = accounts.roleIn(call.caller, account);
  return jsonPage(
    call,
    [...account.members.keys()].filter((user) => user.includes(search)),
    (user) => renderMember(organization, user, own),
    { default: 500, max: 10_000 },
  );
}

function setRole(
  call: Call,
  { account, groups }: OrganizationRecord,
): JsonObject {
  if (account.plan === undefined) {
    const message = "Changing roles requires a Team or Enterprise plan";
    throw new Failure(402, message);
  }
  const user = call.param("user");
  if (!account.members.has(user)) throw notFound("This user is not a member");
  const { role, resourceGroups = [] } = call.readBody(roleBody);
  if (resourceGroups.some(({ id }) => !groups.has(id))) {
    throw new Failure(400, "There is no such resource group");
  }
  account.members.set(user, role);
  // The user leaves the groups that the body does not name.
  for (const { id, users } of groups.values()) {
    const group = resourceGroups.find((group) => group.id === id);
    if (group === undefined) users.delete(user);
    else users.set(user, { ...users.get(user), role: group.role });
  }
  return { success: true };
}

function findInvitation(
  call: Call,
  organization: OrganizationRecord,
): { organization: OrganizationRecord; invitation: InvitationRecord } {
  const invitation = organization.invitations.get(call.param("id"));
  if (invitation !== undefined) return { organization, invitation };
  throw notFound("This user is not provisioned");
}

function isInvited(
  { invitations }: OrganizationRecord,
  user: string,
): boolean {
  return [...invitations.values()].some((one) => one.user === user);
}

function requireFreeId(
  { invitations }: OrganizationRecord,
  externalId: string,
  own?: InvitationRecord,
): void {
  for (const other of invitations.values()) {
    if (other !== own && other.externalId === externalId) {
      throw new Failure(409, `externalId ${externalId} is taken`);
    }
  }
}

function createInvitation(
  call: Call,
  organization: OrganizationRecord,
  id: string,
): InvitationRecord {
  const { account, accounts, invitations } = organization;
  const { userName: user, emails, externalId, active = true } = call.readBody(
    inviteBody,
  );
  if (accounts.find(user)?.kind !== "user") {
    throw notFound(`User ${user} does not exist`);
  }
  if (account.members.has(user) || isInvited(organization, user)) {
    throw new Failure(409, `${user} is invited or a member`);
  }
  requireFreeId(organization, externalId);
  const email = emails[0]?.value ?? "";
  const invitation = { id, user, email, externalId, active };
  invitations.set(id, invitation);
  return invitation;
}

function listInvitations(
  call: Call,
  { invitations }: OrganizationRecord,
): JsonObject {
  const query = call.query;
  const [, field, value] = /^(userName|externalId) eq "([^"]*)"$/.exec(
    query.get("filter") ?? "",
  ) ?? [];
  const found = [...invitations.values()].map(renderInvitation).filter((one) =>
    field === undefined || one[field] === value
  );
  const startIndex = Number(query.get("startIndex") ?? 1);
  const Resources = found.slice(startIndex - 1)
    .slice(0, Number(query.get("count") ?? 1000));
  return {
    schemas: [listSchema],
    totalResults: found.length,
    itemsPerPage: Resources.length,
    startIndex,
    Resources,
  };
}

function renderInvitation(
  { id, user, email, active, externalId }: InvitationRecord,
): JsonObject {
  return {
    schemas: [userSchema],
    id,
    externalId,
    userName: user,
    displayName: user,
    name: { givenName: user, familyName: "User", formatted: `${user} User` },
    emails: [{ value: email, primary: true, type: "work" }],
    active,
    meta: {
      resourceType: "User",
      location: `https://huggingface.co/api/scim/v2/Users/${id}`,
    },
  };
}

function renderMember(
  { account, accounts, groups }: OrganizationRecord,
  user: string,
  own: string | undefined,
): JsonObject {
  const found = accounts.find(user);
  return {
    _id: found?.id ?? "",
    user,
    fullname: user,
    avatarUrl: `/avatars/${user}.svg`,
    isPro: found?.plan === "pro",
    type: "user",
    isFollowing: false,
    ...own !== undefined && { role: account.members.get(user) ?? "read" },
    ...own === "admin" && {
      resourceGroups: [...groups.values()].flatMap(({ id, name, users }) => {
        const role = users.get(user)?.role;
        return role === undefined
          ? []
          : [{ id, name, role, numUsers: users.size }];
      }),
    },
  };
}
