/**
 * What an organization's admins manage: members, resource groups, service
 * accounts, network security, the audit log and usage.
 *
 * @module
 */

import { type Accounts, objectId, v4Range } from "../core/accounts.ts";
import {
  either,
  fields,
  flag,
  list,
  oneOf,
  pick,
  readChecked,
  text,
} from "../core/checks.ts";
import { notFound } from "../core/failure.ts";
import { isObject, type Json, type JsonObject } from "../core/json.ts";
import { type Area, type Call, json, type Match } from "../core/router.ts";
import { acceptRoute, memberRoutes } from "./members.ts";
import { Organizations } from "./organization.ts";
import { type Grouped, resourceGroupRoutes } from "./resource_groups.ts";
import { serviceAccountRoutes } from "./service_accounts.ts";

/** What the area needs of the rest. */
export interface Neighbours extends Grouped {
  /** What the things of a group used from one time to another; null: of no group. */
  usage(
    organization: string,
    group: string | null,
    span: readonly [number, number],
  ): JsonObject;
}

/** The area, and how others tell it what was done. */
export interface OrganizationArea extends Area {
  /** Notes what a request did, if it was something of an organization. */
  note(call: Call, match: Match, method: string): void;
}

/** What the log calls what a request does; the first that fits. */
const events: readonly (readonly [RegExp, string])[] = [
  [/^POST \/repos\/create/, "repo.create"],
  [/^DELETE \/repos\/delete/, "repo.delete"],
  [/^POST .*\/:name\/resource-group$/, "repo.update_resource_group"],
  [/^POST \/collections$/, "collection.create"],
  [/^POST \/jobs\/:namespace$/, "jobs.create"],
  [/^POST \/scheduled-jobs\/:namespace$/, "scheduled_job.create"],
  [/^PUT .*\/members\/:user\/role$/, "org.change_role"],
  [/^POST .*\/scim-provisioning\/v2\/Users$/, "org.invite_user"],
  [/^DELETE .*\/scim-provisioning\/v2\/Users\/:id$/, "org.remove_user"],
  [/^PATCH .*\/network-security$/, "org.settings.network"],
  [/^POST .*\/resource-groups$/, "resource_group.create"],
  [
    /^(PATCH|POST) .*\/resource-groups\/:group(\/settings)?$/,
    "resource_group.settings",
  ],
  [/^DELETE .*\/resource-groups\/:group$/, "resource_group.delete"],
  [/^POST .*\/resource-groups\/:group\/users$/, "resource_group.add_users"],
  [
    /^PATCH .*\/resource-groups\/:group\/users\/:user$/,
    "resource_group.change_role",
  ],
  [
    /^DELETE .*\/resource-groups\/:group\/users\/:user$/,
    "resource_group.remove_users",
  ],
  [/^POST .*\/service-accounts$/, "org.service_account.create"],
  [/^DELETE .*\/service-accounts\/:account$/, "org.service_account.delete"],
  [/^POST .*\/tokens$/, "org.service_account.token.create"],
  [/^PATCH .*\/tokens\/:token$/, "org.service_account.token.update"],
  [/^DELETE .*\/tokens\/:token$/, "org.service_account.token.delete"],
  [/^POST .*\/rotate$/, "org.service_account.token.rotate"],
];

const rules = list(fields({
  resource: oneOf("dataset", "model", "space", "bucket", "kernel", "*"),
  scope: text({ min: 1 }),
}));
// As published: more than one group before `::` is refused.
const v6 =
  /^(([\da-f]{1,4}:){7}[\da-f]{1,4}|::|([\da-f]{1,4})?::([\da-f]{1,4}:?){0,6})\/\d{1,3}$/i;
const networkFields = {
  enforceAuth: flag,
  enforceIpRestriction: flag,
  highRateLimits: flag,
  ipRanges: list(either(text({ form: v4Range }), text({ form: v6 }))),
  blockedContents: rules,
  allowedContents: rules,
  keepReposMetadataVisible: flag,
};
const toNetwork = fields({}, networkFields);

