/**
 * Users: who a token belongs to, and what is public about an account.
 *
 * @module
 */

import { ApiResource } from "./core/api_resource.ts";
import { Call, type DataWithResponse } from "./core/call.ts";
import type { CallOptions } from "./core/options.ts";
import { SingleFlight } from "./core/single_flight.ts";
import type { ResourceGroup } from "./repos/types.ts";
import type { RequestOptions } from "./core/request.ts";
import type { Shape } from "./core/shape.ts";
import { path, plural } from "./core/url.ts";
import type { OpenEnum } from "./core/open_enum.ts";

/** An account: a user or an organization. */
export interface Account {
  /** Its id. */
  readonly id?: string;
  /** Its name, as in URLs: the namespace of what it makes. */
  readonly name: string;
  /** Its name, as shown. */
  readonly fullname?: string;
  /** Its mail address. */
  readonly email?: string | null;
  /** Whether a payment method is set up. */
  readonly canPay?: boolean;
  /** The billing mode. */
  readonly billingMode?: OpenEnum<"prepaid" | "postpaid">;
  /** Its picture. */
  readonly avatarUrl?: string;
  /** The end of the billing period, in seconds since 1970. */
  readonly periodEnd?: number | null;
}

/** An organization that the user belongs to. */
export interface UserOrganization extends Account {
  /** Always `org`. */
  readonly type?: OpenEnum<"org">;
  /** Its plan. */
  readonly plan?: OpenEnum<"team" | "enterprise" | "plus" | "academia">;
  /** The role of the user. */
  readonly roleInOrg?: OpenEnum<
    "admin" | "write" | "contributor" | "read" | "no_access"
  >;
  /** The security requirements before access. */
  readonly securityRestrictions?: readonly string[];
  /** Its resource groups that the user belongs to. */
  readonly resourceGroups?: readonly UserResourceGroup[];
}

/** A resource group of an organization. */
export interface UserResourceGroup extends ResourceGroup {
  /** The role of the user. */
  readonly role?: string;
}

/** A token for the container registry. */
export interface RegistryToken {
  /** The token. */
  readonly token: string;
  /** In how many seconds after `issued_at` it ends. */
  readonly expires_in?: number;
  /** The creation time, RFC 3339. */
  readonly issued_at?: string;
}

/** The permissions of a fine-grained token for one entity. */
export interface TokenScope {
  /** The user, organization, repository or other thing. */
  readonly entity: {
    /** Its id. */
    readonly _id?: string;
    /** Its name. */
    readonly name?: string;
    /** The type. */
    readonly type?: string;
  };
  /** The permissions, such as `inference.endpoints.write`. */
  readonly permissions: readonly string[];
}

/** The token itself, without its value. */
export interface AccessToken {
  /** Its name. */
  readonly displayName?: string;
  /** The role. */
  readonly role?: OpenEnum<"read" | "write" | "god" | "fineGrained">;
  /** The creation time. */
  readonly createdAt?: string;
  /** The permissions of a fine-grained token. */
  readonly fineGrained?: {
    /** The permissions by entity. */
    readonly scoped?: readonly TokenScope[];
    /** The global permissions. */
    readonly global?: readonly string[];
    /** Whether it may read gated repositories. */
    readonly canReadGatedRepos?: boolean;
  };
}

/** The account of the token, and its permissions. */
export interface Identity extends Account {
  /** The type of the account. */
  readonly type?: OpenEnum<"user" | "org" | "app">;
  /** Whether the mail address was confirmed. */
  readonly emailVerified?: boolean;
  /** Whether it has the PRO plan. */
  readonly isPro?: boolean;
  /** The organizations it belongs to. */
  readonly orgs?: readonly UserOrganization[];
  /** The authentication of the request. */
  readonly auth?: {
    /** The kind of token. */
    readonly type?: OpenEnum<
      "access_token" | "app_token" | "app_token_as_user"
    >;
    /** The token itself, without its value. */
    readonly accessToken?: AccessToken;
    /** The expiry time. */
    readonly expiresAt?: string | null;
    /** The repository that an OIDC token is for. */
    readonly resource?: { readonly sub?: string };
  };
}

/** The public profile of a user or an organization. */
export interface AccountOverview {
  /** Its id. */
  readonly _id?: string;
  /** A user's name. */
  readonly user?: string;
  /** An organization's name. */
  readonly name?: string;
  /** Its name, as shown. */
  readonly fullname?: string;
  /** Its picture. */
  readonly avatarUrl?: string;
  /** Users: whether they have the PRO plan. */
  readonly isPro?: boolean;
  /** Organizations: the paid plan. */
  readonly plan?: string | null;
  /** Organizations: whether Hugging Face has verified it. */
  readonly isVerified?: boolean;
  /** Organizations: how many members it has. */
  readonly numUsers?: number;
}

const ACCOUNT = {
  id: "string?",
  name: "string!",
  fullname: "string?",
  email: "string|null",
  canPay: "boolean?",
  billingMode: "string?",
  avatarUrl: "string?",
  periodEnd: "number|null",
} as const;

