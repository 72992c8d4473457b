import { Failure, forbidden, notFound } from "./failure.ts";
import { type JsonObject, stringsAt } from "./json.ts";

/** Role of a member in an organization. */
export type OrgRole = "admin" | "write" | "contributor" | "read" | "no_access";

/** A further user beside `sandbox`. */
export interface User {
  /** The name, which is also the namespace. */
  readonly name: string;
  /** The name for people. Default: the name and `User`. */
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
  /** The name for people. Default: the name with a capital. */
  readonly fullName?: string;
  /** Whether what it owns is private unless said otherwise, as its admins can
   * choose. Default: false. */
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
  /** Names of resource groups that an identity provider fills by SCIM, so that
   * their members cannot be changed here. Default: none. */
  readonly linkedGroups?: readonly string[];
}

/** A user or organization, as the areas see it. */
export interface Account {
  /** `user` or `org`. */
  readonly kind: "user" | "org";
  /** Object id, 24 hexadecimal digits. */
  readonly id: string;
  /** Name, which is also the namespace. */
  readonly name: string;
  /** The name for people. */
  readonly fullName: string;
  /** Whether what it owns is private unless said otherwise. */
  readonly privateByDefault: boolean;
  /** Roles by name of the user: of all members, or of the user alone. */
  readonly members: Map<string, OrgRole>;
  /** Paid plan, if any. */
  readonly plan: string | undefined;
  /** Whether a payment method is set. */
  readonly canPay: boolean;
  /** Names of resource groups whose members cannot be changed. */
  readonly linkedGroups: readonly string[];
  /** Who may use it from where. */
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
  /** Name of the user it belongs to. */
  readonly user: string;
  /** Its role. */
  readonly role: "read" | "write" | "fineGrained";
  /** The permissions of a fine-grained token; empty for the other roles. */
  readonly grants: readonly Grant[];
  /** Id of the only repository it is for; left out for all. */
  readonly repo?: string;
  /** When it ends, in milliseconds since 1970; left out for never. */
  readonly expiresAt?: number;
  /** The organization whose service account it is of. */
  readonly organization?: string;
  /** Whether it may come from any address. */
  readonly isExempt?: boolean;
}

/** Who asks: with a known token, without one, or with a bad one. */
export interface Caller {
  /** How the request identified itself. */
  readonly kind: "anonymous" | "bad" | "known";
  /** Key to count requests by. */
  readonly key: string;
  /** The token, when known. */
  readonly token: Token | undefined;
  /** Whose token it is, when known. */
  readonly user: Account | undefined;
}

/** What a route demands of its caller. */
export interface Need {
  /** `public`: nothing; `token`: any valid token; else read or write. */
  readonly access: "public" | "token" | "read" | "write";
  /** Fine-grained permissions of which one is enough. */
  readonly permissions?: readonly string[];
  /** Path parameter that holds the namespace. */
  readonly namespace?: string;
  /** Roles that may write. Default: `admin` and `write`. */
  readonly roles?: readonly OrgRole[];
  /** True for a feature of a paid plan. */
  readonly paid?: boolean;
  /** What is said where it is not met. Default: what is missing. */
  readonly refusal?: string;
}

/** Nothing is demanded. */
export const open: Need = { access: "public" };

/** Any valid token. */
export const anyToken: Need = { access: "token" };

const self = "sandbox";

/** Reads `read`, `write`, or a list like `a.b.write,c.d.read@acme`, each
 * after `alice:` for a token of another user than `sandbox`. */
