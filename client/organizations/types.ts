/**
 * What organizations, their members and their usage look like.
 *
 * @module
 */

import type { OpenEnum } from "../core/open_enum.ts";
import type { ResourceGroup } from "../repos/types.ts";
import type { OrganizationRole } from "./resource_groups.ts";

/** A resource group that a member belongs to. */
export interface MemberResourceGroup extends ResourceGroup {
  /** What the member may do in it. */
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
  readonly resource: OpenEnum<
    "dataset" | "model" | "space" | "bucket" | "kernel" | "*"
  >;
  /** Which: `namespace`, `namespace/name`, or `*`. */
  readonly scope: string;
}

/** Who may use an organization from where, and what its members may see. */
export interface NetworkSecurity {
  /** Whether members must sign in; `pending` while the service checks it. */
  readonly enforceAuth?: boolean | "pending";
  /** Whether only the addresses of `ipRanges` may use the organization. */
  readonly enforceIpRestriction?: boolean;
  /** Whether these addresses have higher rate limits. */
  readonly highRateLimits?: boolean;
  /** Addresses of the organization, in CIDR notation. */
  readonly ipRanges?: readonly string[];
  /** What members may not see. */
  readonly blockedContents?: readonly ContentRule[];
  /** What members may see, where something is blocked. */
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
  /** When it was done, RFC 3339. */
  readonly createdAt?: string;
  /** What was done, as `repo.create`. */
  readonly type?: string;
  /** What was done, in words. */
  readonly message?: string;
  /** Who did it. */
  readonly author: {
    /** The name of the user. */
    readonly user?: string;
    /** Whether it was a user or the service. */
    readonly type?: OpenEnum<"user" | "system">;
  };
  /** The address that it was done from. */
  readonly ip?: string;
  /** What it was done with. */
  readonly userAgent?: string;
  /** The token that it was done with. */
  readonly token?: {
    /** Its id. */
    readonly id?: string;
    /** The last characters of its value. */
    readonly last4?: string;
  };
}

/** What something cost that ran. */
export interface ComputeUsage {
  /** How long it ran, in seconds. */
  readonly uptimeSec?: number;
  /** What it cost, in cents. */
  readonly costCents?: number;
}

/** What a resource group used in a month. */
export interface GroupUsage {
  /** The id of the group; null: what belongs to none. */
  readonly id?: string | null;
  /** The name of the group. */
  readonly name?: string | null;
  /** What it stored at most. */
  readonly storage: {
    readonly privateGB?: number;
    readonly publicGB?: number;
  };
  /** Its requests to Inference Providers. */
  readonly inference: {
    readonly requestCount?: number;
    readonly costCents?: number;
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
  readonly currency?: string;
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
  readonly displayName?: string;
  /** What it may do: `read`, `write` or `fineGrained`. */
  readonly role?: string;
  /** Whose it is. */
  readonly owner?: { readonly _id?: string; readonly name?: string };
  /** The last characters of its value. */
  readonly last4?: string;
  /** When its value was made, RFC 3339. */
  readonly createdAt?: string;
  /** When it was used last. */
  readonly lastUsedAt?: string;
  /** Whether an admin lets it use the organization. */
  readonly authorization?: {
    readonly status?: OpenEnum<"pending" | "approved" | "revoked" | "denied">;
  };
}