const IDENTITY: Shape<Identity> = {
  ...ACCOUNT,
  type: "string",
  emailVerified: "boolean?",
  isPro: "boolean?",
  orgs: [{
    ...ACCOUNT,
    type: "string?",
    plan: "string?",
    roleInOrg: "string?",
    securityRestrictions: ["string!", "?"],
    resourceGroups: [{
      id: "string!",
      name: "string",
      numUsers: "number?",
      role: "string?",
    }, "?"],
  }, "?"],
  auth: {
    "?": true,
    type: "string?",
    expiresAt: "string|null",
    resource: { "?": true, sub: "string?" },
    accessToken: {
      "?": true,
      displayName: "string?",
      role: "string?",
      createdAt: "string?",
      fineGrained: {
        "?": true,
        global: ["string!", "?"],
        canReadGatedRepos: "boolean?",
        scoped: [{
          entity: { _id: "string", name: "string?", type: "string" },
          permissions: ["string!"],
        }, "?"],
      },
    },
  },
};

const OVERVIEW: Shape<AccountOverview> = {
  _id: "string?",
  user: "string?",
  name: "string?",
  fullname: "string?",
  avatarUrl: "string?",
  isPro: "boolean?",
  plan: "string|null",
  isVerified: "boolean?",
  numUsers: "number?",
};

const WHOAMI: RequestOptions = {
  path: "/api/whoami-v2",
  action: "determine the token's user",
  shape: IDENTITY,
};

/** Users: who the token belongs to. */
export class Users extends ApiResource {
  #identity: {
    readonly token: string | undefined;
    readonly value: SingleFlight<DataWithResponse<Identity>>;
  } = { token: undefined, value: this.#newIdentity() };

  #newIdentity(): SingleFlight<DataWithResponse<Identity>> {
    return new SingleFlight((signal) =>
      this.transport.request<Identity>({ ...WHOAMI, call: { signal } })
        .withResponse()
    );
  }

  /**
   * Gets the account of the token. The Hub limits this request strictly, so a
   * client sends it once per token: calls at the same time share it, later ones
   * get the same answer. A failure is not kept.
   *
   * @example Usage
   * ```ts
   * import { HuggingFace } from "@hf-terraform/client";
   * import { Sandbox } from "@hf-terraform/sandbox";
   * import { assertEquals } from "@std/assert";
   *
   * const sandbox = new Sandbox();
   * const client = new HuggingFace({
   *   token: sandbox.token,
   *   fetch: (request) => sandbox.fetch(request),
   * });
   * assertEquals((await client.users.whoami()).name, "sandbox");
   * ```
   *
   * @throws {AuthenticationError} If there is no token, or an unknown one.
   */
  whoami(options: Pick<CallOptions, "signal"> = {}): Call<Identity> {
    const answer = this.#ask(options.signal);
    return new Call(() => answer);
  }

  async #ask(
    signal: AbortSignal | undefined,
  ): Promise<DataWithResponse<Identity>> {
    const request = { ...WHOAMI, call: { signal } };
    const token = await this.transport.token(request);
    if (token !== this.#identity.token) {
      this.#identity = { token, value: this.#newIdentity() };
    }
    const { value } = this.#identity;
    return await this.transport.waitFor(value.get(signal), request);
  }

  /**
   * A token for Hugging Face's container registry, which ends soon and cannot
   * be revoked.
   *
   * @param service The registry, as it names itself in `WWW-Authenticate`.
   * @param params What the token is for, as
   * `repository:acme/image:push,pull`; nothing but the login if left out.
   */
  createRegistryToken(
    service: string,
    params: { readonly scopes?: readonly string[] | undefined } = {},
    options?: CallOptions,
  ): Call<RegistryToken> {
    const { scopes } = params;
    return this.transport.request({
      path: "/api/registry/token",
      action: "make a token for the container registry",
      query: { service, scope: scopes },
      shape: { token: "string!", expires_in: "number", issued_at: "string" },
      call: options,
    });
  }

  /** The public profile of a user or an organization. */
  getOverview(
    name: string,
    params: {
      readonly type?: "user" | "organization" | undefined;
    } = {},
    options?: CallOptions,
  ): Call<AccountOverview> {
    const { type = "user" } = params;
    return this.transport.request({
      path: path`/api/${plural(type)}/${name}/overview`,
      action: `read the ${type} ${name}`,
      shape: OVERVIEW,
      call: options,
    });
  }

  /**
   * Ends tokens that leaked, whoever they belong to: to have the value is
   * enough. The service never says which of them there were.
   *
   * @param tokens The values, 1 to 1,000 of them.
   */
  revokeLeakedTokens(
    tokens: readonly string[],
    options?: CallOptions,
  ): Call<void> {
    return this.transport.send({
      method: "POST",
      path: "/api/credentials/revoke",
      action: "revoke leaked tokens",
      usesToken: false,
      isIdempotent: true,
      body: { credentials: tokens },
      call: options,
    });
  }
}
