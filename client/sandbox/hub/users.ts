import {
  type Account,
  type Accounts,
  anyToken,
  open,
  type Token,
} from "../core/accounts.ts";
import { notFound } from "../core/failure.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { type Area, json, param } from "../core/router.ts";

/** The Hub's routes about the user behind a token. */
export function usersArea(accounts: Accounts): Area {
  return {
    routes: [{
      method: "GET",
      path: "/api/whoami-v2",
      needs: anyToken,
      action: "whoami",
      handle: (call) => json(whoami(accounts, call.caller.token)),
    }, {
      method: "GET",
      path: "/api/users/:name/overview",
      needs: open,
      handle: (call) => json(overview(accounts, "user", param(call, "name"))),
    }, {
      method: "GET",
      path: "/api/organizations/:name/overview",
      needs: open,
      handle: (call) => json(overview(accounts, "org", param(call, "name"))),
    }],
  };
}

function overview(
  accounts: Accounts,
  kind: Account["kind"],
  name: string,
): JsonObject {
  const account = accounts.find(name);
  if (account?.kind !== kind) throw notFound(`No such ${kind}: ${name}`);
  const common = {
    _id: account.id,
    fullname: name,
    avatarUrl: `/avatars/${name}.svg`,
  };
  return kind === "org"
    ? { ...common, name, isVerified: false, plan: account.plan ?? null }
    : { ...common, user: name, type: "user", isPro: account.plan === "pro" };
}

function whoami(accounts: Accounts, token: Token | undefined): JsonObject {
  const { user } = accounts;
  return {
    type: "user",
    id: user.id,
    name: user.name,
    fullname: "Sandbox User",
    email: "sandbox@example.com",
    emailVerified: true,
    canPay: user.canPay,
    billingMode: "postpaid",
    periodEnd: null,
    isPro: user.plan === "pro",
    avatarUrl: "/avatars/sandbox.svg",
    orgs: accounts.organizations.map(organization),
    auth: {
      type: "access_token",
      accessToken: {
        displayName: "sandbox",
        role: token?.role ?? "read",
        createdAt: "2026-01-01T00:00:00.000Z",
        ...(token?.role === "fineGrained"
          ? { fineGrained: fineGrained(accounts, token) }
          : {}),
      },
    },
  };
}

function organization(account: Account): Json {
  return {
    type: "org",
    id: account.id,
    name: account.name,
    fullname: account.name.slice(0, 1).toUpperCase() + account.name.slice(1),
    email: null,
    canPay: account.canPay,
    billingMode: "postpaid",
    periodEnd: null,
    avatarUrl: `/avatars/${account.name}.svg`,
    ...(account.plan === undefined ? {} : { plan: account.plan }),
    roleInOrg: account.role ?? "read",
    securityRestrictions: [],
    resourceGroups: [],
  };
}

function fineGrained(accounts: Accounts, token: Token): JsonObject {
  const members = [accounts.user, ...accounts.organizations];
  const scoped = members.flatMap((account): Json[] => {
    const permissions = token.grants
      .filter(({ entity }) => entity === undefined || entity === account.name)
      .map(({ permission }) => permission);
    if (permissions.length === 0) return [];
    const { id, kind, name } = account;
    return [{ entity: { _id: id, type: kind, name }, permissions }];
  });
  return { canReadGatedRepos: false, global: [], scoped };
}
