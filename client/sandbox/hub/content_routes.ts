import { Failure } from "../core/failure.ts";
import { bytesResponse } from "../core/bytes.ts";
import { type Call, type Route, routes } from "../core/router.ts";
import { type HubContext, kindOfPath } from "./context.ts";
import { type FileRecord, pointerText } from "./git_objects.ts";
import { storageUrl } from "./large_file_routes.ts";
import type { CommitRecord, RepoRecord } from "./repo_record.ts";
import { findCommit, idOf } from "./repo_store.ts";

interface FoundFile {
  readonly commit: CommitRecord;
  readonly path: string;
  readonly file: FileRecord;
  readonly repo: RepoRecord;
}

/** Makes the routes of the contents of files. */
export function contentRoutes(context: HubContext): Route[] {
  const find = (call: Call): FoundFile => {
    const repo = context.access.find(call, kindOfPath(call), "read");
    context.access.requireFiles(call.caller, repo);
    const commit = findCommit(repo, call.param("revision"));
    const path = call.param("path");
    const file = commit.files.get(path);
    if (file !== undefined) return { commit, path, file, repo };
    throw new Failure(404, "Entry not found", {
      errorCode: "EntryNotFound",
      headers: { "x-repo-commit": commit.id },
    });
  };
  const cache = "/api/resolve-cache/:type(models|datasets|spaces)";
  const file = ":revision/*path";
  return ["/:type(datasets|spaces)", ""].flatMap((prefix) =>
    routes("public", {
      [`GET ${cache}/:namespace/:name/${file}`]: (call) =>
        contentResponse(call, find(call)),
      [`GET ${prefix}/:namespace/:name/resolve/${file}`]: (call) => {
        const found = find(call);
        return found.file.sha256 === undefined
          ? redirectToCache(call, found)
          : redirectToStorage(call, found, found.file.sha256);
      },
      [`GET ${prefix}/:namespace/:name/raw/${file}`]: (call) =>
        rawResponse(call, find(call)),
    })
  );
}

/** Redirects to another path of the same host, which serves small files. */
function redirectToCache(call: Call, found: FoundFile): Response {
  const { commit, path, repo } = found;
  const rest = [...idOf(repo).split("/"), commit.id, ...path.split("/")];
  const location = `/api/resolve-cache/${repo.kind}s/` +
    rest.map(encodeURIComponent).join("/") + call.url.search;
  return redirect(307, "Temporary Redirect", location, found);
}

/** Redirects to the storage of large files. */
function redirectToStorage(
  call: Call,
  found: FoundFile,
  sha256: string,
): Response {
  const location = storageUrl(call.url.origin, sha256, found.commit.id);
  return redirect(302, "Found", location, found);
}

function redirect(
  status: number,
  reason: string,
  location: string,
  { commit, file }: FoundFile,
): Response {
  return new Response(`${reason}. Redirecting to ${location}`, {
    status,
    headers: {
      location,
      "content-type": "text/plain; charset=utf-8",
      "x-repo-commit": commit.id,
      "x-linked-size": String(file.bytes.length),
      "x-linked-etag": `"${file.sha256 ?? file.oid}"`,
      "accept-ranges": "bytes",
    },
  });
}

function rawResponse(call: Call, found: FoundFile): Response {
  const { bytes, sha256, oid } = found.file;
  const pointer = sha256 === undefined
    ? bytes
    : new TextEncoder().encode(pointerText({ bytes, sha256 }));
  return bytesResponse(call, pointer, oid, {
    "x-repo-commit": found.commit.id,
    "content-type": "text/plain; charset=utf-8",
  });
}

function contentResponse(call: Call, found: FoundFile): Response {
  const name = found.path.split("/").pop() ?? "";
  return bytesResponse(call, found.file.bytes, found.file.oid, {
    "x-repo-commit": found.commit.id,
    "content-type": /\.(txt|md|py|yaml|yml|csv|gitattributes)$/.test(name)
      ? "text/plain; charset=utf-8"
      : name.endsWith(".json")
      ? "application/json"
      : "application/octet-stream",
    "content-disposition": `inline; filename*=UTF-8''${
      encodeURIComponent(name)
    }`,
  });
}
