/**
 * Branches, tags and commits of repositories.
 *
 * @module
 */

import { linkPages } from "./link_pages.ts";
import type { CallOptions } from "./options.ts";
import { onRepo } from "./repo_request.ts";
import type { Commit, Ref, Refs, RepoRef } from "./repo_types.ts";
import type { Shape } from "./shape.ts";
import type { Transport } from "./transport.ts";
import { path } from "./url.ts";

const REF_LIST: Shape<readonly Ref[]> = [
  { name: "string", ref: "string", targetCommit: "string" },
];
const REFS: Shape<Refs> = {
  branches: REF_LIST,
  tags: REF_LIST,
  converts: REF_LIST,
};
const COMMITS: Shape<readonly Commit[]> = [
  { id: "string", title: "string", message: "string?", date: "string" },
];

/** Branches, tags and commits of repositories. */
export class RepoRefs {
  readonly #transport: Transport;

  /**
   * Makes the area; {@linkcode HuggingFace} does.
   *
   * @param transport Sends its requests.
   */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists branches and tags.
   *
   * @param repo The repository.
   * @param call The settings of the call.
   * @returns The branches and tags.
   */
  list(repo: RepoRef, call: CallOptions = {}): Promise<Refs> {
    return this.#transport.request<Refs>({
      ...onRepo(repo, "list the branches and tags of", "/refs"),
      method: "GET",
      shape: REFS,
      call,
    });
  }

  /**
   * Makes a branch.
   *
   * @param repo The repository.
   * @param branch Its name.
   * @param options Where it starts; the head of the default branch if left out.
   * @throws {ConflictError} If it exists.
   */
  createBranch(
    repo: RepoRef,
    branch: string,
    options: CallOptions & { readonly startingPoint?: string | undefined } = {},
  ): Promise<void> {
    const { startingPoint, ...call } = options;
    return this.#transport.send({
      ...onRepo(
        repo,
        `create the branch ${branch} of`,
        path`/branch/${branch}`,
      ),
      method: "POST",
      body: { startingPoint },
      call,
    });
  }

  /**
   * Deletes a branch.
   *
   * @param repo The repository.
   * @param branch Its name.
   * @param call The settings of the call.
   */
  deleteBranch(
    repo: RepoRef,
    branch: string,
    call: CallOptions = {},
  ): Promise<void> {
    return this.#transport.send({
      ...onRepo(
        repo,
        `delete the branch ${branch} of`,
        path`/branch/${branch}`,
      ),
      method: "DELETE",
      call,
    });
  }

  /**
   * Tags a revision.
   *
   * @param repo The repository.
   * @param tag The tag's name.
   * @param options The revision, `main` if left out, and a message.
   * @throws {ConflictError} If it exists.
   */
  createTag(
    repo: RepoRef,
    tag: string,
    options: CallOptions & {
      readonly revision?: string | undefined;
      readonly message?: string | undefined;
    } = {},
  ): Promise<void> {
    const { revision = "main", message, ...call } = options;
    return this.#transport.send({
      ...onRepo(repo, `create the tag ${tag} of`, path`/tag/${revision}`),
      method: "POST",
      body: { tag, message },
      call,
    });
  }

  /**
   * Deletes a tag.
   *
   * @param repo The repository.
   * @param tag The tag's name.
   * @param call The settings of the call.
   */
  deleteTag(repo: RepoRef, tag: string, call: CallOptions = {}): Promise<void> {
    return this.#transport.send({
      ...onRepo(repo, `delete the tag ${tag} of`, path`/tag/${tag}`),
      method: "DELETE",
      call,
    });
  }

  /**
   * Makes one commit of the whole history of a branch, for good.
   *
   * @param repo The repository.
   * @param branch The branch.
   * @param options The message of the commit, at most 500 characters.
   * @returns The new commit's hash, 40 hex digits.
   */
  async superSquash(
    repo: RepoRef,
    branch: string,
    options: CallOptions & { readonly message?: string | undefined } = {},
  ): Promise<string> {
    const { message, ...call } = options;
    const rest = path`/super-squash/${branch}`;
    const { commitId } = await this.#transport.request<
      { readonly commitId: string }
    >({
      ...onRepo(repo, `squash the branch ${branch} of`, rest),
      method: "POST",
      shape: { commitId: "string" },
      body: { message },
      call,
    });
    return commitId;
  }

  /**
   * What changed between two revisions.
   *
   * @param repo The repository.
   * @param from A branch, tag or commit.
   * @param to A branch, tag or commit.
   * @param call The settings of the call.
   * @returns The changes, as git shows them.
   */
  compare(
    repo: RepoRef,
    from: string,
    to: string,
    call: CallOptions = {},
  ): Promise<string> {
    return this.#transport.text({
      ...onRepo(
        repo,
        "compare revisions of",
        path`/compare/${`${from}..${to}`}`,
      ),
      method: "GET",
      accept: "*/*",
      call,
    });
  }

  /**
   * Lists the commits of a revision, newest first.
   *
   * @param repo The repository.
   * @param revision A branch, tag or commit, `main` if left out.
   * @param call The settings of each call.
   * @returns Every commit in turn.
   */
  commits(
    repo: RepoRef,
    revision: string = "main",
    call: CallOptions = {},
  ): AsyncGenerator<Commit, void, undefined> {
    return linkPages<Commit>(this.#transport, {
      ...onRepo(repo, "list the commits of", path`/commits/${revision}`),
      method: "GET",
      shape: COMMITS,
      call,
    });
  }
}
