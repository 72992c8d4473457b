import { Failure, forbidden } from "../core/failure.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  stringAt,
} from "../core/json.ts";
import { type Call, type Route, routes } from "../core/router.ts";
import { cardOf } from "./card.ts";
import { type HubContext, kindOfPath, pageUrl, repoPath } from "./context.ts";
import { openDiscussion } from "./discussions.ts";
import {
  type FileRecord,
  type Files,
  isBinary,
  largeFile,
  readText,
  regularFile,
} from "./git_objects.ts";
import { isLarge, largeAttributes } from "./git_patterns.ts";
import { readFile, readPath, requireFolders } from "./initial_files.ts";
import {
  invalidBody,
  objects,
  optionalString,
  requiredString,
} from "./repo_body.ts";
import type { CommitRecord, RepoRecord } from "./repo_record.ts";
import {
  findCommit,
  head,
  idOf,
  type RepoStore,
  resolveRef,
  revisionNotFound,
} from "./repo_store.ts";
import { hasFlag } from "./tree_routes.ts";

/** Makes the route that adds, changes and deletes files. */
export function commitRoutes(context: HubContext): Route[] {
  return routes("token", {
    [`POST ${repoPath}/commit/*revision`]: (call) => {
      const access = hasFlag(call, "create_pr") ? "read" : "write";
      if (call.caller.token?.role === "read") {
        throw forbidden("you must use a write token to upload to a repository");
      }
      const repo = context.access.find(call, kindOfPath(call), access);
      const request = readCommitRequest(call);
      return context.store.runExclusive(
        repo,
        () => commit(call, context, repo, request),
      );
    },
  });
}

/** The body of a commit. */
interface CommitRequest {
  readonly title: string;
  readonly message: string;
  readonly parent: string | undefined;
  readonly operations: readonly { key: string; value: JsonObject }[];
}

async function commit(
  call: Call,
  { store, lifecycle }: HubContext,
  repo: RepoRecord,
  request: CommitRequest,
): Promise<JsonObject> {
  const revision = call.param("revision");
  const isPullRequest = hasFlag(call, "create_pr");
  const ref = resolveRef(repo, revision);
  if (ref === undefined) throw revisionNotFound(revision);
  // A pull request may begin at an older commit.
  const before = findCommit(
    repo,
    isPullRequest ? request.parent ?? revision : revision,
  );
  if (ref.startsWith("refs/tags/")) {
    throw invalidBody(`${revision} is no branch`);
  }
  if (request.parent !== undefined && request.parent !== before.id) {
    throw new Failure(
      412,
      "The branch was updated since you opened this page. Please refresh " +
        "and try again.",
    );
  }
  const files = await changeFiles(repo, before.files, request, store);
  const { title, message } = request;
  const author = call.user.name;
  const discussion = isPullRequest
    ? openDiscussion(repo, {
      title,
      author,
      at: call.at,
      description: message,
      base: head(repo),
      status: "open",
    })
    : undefined;
  const target = discussion === undefined ? ref : `refs/pr/${discussion.num}`;
  const created = await store.commit(repo, target, {
    files,
    title,
    message,
    author,
    at: call.at,
    parents: [before.id],
  });
  addCommitEvent(repo, target, created);
  if (target === "refs/heads/main") {
    lifecycle.settle(repo);
    lifecycle.build(repo);
  }
  const page = pageUrl(call, repo.kind, idOf(repo));
  return {
    success: true,
    commitOid: created.id,
    commitUrl: `${page}/commit/${created.id}`,
    hookOutput: "",
    ...discussion !== undefined &&
      { pullRequestUrl: `${page}/discussions/${discussion.num}` },
  };
}

/** Applies the operations of a commit; throws 400 for files that it refuses. */
async function changeFiles(
  { kind }: RepoRecord,
  before: Files,
  { operations }: CommitRequest,
  store: RepoStore,
): Promise<Files> {
  const files = new Map(before);
  for (const { key, value } of operations) {
    await applyOperation(files, key, value, store);
  }
  requireLargeBinaries(before, files);
  requireFolders(files);
  const { problem } = cardOf(files.get("README.md"), kind);
  if (problem === undefined) return files;
  throw invalidBody(`Invalid metadata in README.md: ${problem}`);
}

/** Throws 400 for a binary file that is not stored as a large one. */
function requireLargeBinaries(
  before: Files,
  after: Files,
): void {
  const offending = [...after].filter(([path, { bytes, sha256, oid }]) =>
    sha256 === undefined && before.get(path)?.oid !== oid && isBinary(bytes)
  );
  if (offending.length === 0) return;
  throw invalidBody(
    "Your push was rejected because it contains binary files.\n" +
      "Please use https://huggingface.co/docs/hub/xet to store binary files." +
      `\nOffending files:${
        offending.map(([path]) => `\n  - ${path}`).join("")
      }`,
  );
}

