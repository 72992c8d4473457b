import {
  type Account,
  type Accounts,
  hash,
  type Token,
} from "../core/accounts.ts";
import * as is from "../core/checks.ts";
import { invalidField, notFound } from "../core/failure.ts";
import { redirectToName } from "./repo_access.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { type ApiModule, type Call, routes } from "../core/router.ts";

const revokeBody = is.fields({
  credentials: is.list(is.text(), { min: 1, max: 1000 }),
});

/** Makes the Hub's routes of users and organizations. */
export function usersModule(accounts: Accounts): ApiModule {
  return {
    routes: [
      ...routes("token", {
        "GET /api/whoami-v2": (call) => whoami(accounts, call),
        "GET /api/registry/token": createRegistryToken,
      }),
      ...routes("public", {
        "POST /api/credentials/revoke": (call) => {
          const { credentials } = call.readBody(revokeBody);
          credentials.forEach((token) => accounts.removeToken(token));
          return new Response(null, { status: 202 });
        },
        "GET /api/users/:name/overview": (call) => {
          // The Hub ignores the letter case, but redirects to the right one.
          const name = call.param("name");
          const account = accounts.findAnyCase(name);
          if (account?.kind === "user" && account.name !== name) {
            throw redirectToName(call, name, account.name);
          }
          return renderOverview(accounts, "user", name);
        },
        "GET /api/organizations/:name/overview": (call) =>
          renderOverview(accounts, "org", call.param("name")),
      }),
    ],
  };
}

function findAccount(
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

function renderOverview(
  accounts: Accounts,
  kind: Account["kind"],
  name: string,
): JsonObject {
  const account = findAccount(accounts, kind, name);
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

function createRegistryToken(call: Call): JsonObject {
  const service = call.query.get("service");
  if (!service) throw invalidField("Invalid input", "service");
  const scopes = call.query.getAll("scope");
  const issued = new Date(call.at).toISOString();
  const { name } = call.user;
  const token = `ey${hash([name, service, issued, ...scopes].join())}`;
  return { token, access_token: token, expires_in: 300, issued_at: issued };
}

/** End of the billing period, in seconds since 1970. */
const periodEnd = Date.UTC(2026, 11) / 1000;

function whoami(
  accounts: Accounts,
  { user, caller: { token } }: Call,
): JsonObject {
  return {
    type: "user",
    id: user.id,
    name: user.name,
    fullname: user.fullName,
    // A fine-grained token needs a permission to read the address.
    ...token?.role !== "fineGrained" &&
      { email: `${user.name}@example.com`, emailVerified: true },
    canPay: user.canPay,
    billingMode: user.canPay ? "postpaid" : "prepaid",
    periodEnd,
    isPro: user.plan === "pro",
    avatarUrl: `/avatars/${user.name}.svg`,
    orgs: accounts.organizationsOf(user).map((each) =>
      renderOrganization(each, user)
    ),
    auth: {
      type: "access_token",
      accessToken: {
        displayName: "sandbox",
        role: token?.role ?? "read",
        createdAt: "2026-01-01T00:00:00.000Z",
        ...token?.role === "fineGrained" &&
          { fineGrained: renderGrants(accounts, user, token) },
      },
    },
  };
}

function renderOrganization(account: Account, user: Account): Json {
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
    ...account.plan !== undefined && { plan: account.plan },
    roleInOrg: account.members.get(user.name) ?? "read",
    securityRestrictions: [],
    resourceGroups: [],
  };
}

function renderGrants(
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
