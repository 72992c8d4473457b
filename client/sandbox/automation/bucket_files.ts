import { bytesResponse } from "../core/bytes.ts";
import * as is from "../core/checks.ts";
import { formatTime } from "../core/clock.ts";
import { Failure } from "../core/failure.ts";
import { type Json, type JsonObject, parseJson } from "../core/json.ts";
import { jsonPage } from "../core/pagination.ts";
import { type Call, json } from "../core/router.ts";

interface BucketFile {
  readonly path: string;
  readonly xetHash: string;
  readonly contentType: string | undefined;
  readonly mtime: number | undefined;
  readonly uploadedAt: number;
}

/** The files of a bucket, by path. */
export type BucketFiles = Map<string, BucketFile>;

/** The size of all files: without Xet storage every hash counts as uploaded. */
export const fileSize = 1024;

const pathsBody = is.fields({
  paths: is.anyOf(is.list(is.text(), { max: 2000 }), is.text()),
});
const xetHash = is.text({ form: /^[0-9a-fA-F]{64}$/ });
const path = is.text({ min: 1 });
// The last time that a date can hold.
const mtime = is.wholeNumber({ max: 8_640_000_000_000_000 });
const times = { mtime, mtimeNanos: is.wholeNumber(), contentType: is.text() };
const operation = is.anyOf(
  is.fields({ type: is.literal("addFile"), path, xetHash }, times),
  is.fields({
    type: is.literal("copyFile"),
    path,
    xetHash,
    sourceRepoType: is.text(),
    sourceRepoId: is.text(),
  }, times),
  is.fields({ type: is.literal("deleteFile"), path }),
);

/** Adds, copies and deletes files. */
export function runBatch(call: Call, files: BucketFiles): Response {
  const operations = call.readText().split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => operation(parseJson(line) ?? null, ""));
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
    const error = apply(files, one, call.at);
    if (error !== undefined) failed.push({ path: one.path, error });
  }
  const succeeded = operations.length - failed.length;
  return json({
    success: failed.length === 0,
    processed: operations.length,
    succeeded,
    failed,
  }, { status: succeeded === 0 && failed.length > 0 ? 422 : 200 });
}

function apply(
  files: BucketFiles,
  change: ReturnType<typeof operation>,
  uploadedAt: number,
): string | undefined {
  const { path } = change;
  if (path.split("/").some((part) => /^\.{0,2}$/.test(part))) {
    return "Invalid path";
  }
  if (change.type === "deleteFile") {
    return files.delete(path) ? undefined : "File not found";
  }
  const { xetHash, mtime, contentType } = change;
  files.set(path, { path, xetHash, contentType, mtime, uploadedAt });
  return undefined;
}

/** Answers with the headers to fetch a file; the content is made up. */
export function resolveFile(
  call: Call,
  files: BucketFiles,
  id: string,
): Response {
  const file = files.get(call.param("path"));
  if (file === undefined) {
    throw new Failure(404, "Entry not found", { errorCode: "EntryNotFound" });
  }
  const token = `${call.url.origin}/api/buckets/${id}` +
    "/xet-read-token";
  return bytesResponse(call, new Uint8Array(fileSize), file.xetHash, {
    "content-type": file.contentType ?? "application/octet-stream",
    "x-linked-size": String(fileSize),
    "x-xet-hash": file.xetHash,
    link: `<${token}>; rel="xet-auth"`,
  });
}

/** Lists the files of a folder, page by page. */
export function listBucketTree(call: Call, files: BucketFiles): Response {
  const query = call.query;
  const entries = listEntries(
    files,
    call.param("path"),
    query.get("recursive") !== "false",
  );
  return jsonPage(call, entries, (entry) => entry, {
    default: 1000,
    max: 5000,
  });
}

/** Lists the entries of a folder: files, and folders unless recursive. */
function listEntries(
  files: BucketFiles,
  folder: string,
  isRecursive: boolean,
): JsonObject[] {
  const start = folder === "" ? "" : `${folder.replace(/(?<!\/)\/+$/, "")}/`;
  const entries = new Map<string, JsonObject>();
  const found = [...files.values()]
    .filter(({ path }) => path.startsWith(start))
    .sort((a, b) => a.path < b.path ? -1 : 1);
  for (const file of found) {
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

/** Renders the files and folders that a request names. */
export function listBucketPaths(call: Call, files: BucketFiles): Response {
  const paths = [call.readBody(pathsBody).paths].flat();
  return json(paths.flatMap((path) => renderPath(files, path)));
}

function renderPath(files: BucketFiles, path: string): JsonObject[] {
  const file = files.get(path);
  if (file !== undefined) return [renderFile(file)];
  const [first] = listEntries(files, path, true);
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
