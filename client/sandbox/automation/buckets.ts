import {
  type AccessRule,
  type Account,
  type Accounts,
  type Caller,
  objectId,
} from "../core/accounts.ts";
import * as is from "../core/checks.ts";
import { formatTime } from "../core/clock.ts";
import { Failure } from "../core/failure.ts";
import type { Json, JsonObject } from "../core/json.ts";
import {
  type ApiModule,
  type Call,
  objectRoutes,
  pageSection,
  routes,
} from "../core/router.ts";
import { redirectToName, repoNotFound } from "../hub/repo_access.ts";
import { checkName, requirePlan, splitId } from "../hub/repo_body.ts";
import {
  renderGroup,
  resourceGroupOfRoutes,
} from "../hub/resource_group_routes.ts";
import {
  type BucketFiles,
  fileSize,
  listBucketPaths,
  listBucketTree,
  resolveFile,
  runBatch,
} from "./bucket_files.ts";
import type { RenderItem } from "./collection_record.ts";

interface BucketRecord {
  readonly oid: string;
  owner: Account;
  name: string;
  readonly description: string;
  resourceGroup: string | undefined;
  readonly createdAt: number;
  isPrivate: boolean;
  cdnRegions: Json;
  updatedAt: number;
  readonly files: BucketFiles;
}

const regions = is.list(
  is.fields({ provider: is.oneOf("gcp", "aws"), region: is.oneOf("us", "eu") }),
);
const createBody = is.fields({}, {
  private: is.orNull(is.flag),
  visibility: is.oneOf("public", "private"),
  resourceGroupId: is.id,
  cdn: regions,
  region: is.oneOf("us", "eu"),
  description: is.text(),
});
const settingsBody = is.fields({}, {
  private: is.orNull(is.flag),
  cdnRegions: regions,
});
const writeRule: AccessRule = { access: "write", permissions: ["repo.write"] };
const readRule: AccessRule = {
  access: "read",
  permissions: ["repo.write", "repo.content.read"],
};