export function parseRole(text: string): Token {
  const [, user = self, role = ""] = /^(?:([\w-]+):)?(.*)$/.exec(text) ?? [];
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

  /** Registers users, organizations, somebody else's namespaces and tokens. */
  constructor(
    organizations: readonly Organization[],
    tokens: Readonly<Record<string, string>>,
    users: readonly User[] = [{ name: "alice" }, { name: "bob" }],
    address = "127.0.0.1",
  ) {
    this.address = address;
    this.user = this.#add("user", { name: self }, {
      role: "admin",
      plan: "pro",
      canPay: true,
    });
    for (const user of users) {
      const { plan, canPay = false } = user;
      this.#add("user", user, { plan: plan ?? undefined, canPay });
    }
    for (const org of organizations) {
      const { role = "admin", plan = "team" } = org;
      const account = this.#add("org", org, {
        role: role ?? undefined,
        plan: plan ?? undefined,
        canPay: org.canPay ?? true,
      });
      const members = org.members ?? { alice: "write", bob: "read" };
      for (const [user, role] of Object.entries(members)) {
        account.members.set(user, role);
      }
    }
    this.#add("org", { name: "huggingface" }, { canPay: true });
    this.#add("user", { name: "somebody-else" }, { canPay: true });
    for (const [token, role] of Object.entries(tokens)) {
      this.#tokens.set(token, parseRole(role));
    }
  }

  #add(
    kind: Account["kind"],
    { name, fullName, privateByDefault = false, linkedGroups = [] }: Pick<
      Organization,
      "name" | "fullName" | "privateByDefault" | "linkedGroups"
    >,
    options: {
      readonly role?: OrgRole | undefined;
      readonly plan?: string | undefined;
      readonly canPay: boolean;
    },
  ): Account {
    const { role, plan, canPay } = options;
    const account: Account = {
      kind,
      id: objectId(kind, name),
      name,
      fullName: fullName ??
        titleCase(name) + (kind === "user" ? " User" : ""),
      privateByDefault,
      members: new Map(role === undefined ? [] : [[self, role]]),
      plan,
      canPay,
      linkedGroups,
      network: {
        enforceAuth: false,
        enforceIpRestriction: false,
        highRateLimits: false,
        ipRanges: [],
        blockedContents: [],
        allowedContents: [],
        keepReposMetadataVisible: false,
      },
    };
    if (kind === "user") account.members.set(name, "admin");
    this.#accounts.set(name, account);
    return account;
  }

  /** The organizations that a user belongs to; `sandbox` if left out. */
  organizationsOf(user: Account = this.user): readonly Account[] {
    return [...this.#accounts.values()].filter(({ kind, members }) =>
      kind === "org" && members.has(user.name)
    );
  }

  /** The account of that name, if it exists. */
  find(name: string): Account | undefined {
    return this.#accounts.get(name);
  }

  /** The account whose name differs in case at most, if there is one. */
  findAnyCase(name: string): Account | undefined {
    const wanted = name.toLowerCase();
    return [...this.#accounts.values()].find((account) =>
      account.name.toLowerCase() === wanted
    );
  }

  /** The account of that object id, if it exists. */
  byId(id: string): Account | undefined {
    return [...this.#accounts.values()].find((account) => account.id === id);
  }

  /** Lets a token be used. */
  addToken(text: string, token: Token): void {
    this.#tokens.set(text, token);
  }

  /** Ends a token. */
  removeToken(text: string): void {
    this.#tokens.delete(text);
  }

  /** Adds an account that is no person's here: a program, or others' own. */
  addOther(kind: Account["kind"], name: string): void {
    this.#add(kind, { name }, { canPay: false });
  }

  /** The tokens of the members of an organization, without their values. */
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

  /** Ends what a token may do in an organization; false: there is none. */
  revoke(account: Account, id: string): boolean {
    const isThere = this.tokensOf(account).some(({ _id }) => _id === id);
    if (isThere) this.#revoked.add(`${account.name} ${id}`);
    return isThere;
  }

  /** Who a request at that time says it is. */
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

  /** The user of a token; throws 401 without one. */
  userOf(caller: Caller): Account {
    if (caller.user === undefined) throw unauthorized();
    return caller.user;
  }

  /** The caller's role in a namespace; undefined for none. */
  roleIn(caller: Caller, account: Account): OrgRole | undefined {
    if (caller.token?.organization === account.name) return "admin";
    const isRevoked = this.#revoked.has(
      `${account.name} ${objectId("token", caller.key)}`,
    );
    if (isRevoked) return undefined;
    const role = account.members.get(caller.user?.name ?? "");
    return role === "no_access" ? undefined : role;
  }

  /** Throws 401, 403 or 404 unless the caller may do it in the namespace. */
  authorize(caller: Caller, need: Need, namespace?: string): void {
    if (need.access === "public") {
      if (caller.kind === "bad") throw unauthorized();
      return;
    }
    const token = caller.token;
    if (token === undefined) throw unauthorized();
    if (need.access === "token" || namespace === undefined) return;
    const account = this.find(namespace);
    if (account === undefined) {
      throw notFound(`Namespace ${namespace} not found`);
    }
    const role = this.roleIn(caller, account);
    if (role === undefined) {
      throw forbidden(need.refusal ?? `No access to namespace: ${namespace}`);
    }
    const { enforceIpRestriction } = account.network;
    if (enforceIpRestriction === true && token.isExempt !== true) {
      const ranges = stringsAt(account.network, "ipRanges");
      if (!ranges.some((range) => isWithin(this.address, range))) {
        throw forbidden(`${this.address} may not use ${namespace}`);
      }
    }
    if (!allows(token, need, namespace)) {
      throw forbidden(need.refusal ?? missingPermission(need, namespace));
    }
    if (need.access === "write" && !(need.roles ?? writers).includes(role)) {
      throw forbidden(need.refusal ?? missingPermission(need, namespace));
    }
    if (need.paid === true && account.plan === undefined) {
      throw forbidden(`Paid plan required for namespace: ${namespace}`);
    }
  }
}

