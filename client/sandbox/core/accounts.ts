import { isWithin } from "./addresses.ts";
import { Failure, forbidden, notFound } from "./failure.ts";
import { type JsonObject, stringsAt } from "./json.ts";

/** Role of a member in an organization. */
export type OrgRole = "admin" | "write" | "contributor" | "read" | "no_access";

/** A further user beside `sandbox`. */
export interface User {
  /** The name, which is also the namespace. */
  readonly name: string;
  /** Display name. Default: the name and `User`. */
  readonly fullName?: string;
  /** Paid plan; null for none. Default: none. */
  readonly plan?: "pro" | null;
  /** Whether a payment method is set. Default: false. */
  readonly canPay?: boolean;
}

/** An organization the sandbox user belongs to. */
export interface Organization {
  /** Its name, the namespace of what it owns. */
  readonly name: string;
  /** Display name. Default: the name with a capital. */
  readonly fullName?: string;
  /** Whether its repositories are private unless a request says otherwise.
   * Default: false. */
  readonly privateByDefault?: boolean;
  /** Role of the sandbox user in it; null for none. Default: `admin`. */
  readonly role?: OrgRole | null;
  /** Paid plan; null for none. Default: `team`. */
  readonly plan?: "team" | "enterprise" | "plus" | "academia" | null;
  /** Whether a payment method is set. Default: true. */
  readonly canPay?: boolean;
  /** Roles of other users in it, by name. Default: `alice` may write and
   * `bob` may read. */
  readonly members?: Readonly<Record<string, OrgRole>>;
}

/** A user or organization, as modules see it. */
export interface Account {
  /** `user` or `org`. */
  readonly kind: "user" | "org";
  readonly id: string;
  /** Name, which is also the namespace. */
  readonly name: string;
  readonly fullName: string;
  /** Whether its repositories are private unless a request says otherwise. */
  readonly privateByDefault: boolean;
  /** Roles by name of the user: of all members, or of the user alone. */
  readonly members: Map<string, OrgRole>;
  readonly plan: string | undefined;
  readonly canPay: boolean;
  readonly network: JsonObject;
}

/** One permission of a fine-grained token. */
export interface Grant {
  /** Name such as `inference.endpoints.write`. */
  readonly permission: string;
  /** Namespace or repository it is limited to; undefined for all. */
  readonly entity: string | undefined;
}

/** A declared access token. */
export interface Token {
  readonly user: string;
  readonly role: "read" | "write" | "fineGrained";
  /** The permissions of a fine-grained token; empty for the other roles. */
  readonly grants: readonly Grant[];
  /** Id of the only repository it is for; left out for all. */
  readonly repo?: string;
  /** Time of expiry, in milliseconds since 1970; left out for never. */
  readonly expiresAt?: number;
  /** The organization of the service account that it belongs to. */
  readonly organization?: string;
  /** Whether network security does not apply to it. */
  readonly isExempt?: boolean;
}

/** The caller: with a known token, without one, or with a bad one. */
export interface Caller {
  readonly kind: "anonymous" | "bad" | "known";
  /** Key to count requests by. */
  readonly key: string;
  readonly token: Token | undefined;
  readonly user: Account | undefined;
}

/** The access that a route requires of its caller. */
export interface AccessRule {
  /** `public`: nothing; `token`: any valid token; else read or write. */
  readonly access: "public" | "token" | "read" | "write";
  /** Fine-grained permissions of which one is enough. */
  readonly permissions?: readonly string[];
  /** Path parameter that holds the namespace. */
  readonly namespace?: string;
  /** Roles that may write. Default: `admin` and `write`. */
  readonly roles?: readonly OrgRole[];
  /** Whether it is a feature of a paid plan. */
  readonly isPaid?: boolean;
  /** Message of a refusal. Default: the permission that is missing. */
  readonly refusal?: string;
}

const sandboxUser = "sandbox";

/** Parses `read`, `write`, or a list like `a.b.write,c.d.read@acme`, each
 * after `alice:` for a token of another user than `sandbox`. */
function parseRole(text: string): Token {
  const [, user = sandboxUser, role = ""] = /^(?:([\w-]+):)?(.*)$/.exec(text) ??
    [];
  if (role === "read" || role === "write") return { user, role, grants: [] };
  const grants = role.split(",").filter((part) => part !== "").map((part) => {
    const [permission = "", entity] = part.split("@");
    return { permission, entity };
  });
  return { user, role: "fineGrained", grants };
}

