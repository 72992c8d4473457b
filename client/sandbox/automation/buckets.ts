import {
  type Account,
  type Accounts,
  anyToken,
  type Caller,
  objectId,
  open,
  renderGroup,
} from "../core/accounts.ts";
import {
  type Check,
  checked,
  either,
  fields,
  flag,
  id,
  list,
  oneOf,
  orNull,
  readChecked,
  text,
  whole,
} from "../core/checks.ts";
import type { Clock } from "../core/clock.ts";
import { Failure } from "../core/failure.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  stringAt,
} from "../core/json.ts";
import { linkedPage } from "../core/pagination.ts";
import { ranged } from "../core/ranges.ts";
import { type Area, type Call, json, param, route } from "../core/router.ts";
import { missing, redirect } from "../hub/repo_access.ts";
import { checkName, demandPlan } from "../hub/repo_body.ts";
import type { Shown } from "./collections.ts";

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

// The sandbox has no Xet storage: whatever hash a file is given counts as
// uploaded, and all files are of one size.
const fileSize = 1024;

const regions = list(
  fields({ provider: oneOf("gcp", "aws"), region: oneOf("us", "eu") }),
);
const toCreate = fields({}, {
  private: orNull(flag),
  visibility: oneOf("public", "private"),
  resourceGroupId: id,
  cdn: regions,
  region: oneOf("us", "eu"),
  description: text(),
});
const toChange = fields({}, { private: orNull(flag), cdnRegions: regions });
const toGroup = fields({ resourceGroupId: orNull(id) });
const toLookUp = fields({
  paths: either(list(text(), { max: 2000 }), text()),
});
const xetHash = text({ form: /^[0-9a-fA-F]{64}$/ });
const path = text({ min: 1 });
// The last time that a date can hold.
const mtime = whole({ max: 8_640_000_000_000_000 });
const times = { mtime, mtimeNanos: whole(), contentType: text() };
const operation: Check = either(
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

/** Buckets and the names of what they hold. */
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

  /** Routes of buckets. */
  get area(): Area {
    const one = "/api/buckets/:namespace/:name";
    return {
      sections: () => [{
        title: "Buckets",
        columns: ["Name", "Private", "Files"],
        rows: [...this.#all.values()].map((record) => ({
          cells: [
            key(record),
            String(record.isPrivate),
            String(record.files.size),
          ],
          parts: {
            Settings: `/api/buckets/${key(record)}`,
            Files: `/api/buckets/${key(record)}/tree?recursive=true`,
          },
        })),
      }],
      routes: [
        route(
          "GET",
          "/api/buckets/:namespace",
          anyToken,
          (call) => this.#list(call),
        ),
        route("POST", one, anyToken, (call) => this.#create(call)),
        route("GET", one, open, (call) => json(render(this.#find(call)))),
        route("DELETE", one, anyToken, (call) => {
          this.#all.delete(key(this.#find(call, "write")));
          return new Response(null, { status: 204 });
        }),
        route("PUT", `${one}/settings`, anyToken, (call) => {
          const record = this.#find(call, "write");
          const body = readChecked(call, toChange);
          if (typeof body["private"] === "boolean") {
            record.isPrivate = body["private"];
          }
          record.cdnRegions = body["cdnRegions"] ?? record.cdnRegions;
          this.#touch(record);
          return json(body);
        }),
        route("GET", `${one}/resource-group`, anyToken, (call) => {
          const { resourceGroup } = this.#find(call, "write");
          return json(renderGroup(resourceGroup));
        }),
        route("POST", `${one}/resource-group`, anyToken, (call) => {
          const record = this.#find(call, "write");
          const group = readChecked(call, toGroup)["resourceGroupId"];
          demandPlan(record.owner, "Resource groups");
          record.resourceGroup = typeof group === "string" ? group : undefined;
          return json({
            name: key(record),
            type: "bucket",
            private: record.isPrivate,
            addedBy: this.#accounts.userOf(call.caller).name,
          });
        }),
        route("POST", `${one}/batch`, anyToken, (call) => this.#batch(call)),
        route("GET", `${one}/tree`, open, (call) => this.#tree(call)),
        route("GET", `${one}/tree/*path`, open, (call) => this.#tree(call)),
        route("POST", `${one}/paths-info`, open, (call) => {
          const record = this.#find(call);
          const paths = [readChecked(call, toLookUp)["paths"] ?? []].flat();
          return json(paths.flatMap((path) => lookUp(record, String(path))));
        }),
        route(
          "GET",
          "/buckets/:namespace/:name/resolve/*path",
          open,
          (call) => this.#resolve(call),
        ),
      ],
    };
  }

  /** Gives a bucket another name or owner. */
  move(call: Call, from: string, to: string): Response {
    const record = this.#all.get(from);
    if (record === undefined || !this.#sees(call.caller, record)) {
      throw missing(call.caller);
    }
    const [namespace = "", name = ""] = to.split("/");
    checkName(name);
    const owner = this.#accounts.find(namespace);
    for (const each of [record.owner.name, namespace]) {
      this.#authorize(call.caller, "write", each);
    }
    if (owner === undefined) throw missing(call.caller);
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

  /** A bucket as an item of a collection; undefined if there is none. */
  asItem(id: string): Shown | undefined {
    const record = this.#all.get(id);
    if (record === undefined) return undefined;
    return (caller) => {
      const isThere = this.#all.get(key(record)) === record &&
        this.#sees(caller, record);
      const { _id: _, ...shown } = render(record);
      return isThere ? { ...shown, type: "bucket" } : undefined;
    };
  }

  #list(call: Call): Response {
    const owner = this.#owner(call);
    const search = call.url.searchParams.get("search")?.toLowerCase() ?? "";
    const found = [...this.#all.values()].filter((record) =>
      record.owner === owner && this.#sees(call.caller, record) &&
      record.name.toLowerCase().includes(search)
    );
    return json(found.map(render));
  }

  #create(call: Call): Response {
    const owner = this.#owner(call);
    const name = param(call, "name");
    checkName(name);
    this.#authorize(call.caller, "write", owner.name);
    const body = readChecked(call, toCreate);
    const { visibility } = body;
    if (visibility !== undefined && typeof body["private"] === "boolean") {
      throw new Failure(400, "private and visibility are mutually exclusive");
    }
    const group = stringAt(body, "resourceGroupId");
    if (group !== "") demandPlan(owner, "Resource groups");
    if (body["region"] !== undefined) demandPlan(owner, "Storage regions");
    const id = `${owner.name}/${name}`;
    const url = `${call.url.origin}/buckets/${id}`;
    const taken = this.#all.get(id);
    if (taken !== undefined) {
      throw new Failure(409, "You already created this bucket", {
        extra: { url, id: taken.oid },
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

  #batch(call: Call): Response {
    const record = this.#find(call, "write");
    const operations = new TextDecoder().decode(call.bytes).split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => checked(parseJson(line) ?? null, operation))
      .filter((value) => isObject(value));
    const deletes = operations.map(({ type }) => type === "deleteFile");
    if (
      deletes.lastIndexOf(false) > deletes.indexOf(true) &&
      deletes.includes(true)
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

  /** What a client needs to fetch a file; the content itself is not here. */
  #resolve(call: Call): Response {
    const record = this.#find(call);
    const file = record.files.get(param(call, "path"));
    if (file === undefined) {
      throw new Failure(404, "Entry not found", {
        errorCode: "EntryNotFound",
      });
    }
    const token = `${call.url.origin}/api/buckets/${key(record)}` +
      "/xet-read-token";
    return ranged(call, new Uint8Array(fileSize), file.xetHash, {
      "content-type": file.contentType ?? "application/octet-stream",
      "x-linked-size": String(fileSize),
      "x-xet-hash": file.xetHash,
      link: `<${token}>; rel="xet-auth"`,
    });
  }

  #tree(call: Call): Response {
    const record = this.#find(call);
    const query = call.url.searchParams;
    const entries = below(
      record,
      param(call, "path"),
      query.get("recursive") !== "false",
    );
    const numbered = entries.map((entry, seq) => ({ seq, entry }));
    return linkedPage(call, numbered, ({ entry }) => entry, {
      usual: 1000,
      longest: 5000,
    });
  }

  #owner(call: Call): Account {
    const name = param(call, "namespace");
    const owner = this.#accounts.find(
      name === "me" ? this.#accounts.userOf(call.caller).name : name,
    );
    if (owner === undefined) throw new Failure(404, `No such user: ${name}`);
    return owner;
  }

  #find(call: Call, access: "read" | "write" = "read"): BucketRecord {
    const id = `${param(call, "namespace")}/${param(call, "name")}`;
    const record = this.#all.get(id) ?? this.#former.get(id);
    const isThere = record !== undefined &&
      this.#all.get(key(record)) === record &&
      this.#sees(call.caller, record);
    if (!isThere) throw missing(call.caller);
    if (key(record) !== id) throw redirect(call, id, key(record));
    if (access === "write") {
      this.#authorize(call.caller, "write", record.owner.name);
    }
    return record;
  }

  #sees(caller: Caller, record: BucketRecord): boolean {
    if (!record.isPrivate) return true;
    try {
      this.#authorize(caller, "read", record.owner.name);
      return true;
    } catch {
      return false;
    }
  }

  #authorize(
    caller: Caller,
    access: "read" | "write",
    namespace: string,
  ): void {
    const permissions = ["repo.write"];
    if (access === "read") permissions.push("repo.content.read");
    this.#accounts.authorize(caller, { access, permissions }, namespace);
  }

  #touch(record: BucketRecord): void {
    record.updatedAt = this.#clock.now();
  }
}

