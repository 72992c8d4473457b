import { Failure, forbidden, notFound } from "./failure.ts";

/** Role of a member in an organization. */
export type OrgRole = "admin" | "write" | "contributor" | "read" | "no_access";

/** An organization the sandbox user belongs to. */
export interface Organization {
  /** Its name, the namespace of what it owns. */
  readonly name: string;
  /** Role of the sandbox user in it. Default: `admin`. */
  readonly role?: OrgRole;
  /** Paid plan; null for none. Default: `team`. */
  readonly plan?: "team" | "enterprise" | "plus" | "academia" | null;
  /** Whether a payment method is set. Default: true. */
  readonly canPay?: boolean;
}

/** A user or organization, as the areas see it. */
export interface Account {
  /** `user` or `org`. */
  readonly kind: "user" | "org";
  /** Object id, 24 hexadecimal digits. */
  readonly id: string;
  /** Name, which is also the namespace. */
  readonly name: string;
  /** Role of the sandbox user; undefined in somebody else's namespace. */
  readonly role: OrgRole | undefined;
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
  /** Its role. */
  readonly role: "read" | "write" | "fineGrained";
  /** The permissions of a fine-grained token; empty for the other roles. */
  readonly grants: readonly Grant[];
}

/** Who asks: with a known token, without one, or with a bad one. */
export interface Caller {
  /** How the request identified itself. */
  readonly kind: "anonymous" | "bad" | "known";
  /** Key to count requests by. */
  readonly key: string;
  /** The token, when known. */
  readonly token: Token | undefined;
}

/** What a route demands of its caller. */
export interface Need {
  /** `public`: nothing; `token`: any valid token; else read or write. */
  readonly access: "public" | "token" | "read" | "write";
  /** Fine-grained permissions of which one is enough. */
  readonly permissions?: readonly string[];
  /** Path parameter that holds the namespace. */
  readonly namespace?: string;
  /** True for a feature of a paid plan. */
  readonly paid?: boolean;
}

/** Nothing is demanded. */
export const open: Need = { access: "public" };

/** Any valid token. */
export const anyToken: Need = { access: "token" };

/** Reads `read`, `write`, or a list like `a.b.write,c.d.read@acme`. */
export function parseRole(text: string): Token {
  if (text === "read" || text === "write") return { role: text, grants: [] };
  const grants = text.split(",").filter((part) => part !== "").map((part) => {
    const [permission = "", entity] = part.split("@");
    return { permission, entity };
  });
  return { role: "fineGrained", grants };
}

/** The users, organizations and tokens of the sandbox. */
export class Accounts {
  readonly #accounts = new Map<string, Account>();
  readonly #tokens = new Map<string, Token>();
  /** The user all tokens belong to. */
  readonly user: Account;

  /** Registers user, organizations, somebody else's namespaces and tokens. */
  constructor(
    organizations: readonly Organization[],
    tokens: Readonly<Record<string, string>>,
  ) {
    this.user = {
      kind: "user",
      id: objectId("user", "sandbox"),
      name: "sandbox",
      role: "admin",
      plan: "pro",
      canPay: true,
    };
    this.#accounts.set(this.user.name, this.user);
    for (const org of organizations) {
      this.#accounts.set(org.name, {
        kind: "org",
        id: objectId("org", org.name),
        name: org.name,
        role: org.role ?? "admin",
        plan: org.plan === undefined ? "team" : org.plan ?? undefined,
        canPay: org.canPay ?? true,
      });
    }
    for (const name of ["huggingface", "somebody-else"]) {
      this.#accounts.set(name, {
        kind: name === "huggingface" ? "org" : "user",
        id: objectId("org", name),
        name,
        role: undefined,
        plan: undefined,
        canPay: true,
      });
    }
    for (const [token, role] of Object.entries(tokens)) {
      this.#tokens.set(token, parseRole(role));
    }
  }

  /** The organizations of the user. */
  get organizations(): readonly Account[] {
    return [...this.#accounts.values()].filter((account) =>
      account.kind === "org" && account.role !== undefined
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

  /** Who the request says it is. */
  identify(headers: Headers): Caller {
    const header = headers.get("authorization");
    if (header === null) {
      return { kind: "anonymous", key: "anonymous", token: undefined };
    }
    const key = header.replace(/^Bearer\s+/i, "").trim();
    const token = this.#tokens.get(key);
    return { kind: token === undefined ? "bad" : "known", key, token };
  }

  /** Throws 401, 403 or 404 unless the caller may do it in the namespace. */
  authorize(caller: Caller, need: Need, namespace?: string): void {
    if (need.access === "public") return;
    const token = caller.token;
    if (token === undefined) throw unauthorized(caller);
    if (need.access === "token" || namespace === undefined) return;
    const account = this.find(namespace);
    if (account === undefined) {
      throw notFound(`Namespace ${namespace} not found`);
    }
    if (account.role === undefined || account.role === "no_access") {
      throw forbidden(`No access to namespace: ${namespace}`);
    }
    if (!allows(token, need, namespace)) {
      throw forbidden(
        `Token lacks permission in namespace ${namespace}: ` +
          (need.permissions?.join(" or ") ?? need.access),
      );
    }
    if (need.access === "write" && !writers.has(account.role)) {
      throw forbidden(`Role ${account.role} cannot write in ${namespace}`);
    }
    if (need.paid === true && account.plan === undefined) {
      throw forbidden(`Paid plan required for namespace: ${namespace}`);
    }
  }
}

const writers: ReadonlySet<string> = new Set(["admin", "write"]);

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