/** Buckets with the names of their files. */
export class Buckets {
  readonly #accounts: Accounts;
  readonly #all = new Map<string, BucketRecord>();
  readonly #former = new Map<string, BucketRecord>();
  #count = 0;

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  all(): BucketRecord[] {
    return [...this.#all.values()];
  }

  /** Changes the name or owner of a bucket. */
  move(call: Call, from: string, to: string): JsonObject {
    const record = this.#all.get(from);
    if (record === undefined || !this.#canSee(call.caller, record)) {
      throw repoNotFound(call.caller);
    }
    const [namespace, name] = splitId(to);
    for (const each of [record.owner.name, namespace]) {
      this.#accounts.authorize(call.caller, writeRule, each);
    }
    if (this.#all.has(to)) {
      throw new Failure(409, `A bucket repository called ${to} already exists`);
    }
    this.#all.delete(from);
    this.#former.set(from, record);
    record.owner = this.#accounts.get(namespace);
    record.name = name;
    this.#all.set(to, record);
    return {};
  }

  /** Finds a bucket as an item of a collection. */
  findItem(id: string): RenderItem | undefined {
    const record = this.#all.get(id);
    if (record === undefined) return undefined;
    return (caller) => {
      const exists = this.#all.get(bucketId(record)) === record &&
        this.#canSee(caller, record);
      const { _id: _, ...item } = renderBucket(record);
      return exists ? { ...item, type: "bucket" } : undefined;
    };
  }

  /** Lists the buckets of a query. */
  search(call: Call): BucketRecord[] {
    const owner = this.#owner(call);
    const search = call.query.get("search")?.toLowerCase() ?? "";
    return this.all().filter((record) =>
      record.owner === owner && this.#canSee(call.caller, record) &&
      record.name.toLowerCase().includes(search)
    );
  }

  create(call: Call): JsonObject {
    const owner = this.#owner(call);
    const name = call.param("name");
    checkName(name);
    this.#accounts.authorize(call.caller, writeRule, owner.name);
    const body = call.readBody(createBody);
    const { visibility, description = "", resourceGroupId } = body;
    if (visibility !== undefined && typeof body.private === "boolean") {
      throw new Failure(400, "private and visibility are mutually exclusive");
    }
    if (resourceGroupId !== undefined) requirePlan(owner, "Resource groups");
    if (body.region !== undefined) requirePlan(owner, "Storage regions");
    const id = `${owner.name}/${name}`;
    const url = `${call.url.origin}/buckets/${id}`;
    const other = this.#all.get(id);
    if (other !== undefined) {
      throw new Failure(409, "You already created this bucket", {
        extra: { url, id: other.oid },
      });
    }
    const now = call.at;
    const record: BucketRecord = {
      oid: objectId("bucket", String(++this.#count)),
      owner,
      name,
      description,
      resourceGroup: resourceGroupId,
      createdAt: now,
      updatedAt: now,
      isPrivate: visibility === "private" || body.private === true,
      cdnRegions: body.cdn ?? [],
      files: new Map(),
    };
    this.#all.set(id, record);
    return { url, name: id, id: record.oid };
  }

  delete(record: BucketRecord): void {
    this.#all.delete(bucketId(record));
  }

  #owner(call: Call): Account {
    const name = call.param("namespace");
    return name === "me" ? call.user : this.#accounts.get(name);
  }

  /** Finds the bucket of a path; throws 307, 401, 403 or 404. */
  find(call: Call, access: "read" | "write" = "read"): BucketRecord {
    const id = `${call.param("namespace")}/${call.param("name")}`;
    const record = this.#all.get(id) ?? this.#former.get(id);
    const exists = record !== undefined &&
      this.#all.get(bucketId(record)) === record &&
      this.#canSee(call.caller, record);
    if (!exists) throw repoNotFound(call.caller);
    if (bucketId(record) !== id) {
      throw redirectToName(call, id, bucketId(record));
    }
    if (access === "write") {
      this.#accounts.authorize(call.caller, writeRule, record.owner.name);
    }
    return record;
  }

  #canSee(caller: Caller, { isPrivate, owner }: BucketRecord): boolean {
    return !isPrivate ||
      this.#accounts.isAuthorized(caller, readRule, owner.name);
  }
}

/** Makes the routes of buckets. */
export function bucketsModule(buckets: Buckets): ApiModule {
  const one = "/api/buckets/:namespace/:name";
  const find = (call: Call) => buckets.find(call);
  const findToWrite = (call: Call) => buckets.find(call, "write");
  const showTree = (call: Call, { files }: BucketRecord) =>
    listBucketTree(call, files);
  return {
    sections: () => [pageSection("Buckets", buckets.all(), {
      Name: bucketId,
      Private: ({ isPrivate }) => isPrivate,
      Files: ({ files }) => files.size,
    })],
    routes: [
      ...objectRoutes("public", one, find, {
        GET: (_, record) => renderBucket(record),
        "GET /tree": showTree,
        "GET /tree/*path": showTree,
        "POST /paths-info": (call, { files }) => listBucketPaths(call, files),
      }),
      ...objectRoutes("public", "/buckets/:namespace/:name", find, {
        "GET /resolve/*path": (call, record) =>
          resolveFile(call, record.files, bucketId(record)),
      }),
      ...routes("token", {
        "GET /api/buckets/:namespace": (call) =>
          buckets.search(call).map(renderBucket),
        [`POST ${one}`]: (call) => buckets.create(call),
      }),
      ...objectRoutes("token", one, findToWrite, {
        DELETE: (_, record) => buckets.delete(record),
        "PUT /settings": (call, record) => {
          const body = call.readBody(settingsBody);
          record.isPrivate = body.private ?? record.isPrivate;
          record.cdnRegions = body.cdnRegions ?? record.cdnRegions;
          record.updatedAt = call.at;
          return body;
        },
        "POST /batch": (call, record) => {
          const response = runBatch(call, record.files);
          record.updatedAt = call.at;
          return response;
        },
      }),
      ...resourceGroupOfRoutes(
        one,
        findToWrite,
        ({ owner }) => owner,
        (record) => ({
          name: bucketId(record),
          type: "bucket",
          private: record.isPrivate,
        }),
      ),
    ],
  };
}

function bucketId({ owner, name }: BucketRecord): string {
  return `${owner.name}/${name}`;
}

function renderBucket(record: BucketRecord): JsonObject {
  const { description, resourceGroup } = record;
  return {
    _id: record.oid,
    author: record.owner.name,
    id: bucketId(record),
    private: record.isPrivate,
    ...description !== "" && { description },
    createdAt: formatTime(record.createdAt),
    updatedAt: formatTime(record.updatedAt),
    size: record.files.size * fileSize,
    totalFiles: record.files.size,
    repoType: "bucket",
    cdnRegions: record.cdnRegions,
    ...resourceGroup !== undefined &&
      { resourceGroup: renderGroup(resourceGroup) },
  };
}
