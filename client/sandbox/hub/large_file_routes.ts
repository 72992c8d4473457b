import { hash } from "../core/accounts.ts";
import * as is from "../core/checks.ts";
import { Failure } from "../core/failure.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from "../core/json.ts";
import { jsonPage } from "../core/pagination.ts";
import { bytesResponse } from "../core/bytes.ts";
import {
  type Call,
  json,
  objectRoutes,
  type Route,
  routes,
} from "../core/router.ts";
import { type HubContext, kindOfPath, repoRoutes } from "./context.ts";
import { digest } from "./git_objects.ts";
import { invalidBody, objects, requiredString } from "./repo_body.ts";
import type { RepoRecord } from "./repo_record.ts";
import { historyOf, type RepoStore } from "./repo_store.ts";
import { formatTime } from "../core/clock.ts";
import { renderAuthor } from "./render.ts";

/** Path of the storage of large files, which needs no token. */
const storage = "/lfs-storage";

const deletionBody = is.fields({
  deletions: is.fields({ sha: is.list(is.text(), { min: 1 }) }),
});

/** Returns the signed URL of a large file, of a commit if one is given. */
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

/** Whether an address of the storage has the signature that the sandbox gives. */
export function isSigned({ pathname, searchParams }: URL): boolean {
  const [, sha256] = pathname.split(`${storage}/`);
  return sha256 !== undefined &&
    searchParams.get("signature") === hash(sha256);
}

/** A request of Git LFS about a repository. */
interface GitRequest {
  readonly repo: RepoRecord;
  readonly body: JsonObject;
}

/** Makes the routes of large files: Git LFS's batch protocol, and management. */
export function largeFileRoutes(context: HubContext): Route[] {
  const { store } = context;
  const find = (call: Call) => readGitRequest(context, call);
  return [
    ...["/:type(datasets|spaces)", ""].flatMap((prefix) =>
      objectRoutes(
        "public",
        `${prefix}/:namespace/:name.git/info/lfs/objects`,
        find,
        {
          "POST /batch": (call, request) =>
            startTransfer(context, call, request),
          "POST /verify": (_, { body }) => {
            const found = store.largeFiles.get(requiredString(body, "oid"));
            if (found?.length !== body["size"]) throw objectNotFound();
            return {};
          },
        },
      )
    ),
    ...routes("public", {
      [`PUT ${storage}/:sha256`]: (call) => upload(call, store),
      [`GET ${storage}/:sha256`]: (call) => download(call, store),
    }),
    ...repoRoutes(context, "read", {
      "GET /lfs-files": (call, repo) =>
        jsonPage(call, listLargeFiles(repo), (file) => file, {
          default: 1000,
          max: 1000,
        }),
    }),
    ...repoRoutes(context, "write", {
      "POST /lfs-files/batch": (call, repo) => {
        const { sha } = call.readBody(deletionBody).deletions;
        return store.runExclusive(repo, async () => {
          await store.rewrite(
            repo,
            ({ sha256, oid }) =>
              sha256 === undefined ||
              !(sha.includes(sha256) || sha.includes(oid)),
          );
          return {};
        });
      },
    }),
  ];
}

function readGitRequest(
  { access, accounts }: HubContext,
  call: Call,
): GitRequest {
  const body = parseJson(call.readText());
  if (!isObject(body)) throw invalidBody("The body must be a JSON object");
  const repo = access.find(call, kindOfPath(call), "read");
  // Whoever may open a pull request may upload its files.
  if (body["operation"] !== "download") {
    accounts.authorize(call.caller, { access: "token" });
  }
  return { repo, body };
}

function startTransfer(
  { access, store }: HubContext,
  call: Call,
  { repo, body }: GitRequest,
): Response {
  const isUpload = body["operation"] !== "download";
  if (!isUpload) access.requireFiles(call.caller, repo);
  const verify = new URL("verify", call.url).href;
  const results = objects(body, "objects").map((object): Json => {
    const oid = requiredString(object, "oid");
    const { size = 0 } = object;
    const isKnown = store.largeFiles.has(oid);
    const href = storageUrl(call.url.origin, oid);
    if (isUpload) {
      const actions = { upload: { href }, verify: { href: verify } };
      return isKnown
        ? { oid, size }
        : { oid, size, authenticated: true, actions };
    }
    const error = { code: 404, message: "Object does not exist" };
    return isKnown
      ? { oid, size, actions: { download: { href } } }
      : { oid, size, error };
  });
  return json({ transfer: "basic", objects: results }, {
    headers: { "content-type": "application/vnd.git-lfs+json" },
  });
}

function objectNotFound(): Failure {
  return new Failure(404, "Object does not exist");
}

function requireSignature({ url }: Call): void {
  if (!isSigned(url)) throw new Failure(403, "SignatureDoesNotMatch");
}

async function upload(call: Call, store: RepoStore): Promise<Response> {
  requireSignature(call);
  const sha256 = call.param("sha256");
  if (await digest("SHA-256", call.bytes) !== sha256) {
    throw invalidBody("The content does not match its SHA-256");
  }
  store.largeFiles.set(sha256, call.bytes);
  return new Response(null, { headers: { etag: `"${sha256}"` } });
}

function download(call: Call, store: RepoStore): Response {
  requireSignature(call);
  const sha256 = call.param("sha256");
  const bytes = store.largeFiles.get(sha256);
  if (bytes === undefined) throw objectNotFound();
  const commit = call.query.get("commit");
  return bytesResponse(call, bytes, sha256, {
    "content-type": "application/octet-stream",
    // The real storage is another host, where the official client does not read
    // these headers; here it follows the redirect and does.
    ...commit !== null && {
      "x-repo-commit": commit,
      "x-linked-etag": `"${sha256}"`,
      "x-linked-size": String(bytes.length),
    },
  });
}

/** Lists the large files of all commits, each with its first branch. */
function listLargeFiles(repo: RepoRecord): JsonObject[] {
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
          pushedAt: formatTime(commit.at),
          ref: ref.replace("refs/heads/", ""),
          pusher: renderAuthor(commit.author),
        });
      }
    }
  }
  return [...found.values()];
}
