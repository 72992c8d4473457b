import { Failure, forbidden, notFound } from "./failure.ts";

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
  /** The user that tokens belong to unless they say otherwise. */
  readonly user: Account;

  /** Registers users, organizations, somebody else's namespaces and tokens. */
  constructor(
    organizations: readonly Organization[],
    tokens: Readonly<Record<string, string>>,
    users: readonly User[] = [{ name: "alice" }, { name: "bob" }],
  ) {
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
    { name, fullName, privateByDefault = false }: {
      readonly name: string;
      readonly fullName?: string;
      readonly privateByDefault?: boolean;
    },
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

  /** The account of that object id, if it exists. */
  byId(id: string): Account | undefined {
    return [...this.#accounts.values()].find((account) => account.id === id);
  }

  /** Lets a token be used. */
  addToken(text: string, token: Token): void {
    this.#tokens.set(text, token);
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
    if (caller.user === undefined) throw unauthorized(caller);
    return caller.user;
  }

  /** The caller's role in a namespace; undefined for none. */
  roleIn(caller: Caller, account: Account): OrgRole | undefined {
    const role = account.members.get(caller.user?.name ?? "");
    return role === "no_access" ? undefined : role;
  }

  /** Throws 401, 403 or 404 unless the caller may do it in the namespace. */
  authorize(caller: Caller, need: Need, namespace?: string): void {
    if (need.access === "public") {
      if (caller.kind === "bad") throw unauthorized(caller);
      return;
    }
    const token = caller.token;
    if (token === undefined) throw unauthorized(caller);
    if (need.access === "token" || namespace === undefined) return;
    const account = this.find(namespace);
    if (account === undefined) {
      throw notFound(`Namespace ${namespace} not found`);
    }
    const role = this.roleIn(caller, account);
    if (role === undefined) {
      throw forbidden(`No access to namespace: ${namespace}`);
    }
    if (!allows(token, need, namespace)) {
      throw forbidden(
        `Token lacks permission in namespace ${namespace}: ` +
          (need.permissions?.join(" or ") ?? need.access),
      );
    }
    if (need.access === "write" && !(need.roles ?? writers).includes(role)) {
      throw forbidden(`Role ${role} cannot write in ${namespace}`);
    }
    if (need.paid === true && account.plan === undefined) {
      throw forbidden(`Paid plan required for namespace: ${namespace}`);
    }
  }
}

const writers: readonly OrgRole[] = ["admin", "write"];

function allows(token: Token, need: Need, namespace: string): boolean {
  if (token.role === "write") return true;
  if (token.role === "read") return need.access === "read";
  return token.grants.some((grant) =>
    (grant.entity === undefined || grant.entity === namespace) &&
    (need.permissions ?? []).includes(grant.permission)
  );
}

function unauthorized(caller: Caller): Failure {
  const message = caller.kind === "anonymous"
    ? "Invalid username or password."
    : "Invalid credentials in Authorization header";
  return new Failure(401, message, { code: "UNAUTHORIZED" });
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
