import { Failure } from "../core/failure.ts";
import { type Json, type JsonObject, parseJson } from "../core/json.ts";
import { linkedPage } from "../core/pagination.ts";
import { type Call, json, param, type Route, text } from "../core/router.ts";
import { type HubContext, repoRoute } from "./context.ts";
import { type FileRecord, pointerText } from "./git_objects.ts";
import { iso } from "./render.ts";
import { refuse } from "./repo_body.ts";
import type { CommitRecord, RepoRecord } from "./repo_record.ts";
import { commitAt, historyOf } from "./repo_store.ts";

/** Routes that list files and commits. */
export function treeRoutes(context: HubContext): Route[] {
  const read = repoRoute(context, "read");
  return [
    read("GET", "/tree/:revision", tree),
    read("GET", "/tree/:revision/*path", tree),
    read("GET", "/treesize/:revision/*path", treeSize),
    read("POST", "/paths-info/*revision", pathsInfo),
    read("GET", "/commits/*revision", (call, repo) => {
      context.access.demandFiles(call.caller, repo);
      return commits(call, repo);
    }),
    read("GET", "/compare/*revisions", compare),
    read("GET", "/scan", scan),
  ];
}

/** Whether a flag of a query is set: `true` and `1` do. */
export function flag(call: Call, name: string): boolean {
  return /^(true|1)$/i.test(call.url.searchParams.get(name) ?? "");
}

function tree(call: Call, repo: RepoRecord): Response {
  const commit = commitAt(repo, param(call, "revision"));
  const folder = param(call, "path").replaceAll(/^\/|\/$/g, "");
  if (!commit.trees.has(folder)) {
    throw new Failure(
      404,
      `${folder} does not exist on "${param(call, "revision")}"`,
      { errorCode: "EntryNotFound" },
    );
  }
  const recursive = flag(call, "recursive");
  const paths = [...commit.files.keys(), ...commit.trees.keys()]
    .filter((path) => path !== folder && isBelow(path, folder))
    .filter((path) =>
      recursive ||
      !path.slice(folder === "" ? 0 : folder.length + 1).includes("/")
    )
    .sort()
    .map((path, seq) => ({ seq, path }));
  const isExpanded = flag(call, "expand");
  const longest = isExpanded ? 100 : 1000;
  return linkedPage(
    call,
    paths,
    ({ path }) => entryOf(repo, commit, path, isExpanded),
    { usual: isExpanded ? 50 : 1000, longest },
  );
}

function isBelow(path: string, folder: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}

function entryOf(
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
    ...largeInfo(file),
    path,
    ...(isExpanded ? { lastCommit: lastChange(repo, commit, path, oid) } : {}),
    ...(isExpanded && file !== undefined
      ? { securityFileStatus: isUnsafe(file) ? unsafe : safe }
      : {}),
  };
}

