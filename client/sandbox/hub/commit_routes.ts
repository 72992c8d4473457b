import { anyToken } from "../core/accounts.ts";
import { Failure, forbidden } from "../core/failure.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  stringAt,
} from "../core/json.ts";
import { type Call, json, param, type Route, route } from "../core/router.ts";
import { cardOf } from "./card.ts";
import { type HubContext, kindOfPath, pageOf, repoPath } from "./context.ts";
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
import { sentFile } from "./initial_files.ts";
import {
  objects,
  optionalString,
  refuse,
  requiredString,
} from "./repo_body.ts";
import type { CommitRecord, RepoRecord } from "./repo_record.ts";
import {
  commitAt,
  head,
  idOf,
  noRevision,
  refOf,
  type RepoStore,
} from "./repo_store.ts";
import { flag } from "./tree_routes.ts";

/** The route that adds, changes and deletes files. */
export function commitRoutes(context: HubContext): Route[] {
  return [route("POST", `${repoPath}/commit/*revision`, anyToken, (call) => {
    const access = flag(call, "create_pr") ? "read" : "write";
    if (call.caller.token?.role === "read") {
      throw forbidden("you must use a write token to upload to a repository");
    }
    const repo = context.access.find(call, kindOfPath(call), access);
    const order = readOrder(call);
    return context.store.exclusive(
      repo,
      () => commit(call, context, repo, order),
    );
  }, "commit")];
}

/** What a commit is to do. */
interface Order {
  readonly title: string;
  readonly message: string;
  readonly parent: string | undefined;
  readonly operations: readonly { key: string; value: JsonObject }[];
}

async function commit(
  call: Call,
  { store, lifecycle }: HubContext,
  repo: RepoRecord,
  order: Order,
): Promise<Response> {
  const revision = param(call, "revision");
  const isPullRequest = flag(call, "create_pr");
  const ref = refOf(repo, revision);
  if (ref === undefined) throw noRevision(revision);
  // A pull request may begin at an older commit.
  const before = commitAt(
    repo,
    isPullRequest ? order.parent ?? revision : revision,
  );
  if (ref.startsWith("refs/tags/")) throw refuse(`${revision} is no branch`);
  if (order.parent !== undefined && order.parent !== before.id) {
    throw new Failure(
      412,
      "The branch was updated since you opened this page. Please refresh " +
        "and try again.",
    );
  }
  const files = new Map(before.files);
  for (const { key, value } of order.operations) {
    await apply(files, key, value, store);
  }
  refuseBinaries(before.files, files);
  for (const path of files.keys()) {
    for (let at = path.indexOf("/"); at > 0; at = path.indexOf("/", at + 1)) {
      if (!files.has(path.slice(0, at))) continue;
      throw refuse(`${path.slice(0, at)} is a file and the folder of ${path}`);
    }
  }
  const { problem } = cardOf(files.get("README.md"), repo.kind);
  if (problem !== undefined) {
    throw refuse(`Invalid metadata in README.md: ${problem}`);
  }
  const { title, message } = order;
  const author = call.caller.user?.name ?? "";
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
  const made = await store.commit(repo, target, {
    files,
    title,
    message,
    author,
    at: call.at,
    parents: [before.id],
  });
  noteCommit(repo, target, made);
  if (target === "refs/heads/main") {
    lifecycle.settle(repo);
    lifecycle.build(repo);
  }
  const page = pageOf(call, repo.kind, idOf(repo));
  return json({
    success: true,
    commitOid: made.id,
    commitUrl: `${page}/commit/${made.id}`,
    hookOutput: "",
    ...(discussion === undefined
      ? {}
      : { pullRequestUrl: `${page}/discussions/${discussion.num}` }),
  });
}

/** Binary files have to be large ones. */
function refuseBinaries(
  before: Files,
  after: Files,
): void {
  const offending = [...after].filter(([path, { bytes, sha256, oid }]) =>
    sha256 === undefined && before.get(path)?.oid !== oid && isBinary(bytes)
  );
  if (offending.length === 0) return;
  throw refuse(
    "Your push was rejected because it contains binary files.\n" +
      "Please use https://huggingface.co/docs/hub/xet to store binary files." +
      `\nOffending files:${
        offending.map(([path]) => `\n  - ${path}`).join("")
      }`,
  );
}

