/**
 * Buckets: stores of files without history.
 *
 * Facts: the Hub's OpenAPI document, a later edition of it for `_id` and
 * `description`, and `huggingface_hub` 2.4.0.
 *
 * @module
 */

import { ApiResource } from "./core/api_resource.ts";
import type { Call } from "./core/call.ts";
import type { OpenEnum } from "./core/open_enum.ts";
import { follow } from "./core/follow.ts";
import { linkList, type List, type ListParams } from "./core/pages.ts";
import type { CallOptions } from "./core/options.ts";
import {
  CREATED_REPO,
  RESOURCE_GROUP,
  XET_TOKEN,
  xetPath,
} from "./repos/request.ts";
import type { CreatedRepo, ResourceGroup, XetToken } from "./repos/types.ts";
import {
  type RequestArgs,
  requestFor,
  type RequestOptions,
} from "./core/request.ts";
import type { Shape } from "./core/shape.ts";
import type { ServerSentEvent } from "./core/sse.ts";
import {
  folderPath,
  type NamespacedId,
  ownedId,
  path,
  segments,
} from "./core/url.ts";

/** A region in which a CDN caches a bucket. */
export interface CdnRegion {
  /** The CDN's provider. */
  readonly provider: OpenEnum<"gcp" | "aws">;
  /** The CDN's region. */
  readonly region: OpenEnum<"us" | "eu">;
}

/** The body of a create. */
export interface CreateBucket {
  /** The visibility; the organization's default if left out. */
  readonly visibility?: OpenEnum<"public" | "private"> | undefined;
  /** The storage region; for paid plans, and never changed. */
  readonly region?: OpenEnum<"us" | "eu"> | undefined;
  /** The resource group it belongs to; for paid plans. */
  readonly resourceGroupId?: string | undefined;
  /** The CDN regions; read and changed as `cdnRegions`. */
  readonly cdn?: readonly CdnRegion[] | undefined;
  /** The description; no route changes it. */
  readonly description?: string | undefined;
}

/** Settings of a bucket; what is left out stays as it is. */
export interface UpdateBucket {
  /** Whether only members see it. */
  readonly private?: boolean | undefined;
  /** The CDN regions. */
  readonly cdnRegions?: readonly CdnRegion[] | undefined;
}

/** A bucket. Its region cannot be read. */
export interface Bucket {
  /** The id that stays when it is renamed; older services do not tell it. */
  readonly _id?: string;
  /** `namespace/name`. */
  readonly id: string;
  /** The namespace. */
  readonly author?: string;
  /** Whether only members see it. */
  readonly private?: boolean | null;
  /** The description. */
  readonly description?: string | null;
  /** The creation time, RFC 3339. */
  readonly createdAt?: string;
  /** The time of the last change, RFC 3339. */
  readonly updatedAt?: string;
  /** Bytes of all files. */
  readonly size?: number;
  /** The number of files. */
  readonly totalFiles?: number;
  /** The CDN regions. */
  readonly cdnRegions?: readonly CdnRegion[];
  /** The resource group it belongs to. */
  readonly resourceGroup?: ResourceGroup | null;
}

/** A file or folder of a bucket. */
export interface BucketEntry {
  /** The type. */
  readonly type?: OpenEnum<"file" | "directory">;
  /** Its path. */
  readonly path: string;
  /** Bytes of a file. */
  readonly size?: number;
  /** The hash of a file's content in Xet storage, 64 hex digits. */
  readonly xetHash?: string;
  /** The upload time, RFC 3339. */
  readonly uploadedAt?: string;
}

/** A change of a bucket's files. Content is uploaded to Xet storage before. */
export type BucketOperation =
  | {
    readonly type: "addFile";
    /** Its path. */
    readonly path: string;
    /** The hash under which its content was uploaded, 64 hex digits. */
    readonly xetHash: string;
    /** The time of the last change, in milliseconds since 1970. */
    readonly mtime?: number | undefined;
    /** Its media type. */
    readonly contentType?: string | undefined;
  }
  | {
    readonly type: "copyFile";
    /** Its path in the bucket. */
    readonly path: string;
    /** The hash of its content, 64 hex digits. */
    readonly xetHash: string;
    /** The type of the source repository. */
    readonly sourceRepoType: string;
    /** `namespace/name` of what it is copied from. */
    readonly sourceRepoId: string;
  }
  | {
    readonly type: "deleteFile";
    /** Its path. */
    readonly path: string;
  };

/** The result of a batch of file operations. */
export interface BucketBatchResult {
  /** Whether all were made. */
  readonly success?: boolean;
  /** The number of operations that were tried. */
  readonly processed?: number;
  /** The number of operations that succeeded. */
  readonly succeeded?: number;
  /** Those that were not made, and why. */
  readonly failed?: readonly {
    readonly path: string;
    readonly error: string;
  }[];
}

const BUCKET: Shape<Bucket> = {
  _id: "string?",
  id: "name!",
  author: "string",
  private: "boolean|null",
  description: "string|null",
  createdAt: "string",
  updatedAt: "string",
  size: "number",
  totalFiles: "number",
  cdnRegions: [{ provider: "string!", region: "string!" }, "?"],
  resourceGroup: RESOURCE_GROUP,
};

const ENTRIES: Shape<readonly BucketEntry[]> = [{
  type: "string",
  path: "string!",
  size: "number?",
  xetHash: "string?",
  uploadedAt: "string?",
}];

