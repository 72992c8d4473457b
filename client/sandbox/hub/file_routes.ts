import { anyToken, open } from "../core/accounts.ts";
import { Failure } from "../core/failure.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  parseJson,
  stringAt,
} from "../core/json.ts";
import {
  type Call,
  json,
  param,
  readObject,
  type Route,
  text,
} from "../core/router.ts";
import { readCard } from "./card.ts";
import { contentOf, kindOf, kindOfPath } from "./create.ts";
import { iso } from "./render.ts";
import type { RepoAccess } from "./repo_access.ts";
import { optionalString, refuse, requiredString } from "./repo_body.ts";
import {
  type CommitRecord,
  head,
  idOf,
  type RepoRecord,
  type RepoStore,
} from "./repo_store.ts";
import type { SpaceLifecycle } from "./space_lifecycle.ts";

const one = "/api/:type/:namespace/:name";

/** Routes for files, commits, branches and tags. */
export function fileRoutes(
  access: RepoAccess,
  store: RepoStore,
  lifecycle: SpaceLifecycle,
): Route[] {
  const read = (call: Call) => access.find(call, kindOfPath(call), "read");
  const write = (call: Call) => access.find(call, kindOfPath(call), "write");
  const get = (path: string, handle: (call: Call) => Response): Route => ({
    method: "GET",
    path,
    needs: open,
    handle,
  });
  const change = (
    method: string,
    path: string,
    handle: (call: Call) => Response,
  ): Route => ({ method, path, needs: anyToken, handle });
  return [
    {
      ...change(
        "POST",
        `${one}/commit/*revision`,
        (call) => commit(call, write(call), store, lifecycle),
      ),
      action: "commit",
    },
    get(
      `${one}/commits/*revision`,
      (call) => json(commitList(call, read(call))),
    ),
    get(`${one}/tree/:revision`, (call) => json(tree(call, read(call)))),
    get(`${one}/tree/:revision/*path`, (call) => json(tree(call, read(call)))),
    get(`${one}/refs`, (call) => json(refs(read(call)))),
    get(`${one}/revision/*revision`, (call) => {
      const repo = read(call);
      const { id } = commitAt(repo, param(call, "revision"));
      return json({ _id: repo.oid, id: idOf(repo), sha: id });
    }),
    change(
      "POST",
      `${one}/branch/*branch`,
      (call) => createBranch(call, write(call)),
    ),
    change(
      "DELETE",
      `${one}/branch/*branch`,
      (call) => deleteRef(write(call), "branches", param(call, "branch")),
    ),
    change("POST", `${one}/tag/*tag`, (call) => createTag(call, write(call))),
    change(
      "DELETE",
      `${one}/tag/*tag`,
      (call) => deleteRef(write(call), "tags", param(call, "tag")),
    ),
    get(
      "/:type/:namespace/:name/resolve/:revision/*path",
      (call) => file(call, read(call)),
    ),
    get(
      "/:namespace/:name/resolve/:revision/*path",
      (call) => file(call, access.find(call, kindOf("model"), "read")),
    ),
  ];
}

function commitAt(repo: RepoRecord, revision: string): CommitRecord {
  if (revision === "main" || revision === "refs/heads/main") return head(repo);
  const found = repo.branches.get(revision) ?? repo.tags.get(revision) ??
    repo.commits.find(({ id }) => id === revision);
  if (found === undefined) {
    throw new Failure(404, `Invalid rev id: ${revision}`, {
      errorCode: "RevisionNotFound",
    });
  }
  return found;
}

function file(call: Call, repo: RepoRecord): Response {
  const { files } = commitAt(repo, param(call, "revision"));
  const content = files.get(param(call, "path"));
  if (content === undefined) {
    throw new Failure(404, "Entry not found", { errorCode: "EntryNotFound" });
  }
  return text(content);
}

function tree(call: Call, repo: RepoRecord): Json {
  const { files } = commitAt(repo, param(call, "revision"));
  const folder = param(call, "path");
  const prefix = folder === "" ? "" : `${folder}/`;
  const isRecursive = call.url.searchParams.get("recursive") === "true";
  const entries = new Map<string, Json>();
  for (const [path, content] of files) {
    if (!path.startsWith(prefix)) continue;
    const rest = path.slice(prefix.length).split("/");
    if (rest.length > 1) {
      const directory = prefix + (rest[0] ?? "");
      entries.set(directory, {
        type: "directory",
        path: directory,
        oid: repo.oid.padEnd(40, "0"),
        size: 0,
      });
      if (!isRecursive) continue;
    }
    const size = new TextEncoder().encode(content).length;
    const oid = repo.oid.padEnd(40, "0");
    entries.set(path, { type: "file", path, oid, size });
  }
  if (folder !== "" && entries.size === 0) {
    throw new Failure(404, "Entry not found", { errorCode: "EntryNotFound" });
  }
  return [...entries].sort(([a], [b]) => a < b ? -1 : 1).map(([, e]) => e);
}