/** What is said of a large file beside the rest. */
function largeInfo(file: FileRecord | undefined): JsonObject {
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

/** The file that every scanner finds, in two parts: this is none. */
const testVirus = "X5O!P%@AP[4\\PZX54(P^)7CC)7}$" +
  "EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*";

function isUnsafe({ bytes }: FileRecord): boolean {
  const start = bytes.subarray(0, testVirus.length);
  return new TextDecoder().decode(start) === testVirus;
}

/** The scanners are through at once. */
function scan(_call: Call, repo: RepoRecord): Response {
  const filesWithIssues = [...commitAt(repo, "main").files]
    .filter(([, file]) => isUnsafe(file))
    .map(([path]) => ({ path, level: "unsafe" }));
  return json({ scansDone: true, filesWithIssues });
}

function lastChange(
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
  return { id: last.id, title: last.title, date: iso(last.at) };
}

function treeSize(call: Call, repo: RepoRecord): Response {
  const { files } = commitAt(repo, param(call, "revision"));
  const path = param(call, "path");
  const size = [...files].filter(([each]) => isBelow(each, path))
    .reduce((sum, [, { bytes }]) => sum + bytes.length, 0);
  return json({ path, size });
}

/** The official client sends a form here, others JSON. */
function pathsInfo(call: Call, repo: RepoRecord): Response {
  const commit = commitAt(repo, param(call, "revision"));
  const body = new TextDecoder().decode(call.bytes);
  const isJson = /json/.test(call.headers.get("content-type") ?? "");
  const { paths, expand } = isJson ? fromJson(body) : fromForm(body);
  if (paths.length > 2000) {
    throw refuse("Too big: expected array to have <=2000 items", "paths");
  }
  return json(
    paths.filter((path) => path !== "")
      .filter((path) => commit.files.has(path) || commit.trees.has(path))
      .map((path) => entryOf(repo, commit, path, expand)),
  );
}

interface AskedPaths {
  readonly paths: readonly string[];
  readonly expand: boolean;
}

function fromForm(body: string): AskedPaths {
  const form = new URLSearchParams(body);
  const expand = /^(true|1)$/i.test(form.get("expand") ?? "");
  return { paths: form.getAll("paths"), expand };
}

function fromJson(body: string): AskedPaths {
  const value: Json = parseJson(body) ?? null;
  const { paths = null, expand = false } =
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? value
      : {};
  const list = Array.isArray(paths) ? paths : [paths];
  if (!list.every((path) => typeof path === "string")) {
    throw refuse("Invalid input", "paths");
  }
  return { paths: list, expand: expand === true };
}

function commits(call: Call, repo: RepoRecord): Response {
  const query = call.url.searchParams;
  const history = historyOf(repo, commitAt(repo, param(call, "revision")));
  const limit = wholeNumber(query, "limit", 50);
  const page = wholeNumber(query, "p", 0);
  if (limit > 1000) {
    throw refuse("Too big: expected number to be <=1000", "limit");
  }
  const isFormatted = [...query.getAll("expand"), ...query.getAll("expand[]")]
    .includes("formatted");
  const shown = history.slice(page * limit, (page + 1) * limit);
  const headers = new Headers({ "x-total-count": String(history.length) });
  if ((page + 1) * limit < history.length) {
    const next = new URL(call.url);
    next.searchParams.set("p", String(page + 1));
    headers.set("link", `<${next.href}>; rel="next"`);
  }
  return json(
    shown.map(({ id, title, message, at, author }) => ({
      id,
      title,
      message,
      date: iso(at),
      authors: [{ user: author, avatar: `/avatars/${author}.svg` }],
      ...(isFormatted ? { formatted: { title, message } } : {}),
    })),
    { headers },
  );
}

function wholeNumber(
  query: URLSearchParams,
  name: string,
  fallback: number,
): number {
  const given = query.get(name);
  if (given === null) return fallback;
  if (!/^\d{1,9}$/.test(given)) {
    throw refuse("Invalid input: expected number, received NaN", name);
  }
  return Number(given);
}

/** The files that differ between two revisions, as `git diff --raw` says it. */
function compare(call: Call, repo: RepoRecord): Response {
  const [, from, to] = /^(.+?)\.{2,3}(.+)$/.exec(param(call, "revisions")) ??
    [];
  if (from === undefined || to === undefined) {
    throw refuse("Two revisions with .. between them are needed");
  }
  return text(rawDiff(commitAt(repo, from), commitAt(repo, to)));
}

/** The lines of `git diff --raw` between two commits. */
export function rawDiff(from: CommitRecord, to: CommitRecord): string {
  const none = "0".repeat(40);
  const paths = new Set([...from.files.keys(), ...to.files.keys()]);
  return [...paths].sort().flatMap((path) => {
    const before = from.files.get(path)?.oid;
    const after = to.files.get(path)?.oid;
    if (before === after) return [];
    const kind = before === undefined ? "A" : after === undefined ? "D" : "M";
    const modes = [before, after].map((oid) =>
      oid === undefined ? "000000" : "100644"
    );
    return [
      `:${modes.join(" ")} ${before ?? none} ${
        after ?? none
      } ${kind}\t${path}\n`,
    ];
  }).join("");
}
