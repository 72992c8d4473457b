/**
 * Branches, tags and commits of repositories.
 *
 * @module
 */

import { ApiResource } from "../core/api_resource.ts";
import type { Call } from "../core/call.ts";
import { linkList, type List, type ListParams } from "../core/pages.ts";
import type { CallOptions } from "../core/options.ts";
import { onRepo } from "./request.ts";
import type { Commit, Ref, Refs, RepoRef, RevisionParams } from "./types.ts";
import type { Shape } from "../core/shape.ts";
import { path } from "../core/url.ts";

const REF: Shape<Ref> = {
  name: "string!",
  ref: "string",
  targetCommit: "string",
};
const REFS: Shape<Refs> = {
  branches: [REF, "!"],
  tags: [REF, "!"],
  converts: [REF, "?"],
};
const COMMITS: Shape<readonly Commit[]> = [{
  id: "string!",
  title: "string",
  message: "string?",
  date: "string",
  authors: [{ user: "string!" }, "?"],
}];

/** Branches, tags and commits of repositories. */
export class RepoRefs extends ApiResource {
  /** Lists branches and tags. */
  get(repo: RepoRef, options?: CallOptions): Call<Refs> {
    return this.transport.request({
      ...onRepo(repo, "list the branches and tags of", options, "/refs"),
      shape: REFS,
    });
  }

  /**
   * Makes a branch.
   *
   * @param params Where it starts; the head of the default branch if left out.
   * @throws {ConflictError} If it exists.
   */
  createBranch(
    repo: RepoRef,
    branch: string,
    params: { readonly startingPoint?: string | undefined } = {},
    options?: CallOptions,
  ): Call<void> {
    const at = path`POST /branch/${branch}`;
    return this.transport.send({
      ...onRepo(repo, `create the branch ${branch} of`, options, at),
      body: params,
    });
  }

  /** Deletes a branch. */
  deleteBranch(
    repo: RepoRef,
    branch: string,
    options?: CallOptions,
  ): Call<void> {
    const at = path`/branch/${branch}`;
    return this.transport.delete(
      onRepo(repo, `delete the branch ${branch} of`, options, at),
    );
  }

  /** Tags a revision, `main` if left out; a conflict if the tag exists. */
  createTag(
    repo: RepoRef,
    tag: string,
    params: RevisionParams & { readonly message?: string | undefined } = {},
    options?: CallOptions,
  ): Call<void> {
    const { revision = "main", ...rest } = params;
    const at = path`POST /tag/${revision}`;
    return this.transport.send({
      ...onRepo(repo, `create the tag ${tag} of`, options, at),
      body: { tag, ...rest },
    });
  }

  /** Deletes a tag. */
  deleteTag(repo: RepoRef, tag: string, options?: CallOptions): Call<void> {
    return this.transport.delete(
      onRepo(repo, `delete the tag ${tag} of`, options, path`/tag/${tag}`),
    );
  }

  /**
   * Makes one commit of the whole history of a branch, for good.
   *
   * @param params The message of the commit, at most 500 characters.
   * @returns The new commit's hash, 40 hex digits.
   */
  superSquash(
    repo: RepoRef,
    branch: string,
    params: { readonly message?: string | undefined } = {},
    options?: CallOptions,
  ): Call<string> {
    const at = path`POST /super-squash/${branch}`;
    return this.transport.request<{ readonly commitId: string }>({
      ...onRepo(repo, `squash the branch ${branch} of`, options, at),
      shape: { commitId: "string!" },
      body: params,
    }).map(({ commitId }) => commitId);
  }

  /** Gets the changes between two revisions, as git shows them. */
  compare(
    repo: RepoRef,
    from: string,
    to: string,
    options?: CallOptions,
  ): Call<string> {
    const at = path`/compare/${`${from}..${to}`}`;
    return this.transport.text({
      ...onRepo(repo, "compare revisions of", options, at),
      accept: "*/*",
    });
  }

  /** Lists the commits of a revision, newest first. */
  listCommits(
    repo: RepoRef,
    params: RevisionParams & ListParams = {},
    options?: CallOptions,
  ): List<Commit> {
    const { revision = "main", ...limits } = params;
    const at = path`/commits/${revision}`;
    return linkList(this.transport, {
      ...onRepo(repo, "list the commits of", options, at),
      shape: COMMITS,
    }, limits);
  }
}
