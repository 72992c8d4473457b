import { hash, objectId } from "../core/accounts.ts";
import * as is from "../core/checks.ts";
import { formatTime } from "../core/clock.ts";
import { notFound } from "../core/failure.ts";
import { type JsonObject, pick, stringsAt } from "../core/json.ts";
import { type Call, json, noContent, type Route } from "../core/router.ts";
import {
  type OrganizationRecord,
  type Organizations,
  requireOrgPlan,
  type ServiceAccountRecord,
} from "./organization.ts";

const repoPermissions = ["repo.content.read", "repo.write"];
const permissions = [
  ...repoPermissions,
  "repo.contribute.write",
  "inference.serverless.write",
  "inference.endpoints.infer.write",
  "inference.endpoints.write",
  "org.read",
  "org.write",
  "org.auditLog.write",
  "collection.read",
  "collection.write",
  "resourceGroup.write",
  "job.write",
  "org.serviceAccounts.read",
  "org.serviceAccounts.write",
];
const createBody = is.fields(
  { name: is.text({ min: 1, max: 50 }) },
  { description: is.text({ max: 500 }) },
);
const tokenFields = {
  displayName: is.text({ min: 1, max: 100 }),
  permissions: is.list(is.oneOf(...permissions)),
  repoIds: is.list(is.id),
  repoPermissions: is.list(is.oneOf(...repoPermissions)),
  endpointPatterns: is.list(is.text({ max: 256, form: /^[^.?()\]\\[{}]+$/ }), {
    max: 20,
  }),
  skipNetworkSecurity: is.flag,
};
const tokenBody = is.fields({}, tokenFields);

/** Makes the routes of service accounts and their tokens, which are valid. */
export function serviceAccountRoutes(organizations: Organizations): Route[] {
  let count = 0;
  const { accounts } = organizations;
  const base = "/service-accounts";
  const one = `${base}/:account`;
  const writePermission = "org.serviceAccounts.write";
  const plan = "enterprise";
  const find = (call: Call, { serviceAccounts }: OrganizationRecord) => {
    const found = serviceAccounts.get(call.param("account"));
    if (found !== undefined) return found;
    throw notFound("This service account does not exist");
  };
  const findToken = (call: Call, organization: OrganizationRecord) => {
    const record = find(call, organization);
    const token = record.tokens.find(({ json }) =>
      json["_id"] === call.param("token")
    );
    if (token !== undefined) return { record, token };
    throw notFound("This token does not exist");
  };
  const readToken = (
    call: Call,
    { account }: OrganizationRecord,
  ): JsonObject => {
    const body = call.readBody(tokenBody);
    if (body["skipNetworkSecurity"] === true) {
      requireOrgPlan(account, "plus", "skipNetworkSecurity");
    }
    return pick(body, Object.keys(tokenFields));
  };
  /** Makes a token valid, with its permissions. */
  const activate = (
    { account }: OrganizationRecord,
    { json: { user } }: ServiceAccountRecord,
    { value, json }: ServiceAccountRecord["tokens"][number],
  ): void => {
    const granted = stringsAt(json, "permissions");
    if (stringsAt(json, "repoIds").length > 0) {
      granted.push(...stringsAt(json, "repoPermissions"));
    }
    accounts.addToken(value, {
      user,
      role: "fineGrained",
      grants: granted.map((permission) => ({
        permission,
        entity: account.name,
      })),
      organization: account.name,
      isExempt: json["skipNetworkSecurity"] === true,
    });
  };
  const makeValue = () => `hf_sa_${hash(`service account token ${++count}`)}`;
  return [
    ...organizations.routes({
      plan,
      access: "read",
      permissions: ["org.serviceAccounts.read", writePermission],
    }, {
      [`GET ${base}`]: (_, { serviceAccounts }) =>
        json([...serviceAccounts.values()].map(({ json }) => json)),
      [`GET ${one}`]: (call, organization) => {
        const record = find(call, organization);
        const accessTokens = record.tokens.map(({ json }) => ({
          ...json,
          role: "fineGrained",
        }));
        return json({ ...record.json, accessTokens });
      },
    }),
    ...organizations.routes({
      plan,
      access: "write",
      permissions: [writePermission],
    }, {
      [`POST ${base}`]: (call, { account, serviceAccounts }) => {
        const { name = "", description } = call.readBody(createBody);
        const _id = objectId("service account", String(++count));
        const user = `${account.name}-sa-${count}`;
        const createdAt = formatTime(call.at);
        const more = description !== undefined && { description };
        const email = `${user}@example.com`;
        serviceAccounts.set(_id, {
          json: { _id, user, name, email, createdAt, ...more },
          tokens: [],
        });
        accounts.addOther("user", user);
        return json({ _id, user, fullname: name, createdAt, ...more }, {
          status: 201,
        });
      },
      [`DELETE ${one}`]: (call, organization) => {
        const { json: { _id }, tokens } = find(call, organization);
        for (const { value } of tokens) accounts.removeToken(value);
        organization.serviceAccounts.delete(_id);
        return noContent();
      },
      [`POST ${one}/tokens`]: (call, organization) => {
        const record = find(call, organization);
        const value = makeValue();
        const tokenInfo: JsonObject = {
          displayName: "API Token",
          permissions: [],
          repoIds: [],
          repoPermissions: [],
          endpointPatterns: [],
          skipNetworkSecurity: false,
          ...readToken(call, organization),
          _id: objectId("token", value),
          createdAt: formatTime(call.at),
        };
        const last4 = value.slice(-4);
        const token = { value, json: { ...tokenInfo, last4 } };
        record.tokens.push(token);
        activate(organization, record, token);
        return json({ token: value, tokenInfo }, { status: 201 });
      },
      [`PATCH ${one}/tokens/:token`]: (call, organization) => {
        const { record, token } = findToken(call, organization);
        Object.assign(token.json, readToken(call, organization));
        activate(organization, record, token);
        const names = ["_id", ...Object.keys(tokenFields)];
        return json(pick(token.json, names));
      },
      [`DELETE ${one}/tokens/:token`]: (call, organization) => {
        const { record: { tokens }, token } = findToken(call, organization);
        accounts.removeToken(token.value);
        tokens.splice(tokens.indexOf(token), 1);
        return noContent();
      },
      [`POST ${one}/tokens/:token/rotate`]: (call, organization) => {
        const { record, token } = findToken(call, organization);
        accounts.removeToken(token.value);
        token.value = makeValue();
        token.json["last4"] = token.value.slice(-4);
        token.json["createdAt"] = formatTime(call.at);
        activate(organization, record, token);
        const names = ["_id", "displayName", "createdAt", "last4"];
        const tokenInfo = pick(token.json, names);
        return json({ token: token.value, tokenInfo });
      },
    }),
  ];
}
