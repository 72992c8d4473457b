import { anyToken, hash, open } from "../core/accounts.ts";
import { Failure } from "../core/failure.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  parseJson,
} from "../core/json.ts";
import { linkedPage } from "../core/pagination.ts";
import { ranged } from "../core/ranges.ts";
import {
  type Call,
  json,
  param,
  readObject,
  type Route,
  route,
} from "../core/router.ts";
import { type HubContext, kindOf, kindOfPath, repoRoute } from "./context.ts";
import { digest } from "./git_objects.ts";
import { objects, refuse, requiredString } from "./repo_body.ts";
import type { RepoRecord } from "./repo_record.ts";
import { historyOf, type RepoStore } from "./repo_store.ts";
import { iso, renderAuthor } from "./render.ts";

/** Where large files are stored: an address that needs no token. */
const storage = "/lfs-storage";

/** The signed address of a large file, of a commit if one is given. */
export function storageUrl(
  origin: string,
  sha256: string,
  commit?: string,
): string {
  const url = new URL(`${storage}/${sha256}`, origin);
  url.searchParams.set("signature", hash(sha256));
  if (commit !== undefined) url.searchParams.set("commit", commit);
  return url.href;
}

/** Routes of large files: the batch protocol of Git LFS, and housekeeping. */
export function largeFileRoutes(context: HubContext): Route[] {
  const { store } = context;
  const read = repoRoute(context, "read");
  const write = repoRoute(context, "write");
  const git = ["/:type(datasets|spaces)", ""].flatMap((prefix) => [
    gitRoute(`${prefix}/:namespace/:name.git/info/lfs/objects/batch`, batch),
    gitRoute(`${prefix}/:namespace/:name.git/info/lfs/objects/verify`, verify),
  ]);
  return [
    ...git,
    route("PUT", `${storage}/:sha256`, open, (call) => upload(call, store)),
    route("GET", `${storage}/:sha256`, open, (call) => download(call, store)),
    read(
      "GET",
      "/lfs-files",
      (call, repo) =>
        linkedPage(call, largeFilesOf(repo), ({ file }) => file, {
          usual: 1000,
          longest: 1000,
        }),
    ),
    write(
      "POST",
      "/lfs-files/batch",
      (call, repo) => removeLarge(repo, shasOf(readObject(call))),
    ),
    read("POST", "/lfs-files/duplicate", duplicate),
  ];

  function gitRoute(
    path: string,
    handle: (call: Call, repo: RepoRecord, body: JsonObject) => Response,
  ): Route {
    return route("POST", path, open, (call) => {
      const body = parseJson(new TextDecoder().decode(call.bytes));
      if (!isObject(body)) throw refuse("The body must be a JSON object");
      const repo = context.access.find(call, kindOfPath(call), "read");
      // Who may open pull requests only uploads their files all the same.
      if (body["operation"] !== "download") {
        context.accounts.authorize(call.caller, anyToken);
      }
      return handle(call, repo, body);
    });
  }

  function batch(call: Call, repo: RepoRecord, body: JsonObject): Response {
    const isUpload = body["operation"] !== "download";
    const answers = objects(body, "objects").map((object): Json => {
      const oid = requiredString(object, "oid");
      const { size = 0 } = object;
      const isKnown = store.large.has(oid);
      const href = storageUrl(call.url.origin, oid);
      if (isUpload) {
        const page = call.url.href.replace(/\/batch.*$/, "/verify");
        return isKnown ? { oid, size } : {
          oid,
          size,
          authenticated: true,
          actions: { upload: { href }, verify: { href: page } },
        };
      }
      context.access.demandFiles(call.caller, repo);
      const error = { code: 404, message: "Object does not exist" };
      return isKnown
        ? { oid, size, actions: { download: { href } } }
        : { oid, size, error };
    });
    return json({ transfer: "basic", objects: answers }, {
      headers: { "content-type": "application/vnd.git-lfs+json" },
    });
  }

  function verify(_call: Call, _repo: RepoRecord, body: JsonObject): Response {
    const found = store.large.get(requiredString(body, "oid"));
    if (found?.length !== body["size"]) throw noObject();
    return json({});
  }

  // All repositories share one storage: what the source has is there already.
  function duplicate(call: Call, repo: RepoRecord): Response {
    context.access.demandFiles(call.caller, repo);
    const body = readObject(call);
    const target = objectAt(body, "target");
    const kind = kindOf(requiredString(target, "type"));
    context.access.findById(call, kind, requiredString(target, "name"));
    const known = new Set(largeFilesOf(repo).map(({ file }) => file["oid"]));
    const asked = objects(body, "files");
    const failed = asked.flatMap((file): Json[] => {
      const sha256 = requiredString(file, "sha256");
      const xetHash = requiredString(file, "xetHash");
      return known.has(sha256)
        ? []
        : [{ xetHash, sha256, error: "File not found" }];
    });
    const isWhole = failed.length === 0;
    return json({
      success: isWhole,
      processed: asked.length,
      succeeded: asked.length - failed.length,
      failed,
    }, { status: isWhole ? 200 : 207 });
  }

  function removeLarge(
    repo: RepoRecord,
    shas: readonly string[],
  ): Promise<Response> {
    return store.exclusive(repo, async () => {
      await store.rewrite(
        repo,
        ({ sha256, oid }) =>
          sha256 === undefined ||
          !(shas.includes(sha256) || shas.includes(oid)),
      );
      return json({});
    });
  }
}