function commitList(call: Call, repo: RepoRecord): Json {
  const at = commitAt(repo, param(call, "revision"));
  const end = repo.commits.indexOf(at) + 1;
  return repo.commits.slice(0, end).reverse().map((commit) => ({
    id: commit.id,
    title: commit.title,
    message: commit.message,
    date: iso(commit.at),
    authors: [{ user: "sandbox" }],
  }));
}

function refs(repo: RepoRecord): Json {
  const render = (kind: string, all: Iterable<[string, CommitRecord]>) =>
    [...all].map(([name, { id }]) => ({
      name,
      ref: `refs/${kind}/${name}`,
      targetCommit: id,
    }));
  return {
    branches: render("heads", [["main", head(repo)], ...repo.branches]),
    tags: render("tags", repo.tags),
    converts: [],
  };
}

function createBranch(call: Call, repo: RepoRecord): Response {
  const name = param(call, "branch");
  if (name.startsWith("refs/")) throw refuse(`Invalid branch name: ${name}`);
  if (name === "main" || repo.branches.has(name)) {
    throw new Failure(409, `Reference refs/heads/${name} already exists`);
  }
  const body = call.bytes.length === 0 ? {} : readObject(call);
  const from = optionalString(body, "startingPoint") ?? "main";
  repo.branches.set(name, commitAt(repo, from));
  return json({});
}

function createTag(call: Call, repo: RepoRecord): Response {
  const tag = requiredString(readObject(call), "tag");
  if (repo.tags.has(tag)) {
    throw new Failure(409, `Tag reference exists already: refs/tags/${tag}`);
  }
  repo.tags.set(tag, commitAt(repo, param(call, "tag")));
  return json({});
}

function deleteRef(
  repo: RepoRecord,
  kind: "branches" | "tags",
  name: string,
): Response {
  if (kind === "branches" && name === "main") {
    throw new Failure(403, "Cannot delete refs/heads/main");
  }
  if (!repo[kind].delete(name)) {
    throw new Failure(404, `Invalid rev id: ${name}`, {
      errorCode: "RevisionNotFound",
    });
  }
  return json({});
}

function commit(
  call: Call,
  repo: RepoRecord,
  store: RepoStore,
  lifecycle: SpaceLifecycle,
): Response {
  const revision = param(call, "revision");
  if (revision !== "main") {
    throw refuse(`The sandbox takes commits to main only, not to ${revision}`);
  }
  const lines = readLines(call);
  const header = objectAt(lines.find(({ key }) => key === "header"), "value");
  const title = requiredString(header, "summary");
  const parent = optionalString(header, "parentCommit");
  if (parent !== undefined && parent !== head(repo).id) {
    throw new Failure(412, "A commit has happened since. Please refresh");
  }
  const files = new Map(head(repo).files);
  for (const { key, value } of lines) {
    apply(files, stringAt({ key: key ?? "" }, "key"), value);
  }
  const { problem } = readCard(files.get("README.md") ?? "", repo.kind);
  if (problem !== undefined) {
    throw refuse(`Invalid metadata in README.md: ${problem}`);
  }
  const message = optionalString(header, "description") ?? "";
  const { id } = store.commit(repo, title, message, files);
  lifecycle.settle(repo);
  lifecycle.build(repo);
  return json({
    success: true,
    commitOid: id,
    commitUrl: `${call.url.origin}/${repo.kind}s/${idOf(repo)}/commit/${id}`,
    hookOutput: "",
  });
}

function apply(
  files: Map<string, string>,
  key: string,
  value: Json | undefined,
): void {
  if (key === "header") return;
  if (!isObject(value)) throw refuse("A commit line has no value");
  const path = requiredString(value, "path");
  if (key === "file") {
    files.set(path, contentOf(value));
  } else if (key === "deletedFile" || key === "deletedEntry") {
    if (!files.delete(path)) {
      throw new Failure(404, `Entry not found: ${path}`, {
        errorCode: "EntryNotFound",
      });
    }
  } else if (key === "deletedFolder") {
    for (const each of [...files.keys()]) {
      if (each.startsWith(path.replace(/\/?$/, "/"))) files.delete(each);
    }
  } else {
    throw refuse(`Invalid commit line: ${key}`);
  }
}

function readLines(call: Call): JsonObject[] {
  const type = call.headers.get("content-type") ?? "";
  if (!type.startsWith("application/x-ndjson")) {
    throw new Failure(415, "Expected `Content-Type: application/x-ndjson`");
  }
  return new TextDecoder().decode(call.bytes).split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const value = parseJson(line);
      if (!isObject(value)) throw refuse("A commit line is not a JSON object");
      return value;
    });
}