const RESULT: Shape<BucketBatchResult> = {
  success: "boolean",
  processed: "number?",
  succeeded: "number",
  failed: [{ path: "string!", error: "string!" }, "?"],
};

/** Buckets of the Hub. */
export class Buckets extends ApiResource {
  /** Lists the buckets of a namespace; `me` is the token's user. */
  list(
    namespace: string,
    params: { readonly search?: string | undefined } & ListParams = {},
    options?: CallOptions,
  ): List<Bucket> {
    const at = path`/api/buckets/${namespace}`;
    return linkList(this.transport, {
      ...requestFor(namespace, at, "list the buckets of", options),
      shape: [BUCKET],
    }, params);
  }

  /**
   * Makes a bucket.
   *
   * @returns Its name and the id that stays when it is renamed.
   * @throws {ConflictError} If the name is taken.
   */
  create(
    id: NamespacedId,
    body: CreateBucket = {},
    options?: CallOptions,
  ): Call<CreatedRepo> {
    return this.transport.request({
      ...onBucket(id, "create", options, "POST"),
      shape: CREATED_REPO,
      body,
    });
  }

  /** Gets a bucket. A renamed one answers to its old name too: compare `id`. */
  get(id: NamespacedId, options?: CallOptions): Call<Bucket> {
    return this.transport.request({
      ...onBucket(id, "read", options),
      shape: BUCKET,
    });
  }

  /** Changes settings of a bucket; what is left out stays as it is. */
  update(
    id: NamespacedId,
    body: UpdateBucket,
    options?: CallOptions,
  ): Call<void> {
    return this.transport.send({
      ...onBucket(id, "change the settings of", options, "PUT /settings"),
      body,
    });
  }

  /** Deletes a bucket and all its files for good. */
  delete(id: NamespacedId, options?: CallOptions): Call<void> {
    return this.transport.delete(onBucket(id, "delete", options));
  }

  /** Reads the resource group that a bucket belongs to. */
  getResourceGroup(
    id: NamespacedId,
    options?: CallOptions,
  ): Call<ResourceGroup | null> {
    return this.transport.request({
      ...onBucket(id, "read the resource group of", options, "/resource-group"),
      shape: RESOURCE_GROUP,
    });
  }

  /** Puts a bucket into a resource group, or takes it out of its group. */
  setResourceGroup(
    id: NamespacedId,
    resourceGroupId: string | null,
    options?: CallOptions,
  ): Call<void> {
    const at = "POST /resource-group";
    return this.transport.send({
      ...onBucket(id, "set the resource group of", options, at),
      isIdempotent: true,
      body: { resourceGroupId },
    });
  }

  /** Lists files and folders. */
  listFiles(
    id: NamespacedId,
    params: {
      readonly path?: string | undefined;
      readonly recursive?: boolean | undefined;
    } & ListParams = {},
    options?: CallOptions,
  ): List<BucketEntry> {
    const { path: folder, recursive = false, ...limits } = params;
    const at = `/tree${folderPath(folder)}`;
    return linkList(this.transport, {
      ...onBucket(id, "list the files of", options, at),
      shape: ENTRIES,
      query: { recursive },
    }, limits);
  }

  /**
   * Looks up files and folders by their paths.
   *
   * @param paths At most 2,000 paths.
   * @returns Those that exist.
   */
  getPaths(
    id: NamespacedId,
    paths: readonly string[],
    options?: CallOptions,
  ): Call<readonly BucketEntry[]> {
    return this.transport.request({
      ...onBucket(id, "look up files of", options, "POST /paths-info"),
      shape: ENTRIES,
      isRead: true,
      body: { paths },
    });
  }

  /**
   * Changes files, those that are added or copied before those that are
   * deleted.
   *
   * @returns What became of them; some may have failed.
   * @throws {ApiError} With status 422 if all failed.
   */
  batch(
    id: NamespacedId,
    operations: readonly BucketOperation[],
    options?: CallOptions,
  ): Call<BucketBatchResult> {
    return this.transport.request({
      ...onBucket(id, "change files of", options, "POST /batch"),
      shape: RESULT,
      isIdempotent: true,
      lines: operations,
    });
  }

  /** Reads a file that is not larger than `maxResponseBytes`. */
  readBytes(
    id: NamespacedId,
    file: string,
    options?: CallOptions,
  ): Call<Uint8Array> {
    return this.transport.bytes({
      ...onBucket(id, `read the file ${file} of`, options),
      path: path`/buckets/${ownedId(id)}/resolve/${segments(file)}`,
      accept: "*/*",
      isDownload: true,
    });
  }

  /** Follows the changes of a bucket's files. */
  followEvents(
    id: NamespacedId,
    params: {
      readonly cursor?: string | undefined;
      readonly since?: string | undefined;
    } = {},
    options?: CallOptions,
  ): AsyncGenerator<ServerSentEvent, void, undefined> {
    return follow(this.transport, {
      ...onBucket(id, "follow the changes of", options, "/events"),
      query: params,
    });
  }

  /** Makes a token for the Xet storage of a bucket, which ends soon. */
  createXetToken(
    id: NamespacedId,
    access: "read" | "write",
    options?: CallOptions,
  ): Call<XetToken> {
    return this.transport.request({
      ...onBucket(id, "make a Xet token for", options, xetPath(access)),
      shape: XET_TOKEN,
    });
  }
}

function onBucket(id: string, ...args: RequestArgs): RequestOptions {
  return requestFor(
    `the bucket ${id}`,
    path`/api/buckets/${ownedId(id)}`,
    ...args,
  );
}
