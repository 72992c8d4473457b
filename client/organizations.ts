/**
 * Organizations: their members, network security, audit log and usage. Resource
 * groups, service accounts and invitations are areas of their own.
 *
 * Facts: the Hub's OpenAPI document; the tokens of members are in a later
 * edition of it.
 *
 * @module
 */

import type { Open } from "./endpoint_types.ts";
import { Invitations } from "./invitations.ts";
import { linkPages, type ListLimits } from "./link_pages.ts";
import type { CallOptions } from "./options.ts";
import { type OrganizationRole, ResourceGroups } from "./resource_groups.ts";
import { ServiceAccounts } from "./service_accounts.ts";
import type { Shape } from "./shape.ts";
import type { Transport } from "./transport.ts";
import { path } from "./url.ts";

/** A resource group that a member belongs to. */
export interface MemberResourceGroup {
  /** Its id. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** What the member may do in it. */
  readonly role: OrganizationRole;
  /** How many members it has. */
  readonly numUsers?: number;
}

/** A member of an organization. */
export interface OrganizationMember {
  /** The id of the user. */
  readonly _id: string;
  /** The name of the user. */
  readonly user: string;
  /** The name, as shown. */
  readonly fullname?: string;
  /** What the member may do; only members are shown it. */
  readonly role?: OrganizationRole;
  /** The resource groups that the member belongs to; only shown to admins. */
  readonly resourceGroups?: readonly MemberResourceGroup[];
  /** Whether the user has the PRO plan. */
  readonly isPro?: boolean;
  /** Whether a second factor is needed to sign in; only shown to admins. */
  readonly twoFaEnabled?: boolean;
  /** The mail address, if the organization may know it. */
  readonly verifiedEmail?: string | null;
  /** Whether the member is of another organization. */
  readonly isExternalCollaborator?: boolean;
}

/** What a member may do. */
export interface MemberRole {
  /** What the member may do in the organization. */
  readonly role: OrganizationRole;
  /** All resource groups of the member: one that is left out is left. */
  readonly resourceGroups: readonly {
    readonly id: string;
    readonly role: OrganizationRole;
  }[];
}

/** Contents of the Hub that members may or may not see. */
export interface ContentRule {
  /** What it is. */
  readonly resource: Open<
    "dataset" | "model" | "space" | "bucket" | "kernel" | "*"
  >;
  /** Which: `namespace`, `namespace/name`, or `*`. */
  readonly scope: string;
}

/** Who may use an organization from where, and what its members may see. */
export interface NetworkSecurity {
  /** Whether members must sign in; `pending` while the service checks it. */
  readonly enforceAuth: boolean | "pending";
  /** Whether only the addresses of `ipRanges` may use the organization. */
  readonly enforceIpRestriction: boolean;
  /** Whether these addresses have higher rate limits. */
  readonly highRateLimits: boolean;
  /** Addresses of the organization, in CIDR notation. */
  readonly ipRanges: readonly string[];
  /** What members may not see. */
  readonly blockedContents: readonly ContentRule[];
  /** What members may see, where something is blocked. */
  readonly allowedContents: readonly ContentRule[];
  /** Whether metadata of what is blocked stays visible. */
  readonly keepReposMetadataVisible: boolean;
}

/** A change of the network security: what is left out stays. */
export type UpdateNetworkSecurity =
  & {
    readonly [K in keyof Omit<NetworkSecurity, "enforceAuth">]?:
      | NetworkSecurity[K]
      | undefined;
  }
  & { readonly enforceAuth?: boolean | undefined };

/** Something that was done in an organization. */
export interface AuditEvent {
  /** Its id. */
  readonly _id: string;
  /** When it was done, RFC 3339. */
  readonly createdAt: string;
  /** What was done, as `repo.create`. */
  readonly type: string;
  /** What was done, in words. */
  readonly message: string;
  /** Who did it. */
  readonly author: {
    /** The name of the user. */
    readonly user: string;
    /** Whether it was a user or the service. */
    readonly type?: Open<"user" | "system">;
  };
  /** The address that it was done from. */
  readonly ip?: string;
  /** What it was done with. */
  readonly userAgent?: string;
  /** The token that it was done with. */
  readonly token?: {
    /** Its id. */
    readonly id: string;
    /** The last characters of its value. */
    readonly last4?: string;
  };
}

/** What something cost that ran. */
export interface ComputeUsage {
  /** How long it ran, in seconds. */
  readonly uptimeSec: number;
  /** What it cost, in cents. */
  readonly costCents: number;
}

