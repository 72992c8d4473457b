/**
 * Invitations to an organization, by its SCIM routes for organizations whose
 * members have accounts of their own.
 *
 * Facts: the Hub's OpenAPI document; no official client has these routes.
 *
 * @module
 */

import { ApiResource } from "../core/api_resource.ts";
import { type List, type ListParams, pagedList } from "../core/pages.ts";
import type { Call } from "../core/call.ts";
import type { CallOptions } from "../core/options.ts";
import {
  type RequestArgs,
  requestFor,
  type RequestOptions,
} from "../core/request.ts";
import { onOrg } from "./request.ts";
import type { Shape } from "../core/shape.ts";
import { path } from "../core/url.ts";

/** Parameters of an invitation. */
export interface CreateInvitation {
  /** The name of the user, who has an account on the Hub. */
  readonly userName: string;
  /** The user's mail address. */
  readonly email: string;
  /** A name that the inviter gives; it must be unique. */
  readonly externalId: string;
  /** Whether the user may take part. Default: true. */
  readonly active?: boolean | undefined;
}

/** An invitation, or the member that came of it. */
export interface Invitation {
  /** Its id. */
  readonly id: string;
  /** A name that the inviter gave. */
  readonly externalId?: string | null;
  /** The name of the user. */
  readonly userName?: string;
  /** The user's mail addresses. */
  readonly emails?: readonly { readonly value: string }[];
  /** Whether the user may take part. */
  readonly active?: boolean;
}

const INVITATION: Shape<Invitation> = {
  id: "name!",
  externalId: "string|null",
  userName: "string",
  emails: [{ value: "string!" }, "?"],
  active: "boolean",
};

const USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User";

const USERS = "/scim-provisioning/v2/Users";

/** The size of the service's pages. */
const PAGE = 1000;

interface Found {
  /** A list that does not tell it ends with this page. */
  readonly totalResults?: number;
  readonly Resources: readonly Invitation[];
}

/** Invitations to an organization, and the members that came of them. */
export class Invitations extends ApiResource {
  /** Lists invitations, such as `userName eq "ada"`, and members of them. */
  list(
    organization: string,
    params:
      & { readonly filter?: string | undefined }
      & Omit<ListParams, "pageSize"> = {},
    options?: CallOptions,
  ): List<Invitation> {
    const { filter } = params;
    const request = (startIndex = "1"): RequestOptions => ({
      ...onOrg(organization, "list the invitations of", options, USERS),
      query: { startIndex, count: PAGE, filter },
      shape: { totalResults: "number", Resources: [INVITATION] },
    });
    return pagedList(
      this.transport,
      request,
      (found: Found, { skippedItems }, start = "1") => {
        const { Resources: items, totalResults } = found;
        const next = Number(start) + items.length + skippedItems;
        const isLast = items.length + skippedItems === 0 ||
          next > (totalResults ?? 0);
        const nextCursor = isLast ? undefined : `${next}`;
        return { items, nextCursor, totalItems: totalResults };
      },
      params,
    );
  }

  /**
   * Invites somebody who has an account on the Hub.
   *
   * @returns The invitation, which is pending until it is accepted.
   * @throws {ConflictError} If the user is invited or a member already.
   */
  create(
    organization: string,
    { email, ...body }: CreateInvitation,
    options?: CallOptions,
  ): Call<Invitation> {
    const verb = `invite ${body.userName} to`;
    return this.transport.request({
      ...onOrg(organization, verb, options, `POST ${USERS}`),
      shape: INVITATION,
      body: { schemas: [USER_SCHEMA], emails: [{ value: email }], ...body },
    });
  }

  /** Reads an invitation, or the member that came of it. */
  get(
    organization: string,
    id: string,
    options?: CallOptions,
  ): Call<Invitation> {
    return this.transport.request(
      onInvitation(organization, id, "read", options),
    );
  }

  /** Changes what the inviter set; what is left out of it is lost. */
  update(
    organization: string,
    id: string,
    body: Pick<CreateInvitation, "externalId" | "active">,
    options?: CallOptions,
  ): Call<Invitation> {
    return this.transport.request({
      ...onInvitation(organization, id, "change", options, "PUT"),
      body: { schemas: [USER_SCHEMA], ...body },
    });
  }

  /** Takes an invitation back, or removes the member that came of it. */
  delete(organization: string, id: string, options?: CallOptions): Call<void> {
    return this.transport.delete(
      onInvitation(organization, id, "take back", options),
    );
  }
}

function onInvitation(
  organization: string,
  id: string,
  ...args: RequestArgs
): RequestOptions {
  const { path: at } = onOrg(organization, "", undefined, USERS + path`/${id}`);
  const request = requestFor(
    `the invitation ${organization}/${id}`,
    at,
    ...args,
  );
  return { ...request, shape: INVITATION };
}
