/**
 * The routes of an organization: members, resource groups, service accounts,
 * network security, the audit log and usage.
 *
 * @module
 */

import { type Accounts, objectId } from "../core/accounts.ts";
import { v4Range } from "../core/addresses.ts";
import * as is from "../core/checks.ts";
import { formatTime } from "../core/clock.ts";
import { notFound } from "../core/failure.ts";
import {
  type JsonObject,
  objectAt,
  parseJson,
  stringAt,
} from "../core/json.ts";
import {
  type ApiModule,
  type Call,
  pageSection,
  type Route,
} from "../core/router.ts";
import { acceptRoutes, memberRoutes } from "./members.ts";
import type { GroupedResources } from "./grouped_resources.ts";
import { type OrganizationRecord, Organizations } from "./organization.ts";
import { resourceGroupRoutes } from "./resource_groups.ts";
import { serviceAccountRoutes } from "./service_accounts.ts";

/** The routes of organizations, and their audit log. */
export interface OrganizationModule extends ApiModule {
  /** Records a request in the audit log of its organization, if any. */
  audit(call: Call, route: Route, method: string): void;
}

/** Event types of requests, by the end of their route. */
const eventTypes = Object.entries({
  "POST /repos/create": "repo.create",
  "DELETE /repos/delete": "repo.delete",
  "POST /:name/resource-group": "repo.update_resource_group",
  "POST /collections": "collection.create",
  "POST /jobs/:namespace": "jobs.create",
  "POST /scheduled-jobs/:namespace": "scheduled_job.create",
  "PUT /members/:user/role": "org.change_role",
  "POST /scim-provisioning/v2/Users": "org.invite_user",
  "DELETE /scim-provisioning/v2/Users/:id": "org.remove_user",
  "PATCH /settings/network-security": "org.settings.network",
  "POST /resource-groups": "resource_group.create",
  "PATCH /resource-groups/:group": "resource_group.settings",
  "POST /resource-groups/:group/settings": "resource_group.settings",
  "DELETE /resource-groups/:group": "resource_group.delete",
  "POST /resource-groups/:group/users": "resource_group.add_users",
  "PATCH /resource-groups/:group/users/:user": "resource_group.change_role",
  "DELETE /resource-groups/:group/users/:user": "resource_group.remove_users",
  "POST /service-accounts": "org.service_account.create",
  "DELETE /service-accounts/:account": "org.service_account.delete",
  "POST /service-accounts/:account/tokens": "org.service_account.token.create",
  "PATCH /tokens/:token": "org.service_account.token.update",
  "DELETE /tokens/:token": "org.service_account.token.delete",
  "POST /tokens/:token/rotate": "org.service_account.token.rotate",
}).map(([line, type]) => {
  const [method = "", end = ""] = line.split(" ");
  return { method: `${method} `, end, type };
});

const rules = is.list(is.fields({
  resource: is.oneOf("dataset", "model", "space", "bucket", "kernel", "*"),
  scope: is.text({ min: 1 }),
}));
// As published: more than one group before `::` is invalid.
const v6 =
  /^(([\da-f]{1,4}:){7}[\da-f]{1,4}|::|([\da-f]{1,4})?::([\da-f]{1,4}:?){0,6})\/\d{1,3}$/i;
const networkBody = is.fields({}, {
  enforceAuth: is.flag,
  enforceIpRestriction: is.flag,
  highRateLimits: is.flag,
  ipRanges: is.list(
    is.anyOf(is.text({ form: v4Range }), is.text({ form: v6 })),
  ),
  blockedContents: rules,
  allowedContents: rules,
  keepReposMetadataVisible: is.flag,
});

/** Makes the routes of organizations. */
export function organizationModule(
  accounts: Accounts,
  resources: GroupedResources,
): OrganizationModule {
  const organizations = new Organizations(accounts);
  const writeNetwork = "org.networkSecurity.write";
  return {
    routes: [
      ...memberRoutes(organizations),
      ...resourceGroupRoutes(organizations, resources),
      ...serviceAccountRoutes(organizations),
      ...organizations.routes({
        plan: "plus",
        access: "read",
        permissions: [writeNetwork, "org.networkSecurity.read"],
      }, {
        "GET /settings/network-security": (_, { account }) => account.network,
      }),
      ...organizations.routes({
        plan: "plus",
        access: "write",
        permissions: [writeNetwork],
      }, {
        "PATCH /settings/network-security": (call, { account }) =>
          Object.assign(account.network, call.readBody(networkBody)),
      }),
      ...organizations.routes({
        plan: "enterprise",
        access: "write",
        permissions: ["org.write"],
      }, {
        "POST /settings/tokens/:token/revoke": (call, { account }) => {
          if (accounts.revoke(account, call.param("token"))) return;
          throw notFound("This token does not exist");
        },
      }),
      ...organizations.routes({
        plan: "team",
        access: "read",
        permissions: ["org.auditLog.write", "org.read", "org.write"],
      }, {
        "GET /settings/tokens": (_, { account }) => accounts.tokensOf(account),
        "GET /audit-log/export": findEvents,
        "GET /billing/usage-by-resource-group": (call, organization) =>
          renderGroupUsage(call, organization, resources),
      }),
    ],
    control: acceptRoutes(organizations),
    sections: () => [
      pageSection("Organizations", accounts.organizationsOf(), {
        Name: ({ name }) => name,
        Plan: ({ plan }) => plan ?? "",
        Members: ({ members }) => members.size,
      }),
    ],
    audit: (call, route, method) =>
      addEvent(organizations, call, `${method} ${route.path}`),
  };
}

function findEvents(call: Call, { events }: OrganizationRecord): JsonObject[] {
  const [, field = "", value] =
    /^(author|type|ip):(.*)$/.exec(call.query.get("q") ?? "") ?? [];
  return events.filter((event) =>
    value === undefined ||
    (field === "author" ? objectAt(event, field)["user"] : event[field]) ===
      value
  );
}

function renderGroupUsage(
  call: Call,
  { groups, account }: OrganizationRecord,
  resources: GroupedResources,
): JsonObject {
  const now = new Date(call.at);
  const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  return {
    currency: "USD",
    periods: [{
      period: formatTime(month),
      resourceGroups: [{ id: null, name: null }, ...groups.values()].map(
        ({ id, name }) => ({
          id,
          name,
          ...resources.usage(account.name, id, [month, call.at]),
        }),
      ),
    }],
  };
}

/** Adds a request to the audit log of its organization, if it is an event. */
function addEvent(
  organizations: Organizations,
  call: Call,
  line: string,
): void {
  const { accounts } = organizations;
  const { type } =
    eventTypes.find(({ method, end }) =>
      line.startsWith(method) && line.endsWith(end)
    ) ?? {};
  if (type === undefined || call.caller.user === undefined) return;
  const body = parseJson(call.readText());
  const name = call.param("namespace") || stringAt(body, "namespace") ||
    stringAt(body, "organization") || call.param("name");
  if (accounts.find(name)?.kind !== "org") return;
  const { user: { id, name: user } } = call.caller;
  const { events } = organizations.find(name);
  events.unshift({
    _id: objectId("event", `${name} ${events.length}`),
    createdAt: formatTime(call.at),
    type,
    message: type,
    ip: accounts.address,
    userAgent: call.headers.get("user-agent") ?? "",
    author: {
      _id: id,
      user,
      avatarUrl: `/avatars/${user}.svg`,
      type: "user",
    },
  });
}