/** What a resource group used in a month. */
export interface GroupUsage {
  /** The id of the group; null: what belongs to none. */
  readonly id: string | null;
  /** The name of the group. */
  readonly name: string | null;
  /** What it stored at most. */
  readonly storage: {
    readonly privateGB: number;
    readonly publicGB: number;
  };
  /** Its requests to Inference Providers. */
  readonly inference: {
    readonly requestCount: number;
    readonly costCents: number;
  };
  /** What ran. */
  readonly compute: {
    readonly spaces: ComputeUsage;
    readonly endpoints: ComputeUsage;
    readonly jobs: ComputeUsage;
  };
}

/** What an organization used, month by month. */
export interface UsageByResourceGroup {
  /** The currency of the costs. */
  readonly currency: string;
  /** The months. */
  readonly periods: readonly {
    /** When the month begins, RFC 3339. */
    readonly period: string;
    /** Its resource groups. */
    readonly resourceGroups: readonly GroupUsage[];
  }[];
}

/** A token of a member that may use the organization. */
export interface MemberToken {
  /** Its id. */
  readonly _id: string;
  /** Its name. */
  readonly displayName: string;
  /** What it may do: `read`, `write` or `fineGrained`. */
  readonly role: string;
  /** Whose it is. */
  readonly owner?: { readonly _id: string; readonly name: string };
  /** The last characters of its value. */
  readonly last4?: string;
  /** When its value was made, RFC 3339. */
  readonly createdAt?: string;
  /** When it was used last. */
  readonly lastUsedAt?: string;
  /** Whether an admin lets it use the organization. */
  readonly authorization?: {
    readonly status: Open<"pending" | "approved" | "revoked" | "denied">;
  };
}

const MEMBER: Shape<OrganizationMember> = {
  _id: "string",
  user: "string",
  fullname: "string?",
  role: "string?",
  resourceGroups: [{ id: "string", name: "string", role: "string" }, "?"],
};

const RULES = [{ resource: "string", scope: "string" }] as const;

const NETWORK_SECURITY: Shape<NetworkSecurity> = {
  enforceAuth: true,
  enforceIpRestriction: "boolean",
  highRateLimits: "boolean",
  ipRanges: ["string"],
  blockedContents: RULES,
  allowedContents: RULES,
  keepReposMetadataVisible: "boolean",
};

const COMPUTE: Shape<ComputeUsage> = {
  uptimeSec: "number",
  costCents: "number",
};

const USAGE: Shape<UsageByResourceGroup> = {
  currency: "string",
  periods: [{
    period: "string",
    resourceGroups: [{
      id: "string?",
      name: "string?",
      storage: { privateGB: "number", publicGB: "number" },
      inference: { requestCount: "number", costCents: "number" },
      compute: { spaces: COMPUTE, endpoints: COMPUTE, jobs: COMPUTE },
    }],
  }],
};

/** Organizations. */
export class Organizations {
  readonly #transport: Transport;
  /** Invitations, and the members that came of them. */
  readonly invitations: Invitations;
  /** Resource groups. */
  readonly resourceGroups: ResourceGroups;
  /** Service accounts and their tokens. */
  readonly serviceAccounts: ServiceAccounts;

