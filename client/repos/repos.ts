/**
 * Repositories of the Hub: models, datasets and Spaces.
 *
 * Facts: the Hub's OpenAPI document, and `huggingface_hub` 2.4.0 for the routes
 * that it leaves out.
 *
 * @module
 */

import { ApiResource } from "../core/api_resource.ts";
import type { Call } from "../core/call.ts";
import { NotFoundError } from "../core/api_errors.ts";
import { linkList, type List } from "../core/pages.ts";
import type { CallOptions } from "../core/options.ts";
import { type WaitOptions, waitUntil } from "../core/wait.ts";
import type {
  CreatedRepo,
  CreateRepo,
  DuplicateRepo,
  DuplicateStatus,
  RepoInfo,
  RepoInventoryItem,
  RepoInventoryParams,
  RepoListParams,
  RepoRef,
  RepoToken,
  RepoType,
  ResourceGroup,
  UpdateRepo,
} from "./types.ts";
import type { RepoField } from "./expand.ts";
import {
  CREATED_REPO,
  onRepo,
  partsOf,
  RESOURCE_GROUP,
  RUNTIME,
} from "./request.ts";
import type { RequestOptions } from "../core/request.ts";
import type { Shape } from "../core/shape.ts";
import { nameOrId, ownedId, path, plural } from "../core/url.ts";

const INFO: Shape<RepoInfo> = {
  _id: "string",
  id: "name!",
  author: "string?",
  sha: "name?",
  private: "boolean?",
  gated: true,
  disabled: "boolean?",
  createdAt: "string?",
  lastModified: "string?",
  usedStorage: "number?",
  tags: ["string!", "?"],
  likes: "number?",
  cardData: "object|null",
  siblings: [{ rfilename: "string!" }, "?"],
  resourceGroup: RESOURCE_GROUP,
  sdk: "string?",
  subdomain: "string?",
  host: "string?",
  region: "string?",
  runtime: { "?": true, ...RUNTIME },
};

const INVENTORY: Shape<readonly RepoInventoryItem[]> = [{
  id: "string!",
  type: "string",
  updatedAt: "string",
  visibility: "string",
  storage: "number?",
}];

/** Parameters of a repository's information. */
export interface RepoInfoParams<T extends RepoType = RepoType> {
  /** A branch, tag or commit; the default branch if left out. */
  readonly revision?: string | undefined;
  /** The fields to return; the service's defaults if left out. */
  readonly expand?: readonly RepoField<T>[] | undefined;
}

/** Repositories of the Hub. */
export class Repos extends ApiResource {
  /**
   * Creates a repository. The Hub refuses creates of one user at the same time,
   * so a client, and those made from it, send one after the other.
   *
   * @param repo What to create, and its name; of the token's user if bare.
   * @returns Its name and the id that stays when it is renamed.
   * @throws {ConflictError} If the name is taken.
   * @throws {PaymentRequiredError} If the plan does not include it.
   */
  create(
    repo: RepoRef,
    body: CreateRepo = {},
    options?: CallOptions,
  ): Call<CreatedRepo> {
    const { type, id } = partsOf(repo);
    const [name, organization] = [...nameOrId(id).segments].reverse();
    return this.transport.requestInTurn({
      method: "POST",
      path: "/api/repos/create",
      action: `create the ${type} ${id}`,
      body: { ...body, type, name, organization },
      shape: CREATED_REPO,
      call: options,
    });
  }

  /** Deletes a repository for good. */
  delete(repo: RepoRef, options?: CallOptions): Call<void> {
    const { type, id } = partsOf(repo);
    const [organization, name] = ownedId(id).segments;
    return this.transport.send({
      method: "DELETE",
      path: "/api/repos/delete",
      action: `delete the ${type} ${id}`,
      body: { type, name, organization },
      call: options,
    });
  }

  /** Renames or moves a repository. The old name redirects to the new one. */
  move(repo: RepoRef, to: string, options?: CallOptions): Call<void> {
    const { type, id } = partsOf(repo);
    return this.transport.send({
      method: "POST",
      path: "/api/repos/move",
      action: `move the ${type} ${id} to ${to}`,
      body: {
        fromRepo: ownedId(id).segments.join("/"),
        toRepo: ownedId(to).segments.join("/"),
        type,
      },
      call: options,
    });
  }

  /** Changes settings of a repository; what is left out stays as it is. */
  update(
    repo: RepoRef,
    body: UpdateRepo,
    options?: CallOptions,
  ): Call<void> {
    return this.transport.send({
      ...onRepo(repo, "change the settings of", options, "PUT /settings"),
      body,
    });
  }

  /**
   * Gets a repository. A renamed one answers under its old name too: compare
   * `id`, or `_id`, which stays.
   */
  get<T extends RepoType>(
    repo: RepoRef<T>,
    params: RepoInfoParams<T> = {},
    options?: CallOptions,
  ): Call<RepoInfo> {
    const { revision, expand } = params;
    const rest = revision === undefined ? "" : path`/revision/${revision}`;
    return this.transport.request({
      ...onRepo(repo, "read", options, rest),
      query: { expand },
      shape: INFO,
    });
  }