/** Makes the area. */
export function organizationArea(
  accounts: Accounts,
  neighbours: Neighbours,
  refusal: number | undefined,
): OrganizationArea {
  const organizations = new Organizations(accounts, refusal);
  const network = (access: "read" | "write") =>
    organizations.routes({
      plan: "plus",
      access,
      permissions: ["org.networkSecurity.write"].concat(
        access === "read" ? "org.networkSecurity.read" : [],
      ),
    });
  const revoked = organizations.routes({
    plan: "enterprise",
    access: "write",
    permissions: ["org.write"],
  });
  const paid = organizations.routes({
    plan: "team",
    access: "read",
    permissions: ["org.auditLog.write", "org.read", "org.write"],
  });
  const path = "/settings/network-security";
  return {
    routes: [
      ...memberRoutes(organizations),
      ...resourceGroupRoutes(organizations, neighbours),
      ...serviceAccountRoutes(organizations),
      network("read")("GET", path, (_, { account }) => json(account.network)),
      network("write")("PATCH", path, (call, { account }) => {
        const body = readChecked(call, toNetwork);
        Object.assign(account.network, pick(body, Object.keys(networkFields)));
        return json(account.network);
      }),
      paid(
        "GET",
        "/settings/tokens",
        (_, { account }) => json(accounts.tokensOf(account)),
      ),
      revoked("POST", "/settings/tokens/:token/revoke", (call, { account }) => {
        if (!accounts.revoke(account, call.params["token"] ?? "")) {
          throw notFound("This token does not exist");
        }
        return new Response(null, { status: 204 });
      }),
      paid("GET", "/audit-log/export", (call, { events }) => {
        const [, field, value] = /^(author|type|ip):(.*)$/.exec(
          call.url.searchParams.get("q") ?? "",
        ) ??
          [];
        return json(events.filter(({ author, type, ip }) => {
          if (field === undefined) return true;
          const user = isObject(author) ? author["user"] : undefined;
          return { author: user, type, ip }[field] === value;
        }));
      }),
      paid("GET", "/billing/usage-by-resource-group", (call, found) => {
        const { groups, account: { name } } = found;
        const now = new Date(call.at);
        const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
        const all = [
          { id: null, group: null },
          ...[...groups.values()].map(({ id, shown }) => ({
            id,
            group: String(shown["name"]),
          })),
        ];
        return json({
          currency: "USD",
          periods: [{
            period: new Date(month).toISOString(),
            resourceGroups: all.map(({ id, group }) => ({
              id,
              name: group,
              ...neighbours.usage(name, id, [month, call.at]),
            })),
          }],
        });
      }),
    ],
    control: [acceptRoute(organizations)],
    sections: () => [{
      title: "Organizations",
      columns: ["Name", "Plan", "Members"],
      rows: accounts.organizationsOf().map((account) => ({
        cells: [
          account.name,
          account.plan ?? "",
          String(account.members.size),
        ],
        parts: partsOf(account.name),
      })),
    }],
    note(call, { route, params }, method) {
      const line = `${method} ${
        route.path.replace(/^\/api(\/organizations)?/, "")
      }`;
      const type = events.find(([pattern]) => pattern.test(line))?.[1];
      if (type === undefined || call.caller.user === undefined) return;
      const { organization, namespace = organization } = bodyOf(call);
      const named = params["namespace"] ?? namespace ?? params["name"];
      if (accounts.find(String(named))?.kind !== "org") return;
      const { user: { id, name: user } } = call.caller;
      const avatarUrl = `/avatars/${user}.svg`;
      const all = organizations.find(String(named)).events;
      all.unshift({
        _id: objectId("event", `${named} ${all.length}`),
        createdAt: new Date(call.at).toISOString(),
        type,
        message: type,
        ip: accounts.address,
        userAgent: call.headers.get("user-agent") ?? "",
        author: { _id: id, user, avatarUrl, type: "user" },
      });
    },
  };
}

/** Where the services tell about an organization. */
function partsOf(name: string): Record<string, string> {
  const at = `/api/organizations/${name}`;
  return {
    Organization: `${at}/overview`,
    Members: `${at}/members`,
    "Resource groups": `${at}/resource-groups`,
    "Service accounts": `${at}/service-accounts`,
    "Network security": `${at}/settings/network-security`,
    "Audit log": `${at}/audit-log/export`,
    "Audit log of endpoints": `/v2/audit-logs/${name}`,
    Domains: `/v2/network/domain/${name}`,
    "Address lists": `/v2/network/cidr-list/${name}`,
    "Private services": `/v2/network/private-service/${name}`,
    Quotas: `/v2/provider/quotas/${name}`,
  };
}

function bodyOf(call: Call): JsonObject {
  try {
    const body: Json = JSON.parse(new TextDecoder().decode(call.bytes));
    return isObject(body) ? body : {};
  } catch {
    return {};
  }
}
