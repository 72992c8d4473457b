import {
  type AccessRule,
  type Account,
  type Accounts,
  anyToken,
  type Caller,
  objectId,
  publicAccess,
  renderGroup,
} from "../core/accounts.ts";
import {
  anyOf,
  type Check,
  fields,
  flag,
  id,
  list,
  oneOf,
  orNull,
  readChecked,
  text,
  validate,
  wholeNumber,
} from "../core/checks.ts";
import { type Clock, formatTime } from "../core/clock.ts";
import { Failure } from "../core/failure.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  stringAt,
} from "../core/json.ts";
import { jsonPage } from "../core/pagination.ts";
import { bytesResponse } from "../core/bytes.ts";
import {
  type ApiModule,
  type Call,
  json,
  noContent,
  routes,
} from "../core/router.ts";
import { redirectToName, repoNotFound } from "../hub/repo_access.ts";
import { checkName, requirePlan } from "../hub/repo_body.ts";
import { resourceGroupOfRoutes } from "../hub/resource_group_routes.ts";
import type { RenderItem } from "./collections.ts";

interface BucketFile {
  readonly path: string;
  readonly xetHash: string;
  readonly contentType: string | undefined;
  readonly mtime: number | undefined;
  readonly uploadedAt: number;
}

interface BucketRecord {
  readonly seq: number;
  readonly oid: string;
  owner: Account;
  name: string;
  readonly description: string;
  resourceGroup: string | undefined;
  readonly createdAt: number;
  isPrivate: boolean;
  cdnRegions: Json;
  updatedAt: number;
  readonly files: Map<string, BucketFile>;
}

// The sandbox has no Xet storage: every hash counts as uploaded, and all files
// have one size.
const fileSize = 1024;

const regions = list(
  fields({ provider: oneOf("gcp", "aws"), region: oneOf("us", "eu") }),
);
const createBody = fields({}, {
  private: orNull(flag),
  visibility: oneOf("public", "private"),
  resourceGroupId: id,
  cdn: regions,
  region: oneOf("us", "eu"),
  description: text(),
});
const settingsBody = fields({}, { private: orNull(flag), cdnRegions: regions });
const pathsBody = fields({ paths: anyOf(list(text(), { max: 2000 }), text()) });
const xetHash = text({ form: /^[0-9a-fA-F]{64}$/ });
const path = text({ min: 1 });
// The last time that a date can hold.
const mtime = wholeNumber({ max: 8_640_000_000_000_000 });
const times = { mtime, mtimeNanos: wholeNumber(), contentType: text() };
const operation: Check = anyOf(
  fields({ type: oneOf("addFile"), path, xetHash }, times),
  fields({
    type: oneOf("copyFile"),
    path,
    xetHash,
    sourceRepoType: text(),
    sourceRepoId: text(),
  }, times),
  fields({ type: oneOf("deleteFile"), path }),
);

const writeRule: AccessRule = { access: "write", permissions: ["repo.write"] };
const readRule: AccessRule = {
  access: "read",
  permissions: ["repo.write", "repo.content.read"],
};

/** Buckets with the names of their files. */
export class Buckets {
  readonly #clock: Clock;
  readonly #accounts: Accounts;
  readonly #all = new Map<string, BucketRecord>();
  readonly #former = new Map<string, BucketRecord>();
  #count = 0;

  /** Makes an empty store. */
  constructor(clock: Clock, accounts: Accounts) {
    this.#clock = clock;
    this.#accounts = accounts;
  }

  /** The routes of buckets. */
  get module(): ApiModule {
    const one = "/api/buckets/:namespace/:name";
    return {
      sections: () => [{
        title: "Buckets",
        columns: ["Name", "Private", "Files"],
        rows: [...this.#all.values()].map((record) => ({
          cells: [
            idOf(record),
            String(record.isPrivate),
            String(record.files.size),
          ],
        })),
      }],
      routes: [
        ...routes(publicAccess, {
          [`GET ${one}`]: (call) => json(render(this.#find(call))),
          [`GET ${one}/tree`]: (call) => this.#listTree(call),
          [`GET ${one}/tree/*path`]: (call) => this.#listTree(call),
          [`POST ${one}/paths-info`]: (call) => {
            const record = this.#find(call);
            const paths = [readChecked(call, pathsBody)["paths"] ?? []].flat();
            return json(
              paths.flatMap((path) => renderPath(record, String(path))),
            );
          },
          "GET /buckets/:namespace/:name/resolve/*path": (call) =>
            this.#resolve(call),
        }),
        ...routes(anyToken, {
          "GET /api/buckets/:namespace": (call) => this.#list(call),
          [`POST ${one}`]: (call) => this.#create(call),
          [`DELETE ${one}`]: (call) => {
            this.#all.delete(idOf(this.#find(call, "write")));
            return noContent();
          },
          [`PUT ${one}/settings`]: (call) => {
            const record = this.#find(call, "write");
            const body = readChecked(call, settingsBody);
            if (typeof body["private"] === "boolean") {
              record.isPrivate = body["private"];
            }
            record.cdnRegions = body["cdnRegions"] ?? record.cdnRegions;
            this.#touch(record);
            return json(body);
          },
          [`POST ${one}/batch`]: (call) => this.#runBatch(call),
        }),
        ...resourceGroupOfRoutes(
          one,
          (call) => this.#find(call, "write"),
          (record) => ({
            name: idOf(record),
            type: "bucket",
            private: record.isPrivate,
          }),
        ),
      ],
    };
  }

