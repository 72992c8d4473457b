import {
  type Account,
  type Accounts,
  anyToken,
  type Caller,
  hash,
  open,
  type Token,
} from "../core/accounts.ts";
import { issue, notFound } from "../core/failure.ts";
import { redirect } from "./repo_access.ts";
import { type Json, type JsonObject, stringsAt } from "../core/json.ts";
import {
  type Area,
  type Call,
  json,
  param,
  readObject,
  route,
} from "../core/router.ts";

/** The Hub's routes about users and organizations. */
export function usersArea(accounts: Accounts): Area {
  const org = "/api/organizations/:name";
  return {
    routes: [
      route(
        "GET",
        "/api/whoami-v2",
        anyToken,
        (call) => json(whoami(accounts, call.caller)),
        "whoami",
      ),
      route(
        "GET",
        "/api/registry/token",
        anyToken,
        (call) => json(registryToken(accounts, call)),
      ),
      route("POST", "/api/credentials/revoke", open, (call) => {
        const given = stringsAt(readObject(call), "credentials");
        if (given.length < 1 || given.length > 1000) {
          throw issue("Invalid input", "credentials");
        }
        for (const token of given) accounts.removeToken(token);
        return new Response(null, { status: 202 });
      }),
      route(
        "GET",
        "/api/users/:name/overview",
        open,
        (call) => {
          // Case does not matter to the Hub, but the address has it.
          const name = param(call, "name");
          const known = accounts.findAnyCase(name);
          if (known?.kind === "user" && known.name !== name) {
            throw redirect(call, name, known.name);
          }
          return json(overview(accounts, "user", name));
        },
      ),
      route(
        "GET",
        `${org}/overview`,
        open,
        (call) => json(overview(accounts, "org", param(call, "name"))),
      ),
    ],
  };
}

function find(
  accounts: Accounts,
  kind: Account["kind"],
  name: string,
): Account {
  const account = accounts.find(name);
  if (account?.kind === kind) return account;
  throw notFound(
    kind === "user"
      ? "This user does not exist"
      : "Sorry, we can't find the page you are looking for.",
  );
}

function overview(
  accounts: Accounts,
  kind: Account["kind"],
  name: string,
): JsonObject {
  const account = find(accounts, kind, name);
  const common = {
    _id: account.id,
    fullname: name,
    avatarUrl: `/avatars/${name}.svg`,
    numModels: 0,
    numDatasets: 0,
    numSpaces: 0,
    numFollowers: 0,
    isFollowing: false,
  };
  return kind === "org"
    ? {
      ...common,
      type: "org",
      name,
      isVerified: false,
      numKernels: 0,
      numBuckets: 0,
      numPapers: 0,
      numUsers: account.members.size,
      plan: account.plan ?? null,
    }
    : {
      ...common,
      user: name,
      type: "user",
      isPro: account.plan === "pro",
      numLikes: 0,
      numFollowing: 0,
      numUpvotes: 0,
      numDiscussions: 0,
      numPapers: 0,
      orgs: accounts.organizationsOf(account).map((org) => ({
        id: org.id,
        name: org.name,
        fullname: org.name,
        avatarUrl: `/avatars/${org.name}.svg`,
      })),
      createdAt: "2024-01-01T00:00:00.000Z",
    };
}

function registryToken(accounts: Accounts, call: Call): JsonObject {
  const service = call.url.searchParams.get("service");
  if (!service) throw issue("Invalid input", "service");
  const scopes = call.url.searchParams.getAll("scope");
  const issued = new Date(call.at).toISOString();
  const { name } = accounts.userOf(call.caller);
  const token = `ey${hash([name, service, issued, ...scopes].join())}`;
  return {
    token,
    access_token: token,
    expires_in: 300,
    issued_at: issued,
  };
}

/** When the month that is billed ends, in seconds since 1970. */
const periodEnd = Date.UTC(2026, 11) / 1000;

function whoami(accounts: Accounts, caller: Caller): JsonObject {
  const user = accounts.userOf(caller);
  const { token } = caller;
  return {
    type: "user",
    id: user.id,
    name: user.name,
    fullname: user.fullName,
    // A fine-grained token is told no address unless it may read it.
    ...(token?.role === "fineGrained"
      ? {}
      : { email: `${user.name}@example.com`, emailVerified: true }),
    canPay: user.canPay,
    billingMode: user.canPay ? "postpaid" : "prepaid",
    periodEnd,
    isPro: user.plan === "pro",
    avatarUrl: `/avatars/${user.name}.svg`,
    orgs: accounts.organizationsOf(user).map((each) =>
      organization(each, user)
    ),
    auth: {
      type: "access_token",
      accessToken: {
        displayName: "sandbox",
        role: token?.role ?? "read",
        createdAt: "2026-01-01T00:00:00.000Z",
        ...(token?.role === "fineGrained"
          ? { fineGrained: fineGrained(accounts, user, token) }
          : {}),
      },
    },
  };
}

function organization(account: Account, user: Account): Json {
  return {
    type: "org",
    id: account.id,
    name: account.name,
    fullname: account.fullName,
    email: null,
    canPay: account.canPay,
    billingMode: "postpaid",
    periodEnd: null,
    avatarUrl: `/avatars/${account.name}.svg`,
    ...(account.plan === undefined ? {} : { plan: account.plan }),
    roleInOrg: account.members.get(user.name) ?? "read",
    securityRestrictions: [],
    resourceGroups: [],
  };
}

function fineGrained(
  accounts: Accounts,
  user: Account,
  token: Token,
): JsonObject {
  const members = [user, ...accounts.organizationsOf(user)];
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