  /**
   * Makes the area; {@linkcode HuggingFace} does.
   *
   * @param transport Sends its requests.
   */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.invitations = new Invitations(transport);
    this.resourceGroups = new ResourceGroups(transport);
    this.serviceAccounts = new ServiceAccounts(transport);
  }

  /**
   * The members of an organization.
   *
   * @example Usage
   * ```ts
   * import { HuggingFace } from "@hf-terraform/client";
   * import { Sandbox } from "@hf-terraform/sandbox";
   *
   * const sandbox = new Sandbox();
   * const { organizations } = new HuggingFace({
   *   token: sandbox.token,
   *   fetch: (request) => sandbox.fetch(request),
   * });
   * for await (const { user, role } of organizations.members("acme")) {
   *   console.log(user, role);
   * }
   * ```
   *
   * @param organization The name of the organization.
   * @param params Which ones, how many.
   * @param options The settings of the call.
   * @returns Every member in turn.
   */
  listMembers(
    organization: string,
    params: {
      readonly search?: string | undefined;
      readonly email?: string | undefined;
    } & ListLimits = {},
    options: CallOptions = {},
  ): AsyncGenerator<OrganizationMember, void, undefined> {
    const { search, email, limit, pageSize } = params;
    return linkPages<OrganizationMember>(this.#transport, {
      service: "hub",
      method: "GET",
      path: path`/api/organizations/${organization}/members`,
      action: `list the members of ${organization}`,
      query: { search, email },
      shape: [MEMBER],
      call: options,
    }, { limit, pageSize });
  }

  /**
   * Changes what a member may do, and replaces the member's resource groups.
   *
   * @param organization The name of the organization.
   * @param user The name of the member.
   * @param body The role and all resource groups.
   * @param options The settings of the call.
   * @throws {PaymentRequiredError} If the organization has no paid plan.
   */
  setMemberRole(
    organization: string,
    user: string,
    body: MemberRole,
    options: CallOptions = {},
  ): Promise<void> {
    return this.#transport.send({
      service: "hub",
      method: "PUT",
      path: path`/api/organizations/${organization}/members/${user}/role`,
      action: `change the role of ${user} in ${organization}`,
      body,
      call: options,
    });
  }

  /**
   * Who may use an organization from where. Enterprise Plus.
   *
   * @param organization The name of the organization.
   * @param options The settings of the call.
   * @returns All settings.
   */
  getNetworkSecurity(
    organization: string,
    options: CallOptions = {},
  ): Promise<NetworkSecurity> {
    return this.#transport.request<NetworkSecurity>({
      ...onNetwork(organization, "read"),
      method: "GET",
      call: options,
    });
  }

  /**
   * Changes who may use an organization from where.
   *
   * @param organization The name of the organization.
   * @param body What to change.
   * @param options The settings of the call.
   * @returns All settings.
   */
  updateNetworkSecurity(
    organization: string,
    body: UpdateNetworkSecurity,
    options: CallOptions = {},
  ): Promise<NetworkSecurity> {
    return this.#transport.request<NetworkSecurity>({
      ...onNetwork(organization, "change"),
      method: "PATCH",
      isIdempotent: true,
      body,
      call: options,
    });
  }

  /**
   * What was done in an organization: the last 100,000 events. Team plan.
   *
   * @param organization The name of the organization.
   * @param params Which, such as `author:ada` or `type:repo.create`, and the
   * settings of the call.
   * @param options The settings of the call.
   * @returns The events.
   */
  listAuditLog(
    organization: string,
    params: { readonly query?: string | undefined } = {},
    options: CallOptions = {},
  ): Promise<AuditEvent[]> {
    const { query } = params;
    return this.#transport.request<AuditEvent[]>({
      service: "hub",
      method: "GET",
      path: path`/api/organizations/${organization}/audit-log/export`,
      action: `read the audit log of ${organization}`,
      query: { q: query },
      shape: [{
        _id: "string",
        createdAt: "string",
        type: "string",
        message: "string",
        author: { user: "string" },
      }],
      call: options,
    });
  }

  /**
   * What the resource groups of an organization used, month by month.
   *
   * @param organization The name of the organization.
   * @param params The time, RFC 3339: within the last 12 months, default this
   * month;.
   * @param options The settings of the call.
   * @returns The months.
   */
  getUsage(
    organization: string,
    params: {
      readonly startDate?: string | undefined;
      readonly endDate?: string | undefined;
    } = {},
    options: CallOptions = {},
  ): Promise<UsageByResourceGroup> {
    const { startDate, endDate } = params;
    return this.#transport.request<UsageByResourceGroup>({
      service: "hub",
      method: "GET",
      path:
        path`/api/organizations/${organization}/billing/usage-by-resource-group`,
      action: `read the usage of ${organization}`,
      query: { startDate, endDate },
      shape: USAGE,
      call: options,
    });
  }

  /**
   * The tokens of members that may use an organization. Team plan.
   *
   * @param organization The name of the organization.
   * @param params Which ones, how many.
   * @param options The settings of the call.
   * @returns Every token in turn, without its value.
   */
  listTokens(
    organization: string,
    params: { readonly search?: string | undefined } & ListLimits = {},
    options: CallOptions = {},
  ): AsyncGenerator<MemberToken, void, undefined> {
    const { search, limit, pageSize } = params;
    return linkPages<MemberToken>(this.#transport, {
      service: "hub",
      method: "GET",
      path: path`/api/organizations/${organization}/settings/tokens`,
      action: `list the tokens of the members of ${organization}`,
      query: { q: search },
      shape: [{ _id: "string", displayName: "string", role: "string" }],
      call: options,
    }, { limit, pageSize });
  }

  /**
   * Ends what a member's token may do in an organization. The token itself
   * stays. Enterprise.
   *
   * @param organization The name of the organization.
   * @param token The id of the token, as {@linkcode Organizations.tokens} has
   * it.
   * @param options The settings of the call.
   * @throws {NotFoundError} If there is no such token.
   */
  revokeToken(
    organization: string,
    token: string,
    options: CallOptions = {},
  ): Promise<void> {
    return this.#transport.send({
      service: "hub",
      method: "POST",
      path:
        path`/api/organizations/${organization}/settings/tokens/${token}/revoke`,
      action: `revoke the token ${token} in ${organization}`,
      isIdempotent: true,
      call: options,
    });
  }
}

function onNetwork(organization: string, verb: string) {
  return {
    service: "hub",
    path: path`/api/organizations/${organization}/settings/network-security`,
    action: `${verb} the network security of ${organization}`,
    shape: NETWORK_SECURITY,
  } as const;
}