  /** Whether a repository exists and the token sees it. */
  async exists(repo: RepoRef, options?: CallOptions): Promise<boolean> {
    try {
      await this.get(repo, { expand: ["likes"] }, options);
      return true;
    } catch (error) {
      if (error instanceof NotFoundError) return false;
      throw error;
    }
  }

  /**
   * Checks that the token may read the files of a repository, which takes more
   * than to see it where it is gated.
   *
   * @throws {PermissionDeniedError} If it is gated and access was not granted.
   */
  checkAccess(repo: RepoRef, options?: CallOptions): Call<void> {
    return this.transport.send(
      onRepo(repo, "check the access to", options, "/auth-check"),
    );
  }

  /** Lists repositories of one type, all pages. */
  list<T extends RepoType>(
    type: T,
    params: RepoListParams<T> = {},
    options?: CallOptions,
  ): List<RepoInfo> {
    return linkList(this.transport, {
      path: path`/api/${plural(type)}`,
      action: `list the ${type}s`,
      shape: [INFO],
      call: options,
    }, params);
  }

  /** Lists what an organization owns, or the token's user if undefined. */
  listInventory(
    organization: string | undefined,
    params: RepoInventoryParams = {},
    options?: CallOptions,
  ): List<RepoInventoryItem> {
    return linkList(this.transport, {
      shape: INVENTORY,
      path: organization === undefined
        ? "/api/settings/repositories"
        : path`/api/organizations/${organization}/settings/repositories`,
      action: `list the repositories of ${organization ?? "the user"}`,
      call: options,
    }, params);
  }

  /**
   * Copies a repository. Variables of a Space are copied, secrets are not.
   *
   * @param body What the copy is to be; its visibility is that of the source if
   * left out.
   */
  duplicate(
    repo: RepoRef,
    to: string,
    body: DuplicateRepo = {},
    options?: CallOptions,
  ): Call<{ readonly url: string }> {
    return this.transport.requestInTurn({
      ...onRepo(repo, "duplicate", options, "POST /duplicate"),
      body: { ...body, repository: to },
    });
  }

  /** Tells how far a copy is: its files come after `duplicate` has ended. */
  getDuplicateStatus(
    repo: RepoRef,
    options?: CallOptions,
  ): Call<DuplicateStatus> {
    return this.transport.request(onCopy(repo, options));
  }

  /** Waits until the files of a copy are there. */
  waitForCopy(
    repo: RepoRef,
    options: Omit<WaitOptions<DuplicateStatus>, "until"> = {},
  ): Promise<DuplicateStatus> {
    return waitUntil({
      transport: this.transport,
      request: onCopy(repo),
      label: `the copy ${partsOf(repo).id}`,
      stateOf: ({ pending }) => pending ? "pending" : "done",
      until: ["done"],
      classify: () => undefined,
    }, options);
  }

  /**
   * Makes a token for this repository only, which ends soon and cannot be
   * revoked.
   *
   * @param params Whether it may write, and in how many seconds it ends: at
   * most, and if left out, 10 minutes for one that writes, 24 hours for one of
   * a Space, else an hour.
   */
  createToken(
    repo: RepoRef,
    params: {
      readonly write?: boolean | undefined;
      readonly expiresIn?: number | undefined;
    } = {},
    options?: CallOptions,
  ): Call<RepoToken> {
    const { write, expiresIn } = params;
    return this.transport.request({
      ...onRepo(repo, "make a token for", options, "/jwt"),
      shape: { token: "name!", accessToken: "string", exp: "number?" },
      // The service looks at whether `write` is there, not at its value.
      query: { write: write || undefined, expires_in: expiresIn },
    });
  }

  /** Reads the resource group that a repository belongs to. */
  getResourceGroup(
    repo: RepoRef,
    options?: CallOptions,
  ): Call<ResourceGroup | null> {
    return this.transport.request({
      ...onRepo(repo, "read the resource group of", options, "/resource-group"),
      shape: RESOURCE_GROUP,
    });
  }

  /** Puts a repository into a resource group, or takes it out of its group. */
  setResourceGroup(
    repo: RepoRef,
    resourceGroupId: string | null,
    options?: CallOptions,
  ): Call<void> {
    const at = "POST /resource-group";
    return this.transport.send({
      ...onRepo(repo, "set the resource group of", options, at),
      body: { resourceGroupId },
      isIdempotent: true,
    });
  }
}

function onCopy(repo: RepoRef, call?: CallOptions): RequestOptions {
  return {
    ...onRepo(repo, "read the state of the copy", call, "/duplicate/status"),
    shape: {
      pending: "boolean",
      filesTotal: "number?",
      filesCopied: "number?",
    },
  };
}
