/**
 * Access requests of gated models and datasets.
 *
 * Facts: the Hub's OpenAPI document, a later edition of it for `reset`, and
 * `huggingface_hub` 2.4.0 for the ids of requests.
 *
 * @module
 */

import { ApiResource } from "../core/api_resource.ts";
import type { Call } from "../core/call.ts";
import type { OpenEnum } from "../core/open_enum.ts";
import { linkList, type List, type ListParams } from "../core/pages.ts";
import type { CallOptions } from "../core/options.ts";
import { onRepo, pageOf } from "./request.ts";
import type { RepoRef } from "./types.ts";
import type { Shape } from "../core/shape.ts";
import { path } from "../core/url.ts";

/** The status of a request. `reset`: undecided again, and not asked for. */
export type AccessStatus = OpenEnum<
  "pending" | "accepted" | "rejected" | "reset"
>;

/** A user, as access requests show them. */
export interface AccessUser {
  /** The user's id, 24 hex digits. */
  readonly _id?: string;
  /** The user's name. */
  readonly user: string;
  /** The display name. */
  readonly fullname?: string;
  /** The e-mail address; not that of a user whom nobody asked. */
  readonly email?: string;
}

/** A request for access to a gated repository, or a grant. */
export interface AccessRequest {
  /** The id of the request. */
  readonly requestId?: string;
  /** The user; absent where the repository hides names. */
  readonly user?: AccessUser | null;
  /** The user who granted it, if nobody requested it. */
  readonly grantedBy?: AccessUser | null;
  /** Current status. */
  readonly status?: AccessStatus;
  /** The answers to the questions of the repository. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The creation time, RFC 3339. */
  readonly timestamp?: string;
  /** The time of the decision, RFC 3339. */
  readonly reviewedAt?: string;
}

/** The user of a request: one of the two. */
export type Requester =
  | { readonly user: string }
  | { readonly requestId: string };

/** A decision about a request. */
export interface AccessDecision {
  /** The new status; `pending` puts it back into the queue. */
  readonly status: AccessStatus;
  /** The reason for a rejection, at most 200 characters. */
  readonly rejectionReason?: string | undefined;
}

/** A request of the report, with each answer to a question under its text. */
export interface ReportedRequest {
  /** The user's name; absent where the repository hides names. */
  readonly user?: string;
  /** The display name. */
  readonly fullname?: string;
  /** The e-mail address. */
  readonly email?: string;
  /** The creation time, RFC 3339. */
  readonly time?: string;
  /** The time of the decision, RFC 3339. */
  readonly reviewedAt?: string;
  /** Current status. */
  readonly status?: AccessStatus;
}

/** The outcome of one request of a batch. */
export interface AccessOutcome {
  /** The user. */
  readonly user?: string;
  /** Whether it was done. */
  readonly ok?: boolean;
  /** The error. */
  readonly error?: OpenEnum<"user_not_found" | "request_not_found">;
}

const USER = {
  _id: "string",
  user: "string!",
  fullname: "string",
  email: "string?",
} as const satisfies Shape<AccessUser>;

const REQUEST: Shape<AccessRequest> = {
  requestId: "string?",
  user: { "?": null, ...USER },
  grantedBy: { "?": null, ...USER },
  status: "string",
  fields: { "?": true, "*": "string!" },
  timestamp: "string",
  reviewedAt: "string?",
};

const REPORTED = {
  user: "string?",
  fullname: "string?",
  email: "string?",
  time: "string",
  reviewedAt: "string?",
  status: "string",
} as const satisfies Shape<ReportedRequest>;

/** Requests for access to gated models and datasets. */
export class AccessRequests extends ApiResource {
  /** Lists the requests with a status, grants among them. */
  list(
    repo: RepoRef,
    params: { readonly status: AccessStatus } & ListParams,
    options?: CallOptions,
  ): List<AccessRequest> {
    const { status, limit, pageSize = limit, cursor } = params;
    const rest = path`/user-access-request/${status}`;
    return linkList(this.transport, {
      ...onRepo(repo, `list the ${status} access requests of`, options, rest),
      shape: [REQUEST],
    }, {
      limit,
      // The service refuses pages of less than 10 and more than 1,000.
      pageSize: pageSize && Math.min(Math.max(pageSize, 10), 1000),
      cursor,
    });
  }

  /**
   * Decides a request.
   *
   * @throws {NotFoundError} If there is no such request, or it stands there
   * already.
   * @throws {BadRequestError} If the repository is not gated.
   */
  handle(
    repo: RepoRef,
    who: Requester,
    decision: AccessDecision,
    options?: CallOptions,
  ): Call<void> {
    const at = "POST /user-access-request/handle";
    return this.transport.send({
      ...onRepo(repo, "decide an access request of", options, at),
      body: { ...who, ...decision },
    });
  }

  /**
   * Decides up to 100 requests in the same way.
   *
   * @param users Whose requests, 1 to 100 names.
   * @returns What became of each, in the order of the names.
   */
  handleMany(
    repo: RepoRef,
    users: readonly string[],
    decision: AccessDecision,
    options?: CallOptions,
  ): Call<readonly AccessOutcome[]> {
    const at = "POST /user-access-request/batch";
    return this.transport.request({
      ...onRepo(repo, "decide access requests of", options, at),
      shape: [{ user: "string?", ok: "boolean", error: "string?" }],
      body: { requests: users.map((user) => ({ user })), ...decision },
    });
  }

  /**
   * Gives a user access who did not ask for it.
   *
   * @throws {BadRequestError} If the user has access, or the repository is not
   * gated.
   * @throws {NotFoundError} If there is no such user.
   */
  grant(repo: RepoRef, user: string, options?: CallOptions): Call<void> {
    const at = "POST /user-access-request/grant";
    return this.transport.send({
      ...onRepo(repo, `grant ${user} access to`, options, at),
      body: { user },
    });
  }

  /** Reads the report of all requests, whatever became of them. */
  getReport(repo: RepoRef, options?: CallOptions): Call<ReportedRequest[]> {
    return this.transport.request({
      ...onRepo(repo, "read the report of the access requests of", options, ""),
      path: pageOf(repo) + "/user-access-report",
      shape: [REPORTED],
    });
  }

  /** Takes back the request of the token's user. */
  cancel(repo: RepoRef, options?: CallOptions): Call<void> {
    const at = "POST /user-access-request/cancel";
    return this.transport.send({
      ...onRepo(repo, "take back the access request of", options, at),
    });
  }
}