/** Shows a commit in the pull request it belongs to. */
function noteCommit(repo: RepoRecord, ref: string, made: CommitRecord): void {
  const discussion = repo.discussions.find(({ num }) =>
    ref === `refs/pr/${num}`
  );
  discussion?.events.push({
    type: "commit",
    author: made.author,
    at: made.at,
    data: { subject: made.title, oid: made.id },
  });
}

function readOrder(call: Call): Order {
  const type = call.headers.get("content-type") ?? "";
  const body = new TextDecoder().decode(call.bytes);
  const lines = type.startsWith("application/x-ndjson")
    ? body.split("\n").filter((line) => line.trim() !== "").map(readLine)
    : type.startsWith("application/json")
    ? fromJson(parseJson(body))
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
  if (!isObject(value)) throw refuse("A commit line is not a JSON object");
  return { key: stringAt(parsed, "key"), value };
}

/** The older form: one object with a list for each kind of operation. */
function fromJson(
  body: Json | undefined,
): { key: string; value: JsonObject }[] {
  if (!isObject(body)) throw refuse("The body must be a JSON object");
  const of = (list: string, key: string) =>
    objects(body, list).map((value) => ({ key, value }));
  return [
    { key: "header", value: body },
    ...of("files", "file"),
    ...of("lfsFiles", "lfsFile"),
    ...of("deletedFiles", "deletedFile"),
    ...of("deletedFolders", "deletedFolder"),
    ...of("deletedEntries", "deletedEntry"),
  ];
}

async function apply(
  files: Map<string, FileRecord>,
  key: string,
  value: JsonObject,
  store: RepoStore,
): Promise<void> {
  const path = pathOf(value, "path");
  const from = value["oldPath"];
  switch (key) {
    case "file": {
      if (typeof from === "string") move(files, from, path);
      if (value["content"] === undefined && typeof from === "string") return;
      files.set(path, await sentFile(value));
      return;
    }
    case "lfsFile": {
      if (typeof from === "string") move(files, from, path);
      if (value["oid"] === undefined && typeof from === "string") return;
      const sha256 = requiredString(value, "oid");
      const bytes = store.large.get(sha256);
      if (bytes === undefined) {
        throw refuse(
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
      const gone = [...files.keys()].filter((each) =>
        each === path || each.startsWith(folder)
      );
      if (gone.length === 0) throw noEntry(path);
      for (const each of gone) files.delete(each);
      return;
    }
    default:
      throw refuse(`Invalid commit line: ${key}`);
  }
}

/** The Hub adds large files to `.gitattributes` by itself. */
async function trackLarge(
  files: Map<string, FileRecord>,
  path: string,
): Promise<void> {
  const attributes = readText(files.get(".gitattributes"));
  if (isLarge(attributes, path)) return;
  const line = `${path.replaceAll(" ", "[[:space:]]")} ${largeAttributes}`;
  files.set(".gitattributes", await regularFile(`${attributes}${line}\n`));
}

function move(
  files: Map<string, FileRecord>,
  from: string,
  to: string,
): void {
  const file = files.get(from);
  if (file === undefined) throw noEntry(from);
  files.delete(from);
  files.set(to, file);
}

function noEntry(path: string): Failure {
  return new Failure(404, `A file with the name "${path}" does not exist`, {
    errorCode: "EntryNotFound",
  });
}

/** A path in a repository; 422 for one that leads out of it. */
function pathOf(value: JsonObject, name: string): string {
  const path = requiredString(value, name);
  const isValid = !/(^|\/)\.\.?(\/|$)|^\.\.?\\|^\/|\/\/|\0|^\.git(\/|$)/.test(
    path,
  );
  if (!isValid) throw new Failure(422, `Invalid path: ${path}`);
  return path;
}
