/**
 * Organizations: their members, network security, audit log and usage. Resource
 * groups, service accounts and invitations are areas of their own.
 *
 * Facts: the Hub's OpenAPI document; the tokens of members are in a later
 * edition of it.
 *
 * @module
 */

import {
  type RequestArgs,
  requestFor,
  type RequestOptions,
} from "../core/request.ts";
import { ApiResource } from "../core/api_resource.ts";
import type { Call } from "../core/call.ts";
import type {
  AuditEvent,
  ComputeUsage,
  MemberRole,
  MemberToken,
  NetworkSecurity,
  OrganizationMember,
  UpdateNetworkSecurity,
  UsageByResourceGroup,
} from "./types.ts";
import { Invitations } from "./invitations.ts";
import {
  linkList,
  type List,
  type ListParams,
  wholeList,
} from "../core/pages.ts";
import type { CallOptions } from "../core/options.ts";
import { ResourceGroups } from "./resource_groups.ts";
import { ServiceAccounts } from "./service_accounts.ts";
import { onOrg } from "./request.ts";
import type { Shape } from "../core/shape.ts";
import { path } from "../core/url.ts";

const MEMBER: Shape<OrganizationMember> = {
  _id: "string",
  user: "name!",
  fullname: "string?",
  role: "string?",
  resourceGroups: [{
    id: "string!",
    name: "string",
    numUsers: "number?",
    role: "string!",
  }, "?"],
  isPro: "boolean?",
  twoFaEnabled: "boolean?",
  verifiedEmail: "string|null",
  isExternalCollaborator: "boolean?",
};

const RULES = [{ resource: "string!", scope: "string!" }, "?"] as const;

const NETWORK_SECURITY: Shape<NetworkSecurity> = {
  enforceAuth: true,
  enforceIpRestriction: "boolean",
  highRateLimits: "boolean",
  ipRanges: ["string!", "?"],
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
    period: "string!",
    resourceGroups: [{
      id: "string|null",
      name: "string|null",
      storage: { privateGB: "number", publicGB: "number" },
      inference: { requestCount: "number", costCents: "number" },
      compute: { spaces: COMPUTE, endpoints: COMPUTE, jobs: COMPUTE },
    }],
  }],
};

/** Organizations. */
export class Organizations extends ApiResource {
  /** Invitations, and the members that came of them. */
  readonly invitations: Invitations = new Invitations(this.transport);
  /** Resource groups. */
  readonly resourceGroups: ResourceGroups = new ResourceGroups(this.transport);
  /** Service accounts and their tokens. */
  readonly serviceAccounts: ServiceAccounts = new ServiceAccounts(
    this.transport,
  );

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
   * for await (const { user, role } of organizations.listMembers("acme")) {
   *   console.log(user, role);
   * }
   * ```
   */
  listMembers(
    organization: string,
    params: {
      readonly search?: string | undefined;
      readonly email?: string | undefined;
    } & ListParams = {},
    options?: CallOptions,
  ): List<OrganizationMember> {
    return linkList(this.transport, {
      ...onOrg(organization, "list the members of", options, "/members"),
      shape: [MEMBER],
    }, params);
  }

  /**
   * Changes what a member may do, and replaces the member's resource groups.
   *
   * @throws {PaymentRequiredError} If the organization has no paid plan.
   */
  setMemberRole(
    organization: string,
    user: string,
    body: MemberRole,
    options?: CallOptions,
  ): Call<void> {
    const at = path`PUT /members/${user}/role`;
    return this.transport.send({
      ...onOrg(organization, `change the role of ${user} in`, options, at),
      body,
    });
  }

  /** Gets the network security settings of an organization. Enterprise Plus. */
  getNetworkSecurity(
    organization: string,
    options?: CallOptions,
  ): Call<NetworkSecurity> {
    return this.transport.request(onNetwork(organization, "read", options));
  }

  /** Changes who may use an organization from where. */
  updateNetworkSecurity(
    organization: string,
    body: UpdateNetworkSecurity,
    options?: CallOptions,
  ): Call<NetworkSecurity> {
    return this.transport.request({
      ...onNetwork(organization, "change", options, "PATCH"),
      isIdempotent: true,
      body,
    });
  }

  /** Lists the last 100,000 events, such as `author:ada`, for a Team plan. */
  listAuditLog(
    organization: string,
    params: { readonly query?: string | undefined } = {},
    options?: CallOptions,
  ): List<AuditEvent> {
    const { query } = params;
    const at = "/audit-log/export";
    return wholeList(this.transport, {
      ...onOrg(organization, "read the audit log of", options, at),
      query: { q: query },
      shape: [{
        _id: "string!",
        createdAt: "string",
        type: "string",
        message: "string",
        author: { user: "string" },
      }],
    });
  }

  /**
   * Gets the usage of an organization's resource groups, month by month.
   *
   * @param params The time, RFC 3339: within the last 12 months, default this
   * month.
   */
  getUsage(
    organization: string,
    params: {
      readonly startDate?: string | undefined;
      readonly endDate?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Call<UsageByResourceGroup> {
    const at = "/billing/usage-by-resource-group";
    return this.transport.request({
      ...onOrg(organization, "read the usage of", options, at),
      query: params,
      shape: USAGE,
    });
  }

  /** Lists members' tokens that may use an organization. Team plan. */
  listTokens(
    organization: string,
    params: { readonly search?: string | undefined } & ListParams = {},
    options?: CallOptions,
  ): List<MemberToken> {
    const { search, ...limits } = params;
    const at = "/settings/tokens";
    return linkList(this.transport, {
      ...onOrg(organization, "list the tokens of the members of", options, at),
      query: { q: search },
      shape: [{ _id: "string!", displayName: "string", role: "string" }],
    }, limits);
  }

  /**
   * Ends what a member's token may do in an organization. The token itself
   * stays. Enterprise.
   *
   * @param token The id of the token, as
   * {@linkcode Organizations.listTokens} has it.
   * @throws {NotFoundError} If there is no such token.
   */
  revokeToken(
    organization: string,
    token: string,
    options?: CallOptions,
  ): Call<void> {
    const at = path`POST /settings/tokens/${token}/revoke`;
    return this.transport.send({
      ...onOrg(organization, `revoke the token ${token} in`, options, at),
      isIdempotent: true,
    });
  }
}

function onNetwork(organization: string, ...args: RequestArgs): RequestOptions {
  return {
    ...requestFor(
      `the network security of ${organization}`,
      path`/api/organizations/${organization}/settings/network-security`,
      ...args,
    ),
    shape: NETWORK_SECURITY,
  };
}
