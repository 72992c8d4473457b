import { hash, objectId } from "../core/accounts.ts";
import * as is from "../core/checks.ts";
import { formatTime } from "../core/clock.ts";
import { notFound } from "../core/failure.ts";
import { type JsonObject, pick, stringsAt } from "../core/json.ts";
import { type Call, json, type Route } from "../core/router.ts";
import {
  type OrganizationRecord,
  type Organizations,
  type Requirements,
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

const writePermission = "org.serviceAccounts.write";
const readRule: Requirements = {
  plan: "enterprise",
  access: "read",
  permissions: ["org.serviceAccounts.read", writePermission],
};
const writeRule: Requirements = {
  plan: "enterprise",
  access: "write",
  permissions: [writePermission],
};

/** A service account in its organization. */
interface FoundAccount {
  readonly organization: OrganizationRecord;
  readonly record: ServiceAccountRecord;
}

/** A token of a service account. */
interface FoundToken extends FoundAccount {
  readonly token: ServiceAccountRecord["tokens"][number];
}

/** Makes the routes of service accounts and their tokens, which are valid. */
export function serviceAccountRoutes(organizations: Organizations): Route[] {
  const all = "/service-accounts";
  const one = `${all}/:account`;
  const count = () => organizations.count("service account");
  return [
    ...organizations.routes(readRule, {
      [`GET ${all}`]: (_, { serviceAccounts }) =>
        [...serviceAccounts.values()].map(({ json }) => json),
    }),
    ...organizations.objectRoutes(readRule, one, findAccount, {
      GET: (_, { record: { json, tokens } }) => ({
        ...json,
        accessTokens: tokens.map((token) => ({
          ...token.json,
          role: "fineGrained",
        })),
      }),
    }),
    ...organizations.routes(writeRule, {
      [`POST ${all}`]: (call, organization) =>
        json(createAccount(call, organization, count()), { status: 201 }),
    }),
    ...organizations.objectRoutes(writeRule, one, findAccount, {
      DELETE: (_, { organization, record: { json, tokens } }) => {
        for (const { value } of tokens) {
          organization.accounts.removeToken(value);
        }
        organization.serviceAccounts.delete(json._id);
      },
      "POST /tokens": (call, found) =>
        json(createToken(call, found, makeValue(count())), { status: 201 }),
    }),
    ...organizations.objectRoutes(
      writeRule,
      `${one}/tokens/:token`,
      findToken,
      {
        PATCH: (call, found) => {
          const { json } = found.token;
          Object.assign(json, readToken(call, found));
          activate(found);
          return pick(json, ["_id", ...Object.keys(tokenFields)]);
        },
        DELETE: (_, { organization, record: { tokens }, token }) => {
          organization.accounts.removeToken(token.value);
          tokens.splice(tokens.indexOf(token), 1);
        },
        "POST /rotate": (call, found) =>
          rotateToken(call, found, makeValue(count())),
      },
    ),
  ];
}

function findAccount(
  call: Call,
  organization: OrganizationRecord,
): FoundAccount {
  const record = organization.serviceAccounts.get(call.param("account"));
  if (record !== undefined) return { organization, record };
  throw notFound("This service account does not exist");
}

function findToken(call: Call, organization: OrganizationRecord): FoundToken {
  const found = findAccount(call, organization);
  const token = found.record.tokens.find(({ json }) =>
    json["_id"] === call.param("token")
  );
  if (token !== undefined) return { ...found, token };
  throw notFound("This token does not exist");
}

function makeValue(count: number): string {
  return `hf_sa_${hash(`service account token ${count}`)}`;
}

function readToken(call: Call, { organization }: FoundAccount): JsonObject {
  const body = call.readBody(tokenBody);
  if (body.skipNetworkSecurity === true) {
    requireOrgPlan(organization.account, "plus", "skipNetworkSecurity");
  }
  return body;
}

/** Makes a token valid, with its permissions. */
function activate({ organization, record, token }: FoundToken): void {
  const { account, accounts } = organization;
  const { value, json } = token;
  const granted = stringsAt(json, "permissions");
  if (stringsAt(json, "repoIds").length > 0) {
    granted.push(...stringsAt(json, "repoPermissions"));
  }
  accounts.addToken(value, {
    user: record.json.user,
    role: "fineGrained",
    grants: granted.map((permission) => ({ permission, entity: account.name })),
    organization: account.name,
    isExempt: json["skipNetworkSecurity"] === true,
  });
}

function createAccount(
  call: Call,
  { account, accounts, serviceAccounts }: OrganizationRecord,
  count: number,
): JsonObject {
  const { name, ...more } = call.readBody(createBody);
  const _id = objectId("service account", String(count));
  const user = `${account.name}-sa-${count}`;
  const createdAt = formatTime(call.at);
  const email = `${user}@example.com`;
  serviceAccounts.set(_id, {
    json: { _id, user, name, email, createdAt, ...more },
    tokens: [],
  });
  accounts.addOther("user", user);
  return { _id, user, fullname: name, createdAt, ...more };
}

function createToken(
  call: Call,
  found: FoundAccount,
  value: string,
): JsonObject {
  const tokenInfo: JsonObject = {
    displayName: "API Token",
    permissions: [],
    repoIds: [],
    repoPermissions: [],
    endpointPatterns: [],
    skipNetworkSecurity: false,
    ...readToken(call, found),
    _id: objectId("token", value),
    createdAt: formatTime(call.at),
  };
  const token = { value, json: { ...tokenInfo, last4: value.slice(-4) } };
  found.record.tokens.push(token);
  activate({ ...found, token });
  return { token: value, tokenInfo };
}

function rotateToken(call: Call, found: FoundToken, value: string): JsonObject {
  const { organization, token } = found;
  organization.accounts.removeToken(token.value);
  token.value = value;
  token.json["last4"] = value.slice(-4);
  token.json["createdAt"] = formatTime(call.at);
  activate(found);
  const names = ["_id", "displayName", "createdAt", "last4"];
  return { token: value, tokenInfo: pick(token.json, names) };
}