/** Adds a commit to the events of its pull request. */
function addCommitEvent(
  repo: RepoRecord,
  ref: string,
  commit: CommitRecord,
): void {
  const discussion = repo.discussions.find(({ num }) =>
    ref === `refs/pr/${num}`
  );
  discussion?.events.push({
    type: "commit",
    author: commit.author,
    at: commit.at,
    data: { subject: commit.title, oid: commit.id },
  });
}

function readCommitRequest(call: Call): CommitRequest {
  const type = call.headers.get("content-type") ?? "";
  const body = call.readText();
  const lines = type.startsWith("application/x-ndjson")
    ? body.split("\n").filter((line) => line.trim() !== "").map(readLine)
    : type.startsWith("application/json")
    ? readOldForm(parseJson(body))
    : undefined;
  if (lines === undefined) {
    throw new Failure(
      415,
      "Expected `Content-Type: application/x-ndjson` or application/json",
    );
  }
  const header = lines.find(({ key }) => key === "header")?.value ?? {};
  return {
    title: requiredString(header, "summary"),
    message: optionalString(header, "description") ?? "",
    parent: optionalString(header, "parentCommit"),
    operations: lines.filter(({ key }) => key !== "header"),
  };
}

function readLine(line: string): { key: string; value: JsonObject } {
  const parsed = parseJson(line);
  const value = isObject(parsed) ? parsed["value"] : undefined;
  if (!isObject(value)) throw invalidBody("A commit line is not a JSON object");
  return { key: stringAt(parsed, "key"), value };
}

/** Reads the older form: an object with a list for each operation. */
function readOldForm(
  body: Json | undefined,
): { key: string; value: JsonObject }[] {
  if (!isObject(body)) throw invalidBody("The body must be a JSON object");
  const linesOf = (list: string, key: string) =>
    objects(body, list).map((value) => ({ key, value }));
  return [
    { key: "header", value: body },
    ...linesOf("files", "file"),
    ...linesOf("lfsFiles", "lfsFile"),
    ...linesOf("deletedFiles", "deletedFile"),
    ...linesOf("deletedFolders", "deletedFolder"),
    ...linesOf("deletedEntries", "deletedEntry"),
  ];
}

async function applyOperation(
  files: Map<string, FileRecord>,
  key: string,
  value: JsonObject,
  store: RepoStore,
): Promise<void> {
  const path = readPath(value);
  const from = value["oldPath"];
  switch (key) {
    case "file": {
      if (typeof from === "string") moveFile(files, from, path);
      if (value["content"] === undefined && typeof from === "string") return;
      files.set(path, await readFile(value));
      return;
    }
    case "lfsFile": {
      if (typeof from === "string") moveFile(files, from, path);
      if (value["oid"] === undefined && typeof from === "string") return;
      const sha256 = requiredString(value, "oid");
      const bytes = store.largeFiles.get(sha256);
      if (bytes === undefined) {
        throw invalidBody(
          "Your push was rejected because an LFS pointer pointed to a file " +
            `that does not exist: ${sha256}`,
        );
      }
      files.set(path, await largeFile(bytes, sha256));
      await trackLarge(files, path);
      return;
    }
    case "deletedFile":
    case "deletedFolder":
    case "deletedEntry": {
      const folder = `${path.replace(/\/$/, "")}/`;
      const deleted = [...files.keys()].filter((each) =>
        each === path || each.startsWith(folder)
      );
      if (deleted.length === 0) throw entryNotFound(path);
      for (const each of deleted) files.delete(each);
      return;
    }
    default:
      throw invalidBody(`Invalid commit line: ${key}`);
  }
}

/** Adds a large file to `.gitattributes`, as the Hub does by itself. */
async function trackLarge(
  files: Map<string, FileRecord>,
  path: string,
): Promise<void> {
  const attributes = readText(files.get(".gitattributes"));
  const line = `${path.replaceAll(" ", "[[:space:]]")} ${largeAttributes}`;
  if (attributes.includes(line) || isLarge(attributes, path)) return;
  files.set(".gitattributes", await regularFile(`${attributes}${line}\n`));
}

function moveFile(
  files: Map<string, FileRecord>,
  from: string,
  to: string,
): void {
  const file = files.get(from);
  if (file === undefined) throw entryNotFound(from);
  files.delete(from);
  files.set(to, file);
}

function entryNotFound(path: string): Failure {
  return new Failure(404, `A file with the name "${path}" does not exist`, {
    errorCode: "EntryNotFound",
  });
}
