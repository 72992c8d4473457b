import { objectId, open } from "../core/accounts.ts";
import { fields, flag, list, readChecked, text } from "../core/checks.ts";
import { Failure, notFound } from "../core/failure.ts";
import type { JsonObject } from "../core/json.ts";
import { linkedPage } from "../core/pagination.ts";
import { type Call, json, param, type Route, route } from "../core/router.ts";
import type {
  InvitationRecord,
  Organization,
  Organizations,
} from "./organization.ts";
import { joinGroups, objects, role, roleAt } from "./resource_groups.ts";

const toRole = fields({ role }, {
  resourceGroups: list(
    fields({ id: text({ form: /^[0-9a-fA-F]{24}$/ }), role }),
  ),
});
const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
const schemas = list(text(), { min: 1 });
const toInvite = fields({
  schemas,
  userName: text({ min: 2, max: 42 }),
  emails: list(fields({ value: text({ form: /^[^@]+@[^@]+$/ }) }), {
    min: 1,
    max: 1,
  }),
  externalId: text(),
}, { active: flag });
const toReplace = fields({ schemas, externalId: text() }, { active: flag });

/** Members of organizations, and how people become members. */
export function memberRoutes(organizations: Organizations): Route[] {
  let count = 0;
  const { accounts } = organizations;
  const scim = "/scim-provisioning/v2/Users";
  const write = organizations.routes({
    access: "write",
    permissions: ["org.write", "org.members.write"],
  });
  const provision = organizations.routes({
    plan: "enterprise",
    access: "write",
    permissions: ["org.write"],
  });
  const find = (call: Call, { invitations }: Organization) => {
    const found = invitations.get(param(call, "id"));
    if (found !== undefined) return found;
    throw notFound("This user is not provisioned");
  };
  const refuseTaken = (
    { invitations }: Organization,
    externalId: string,
    own?: InvitationRecord,
  ) => {
    for (const other of invitations.values()) {
      if (other !== own && other.externalId === externalId) {
        throw new Failure(409, `externalId ${externalId} is taken`);
      }
    }
  };
  const render = (
    { id, user, email, active, externalId }: InvitationRecord,
  ) => ({
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
  });
  return [
    route("GET", "/api/organizations/:name/members", open, (call) => {
      const organization = organizations.find(param(call, "name"));
      const search = call.url.searchParams.get("search") ?? "";
      const own = accounts.roleIn(call.caller, organization.account);
      const all = [...organization.account.members.keys()]
        .filter((user) => user.includes(search));
      return linkedPage(
        call,
        all.map((user, seq) => ({ seq, user })),
        ({ user }) => renderMember(organizations, organization, user, own),
        { usual: 500, longest: 10_000 },
      );
    }),
    write("PUT", "/members/:user/role", (call, organization) => {
      const { account, groups } = organization;
      if (account.plan === undefined) {
        throw new Failure(
          402,
          "Changing roles requires a Team or Enterprise plan",
        );
      }
      const user = param(call, "user");
      if (!account.members.has(user)) {
        throw notFound("This user is not a member");
      }
      const body = readChecked(call, toRole);
      const given = objects(body["resourceGroups"]);
      if (given.some(({ id }) => !groups.has(String(id)))) {
        throw new Failure(400, "There is no such resource group");
      }
      account.members.set(user, roleAt(body));
      // What is not named is left.
      for (const { id, users } of groups.values()) {
        const named = given.find((group) => group["id"] === id);
        if (named === undefined) users.delete(user);
        else users.set(user, { ...users.get(user), role: roleAt(named) });
      }
      return json({ success: true });
    }),
    provision("GET", scim, (call, { invitations }) => {
      const query = call.url.searchParams;
      const [, field, value] = /^(userName|externalId) eq "([^"]*)"$/.exec(
        query.get("filter") ?? "",
      ) ??
        [];
      const all = [...invitations.values()].map(render).filter((one) =>
        field === undefined ||
        (field === "userName" ? one.userName : one.externalId) === value
      );
      const startIndex = Number(query.get("startIndex") ?? 1);
      const Resources = all.slice(startIndex - 1)
        .slice(0, Number(query.get("count") ?? 1000));
      return json({
        schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
        totalResults: all.length,
        itemsPerPage: Resources.length,
        startIndex,
        Resources,
      });
    }),
    provision("POST", scim, (call, organization) => {
      const body = readChecked(call, toInvite);
      const { userName, externalId, active = true } = body;
      const user = String(userName);
      if (accounts.find(user)?.kind !== "user") {
        throw notFound(`User ${user} does not exist`);
      }
      const isThere = organization.account.members.has(user) ||
        [...organization.invitations.values()].some((one) => one.user === user);
      if (isThere) throw new Failure(409, `${user} is invited or a member`);
      refuseTaken(organization, String(externalId));
      const invitation: InvitationRecord = {
        id: objectId("invitation", String(++count)),
        user,
        email: String(objects(body["emails"])[0]?.["value"]),
        externalId: String(externalId),
        active: active === true,
      };
      organization.invitations.set(invitation.id, invitation);
      return json(render(invitation), { status: 201 });
    }),
    provision(
      "GET",
      `${scim}/:id`,
      (call, organization) => json(render(find(call, organization))),
    ),
    provision("PUT", `${scim}/:id`, (call, organization) => {
      const { externalId, active = true } = readChecked(call, toReplace);
      const found = find(call, organization);
      refuseTaken(organization, String(externalId), found);
      Object.assign(found, { externalId, active });
      return json(render(found));
    }),
    provision("DELETE", `${scim}/:id`, (call, organization) => {
      const { id, user } = find(call, organization);
      organization.invitations.delete(id);
      organization.account.members.delete(user);
      for (const { users } of organization.groups.values()) users.delete(user);
      return new Response(null, { status: 204 });
    }),
  ];
}

/** Lets an invited user accept, as the user does in a browser. */
export function acceptRoute(organizations: Organizations): Route {
  return route(
    "POST",
    "/_sandbox/organizations/:name/invitations/:user/accept",
    open,
    (call) => {
      const organization = organizations.find(param(call, "name"));
      const user = param(call, "user");
      const isInvited = [...organization.invitations.values()]
        .some((one) => one.user === user);
      if (!isInvited) throw notFound(`${user} is not invited`);
      organization.account.members.set(user, "read");
      joinGroups(organization, user);
      return new Response(null, { status: 204 });
    },
  );
}

function renderMember(
  { accounts }: Organizations,
  { account, groups }: Organization,
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
      resourceGroups: [...groups.values()].flatMap(({ id, shown, users }) => {
        const role = users.get(user)?.role;
        const name = String(shown["name"]);
        return role === undefined
          ? []
          : [{ id, name, role, numUsers: users.size }];
      }),
    },
  };
}
