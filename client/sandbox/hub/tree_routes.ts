import * as is from "../core/checks.ts";
import { Failure } from "../core/failure.ts";
import { isObject, type JsonObject, parseJson } from "../core/json.ts";
import { jsonPage } from "../core/pagination.ts";
import { type Call, json, type Route, textResponse } from "../core/router.ts";
import { type HubContext, repoRoutes } from "./context.ts";
import { type FileRecord, pointerText } from "./git_objects.ts";
import { formatTime } from "../core/clock.ts";
import { invalidBody } from "./repo_body.ts";
import type { CommitRecord, RepoRecord } from "./repo_record.ts";
import { findCommit, historyOf } from "./repo_store.ts";

/** Makes the routes that list files and commits. */
export function treeRoutes(context: HubContext): Route[] {
  return repoRoutes(context, "read", {
    "GET /tree/:revision": listTree,
    "GET /tree/:revision/*path": listTree,
    "GET /treesize/:revision/*path": showTreeSize,
    "POST /paths-info/*revision": listPaths,
    "GET /commits/*revision": (call, repo) => {
      context.access.requireFiles(call.caller, repo);
      return listCommits(call, repo);
    },
    "GET /compare/*revisions": compare,
    "GET /scan": scan,
  });
}

/** Tests a flag of a query: `true` and `1` set it. */
export function hasFlag(call: Call, name: string): boolean {
  return isFlagSet(call.query.get(name));
}

function isFlagSet(value: string | null): boolean {
  return /^(true|1)$/i.test(value ?? "");
}

function listTree(call: Call, repo: RepoRecord): Response {
  const commit = findCommit(repo, call.param("revision"));
  const folder = call.param("path").replaceAll(/^\/|\/$/g, "");
  if (!commit.trees.has(folder)) {
    throw new Failure(
      404,
      `${folder} does not exist on "${call.param("revision")}"`,
      { errorCode: "EntryNotFound" },
    );
  }
  const isRecursive = hasFlag(call, "recursive");
  const paths = [...commit.files.keys(), ...commit.trees.keys()]
    .filter((path) => path !== folder && isInFolder(path, folder))
    .filter((path) =>
      isRecursive ||
      !path.slice(folder === "" ? 0 : folder.length + 1).includes("/")
    )
    .sort();
  const isExpanded = hasFlag(call, "expand");
  return jsonPage(
    call,
    paths,
    (path) => renderEntry(repo, commit, path, isExpanded),
    isExpanded ? { default: 50, max: 100 } : { default: 1000, max: 1000 },
  );
}

function isInFolder(path: string, folder: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}

function renderEntry(
  repo: RepoRecord,
  commit: CommitRecord,
  path: string,
  isExpanded: boolean,
): JsonObject {
  const file = commit.files.get(path);
  const oid = file?.oid ?? commit.trees.get(path) ?? "";
  return {
    type: file === undefined ? "directory" : "file",
    oid,
    size: file?.bytes.length ?? 0,
    ...renderLargeFile(file),
    path,
    ...isExpanded && { lastCommit: renderLastCommit(repo, commit, path, oid) },
    ...isExpanded && file !== undefined &&
      { securityFileStatus: isUnsafe(file) ? unsafe : safe },
  };
}

/** Renders the fields of a large file. */
function renderLargeFile(file: FileRecord | undefined): JsonObject {
  if (file?.sha256 === undefined) return {};
  const { bytes, sha256 } = file;
  const pointerSize = pointerText({ bytes, sha256 }).length;
  return { lfs: { oid: sha256, size: bytes.length, pointerSize } };
}

const unscanned = { status: "unscanned" };
const safe: JsonObject = {
  status: "safe",
  jFrogScan: unscanned,
  protectAiScan: unscanned,
  avScan: { status: "safe" },
  pickleImportScan: { status: "unscanned", pickleImports: [] },
  virusTotalScan: unscanned,
};

const unsafe: JsonObject = {
  ...safe,
  status: "unsafe",
  avScan: { status: "unsafe" },
};

/** The test file of virus scanners, in two parts: this file is not one. */
const testVirus = "X5O!P%@AP[4\\PZX54(P^)7CC)7}$" +
  "EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*";

function isUnsafe({ bytes }: FileRecord): boolean {
  const start = bytes.subarray(0, testVirus.length);
  return new TextDecoder().decode(start) === testVirus;
}

/** Shows the results of the scanners, which take no time. */
function scan(_call: Call, repo: RepoRecord): Response {
  const filesWithIssues = [...findCommit(repo, "main").files]
    .filter(([, file]) => isUnsafe(file))
    .map(([path]) => ({ path, level: "unsafe" }));
  return json({ scansDone: true, filesWithIssues });
}

