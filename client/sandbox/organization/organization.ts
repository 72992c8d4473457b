import type { Account, Accounts, OrgRole } from "../core/accounts.ts";
import { Failure, forbidden, notFound } from "../core/failure.ts";
import type { JsonObject } from "../core/json.ts";
import {
  type Call,
  type ObjectHandler,
  objectRoutes,
  type Route,
} from "../core/router.ts";

/** A resource group. */
export interface ResourceGroup {
  readonly id: string;
  name: string;
  description: string | null;
  autoJoin?: AutoJoin;
  spendLimits: JsonObject;
  /** Its members by name. */
  readonly users: Map<string, { role: OrgRole; addedBy?: string }>;
}

/** The members that join a resource group by themselves. */
export type AutoJoin = { enabled: boolean; role?: OrgRole; scope?: string };

/** A service account and its tokens, with their values. */
export interface ServiceAccountRecord {
  /** Its fields without the tokens. */
  readonly json: JsonObject & { readonly _id: string; readonly user: string };
  readonly tokens: { value: string; json: JsonObject }[];
}

/** An invitation, pending or accepted. */
export interface InvitationRecord {
  readonly id: string;
  readonly user: string;
  readonly email: string;
  /** Id of the identity provider. */
  externalId: string;
  active: boolean;
}

/** The objects of an organization beside its members. */
export interface OrganizationRecord {
  readonly account: Account;
  /** Users, organizations and tokens. */
  readonly accounts: Accounts;
  readonly groups: Map<string, ResourceGroup>;
  /** Service accounts by id. */
  readonly serviceAccounts: Map<string, ServiceAccountRecord>;
  readonly invitations: Map<string, InvitationRecord>;
  /** Audit log, the newest event first. */
  readonly events: JsonObject[];
}

/** The requirements of a route of an organization. */
export interface Requirements {
  readonly plan?: "team" | "enterprise" | "plus";
  readonly access: "read" | "write";
  /** Permissions, of which a fine-grained token needs one. */
  readonly permissions: readonly string[];
  /** Roles that have access. Default: `admin`. */
  readonly roles?: readonly OrgRole[];
}

/** All organizations, with routes below them. */
export class Organizations {
  readonly #all = new Map<string, OrganizationRecord>();
  readonly #counts = new Map<string, number>();
  /** Users, organizations and tokens. */
  readonly accounts: Accounts;

  constructor(accounts: Accounts) {
    this.accounts = accounts;
  }

  /** Finds an organization by its name; throws 404. */
  find(name: string): OrganizationRecord {
    const { accounts } = this;
    const account = accounts.find(name);
    if (account?.kind !== "org") {
      throw notFound("This organization does not exist");
    }
    const known = this.#all.get(name);
    if (known !== undefined) return known;
    const organization: OrganizationRecord = {
      account,
      accounts,
      groups: new Map(),
      serviceAccounts: new Map(),
      invitations: new Map(),
      events: [],
    };
    this.#all.set(name, organization);
    return organization;
  }

  /** Counts the objects of a kind, in all organizations. */
  count(kind: string): number {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return count;
  }

  /**
   * Makes routes below `/api/organizations/:name` with the same requirements; a
   * key is a method and the rest of the path.
   */
  routes(
    requirements: Requirements,
    handlers: Readonly<Record<string, ObjectHandler<OrganizationRecord>>>,
  ): Route[] {
    return this.objectRoutes(requirements, "", (_, found) => found, handlers);
  }

  /** Makes routes below the path of an object of an organization. */
  objectRoutes<T>(
    requirements: Requirements,
    path: string,
    find: (call: Call, organization: OrganizationRecord) => T,
    handlers: Readonly<Record<string, ObjectHandler<T>>>,
  ): Route[] {
    return objectRoutes("token", `/api/organizations/:name${path}`, (call) => {
      const organization = this.find(call.param("name"));
      requireAccess(call, organization, requirements);
      return find(call, organization);
    }, handlers);
  }
}

function requireAccess(
  call: Call,
  { account, accounts }: OrganizationRecord,
  { plan, roles = ["admin"], permissions, access }: Requirements,
): void {
  accounts.authorize(call.caller, { access, permissions, roles }, account.name);
  const role = accounts.roleIn(call.caller, account);
  if (role === undefined || !roles.includes(role)) {
    throw forbidden(`Role ${role} may not do this in ${account.name}`);
  }
  if (plan !== undefined) requireOrgPlan(account, plan, "This feature");
}

/** Throws 402 unless the plan of an organization includes a feature. */
export function requireOrgPlan(
  account: Account,
  plan: keyof typeof names,
  feature: string,
): void {
  if (rankPlan(account.plan) >= rankPlan(plan)) return;
  throw new Failure(402, `${feature} requires ${names[plan]} plan`);
}

const names = {
  team: "a Team or Enterprise",
  enterprise: "an Enterprise",
  plus: "an Enterprise Plus",
};

function rankPlan(plan: string | undefined): number {
  if (plan === undefined) return 0;
  return ["enterprise", "plus"].indexOf(plan) + 2;
}
