import { type Grant, hash, objectId } from "../core/accounts.ts";
import {
  fields,
  flag,
  list,
  oneOf,
  pick,
  readChecked,
  text,
} from "../core/checks.ts";
import { notFound } from "../core/failure.ts";
import { type JsonObject, stringsAt } from "../core/json.ts";
import { type Call, json, param, type Route } from "../core/router.ts";
import type { Organization, Organizations } from "./organization.ts";

const ofRepo = ["repo.content.read", "repo.write"];
const permissions = [
  ...ofRepo,
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
const toCreate = fields(
  { name: text({ min: 1, max: 50 }) },
  { description: text({ max: 500 }) },
);
const tokenFields = {
  displayName: text({ min: 1, max: 100 }),
  permissions: list(oneOf(...permissions)),
  repoIds: list(text({ form: /^[0-9a-fA-F]{24}$/ })),
  repoPermissions: list(oneOf(...ofRepo)),
  endpointPatterns: list(text({ max: 256, form: /^[^.?()\]\\[{}]+$/ }), {
    max: 20,
  }),
  skipNetworkSecurity: flag,
};
const toToken = fields({}, tokenFields);

/** Service accounts, and their tokens, which requests may carry. */
export function serviceAccountRoutes(organizations: Organizations): Route[] {
  let count = 0;
  const { accounts } = organizations;
  const base = "/service-accounts";
  const one = `${base}/:account`;
  const writing = "org.serviceAccounts.write";
  const plan = "enterprise";
  const read = organizations.routes({
    plan,
    access: "read",
    permissions: ["org.serviceAccounts.read", writing],
  });
  const write = organizations.routes({
    plan,
    access: "write",
    permissions: [writing],
  });
  const find = (call: Call, { robots }: Organization) => {
    const found = robots.get(param(call, "account"));
    if (found !== undefined) return found;
    throw notFound("This service account does not exist");
  };
  const findToken = (call: Call, organization: Organization) => {
    const found = find(call, organization).tokens.find(({ shown }) =>
      shown["_id"] === param(call, "token")
    );
    if (found !== undefined) return found;
    throw notFound("This token does not exist");
  };
  const body = (call: Call, { account }: Organization): JsonObject => {
    const given = readChecked(call, toToken);
    if (given["skipNetworkSecurity"] === true) {
      organizations.demandPlan(account, "plus", "skipNetworkSecurity");
    }
    return pick(given, Object.keys(tokenFields));
  };
  /** Lets requests carry a token, with what it may do. */
  const arm = (
    { account }: Organization,
    user: string,
    { value, shown }: { value: string; shown: JsonObject },
  ): void => {
    const repos = stringsAt(shown, "repoIds");
    const grants: Grant[] = stringsAt(shown, "permissions").map(
      (permission) => ({ permission, entity: account.name }),
    ).concat(
      repos.length === 0 ? [] : stringsAt(shown, "repoPermissions").map(
        (permission) => ({ permission, entity: account.name }),
      ),
    );
    accounts.addToken(value, {
      user,
      role: "fineGrained",
      grants,
      organization: account.name,
      isExempt: shown["skipNetworkSecurity"] === true,
    });
  };
  const newValue = () => `hf_sa_${hash(`service account token ${++count}`)}`;
  return [
    read(
      "GET",
      base,
      (_, { robots }) => json([...robots.values()].map(({ shown }) => shown)),
    ),
    write("POST", base, (call, { account, robots }) => {
      const { name = "", description } = readChecked(call, toCreate);
      const _id = objectId("service account", String(++count));
      const user = `${account.name}-sa-${count}`;
      const createdAt = new Date(call.at).toISOString();
      const more = description !== undefined && { description };
      const email = `${user}@example.com`;
      robots.set(_id, {
        shown: { _id, user, name, email, createdAt, ...more },
        tokens: [],
      });
      accounts.addOther("user", user);
      const made = { _id, user, fullname: name, createdAt, ...more };
      return json(made, { status: 201 });
    }),
    read("GET", one, (call, organization) => {
      const { shown, tokens } = find(call, organization);
      const accessTokens = tokens.map(({ shown }) => ({
        ...shown,
        role: "fineGrained",
      }));
      return json({ ...shown, accessTokens });
    }),
    write("DELETE", one, (call, organization) => {
      const { shown, tokens } = find(call, organization);
      for (const { value } of tokens) accounts.removeToken(value);
      organization.robots.delete(shown._id);
      return new Response(null, { status: 204 });
    }),
    write("POST", `${one}/tokens`, (call, organization) => {
      const { shown: { user }, tokens } = find(call, organization);
      const value = newValue();
      const shown: JsonObject = {
        displayName: "API Token",
        permissions: [],
        repoIds: [],
        repoPermissions: [],
        endpointPatterns: [],
        skipNetworkSecurity: false,
        ...body(call, organization),
        _id: objectId("token", value),
        createdAt: new Date(call.at).toISOString(),
      };
      const token = { value, shown: { ...shown, last4: value.slice(-4) } };
      tokens.push(token);
      arm(organization, user, token);
      return json({ token: value, tokenInfo: shown }, { status: 201 });
    }),
    write("PATCH", `${one}/tokens/:token`, (call, organization) => {
      const { shown: { user } } = find(call, organization);
      const token = findToken(call, organization);
      Object.assign(token.shown, body(call, organization));
      arm(organization, user, token);
      const names = ["_id", ...Object.keys(tokenFields)];
      return json(pick(token.shown, names));
    }),
    write("DELETE", `${one}/tokens/:token`, (call, organization) => {
      const { tokens } = find(call, organization);
      const token = findToken(call, organization);
      accounts.removeToken(token.value);
      tokens.splice(tokens.indexOf(token), 1);
      return new Response(null, { status: 204 });
    }),
    write("POST", `${one}/tokens/:token/rotate`, (call, organization) => {
      const { shown: { user } } = find(call, organization);
      const token = findToken(call, organization);
      accounts.removeToken(token.value);
      token.value = newValue();
      token.shown["last4"] = token.value.slice(-4);
      token.shown["createdAt"] = new Date(call.at).toISOString();
      arm(organization, user, token);
      const told = ["_id", "displayName", "createdAt", "last4"];
      return json({ token: token.value, tokenInfo: pick(token.shown, told) });
    }),
  ];
}
