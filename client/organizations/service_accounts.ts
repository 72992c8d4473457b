/**
 * Service accounts of an organization, which are programs, and their tokens.
 * They need the Enterprise plan.
 *
 * Facts: the Hub's OpenAPI document; no official client has these routes.
 *
 * @module
 */

import { ApiResource } from "../core/api_resource.ts";
import { type List, wholeList } from "../core/pages.ts";
import type { Call } from "../core/call.ts";
import type { OpenEnum } from "../core/open_enum.ts";
import type { CallOptions } from "../core/options.ts";
import {
  type RequestArgs,
  requestFor,
  type RequestOptions,
} from "../core/request.ts";
import { onOrg } from "./request.ts";
import type { Shape } from "../core/shape.ts";
import { path } from "../core/url.ts";

/** A permission of a service account's token. */
export type ServiceAccountPermission = OpenEnum<
  | "repo.content.read"
  | "repo.contribute.write"
  | "repo.write"
  | "inference.serverless.write"
  | "inference.endpoints.infer.write"
  | "inference.endpoints.write"
  | "org.read"
  | "org.write"
  | "org.auditLog.write"
  | "collection.read"
  | "collection.write"
  | "resourceGroup.write"
  | "job.write"
  | "org.serviceAccounts.read"
  | "org.serviceAccounts.write"
>;

/** A new token of a service account, or a change of one. */
export interface ServiceAccountTokenBody {
  /** Its name, of 1 to 100 characters. Default: `API Token`. */
  readonly displayName?: string | undefined;
  /** The permissions in the whole organization. */
  readonly permissions?: readonly ServiceAccountPermission[] | undefined;
  /** The stable ids of the repositories that it is for. */
  readonly repoIds?: readonly string[] | undefined;
  /** The permissions for these. */
  readonly repoPermissions?:
    | readonly OpenEnum<"repo.content.read" | "repo.write">[]
    | undefined;
  /** The endpoints that it may call, where `*` stands for anything. */
  readonly endpointPatterns?: readonly string[] | undefined;
  /** Whether it may come from any address. Enterprise Plus. */
  readonly skipNetworkSecurity?: boolean | undefined;
}

/** A token of a service account, without its value. */
export interface ServiceAccountToken
  extends Omit<ServiceAccountTokenBody, "displayName"> {
  /** Its id. */
  readonly _id: string;
  /** Its name. */
  readonly displayName?: string;
  /** The creation time, RFC 3339. */
  readonly createdAt?: string;
  /** The time of the last use. */
  readonly lastUsedAt?: string;
  /** The expiry time; no route sets it. */
  readonly expiration?: string;
  /** The last characters of its value. */
  readonly last4?: string;
}

/** A token of a service account with its value, which is shown only once. */
export interface CreatedServiceAccountToken {
  /** The value. */
  readonly token: string;
  /** The rest. */
  readonly tokenInfo: ServiceAccountToken;
}

/** A service account. */
export interface ServiceAccount {
  /** Its id, 24 hex digits. */
  readonly _id: string;
  /** The name that it got as a user. */
  readonly user?: string;
  /** Its name, which others may have too. */
  readonly name?: string;
  /** Its mail address. */
  readonly email?: string;
  /** The description. */
  readonly description?: string;
  /** The creation time, RFC 3339. */
  readonly createdAt?: string;
  /** Its tokens; only what reads one account has them. */
  readonly accessTokens?: readonly ServiceAccountToken[];
}

/** A new service account, as the answer to its creation has it. */
export interface CreatedServiceAccount
  extends Omit<ServiceAccount, "name" | "email" | "accessTokens"> {
  /** Its name, which others may have too. */
  readonly fullname?: string;
}

const TOKEN: Shape<ServiceAccountToken> = {
  _id: "name!",
  displayName: "string",
  createdAt: "string?",
  lastUsedAt: "string?",
  expiration: "string?",
  permissions: ["string!", "?"],
  repoIds: ["string!", "?"],
  repoPermissions: ["string!", "?"],
  endpointPatterns: ["string!", "?"],
  last4: "string?",
  skipNetworkSecurity: "boolean?",
};