function renderLastCommit(
  repo: RepoRecord,
  commit: CommitRecord,
  path: string,
  oid: string,
): JsonObject {
  let last = commit;
  for (const each of historyOf(repo, commit)) {
    if ((each.files.get(path)?.oid ?? each.trees.get(path)) !== oid) break;
    last = each;
  }
  return { id: last.id, title: last.title, date: formatTime(last.at) };
}

function showTreeSize(call: Call, repo: RepoRecord): Response {
  const { files } = findCommit(repo, call.param("revision"));
  const path = call.param("path");
  const size = [...files].filter(([each]) => isInFolder(each, path))
    .reduce((sum, [, { bytes }]) => sum + bytes.length, 0);
  return json({ path, size });
}

/** Lists some paths; the official client sends a form, others JSON. */
function listPaths(call: Call, repo: RepoRecord): Response {
  const commit = findCommit(repo, call.param("revision"));
  const body = call.readText();
  const isJson = /json/.test(call.headers.get("content-type") ?? "");
  const { paths, expand } = isJson ? readPathsJson(body) : readPathsForm(body);
  if (paths.length > 2000) {
    throw invalidBody("Too big: expected array to have <=2000 items", "paths");
  }
  return json(
    paths.filter((path) => path !== "")
      .filter((path) => commit.files.has(path) || commit.trees.has(path))
      .map((path) => renderEntry(repo, commit, path, expand)),
  );
}

interface RequestedPaths {
  readonly paths: readonly string[];
  readonly expand: boolean;
}

function readPathsForm(body: string): RequestedPaths {
  const form = new URLSearchParams(body);
  return { paths: form.getAll("paths"), expand: isFlagSet(form.get("expand")) };
}

function readPathsJson(body: string): RequestedPaths {
  const value = parseJson(body);
  const { paths = null, expand = false } = isObject(value) ? value : {};
  const list = Array.isArray(paths) ? paths : [paths];
  if (!list.every((path) => typeof path === "string")) {
    throw invalidBody("Invalid input", "paths");
  }
  return { paths: list, expand: expand === true };
}

function listCommits(call: Call, repo: RepoRecord): Response {
  const query = call.query;
  const history = historyOf(repo, findCommit(repo, call.param("revision")));
  const limit = readNumber(query, "limit", 50);
  const number = readNumber(query, "p", 0);
  is.wholeNumber({ min: 1, max: 1000 })(limit, "limit");
  const isFormatted = [...query.getAll("expand"), ...query.getAll("expand[]")]
    .includes("formatted");
  const page = history.slice(number * limit, (number + 1) * limit);
  const headers = new Headers({ "x-total-count": String(history.length) });
  if ((number + 1) * limit < history.length) {
    const next = new URL(call.url);
    next.searchParams.set("p", String(number + 1));
    headers.set("link", `<${next.href}>; rel="next"`);
  }
  return json(
    page.map(({ id, title, message, at, author }) => ({
      id,
      title,
      message,
      date: formatTime(at),
      authors: [{ user: author, avatar: `/avatars/${author}.svg` }],
      ...isFormatted && { formatted: { title, message } },
    })),
    { headers },
  );
}

function readNumber(
  query: URLSearchParams,
  name: string,
  fallback: number,
): number {
  const value = query.get(name);
  if (value === null) return fallback;
  if (!/^\d{1,9}$/.test(value)) {
    throw invalidBody("Invalid input: expected number, received NaN", name);
  }
  return Number(value);
}

/** Shows the differences of two revisions as `git diff --raw` does. */
function compare(call: Call, repo: RepoRecord): Response {
  const [, from, to] = /^(.+?)\.{2,3}(.+)/.exec(call.param("revisions")) ??
    [];
  if (from === undefined || to === undefined) {
    throw invalidBody("Two revisions with .. between them are needed");
  }
  return textResponse(rawDiff(findCommit(repo, from), findCommit(repo, to)));
}

/** Formats the differences of two commits as `git diff --raw` does. */
export function rawDiff(from: CommitRecord, to: CommitRecord): string {
  const none = "0".repeat(40);
  const paths = new Set([...from.files.keys(), ...to.files.keys()]);
  return [...paths].sort().flatMap((path) => {
    const before = from.files.get(path)?.oid;
    const after = to.files.get(path)?.oid;
    if (before === after) return [];
    const status = before === undefined ? "A" : after === undefined ? "D" : "M";
    const modes = [before, after].map((oid) =>
      oid === undefined ? "000000" : "100644"
    );
    return [
      `:${modes.join(" ")} ${before ?? none} ${
        after ?? none
      } ${status}\t${path}\n`,
    ];
  }).join("");
}
