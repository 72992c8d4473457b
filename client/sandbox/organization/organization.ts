import { type Account, type Accounts, anyToken } from "../core/accounts.ts";
import { Failure, forbidden, notFound } from "../core/failure.ts";
import type { JsonObject } from "../core/json.ts";
import { type Call, param, type Route, route } from "../core/router.ts";
import type { OrgRole } from "../core/accounts.ts";

/** A resource group, with what an answer about it shows. */
export interface Group {
  /** Its id. */
  readonly id: string;
  /** Its name, description, auto-join and spend limits. */
  readonly shown: JsonObject;
  /** Its members by name, and who added each. */
  readonly users: Map<string, { role: OrgRole; addedBy?: string }>;
}

/** A service account and its tokens, with their values. */
export interface ServiceAccountRecord {
  /** What an answer shows of it. */
  readonly shown: JsonObject & { readonly _id: string; readonly user: string };
  /** Its tokens. */
  readonly tokens: { value: string; shown: JsonObject }[];
}

/** Somebody who is invited, or has accepted. */
export interface InvitationRecord {
  /** Its id. */
  readonly id: string;
  /** Who. */
  readonly user: string;
  /** The mail address. */
  readonly email: string;
  /** What the inviter calls it. */
  externalId: string;
  /** Whether the user may take part. */
  active: boolean;
}

/** What an organization holds beside its members. */
export interface Organization {
  /** The account. */
  readonly account: Account;
  /** Resource groups by id. */
  readonly groups: Map<string, Group>;
  /** Service accounts by id. */
  readonly robots: Map<string, ServiceAccountRecord>;
  /** Invitations by id. */
  readonly invitations: Map<string, InvitationRecord>;
  /** What was done, the newest first. */
  readonly events: JsonObject[];
}

/** What a route of an organization demands. */
export interface Demand {
  /** The least plan. */
  readonly plan?: "team" | "enterprise" | "plus";
  /** Whether it changes something. */
  readonly access: "read" | "write";
  /** The permissions of which a fine-grained token needs one. */
  readonly permissions: readonly string[];
  /** The roles that may do it. Default: `admin`. */
  readonly roles?: readonly OrgRole[];
}

/** All organizations, and routes below them. */
export class Organizations {
  readonly #all = new Map<string, Organization>();
  /** Users, organizations and tokens. */
  readonly accounts: Accounts;
  readonly #refusal: number | undefined;

  /** `refusal`: the status in place of 402 and 403. */
  constructor(accounts: Accounts, refusal: number | undefined) {
    this.accounts = accounts;
    this.#refusal = refusal;
  }

  /** The organization of that name; throws 404. */
  find(name: string): Organization {
    const account = this.accounts.find(name);
    if (account?.kind !== "org") {
      throw notFound("This organization does not exist");
    }
    const known = this.#all.get(name);
    if (known !== undefined) return known;
    const organization: Organization = {
      account,
      groups: new Map(),
      robots: new Map(),
      invitations: new Map(),
      events: [],
    };
    this.#all.set(name, organization);
    return organization;
  }

  /** Makes routes below `/api/organizations/:name` that demand the same. */
  routes(demand: Demand): (
    method: string,
    path: string,
    handle: (call: Call, organization: Organization) => Response,
  ) => Route {
    return (
      method,
      path,
      handle,
    ) => (route(method, `/api/organizations/:name${path}`, anyToken, (call) => {
      const organization = this.find(param(call, "name"));
      this.#check(call, organization.account, demand);
      return handle(call, organization);
    }));
  }

  #check(call: Call, account: Account, demand: Demand): void {
    const { plan, roles = ["admin"], permissions, access } = demand;
    try {
      this.accounts.authorize(
        call.caller,
        { access, permissions, roles },
        account.name,
      );
      const role = this.accounts.roleIn(call.caller, account);
      if (role === undefined || !roles.includes(role)) {
        throw forbidden(`Role ${role} may not do this in ${account.name}`);
      }
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== 403) throw error;
      throw new Failure(this.#refusal ?? 403, error.message, error.options);
    }
    if (plan === undefined || rank(account.plan) >= rank(plan)) return;
    throw new Failure(
      this.#refusal ?? 402,
      `This feature requires ${names[plan]} plan`,
    );
  }

  /** A check within a handler: a feature of a higher plan. */
  demandPlan(account: Account, plan: "plus", feature: string): void {
    if (rank(account.plan) >= rank(plan)) return;
    throw new Failure(
      this.#refusal ?? 402,
      `${feature} requires ${names[plan]} plan`,
    );
  }
}

const names = {
  team: "a Team or Enterprise",
  enterprise: "an Enterprise",
  plus: "an Enterprise Plus",
};

function rank(plan: string | undefined): number {
  if (plan === undefined) return 0;
  return ["enterprise", "plus"].indexOf(plan) + 2;
}