/** The users, organizations and tokens of the sandbox. */
export class Accounts {
  readonly #accounts = new Map<string, Account>();
  readonly #tokens = new Map<string, Token>();
  readonly #revoked = new Set<string>();
  /** The address that requests come from. */
  readonly address: string;
  /** The user that tokens belong to unless they say otherwise. */
  readonly user: Account;

  constructor(
    organizations: readonly Organization[],
    tokens: Readonly<Record<string, string>>,
    users: readonly User[] = [{ name: "alice" }, { name: "bob" }],
    address = "127.0.0.1",
  ) {
    this.address = address;
    const user = { name: sandboxUser, plan: "pro", canPay: true };
    this.user = this.#add({ kind: "user", ...user });
    for (const { plan, ...user } of users) {
      this.#add({ kind: "user", ...user, ...plan && { plan } });
    }
    for (const { role = "admin", plan = "team", ...org } of organizations) {
      const members = org.members ?? { alice: "write", bob: "read" };
      this.#add({
        kind: "org",
        canPay: true,
        ...org,
        members: new Map([
          ...role === null ? [] : [[sandboxUser, role] as const],
          ...Object.entries(members),
        ]),
        ...plan && { plan },
      });
    }
    this.#add({ kind: "org", name: "huggingface", canPay: true });
    this.#add({ kind: "user", name: "somebody-else", canPay: true });
    for (const [token, role] of Object.entries(tokens)) {
      this.#tokens.set(token, parseRole(role));
    }
  }

  #add(
    options: Pick<Account, "kind" | "name"> & Partial<Account>,
  ): Account {
    const { kind, name } = options;
    const account: Account = {
      id: objectId(kind, name),
      fullName: titleCase(name) + (kind === "user" ? " User" : ""),
      privateByDefault: false,
      members: new Map(kind === "user" ? [[name, "admin"]] : []),
      plan: undefined,
      canPay: false,
      network: {
        enforceAuth: false,
        enforceIpRestriction: false,
        highRateLimits: false,
        ipRanges: [],
        blockedContents: [],
        allowedContents: [],
        keepReposMetadataVisible: false,
      },
      ...options,
    };
    this.#accounts.set(name, account);
    return account;
  }

  /** Returns the organizations of a user; default: of `sandbox`. */
  organizationsOf(user: Account = this.user): readonly Account[] {
    return [...this.#accounts.values()].filter(({ kind, members }) =>
      kind === "org" && members.has(user.name)
    );
  }

  find(name: string): Account | undefined {
    return this.#accounts.get(name);
  }

  /** Returns the account of a name; throws 404. */
  get(name: string): Account {
    const account = this.find(name);
    if (account !== undefined) return account;
    throw notFound(`Namespace ${name} not found`);
  }

  /** Finds an account by its name in any letter case. */
  findAnyCase(name: string): Account | undefined {
    const wanted = name.toLowerCase();
    return [...this.#accounts.values()].find((account) =>
      account.name.toLowerCase() === wanted
    );
  }

  findById(id: string): Account | undefined {
    return [...this.#accounts.values()].find((account) => account.id === id);
  }

  addToken(text: string, token: Token): void {
    this.#tokens.set(text, token);
  }

  removeToken(text: string): void {
    this.#tokens.delete(text);
  }

  /** Adds an account without tokens: a service account, or an owner of public
   * repositories. */
  addOther(kind: Account["kind"], name: string): void {
    this.#add({ kind, name });
  }

  /** Renders the tokens of the members of an organization. */
  tokensOf({ name, members }: Account): JsonObject[] {
    return [...this.#tokens].filter(([, { user }]) => members.has(user))
      .map(([text, { user, role }]) => {
        const _id = objectId("token", text);
        return {
          _id,
          displayName: "sandbox",
          role,
          last4: text.slice(-4),
          createdAt: "2026-01-01T00:00:00.000Z",
          owner: { _id: this.find(user)?.id ?? "", name: user, fullname: user },
          authorization: {
            status: this.#revoked.has(`${name} ${_id}`)
              ? "revoked"
              : "approved",
            requestedAt: "2026-01-01T00:00:00.000Z",
          },
        };
      });
  }

  /** Revokes the access of a token to an organization; false: there is none. */
  revoke(account: Account, id: string): boolean {
    const exists = this.tokensOf(account).some(({ _id }) => _id === id);
    if (exists) this.#revoked.add(`${account.name} ${id}`);
    return exists;
  }

  /** Identifies the caller of a request at a time. */
  identify(headers: Headers, at: number): Caller {
    const header = headers.get("authorization");
    if (header === null) {
      const none = { token: undefined, user: undefined };
      return { kind: "anonymous", key: "anonymous", ...none };
    }
    const key = header.replace(/^Bearer\s+/i, "").trim();
    const found = this.#tokens.get(key);
    const token = found?.expiresAt !== undefined && found.expiresAt <= at
      ? undefined
      : found;
    const user = token === undefined ? undefined : this.find(token.user);
    const kind = user === undefined ? "bad" : "known";
    return { kind, key, token: user === undefined ? undefined : token, user };
  }

  /** Returns the caller's role in a namespace; undefined for none. */
  roleIn(caller: Caller, account: Account): OrgRole | undefined {
    if (caller.token?.organization === account.name) return "admin";
    const isRevoked = this.#revoked.size > 0 && this.#revoked.has(
      `${account.name} ${objectId("token", caller.key)}`,
    );
    if (isRevoked) return undefined;
    const role = account.members.get(caller.user?.name ?? "");
    return role === "no_access" ? undefined : role;
  }

  /** Tests whether a rule lets the caller in. */
  isAuthorized(caller: Caller, rule: AccessRule, namespace: string): boolean {
    try {
      this.authorize(caller, rule, namespace);
      return true;
    } catch {
      return false;
    }
  }

  /** Throws 401, 403 or 404 unless a rule lets the caller in. */
  authorize(caller: Caller, rule: AccessRule, namespace?: string): void {
    if (rule.access === "public") {
      if (caller.kind === "bad") throw invalidToken();
      return;
    }
    const token = caller.token;
    if (token === undefined) throw invalidToken();
    if (rule.access === "token" || namespace === undefined) return;
    const account = this.get(namespace);
    const role = this.roleIn(caller, account);
    if (role === undefined) {
      throw forbidden(rule.refusal ?? `No access to namespace: ${namespace}`);
    }
    const { enforceIpRestriction } = account.network;
    if (enforceIpRestriction === true && token.isExempt !== true) {
      const ranges = stringsAt(account.network, "ipRanges");
      if (!ranges.some((range) => isWithin(this.address, range))) {
        throw forbidden(`${this.address} may not use ${namespace}`);
      }
    }
    const mayUse = rule.access === "read" ||
      (rule.roles ?? writers).includes(role);
    if (!mayUse || !canAccess(token, rule, namespace)) {
      throw forbidden(
        rule.refusal ?? describeMissingPermission(rule, namespace),
      );
    }
    if (rule.isPaid === true && account.plan === undefined) {
      throw forbidden(`Paid plan required for namespace: ${namespace}`);
    }
  }
}