function noObject(): Failure {
  return new Failure(404, "Object does not exist");
}

function demandSignature(call: Call, sha256: string): void {
  if (call.url.searchParams.get("signature") === hash(sha256)) return;
  throw new Failure(403, "SignatureDoesNotMatch");
}

async function upload(call: Call, store: RepoStore): Promise<Response> {
  const sha256 = param(call, "sha256");
  demandSignature(call, sha256);
  if (await digest("SHA-256", call.bytes) !== sha256) {
    throw refuse("The content does not match its SHA-256");
  }
  store.large.set(sha256, call.bytes);
  return new Response(null, { headers: { etag: `"${sha256}"` } });
}

function download(call: Call, store: RepoStore): Response {
  const sha256 = param(call, "sha256");
  demandSignature(call, sha256);
  const bytes = store.large.get(sha256);
  if (bytes === undefined) throw noObject();
  const commit = call.url.searchParams.get("commit");
  return ranged(call, bytes, sha256, {
    "content-type": "application/octet-stream",
    // The real storage is another host, whose answer the official client does
    // not ask for these; here it follows the redirect and does.
    ...(commit === null ? {} : {
      "x-repo-commit": commit,
      "x-linked-etag": `"${sha256}"`,
      "x-linked-size": String(bytes.length),
    }),
  });
}

function shasOf(body: JsonObject): string[] {
  const { deletions } = body;
  const sha = isObject(deletions) ? deletions["sha"] : undefined;
  if (!Array.isArray(sha) || sha.length === 0) {
    throw refuse("Invalid input", "deletions.sha");
  }
  return sha.filter((each) => typeof each === "string");
}

/** What any commit has, each with the first branch that has it. */
function largeFilesOf(repo: RepoRecord): { seq: number; file: JsonObject }[] {
  const found = new Map<string, JsonObject>();
  for (const [ref, newest] of repo.refs) {
    for (const commit of historyOf(repo, newest)) {
      for (const [filename, { sha256, oid, bytes }] of commit.files) {
        if (sha256 === undefined || found.has(sha256)) continue;
        found.set(sha256, {
          oid: sha256,
          fileOid: oid,
          filename,
          size: bytes.length,
          pushedAt: iso(commit.at),
          ref: ref.replace("refs/heads/", ""),
          pusher: renderAuthor(commit.author),
        });
      }
    }
  }
  return [...found.values()].map((file, seq) => ({ seq, file }));
}