function key({ owner, name }: BucketRecord): string {
  return `${owner.name}/${name}`;
}

/** The entries of a folder by their paths: files, and folders where not deep. */
function below(
  record: BucketRecord,
  folder: string,
  isDeep: boolean,
): JsonObject[] {
  const start = folder === "" ? "" : `${folder.replace(/\/+$/, "")}/`;
  const entries = new Map<string, JsonObject>();
  const files = [...record.files.values()]
    .filter(({ path }) => path.startsWith(start))
    .sort((a, b) => a.path < b.path ? -1 : 1);
  for (const file of files) {
    const slash = file.path.indexOf("/", start.length);
    if (isDeep || slash === -1) entries.set(file.path, renderFile(file));
    else {
      const path = file.path.slice(0, slash);
      const uploadedAt = new Date(file.uploadedAt).toISOString();
      entries.set(path, { type: "directory", path, uploadedAt });
    }
  }
  return [...entries.values()];
}

function lookUp(record: BucketRecord, path: string): JsonObject[] {
  const file = record.files.get(path);
  if (file !== undefined) return [renderFile(file)];
  const [first] = below(record, path, true);
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
    ...(mtime === undefined ? {} : { mtime: new Date(mtime).toISOString() }),
    ...(contentType === undefined ? {} : { contentType }),
    uploadedAt: new Date(uploadedAt).toISOString(),
  };
}

function render(record: BucketRecord): JsonObject {
  const { description, resourceGroup } = record;
  return {
    _id: record.oid,
    author: record.owner.name,
    id: key(record),
    private: record.isPrivate,
    ...(description === "" ? {} : { description }),
    createdAt: new Date(record.createdAt).toISOString(),
    updatedAt: new Date(record.updatedAt).toISOString(),
    size: record.files.size * fileSize,
    totalFiles: record.files.size,
    repoType: "bucket",
    cdnRegions: record.cdnRegions,
    ...(resourceGroup === undefined
      ? {}
      : { resourceGroup: renderGroup(resourceGroup) }),
  };
}