const writers: readonly OrgRole[] = ["admin", "write"];

/** Returns the message of the services about a missing permission. */
function describeMissingPermission(
  { permissions }: AccessRule,
  namespace: string,
): string {
  const [first = "repo.write"] = permissions ?? [];
  return first.startsWith("inference.")
    ? `missing permissions: ${first}`
    : "You don't have the required permissions to complete this action on " +
      `namespace ${namespace}, missing permissions: ${first}`;
}

function canAccess(token: Token, rule: AccessRule, namespace: string): boolean {
  if (token.role === "write") return true;
  if (token.role === "read") return rule.access === "read";
  return token.grants.some((grant) =>
    (grant.entity === undefined || grant.entity === namespace) &&
    (rule.permissions ?? []).includes(grant.permission)
  );
}

/** Makes a 401, the same with a bad token and without one. */
export function invalidToken(): Failure {
  return new Failure(401, "Invalid username or password.", {
    code: "UNAUTHORIZED",
  });
}

function titleCase(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** Derives an object id of 24 hexadecimal digits from a name. */
export function objectId(kind: string, name: string): string {
  return hash(`${kind}:${name}`).slice(0, 24);
}

/** Derives 40 hexadecimal digits from a text (not cryptographic). */
export function hash(text: string): string {
  let out = "";
  for (let round = 0; out.length < 40; round++) {
    let state = 0x811c9dc5 ^ (round * 0x9e3779b1);
    for (const char of text) {
      state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193);
      state ^= state >>> 13;
    }
    out += (state >>> 0).toString(16).padStart(8, "0");
  }
  return out.slice(0, 40);
}
