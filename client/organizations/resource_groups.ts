/**
 * Resource groups of an organization: who may do what with which repositories,
 * and what they may spend. They need the Team plan.
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

/** The role of a member in an organization or a resource group. */
export type OrganizationRole = OpenEnum<
  "admin" | "write" | "contributor" | "read" | "no_access"
>;

/** The automatic membership of a resource group. */
export type AutoJoin =
  | {
    /** They do. */
    readonly enabled: true;
    /** The role. */
    readonly role: OrganizationRole;
    /** The members: all, or those who may at least read. Default: `all`. */
    readonly scope?: OpenEnum<"all" | "read_plus"> | undefined;
  }
  | { readonly enabled: false };

/** The spend limits of a resource group per calendar month, in cents. */
export interface SpendLimits {
  /** All together. */
  readonly total?: number;
  /** Inference Providers. */
  readonly inferenceProviders?: number;
  /** Spaces. */
  readonly spaces?: number;
  /** Jobs. */
  readonly jobs?: number;
  /** Inference Endpoints. */
  readonly endpoints?: number;
}

/** A member of a resource group. */
export interface ResourceGroupUser {
  /** The id of the user. */
  readonly _id?: string;
  /** The name of the user. */
  readonly name: string;
  /** The name, as shown. */
  readonly fullname?: string;
  /** The role of the user. */
  readonly role: OrganizationRole;
  /** The user who added this one. */
  readonly addedBy?: string;
}

/** A resource of a resource group: a repository, a collection, a job. */
export interface GroupedResource {
  /** The type. */
  readonly type?: string;
  /** Repositories: `namespace/name`. */
  readonly name?: string;
  /** All but repositories: the id. */
  readonly id?: string;
  /** Whether it is private. */
  readonly private?: boolean;
}

/** A resource group with all that belongs to it. */
export interface ResourceGroupDetails {
  /** Its id, 24 hex digits. */
  readonly id: string;
  /** Its name. */
  readonly name?: string;
  /** The description. */
  readonly description?: string | null;
  /** The automatic membership. */
  readonly autoJoin?: AutoJoin;
  /** The monthly spend limits; an absent key has no limit. */
  readonly spendLimits?: SpendLimits;
  /** Its members. */
  readonly users?: readonly ResourceGroupUser[];
  /** The resources. */
  readonly resources?: readonly GroupedResource[];
}

/** A user who is to join a resource group. */
export interface NewResourceGroupUser {
  /** The name of the user, a member of the organization. */
  readonly user: string;
  /** The role of the user. */
  readonly role: OrganizationRole;
}

/** A new resource group. It cannot carry spend limits: an update can. */
export interface CreateResourceGroup {
  /** Its name, of 1 to 200 characters. */
  readonly name: string;
  /** The description, at most 500 characters. */
  readonly description?: string | undefined;
  /** Its first members. */
  readonly users?: readonly NewResourceGroupUser[] | undefined;
  /** Its first repositories. */
  readonly repos?:
    | readonly { readonly name: string; readonly type: string }[]
    | undefined;
  /** The automatic membership. */
  readonly autoJoin?: AutoJoin | undefined;
}

/** A change of a resource group: what is left out stays. */
export interface UpdateResourceGroup {
  /** Its name. */
  readonly name?: string | undefined;
  /** The description; empty for none. */
  readonly description?: string | undefined;
  /** The monthly spend limits in cents; null for no limit. */
  readonly spendLimits?:
    | { readonly [K in keyof SpendLimits]: number | null | undefined }
    | undefined;
}

const GROUP: Shape<ResourceGroupDetails> = {
  id: "name!",
  name: "string",
  description: "string|null",
  autoJoin: { "?": true, "*": true },
  spendLimits: {
    "?": true,
    total: "number?",
    inferenceProviders: "number?",
    spaces: "number?",
    jobs: "number?",
    endpoints: "number?",
  },
  users: [{
    _id: "string?",
    name: "string!",
    fullname: "string?",
    role: "string!",
    addedBy: "string?",
  }, "?"],
  resources: [{
    type: "string",
    name: "string?",
    id: "string?",
    private: "boolean?",
  }, "?"],
};

