/**
 * Discussions and pull requests of repositories.
 *
 * Facts: the Hub's OpenAPI document.
 *
 * @module
 */

import { ApiResource } from "../core/api_resource.ts";
import type { OpenEnum } from "../core/open_enum.ts";
import type { CallOptions } from "../core/options.ts";
import { type List, pagedList } from "../core/pages.ts";
import type { Call } from "../core/call.ts";
import { onRepo } from "./request.ts";
import type { RepoRef } from "./types.ts";
import type { RequestOptions } from "../core/request.ts";
import type { Shape } from "../core/shape.ts";
import { path } from "../core/url.ts";

/** A discussion or pull request. */
export interface Discussion {
  /** Its number in the repository. */
  readonly num: number;
  /** Its title. */
  readonly title?: string;
  /** Current status; a pull request that is not published is a `draft`. */
  readonly status?: OpenEnum<"draft" | "open" | "closed" | "merged">;
  /** Whether it is a pull request. */
  readonly isPullRequest?: boolean;
  /** The author; absent if the account was deleted. */
  readonly author?: { readonly name: string } | null;
  /** The creation time, RFC 3339. */
  readonly createdAt?: string;
}

/** A discussion or pull request, looked at alone. */
export interface DiscussionDetails extends Discussion {
  /** Pull requests: what it changes. */
  readonly changes?: {
    /** The branch that it changes, such as `refs/heads/main`. */
    readonly base?: string;
    /** The commit that merged it. */
    readonly mergeCommitId?: string;
  };
  /** Pull requests: files that were changed elsewhere; true: unknown ones. */
  readonly filesWithConflicts?: readonly string[] | true;
}

/** Parameters of a discussion. */
export interface CreateDiscussion {
  /** The title, 3 to 200 characters. */
  readonly title: string;
  /** The first comment; it may be empty. */
  readonly description: string;
  /** Whether it is a pull request, a draft at first. */
  readonly pullRequest?: boolean | undefined;
}

/** A new discussion. */
export interface CreatedDiscussion {
  /** Its number in the repository. */
  readonly num: number;
  /** Its page. */
  readonly url?: string;
}

/** Filters of a list of discussions. */
export interface DiscussionListParams {
  /** Only pull requests, or only those that are none. */
  readonly type?: OpenEnum<"all" | "discussion" | "pull_request"> | undefined;
  /** Only those that are open, or closed or merged. */
  readonly status?: OpenEnum<"all" | "open" | "closed"> | undefined;
  /** Only those that this user opened. */
  readonly author?: string | undefined;
  /** Only those whose title contains this text. */
  readonly search?: string | undefined;
  /** The most items to return, in all; every one if left out. */
  readonly limit?: number | undefined;
}

interface ListPage {
  readonly discussions: readonly Discussion[];
  readonly count?: number;
  readonly start?: number;
}

const DISCUSSION = {
  num: "number!",
  title: "string",
  status: "string",
  isPullRequest: "boolean",
  author: { "?": null, name: "string!" },
  createdAt: "string?",
} as const satisfies Shape<Discussion>;

/** Discussions and pull requests of repositories. */
export class Discussions extends ApiResource {
  /** Lists discussions and pull requests, the newest first. */
  list(
    repo: RepoRef,
    params: DiscussionListParams = {},
    options?: CallOptions,
  ): List<Discussion> {
    const { limit, ...query } = params;
    const request = (p: string | undefined): RequestOptions => ({
      ...onRepo(repo, "list the discussions of", options, "/discussions"),
      query: { ...query, p },
      shape: { discussions: [DISCUSSION], count: "number", start: "number" },
    });
    return pagedList(
      this.transport,
      request,
      (page: ListPage, { skippedItems }, p) => {
        const { discussions: items, count, start } = page;
        const read = items.length + skippedItems;
        // What is not told ends with an empty page.
        const isLast = read === 0 || (start ?? 0) + read >= (count ?? Infinity);
        const nextCursor = isLast ? undefined : `${Number(p ?? 0) + 1}`;
        return { items, nextCursor, totalItems: count };
      },
      { limit },
    );
  }

  /** Opens a discussion or pull request. */
  create(
    repo: RepoRef,
    body: CreateDiscussion,
    options?: CallOptions,
  ): Call<CreatedDiscussion> {
    return this.transport.request({
      ...onRepo(repo, "open a discussion of", options, "POST /discussions"),
      shape: { num: "number!", url: "string" },
      body,
    });
  }

  /** Reads a discussion or pull request. */
  get(
    repo: RepoRef,
    num: number,
    options?: CallOptions,
  ): Call<DiscussionDetails> {
    const at = path`/discussions/${`${num}`}`;
    return this.transport.request({
      ...onRepo(repo, `read the discussion ${num} of`, options, at),
      shape: DISCUSSION,
    });
  }

  /** Merges a pull request. */
  merge(
    repo: RepoRef,
    num: number,
    params: { readonly comment?: string | undefined } = {},
    options?: CallOptions,
  ): Call<void> {
    const at = path`POST /discussions/${`${num}`}/merge`;
    return this.transport.send({
      ...onRepo(repo, `merge the pull request ${num} of`, options, at),
      body: params,
    });
  }
}
