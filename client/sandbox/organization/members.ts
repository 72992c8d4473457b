import { objectId } from "../core/accounts.ts";
import * as is from "../core/checks.ts";
import { Failure, notFound } from "../core/failure.ts";
import { type JsonObject, listObjects } from "../core/json.ts";
import { jsonPage } from "../core/pagination.ts";
import {
  type Call,
  json,
  noContent,
  type Route,
  routes,
} from "../core/router.ts";
import type {
  InvitationRecord,
  OrganizationRecord,
  Organizations,
} from "./organization.ts";
import { joinGroups, readRole, role } from "./resource_groups.ts";

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

/** Makes the routes of members, and of invitations by SCIM. */
export function memberRoutes(organizations: Organizations): Route[] {
  const { accounts } = organizations;
  return [
    ...routes("public", {
      "GET /api/organizations/:name/members": (call) => {
        const organization = organizations.find(call.param("name"));
        const search = call.query.get("search") ?? "";
        const own = accounts.roleIn(call.caller, organization.account);
        const users = [...organization.account.members.keys()]
          .filter((user) => user.includes(search));
        return jsonPage(
          call,
          users,
          (user) => renderMember(organizations, organization, user, own),
          { default: 500, max: 10_000 },
        );
      },
    }),
    ...organizations.routes({
      access: "write",
      permissions: ["org.write", "org.members.write"],
    }, { "PUT /members/:user/role": setRole }),
    ...invitationRoutes(organizations),
  ];
}

function setRole(
  call: Call,
  { account, groups }: OrganizationRecord,
): Response {
  if (account.plan === undefined) {
    const message = "Changing roles requires a Team or Enterprise plan";
    throw new Failure(402, message);
  }
  const user = call.param("user");
  if (!account.members.has(user)) throw notFound("This user is not a member");
  const body = call.readBody(roleBody);
  const wanted = listObjects(body["resourceGroups"]);
  if (wanted.some(({ id }) => !groups.has(String(id)))) {
    throw new Failure(400, "There is no such resource group");
  }
  account.members.set(user, readRole(body));
  // The user leaves the groups that the body does not name.
  for (const { id, users } of groups.values()) {
    const group = wanted.find((group) => group["id"] === id);
    if (group === undefined) users.delete(user);
    else users.set(user, { ...users.get(user), role: readRole(group) });
  }
  return json({ success: true });
}

function invitationRoutes(organizations: Organizations): Route[] {
  let count = 0;
  const all = "/scim-provisioning/v2/Users";
  const find = (call: Call, { invitations }: OrganizationRecord) => {
    const found = invitations.get(call.param("id"));
    if (found !== undefined) return found;
    throw notFound("This user is not provisioned");
  };
  const requireFreeId = (
    { invitations }: OrganizationRecord,
    externalId: string,
    own?: InvitationRecord,
  ) => {
    for (const other of invitations.values()) {
      if (other !== own && other.externalId === externalId) {
        throw new Failure(409, `externalId ${externalId} is taken`);
      }
    }
  };
  return organizations.routes({
    plan: "enterprise",
    access: "write",
    permissions: ["org.write"],
  }, {
    [`GET ${all}`]: listInvitations,
    [`POST ${all}`]: (call, organization) => {
      const body = call.readBody(inviteBody);
      const { userName, externalId, active = true } = body;
      const user = String(userName);
      if (organizations.accounts.find(user)?.kind !== "user") {
        throw notFound(`User ${user} does not exist`);
      }
      const isKnown = organization.account.members.has(user) ||
        [...organization.invitations.values()].some((one) => one.user === user);
      if (isKnown) throw new Failure(409, `${user} is invited or a member`);
      requireFreeId(organization, String(externalId));
      const invitation: InvitationRecord = {
        id: objectId("invitation", String(++count)),
        user,
        email: String(listObjects(body["emails"])[0]?.["value"]),
        externalId: String(externalId),
        active: active === true,
      };
      organization.invitations.set(invitation.id, invitation);
      return json(renderInvitation(invitation), { status: 201 });
    },
    [`GET ${all}/:id`]: (call, organization) =>
      json(renderInvitation(find(call, organization))),
    [`PUT ${all}/:id`]: (call, organization) => {
      const { externalId, active = true } = call.readBody(replaceBody);
      const found = find(call, organization);
      requireFreeId(organization, String(externalId), found);
      return json(
        renderInvitation(Object.assign(found, { externalId, active })),
      );
    },
    [`DELETE ${all}/:id`]: (call, organization) => {
      const { id, user } = find(call, organization);
      organization.invitations.delete(id);
      organization.account.members.delete(user);
      for (const { users } of organization.groups.values()) users.delete(user);
      return noContent();
    },
  });
}

function listInvitations(
  call: Call,
  { invitations }: OrganizationRecord,
): Response {
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
  return json({
    schemas: [listSchema],
    totalResults: found.length,
    itemsPerPage: Resources.length,
    startIndex,
    Resources,
  });
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

/** Makes the route that accepts an invitation, as users do in a browser. */
export function acceptRoutes(organizations: Organizations): Route[] {
  const path = "/_sandbox/organizations/:name/invitations/:user/accept";
  return routes("public", {
    [`POST ${path}`]: (call) => {
      const organization = organizations.find(call.param("name"));
      const user = call.param("user");
      const isInvited = [...organization.invitations.values()]
        .some((one) => one.user === user);
      if (!isInvited) throw notFound(`${user} is not invited`);
      organization.account.members.set(user, "read");
      joinGroups(organization, user);
      return noContent();
    },
  });
}

function renderMember(
  { accounts }: Organizations,
  { account, groups }: OrganizationRecord,
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
      resourceGroups: [...groups.values()].flatMap(({ id, json, users }) => {
        const role = users.get(user)?.role;
        const name = String(json["name"]);
        return role === undefined
          ? []
          : [{ id, name, role, numUsers: users.size }];
      }),
    },
  };
}