/** Resource groups of an organization. */
export class ResourceGroups extends ApiResource {
  /** The resource groups that the token's user may see; they have no pages. */
  list(
    organization: string,
    options?: CallOptions,
  ): List<ResourceGroupDetails> {
    const at = "/resource-groups";
    return wholeList(this.transport, {
      ...onOrg(organization, "list the resource groups of", options, at),
      shape: [GROUP],
    });
  }

  /** Creates a resource group. */
  create(
    organization: string,
    body: CreateResourceGroup,
    options?: CallOptions,
  ): Call<ResourceGroupDetails> {
    const at = "POST /resource-groups";
    const verb = `create the resource group ${body.name} in`;
    return this.transport.request({
      ...onOrg(organization, verb, options, at),
      shape: GROUP,
      body,
    });
  }

  /** Reads a resource group. */
  get(
    organization: string,
    id: string,
    options?: CallOptions,
  ): Call<ResourceGroupDetails> {
    return this.transport.request(onGroup(organization, id, "read", options));
  }

  /** Changes a resource group. */
  update(
    organization: string,
    id: string,
    body: UpdateResourceGroup,
    options?: CallOptions,
  ): Call<ResourceGroupDetails> {
    return this.transport.request({
      ...onGroup(organization, id, "change", options, "PATCH"),
      isIdempotent: true,
      body,
    });
  }

  /**
   * Sets whether members of the organization join by themselves. Those who are
   * members already join at once; switched off, nobody leaves.
   */
  setAutoJoin(
    organization: string,
    id: string,
    autoJoin: AutoJoin,
    options?: CallOptions,
  ): Call<ResourceGroupDetails> {
    const at = "POST /settings";
    return this.transport.request({
      ...onGroup(organization, id, "change who joins", options, at),
      isIdempotent: true,
      body: { autoJoin },
    });
  }

  /** Deletes a resource group. What belongs to it stays. */
  delete(organization: string, id: string, options?: CallOptions): Call<void> {
    return this.transport.delete(onGroup(organization, id, "delete", options));
  }

  /**
   * Adds members of the organization to a resource group.
   *
   * @throws {PermissionDeniedError} If one is in it already, is no member of the
   * organization, or the group is linked to an identity provider.
   */
  addUsers(
    organization: string,
    id: string,
    users: readonly NewResourceGroupUser[],
    options?: CallOptions,
  ): Call<ResourceGroupDetails> {
    return this.transport.request({
      ...onGroup(organization, id, "add members to", options, "POST /users"),
      body: { users },
    });
  }

  /** Changes what a member of a resource group may do in it. */
  setUserRole(
    organization: string,
    id: string,
    user: string,
    role: OrganizationRole,
    options?: CallOptions,
  ): Call<ResourceGroupDetails> {
    const at = path`PATCH /users/${user}`;
    const verb = `change the role of ${user} in`;
    return this.transport.request({
      ...onGroup(organization, id, verb, options, at),
      isIdempotent: true,
      body: { role },
    });
  }

  /** Removes a member from a resource group. */
  removeUser(
    organization: string,
    id: string,
    user: string,
    options?: CallOptions,
  ): Call<ResourceGroupDetails> {
    const at = path`DELETE /users/${user}`;
    return this.transport.request(
      onGroup(organization, id, `remove ${user} from`, options, at),
    );
  }
}

function onGroup(
  organization: string,
  id: string,
  ...args: RequestArgs
): RequestOptions {
  return {
    ...requestFor(
      `the resource group ${organization}/${id}`,
      path`/api/organizations/${organization}/resource-groups/${id}`,
      ...args,
    ),
    shape: GROUP,
  };
}