const writers: readonly OrgRole[] = ["admin", "write"];

/** What the services say of a permission that is not there. */
function missingPermission({ permissions }: Need, namespace: string): string {
  const [first = "repo.write"] = permissions ?? [];
  return first.startsWith("inference.")
    ? `missing permissions: ${first}`
    : "You don't have the required permissions to complete this action on " +
      `namespace ${namespace}, missing permissions: ${first}`;
}

function allows(token: Token, need: Need, namespace: string): boolean {
  if (token.role === "write") return true;
  if (token.role === "read") return need.access === "read";
  return token.grants.some((grant) =>
    (grant.entity === undefined || grant.entity === namespace) &&
    (need.permissions ?? []).includes(grant.permission)
  );
}

/** 401, the same with a bad token and without one. */
export function unauthorized(): Failure {
  return new Failure(401, "Invalid username or password.", {
    code: "UNAUTHORIZED",
  });
}

/** A range of IPv4 addresses. */
export const v4Range: RegExp =
  /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!\/)|(?=\/))){4}\/(?:[12]?\d|3[0-2])$/;

/** Whether an address is in a range; of IPv6, only if it is that address. */
function isWithin(address: string, range: string): boolean {
  const [first = "", length] = range.split("/");
  if (!v4Range.test(range)) return first === address;
  const [a = 0, b = 0] = [address, first].map((text) =>
    text.split(".").reduce((sum, part) => sum * 256 + Number(part), 0)
  );
  const size = 2 ** (32 - Number(length));
  return Math.floor(a / size) === Math.floor(b / size);
}

function titleCase(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** A stable object id of 24 hexadecimal digits for a name. */
export function objectId(kind: string, name: string): string {
  return hash(`${kind}:${name}`).slice(0, 24);
}

/** 40 hexadecimal digits that depend on the text only (not cryptographic). */
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

/** How something in a resource group names it; null for none. */
export function renderGroup(id: string | undefined): JsonObject | null {
  return id === undefined ? null : { id, name: "group" };
}

/** Who asks, and whose the namespace is: the answer of checks of access. */
export function accessOf(
  accounts: Accounts,
  caller: Caller,
  namespace: string,
): JsonObject {
  const owner = accounts.find(namespace);
  if (owner === undefined) throw notFound(`Not found: ${namespace}`);
  const named = ({ id, name }: Account) => ({ id, name });
  return { namespace: named(owner), user: named(accounts.userOf(caller)) };
}