  /** Changes the name or owner of a bucket. */
  move(call: Call, from: string, to: string): Response {
    const record = this.#all.get(from);
    if (record === undefined || !this.#canSee(call.caller, record)) {
      throw repoNotFound(call.caller);
    }
    const [namespace = "", name = ""] = to.split("/");
    checkName(name);
    const owner = this.#accounts.find(namespace);
    for (const each of [record.owner.name, namespace]) {
      this.#accounts.authorize(call.caller, writeRule, each);
    }
    if (owner === undefined) throw repoNotFound(call.caller);
    if (this.#all.has(to)) {
      throw new Failure(409, `A bucket repository called ${to} already exists`);
    }
    this.#all.delete(from);
    this.#former.set(from, record);
    record.owner = owner;
    record.name = name;
    this.#all.set(to, record);
    return json({});
  }

  /** Finds a bucket as an item of a collection. */
  findItem(id: string): RenderItem | undefined {
    const record = this.#all.get(id);
    if (record === undefined) return undefined;
    return (caller) => {
      const exists = this.#all.get(idOf(record)) === record &&
        this.#canSee(caller, record);
      const { _id: _, ...item } = render(record);
      return exists ? { ...item, type: "bucket" } : undefined;
    };
  }

  #list(call: Call): Response {
    const owner = this.#owner(call);
    const search = call.query.get("search")?.toLowerCase() ?? "";
    const found = [...this.#all.values()].filter((record) =>
      record.owner === owner && this.#canSee(call.caller, record) &&
      record.name.toLowerCase().includes(search)
    );
    return json(found.map(render));
  }

  #create(call: Call): Response {
    const owner = this.#owner(call);
    const name = call.param("name");
    checkName(name);
    this.#accounts.authorize(call.caller, writeRule, owner.name);
    const body = readChecked(call, createBody);
    const { visibility } = body;
    if (visibility !== undefined && typeof body["private"] === "boolean") {
      throw new Failure(400, "private and visibility are mutually exclusive");
    }
    const group = stringAt(body, "resourceGroupId");
    if (group !== "") requirePlan(owner, "Resource groups");
    if (body["region"] !== undefined) requirePlan(owner, "Storage regions");
    const id = `${owner.name}/${name}`;
    const url = `${call.url.origin}/buckets/${id}`;
    const other = this.#all.get(id);
    if (other !== undefined) {
      throw new Failure(409, "You already created this bucket", {
        extra: { url, id: other.oid },
      });
    }
    const seq = ++this.#count;
    const now = this.#clock.now();
    const record: BucketRecord = {
      seq,
      oid: objectId("bucket", String(seq)),
      owner,
      name,
      description: stringAt(body, "description"),
      resourceGroup: group === "" ? undefined : group,
      createdAt: now,
      updatedAt: now,
      isPrivate: visibility === "private" || body["private"] === true,
      cdnRegions: body["cdn"] ?? [],
      files: new Map(),
    };
    this.#all.set(id, record);
    return json({ url, name: id, id: record.oid });
  }

  #runBatch(call: Call): Response {
    const record = this.#find(call, "write");
    const operations = call.readText().split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => validate(parseJson(line) ?? null, operation))
      .filter((value) => isObject(value));
    const deletes = operations.map(({ type }) => type === "deleteFile");
    if (
      deletes.includes(false, deletes.indexOf(true)) && deletes.includes(true)
    ) {
      throw new Failure(
        400,
        "Files are added and copied before any is deleted",
      );
    }
    const failed: Json[] = [];
    for (const one of operations) {
      const path = stringAt(one, "path");
      const error = this.#apply(record, path, one);
      if (error !== undefined) failed.push({ path, error });
    }
    const succeeded = operations.length - failed.length;
    this.#touch(record);
    return json({
      success: failed.length === 0,
      processed: operations.length,
      succeeded,
      failed,
    }, { status: succeeded === 0 && failed.length > 0 ? 422 : 200 });
  }

  #apply(
    record: BucketRecord,
    path: string,
    change: JsonObject,
  ): string | undefined {
    if (path.split("/").some((part) => /^\.{0,2}$/.test(part))) {
      return "Invalid path";
    }
    if (change["type"] === "deleteFile") {
      return record.files.delete(path) ? undefined : "File not found";
    }
    const { mtime, contentType } = change;
    record.files.set(path, {
      path,
      xetHash: stringAt(change, "xetHash"),
      contentType: typeof contentType === "string" ? contentType : undefined,
      mtime: typeof mtime === "number" ? mtime : undefined,
      uploadedAt: this.#clock.now(),
    });
    return undefined;
  }

  /** Answers with the headers to fetch a file; the content is made up. */
  #resolve(call: Call): Response {
    const record = this.#find(call);
    const file = record.files.get(call.param("path"));
    if (file === undefined) {
      throw new Failure(404, "Entry not found", { errorCode: "EntryNotFound" });
    }
    const token = `${call.url.origin}/api/buckets/${idOf(record)}` +
      "/xet-read-token";
    return bytesResponse(call, new Uint8Array(fileSize), file.xetHash, {
      "content-type": file.contentType ?? "application/octet-stream",
      "x-linked-size": String(fileSize),
      "x-xet-hash": file.xetHash,
      link: `<${token}>; rel="xet-auth"`,
    });
  }

  #listTree(call: Call): Response {
    const record = this.#find(call);
    const query = call.query;
    const entries = listEntries(
      record,
      call.param("path"),
      query.get("recursive") !== "false",
    );
    const numbered = entries.map((entry, seq) => ({ seq, entry }));
    return jsonPage(call, numbered, ({ entry }) => entry, {
      default: 1000,
      max: 5000,
    });
  }

  #owner(call: Call): Account {
    const name = call.param("namespace");
    const owner = this.#accounts.find(
      name === "me" ? this.#accounts.userOf(call.caller).name : name,
    );
    if (owner === undefined) throw new Failure(404, `No such user: ${name}`);
    return owner;
  }

  #find(call: Call, access: "read" | "write" = "read"): BucketRecord {
    const id = `${call.param("namespace")}/${call.param("name")}`;
    const record = this.#all.get(id) ?? this.#former.get(id);
    const exists = record !== undefined &&
      this.#all.get(idOf(record)) === record &&
      this.#canSee(call.caller, record);
    if (!exists) throw repoNotFound(call.caller);
    if (idOf(record) !== id) throw redirectToName(call, id, idOf(record));
    if (access === "write") {
      this.#accounts.authorize(call.caller, writeRule, record.owner.name);
    }
    return record;
  }

  #canSee(caller: Caller, { isPrivate, owner }: BucketRecord): boolean {
    return !isPrivate ||
      this.#accounts.isAuthorized(caller, readRule, owner.name);
  }

  #touch(record: BucketRecord): void {
    record.updatedAt = this.#clock.now();
  }
}