const NEW_TOKEN: Shape<CreatedServiceAccountToken> = {
  token: "name!",
  tokenInfo: TOKEN,
};

const ACCOUNT: Shape<ServiceAccount> = {
  _id: "name!",
  user: "string",
  name: "string",
  email: "string?",
  description: "string?",
  createdAt: "string",
  accessTokens: [TOKEN, "?"],
};

/** Service accounts of an organization, and their tokens. */
export class ServiceAccounts extends ApiResource {
  /** Lists the service accounts of an organization, without their tokens. */
  list(organization: string, options?: CallOptions): List<ServiceAccount> {
    const at = "/service-accounts";
    return wholeList(this.transport, {
      ...onOrg(organization, "list the service accounts of", options, at),
      shape: [ACCOUNT],
    });
  }

  /** Creates a service account, which cannot be changed later. */
  create(
    organization: string,
    body: {
      readonly name: string;
      readonly description?: string | undefined;
    },
    options?: CallOptions,
  ): Call<CreatedServiceAccount> {
    const at = "POST /service-accounts";
    const verb = `create the service account ${body.name} in`;
    return this.transport.request({
      ...onOrg(organization, verb, options, at),
      shape: {
        _id: "name!",
        user: "string",
        fullname: "string",
        createdAt: "string",
      },
      body,
    });
  }

  /** Reads a service account, with its tokens but without their values. */
  get(
    organization: string,
    id: string,
    options?: CallOptions,
  ): Call<ServiceAccount> {
    return this.transport.request({
      ...onAccount(organization, id, "read", options),
      shape: ACCOUNT,
    });
  }

  /** Deletes a service account and its tokens. */
  delete(organization: string, id: string, options?: CallOptions): Call<void> {
    return this.transport.delete(
      onAccount(organization, id, "delete", options),
    );
  }

  /** Makes a token of a service account, whose value nothing shows again. */
  createToken(
    organization: string,
    id: string,
    body: ServiceAccountTokenBody,
    options?: CallOptions,
  ): Call<CreatedServiceAccountToken> {
    const at = "POST /tokens";
    return this.transport.request({
      ...onAccount(organization, id, "make a token of", options, at),
      shape: NEW_TOKEN,
      body,
    });
  }

  /** Changes a token of a service account; its value stays. */
  updateToken(
    organization: string,
    id: string,
    token: string,
    body: ServiceAccountTokenBody,
    options?: CallOptions,
  ): Call<ServiceAccountToken> {
    const at = path`PATCH /tokens/${token}`;
    const verb = `change the token ${token} of`;
    return this.transport.request({
      ...onAccount(organization, id, verb, options, at),
      isIdempotent: true,
      shape: TOKEN,
      body,
    });
  }

  /** Gives a token another value, shown once. The old one ends at once. */
  rotateToken(
    organization: string,
    id: string,
    token: string,
    options?: CallOptions,
  ): Call<CreatedServiceAccountToken> {
    const at = path`POST /tokens/${token}/rotate`;
    const verb = `rotate the token ${token} of`;
    return this.transport.request({
      ...onAccount(organization, id, verb, options, at),
      shape: NEW_TOKEN,
    });
  }

  /** Deletes a token of a service account. */
  deleteToken(
    organization: string,
    id: string,
    token: string,
    options?: CallOptions,
  ): Call<void> {
    const at = path`/tokens/${token}`;
    const verb = `delete the token ${token} of`;
    return this.transport.delete(
      onAccount(organization, id, verb, options, at),
    );
  }
}

function onAccount(
  organization: string,
  id: string,
  ...args: RequestArgs
): RequestOptions {
  return requestFor(
    `the service account ${organization}/${id}`,
    path`/api/organizations/${organization}/service-accounts/${id}`,
    ...args,
  );
}
