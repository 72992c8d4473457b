/**
 * Types of organizations, their members and their usage.
 *
 * @module
 */

import type { OpenEnum } from "../core/open_enum.ts";
import type { ResourceGroup } from "../repos/types.ts";
import type { OrganizationRole } from "./resource_groups.ts";

/** A resource group that a member belongs to. */
export interface MemberResourceGroup extends ResourceGroup {
  /** The role of the member. */
  readonly role: OrganizationRole;
}

/** A member of an organization. */
export interface OrganizationMember {
  /** The id of the user. */
  readonly _id?: string;
  /** The name of the user. */
  readonly user: string;
  /** The name, as shown. */
  readonly fullname?: string;
  /** The role of the member; returned to members only. */
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

/** The role of a member. */
export interface MemberRole {
  /** The role in the organization. */
  readonly role: OrganizationRole;
  /** All resource groups of the member: one that is left out is left. */
  readonly resourceGroups: readonly {
    readonly id: string;
    readonly role: OrganizationRole;
  }[];
}

/** Contents of the Hub that members may or may not see. */
export interface ContentRule {
  /** The type. */
  readonly resource: OpenEnum<
    "dataset" | "model" | "space" | "bucket" | "kernel" | "*"
  >;
  /** The scope: `namespace`, `namespace/name`, or `*`. */
  readonly scope: string;
}

/** The network security settings of an organization. */
export interface NetworkSecurity {
  /** Whether members must sign in; `pending` while the service checks it. */
  readonly enforceAuth?: boolean | "pending";
  /** Whether only the addresses of `ipRanges` may use the organization. */
  readonly enforceIpRestriction?: boolean;
  /** Whether these addresses have higher rate limits. */
  readonly highRateLimits?: boolean;
  /** Addresses of the organization, in CIDR notation. */
  readonly ipRanges?: readonly string[];
  /** The content that members may not see. */
  readonly blockedContents?: readonly ContentRule[];
  /** The content that members may see, where some is blocked. */
  readonly allowedContents?: readonly ContentRule[];
  /** Whether metadata of what is blocked stays visible. */
  readonly keepReposMetadataVisible?: boolean;
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
  /** The time, RFC 3339. */
  readonly createdAt?: string;
  /** The type of the event, such as `repo.create`. */
  readonly type?: string;
  /** The message. */
  readonly message?: string;
  /** The author. */
  readonly author: {
    /** The name of the user. */
    readonly user?: string;
    /** The type of the author. */
    readonly type?: OpenEnum<"user" | "system">;
  };
  /** The address that it was done from. */
  readonly ip?: string;
  /** The user agent. */
  readonly userAgent?: string;
  /** The token that it was done with. */
  readonly token?: {
    /** Its id. */
    readonly id?: string;
    /** The last characters of its value. */
    readonly last4?: string;
  };
}

/** The usage and cost of compute. */
export interface ComputeUsage {
  /** The uptime in seconds. */
  readonly uptimeSec?: number;
  /** The cost in cents. */
  readonly costCents?: number;
}

/** The usage of a resource group in a month. */
export interface GroupUsage {
  /** The id of the group; null: what belongs to none. */
  readonly id?: string | null;
  /** The name of the group. */
  readonly name?: string | null;
  /** The peak storage. */
  readonly storage: {
    readonly privateGB?: number;
    readonly publicGB?: number;
  };
  /** Its requests to Inference Providers. */
  readonly inference: {
    readonly requestCount?: number;
    readonly costCents?: number;
  };
  /** The compute usage. */
  readonly compute: {
    readonly spaces: ComputeUsage;
    readonly endpoints: ComputeUsage;
    readonly jobs: ComputeUsage;
  };
}

/** The usage of an organization, month by month. */
export interface UsageByResourceGroup {
  /** The currency of the costs. */
  readonly currency?: string;
  /** The months. */
  readonly periods: readonly {
    /** The start of the month, RFC 3339. */
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
  readonly displayName?: string;
  /** The role: `read`, `write` or `fineGrained`. */
  readonly role?: string;
  /** The owner. */
  readonly owner?: { readonly _id?: string; readonly name?: string };
  /** The last characters of its value. */
  readonly last4?: string;
  /** The creation time of its value, RFC 3339. */
  readonly createdAt?: string;
  /** The time of the last use. */
  readonly lastUsedAt?: string;
  /** The authorization by an admin to use the organization. */
  readonly authorization?: {
    readonly status?: OpenEnum<"pending" | "approved" | "revoked" | "denied">;
  };
}