function idOf({ owner, name }: BucketRecord): string {
  return `${owner.name}/${name}`;
}

/** Lists the entries of a folder: files, and folders unless recursive. */
function listEntries(
  record: BucketRecord,
  folder: string,
  isRecursive: boolean,
): JsonObject[] {
  const start = folder === "" ? "" : `${folder.replace(/\/+$/, "")}/`;
  const entries = new Map<string, JsonObject>();
  const files = [...record.files.values()]
    .filter(({ path }) => path.startsWith(start))
    .sort((a, b) => a.path < b.path ? -1 : 1);
  for (const file of files) {
    const slash = file.path.indexOf("/", start.length);
    if (isRecursive || slash === -1) entries.set(file.path, renderFile(file));
    else {
      const path = file.path.slice(0, slash);
      const uploadedAt = formatTime(file.uploadedAt);
      entries.set(path, { type: "directory", path, uploadedAt });
    }
  }
  return [...entries.values()];
}

function renderPath(record: BucketRecord, path: string): JsonObject[] {
  const file = record.files.get(path);
  if (file !== undefined) return [renderFile(file)];
  const [first] = listEntries(record, path, true);
  return first === undefined
    ? []
    : [{ type: "directory", path, uploadedAt: first["uploadedAt"] ?? null }];
}

function renderFile(file: BucketFile): JsonObject {
  const { path, xetHash, contentType, mtime, uploadedAt } = file;
  return {
    type: "file",
    path,
    size: fileSize,
    xetHash,
    ...mtime !== undefined && { mtime: formatTime(mtime) },
    ...contentType !== undefined && { contentType },
    uploadedAt: formatTime(uploadedAt),
  };
}

function render(record: BucketRecord): JsonObject {
  const { description, resourceGroup } = record;
  return {
    _id: record.oid,
    author: record.owner.name,
    id: idOf(record),
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
