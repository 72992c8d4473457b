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
import { objectAt, parseJson, pick, stringAt } from "../core/json.ts";
import {
  type ApiModule,
  type Call,
  json,
  noContent,
  pageSection,
  type Route,
} from "../core/router.ts";
import { acceptRoutes, memberRoutes } from "./members.ts";
import { type OrganizationHandler, Organizations } from "./organization.ts";
import {
  type GroupedResources,
  resourceGroupRoutes,
} from "./resource_groups.ts";
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
});

const rules = is.list(is.fields({
  resource: is.oneOf("dataset", "model", "space", "bucket", "kernel", "*"),
  scope: is.text({ min: 1 }),
}));
// As published: more than one group before `::` is invalid.
const v6 =
  /^(([\da-f]{1,4}:){7}[\da-f]{1,4}|::|([\da-f]{1,4})?::([\da-f]{1,4}:?){0,6})\/\d{1,3}$/i;
const networkFields = {
  enforceAuth: is.flag,
  enforceIpRestriction: is.flag,
  highRateLimits: is.flag,
  ipRanges: is.list(
    is.anyOf(is.text({ form: v4Range }), is.text({ form: v6 })),
  ),
  blockedContents: rules,
  allowedContents: rules,
  keepReposMetadataVisible: is.flag,
};
const networkBody = is.fields({}, networkFields);

/** Makes the routes of organizations. */
export function organizationModule(
  accounts: Accounts,
  resources: GroupedResources,
): OrganizationModule {
  const organizations = new Organizations(accounts);
  const readNetwork = "org.networkSecurity.read";
  const writeNetwork = "org.networkSecurity.write";
  const showUsage: OrganizationHandler = (call, { groups, account }) => {
    const now = new Date(call.at);
    const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
    const all = [...groups.values()].map((group) => ({
      id: group.id,
      name: stringAt(group.json, "name"),
    }));
    return json({
      currency: "USD",
      periods: [{
        period: formatTime(month),
        resourceGroups: [{ id: null, name: null }, ...all].map((group) => ({
          ...group,
          ...resources.usage(account.name, group.id, [month, call.at]),
        })),
      }],
    });
  };
  return {
    routes: [
      ...memberRoutes(organizations),
      ...resourceGroupRoutes(organizations, resources),
      ...serviceAccountRoutes(organizations),
      ...organizations.routes({
        plan: "plus",
        access: "read",
        permissions: [writeNetwork, readNetwork],
      }, {
        "GET /settings/network-security": (_, { account }) =>
          json(account.network),
      }),
      ...organizations.routes({
        plan: "plus",
        access: "write",
        permissions: [writeNetwork],
      }, {
        "PATCH /settings/network-security": (call, { account }) => {
          const body = call.readBody(networkBody);
          const settings = pick(body, Object.keys(networkFields));
          return json(Object.assign(account.network, settings));
        },
      }),
      ...organizations.routes({
        plan: "enterprise",
        access: "write",
        permissions: ["org.write"],
      }, {
        "POST /settings/tokens/:token/revoke": (call, { account }) => {
          if (accounts.revoke(account, call.param("token"))) {
            return noContent();
          }
          throw notFound("This token does not exist");
        },
      }),
      ...organizations.routes({
        plan: "team",
        access: "read",
        permissions: ["org.auditLog.write", "org.read", "org.write"],
      }, {
        "GET /settings/tokens": (_, { account }) =>
          json(accounts.tokensOf(account)),
        "GET /audit-log/export": (call, { events }) => {
          const query = call.query.get("q") ?? "";
          const [, field, value] = /^(author|type|ip):(.*)$/.exec(query) ?? [];
          return json(events.filter((event) =>
            field === undefined ||
            (field === "author"
                ? objectAt(event, "author")["user"]
                : event[field]) === value
          ));
        },
        "GET /billing/usage-by-resource-group": showUsage,
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
    audit(call, route, method) {
      const line = `${method} ${route.path}`;
      const [, type] = eventTypes.find(([event]) => {
        const [wanted, end = ""] = event.split(" ");
        return wanted === method && line.endsWith(end);
      }) ?? [];
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
    },
  };
}
