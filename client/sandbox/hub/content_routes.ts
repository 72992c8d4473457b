import { open } from "../core/accounts.ts";
import { Failure } from "../core/failure.ts";
import { ranged } from "../core/ranges.ts";
import { type Call, param, type Route, route } from "../core/router.ts";
import { type HubContext, kindOfPath } from "./context.ts";
import { type FileRecord, pointerText } from "./git_objects.ts";
import { storageUrl } from "./large_file_routes.ts";
import type { CommitRecord } from "./repo_record.ts";
import { commitAt, idOf } from "./repo_store.ts";

const types = ":type(models|datasets|spaces)";

interface Found {
  readonly commit: CommitRecord;
  readonly path: string;
  readonly file: FileRecord;
  readonly repo: { readonly oid: string };
}

/** Routes that answer with the content of a file. */
export function contentRoutes(context: HubContext): Route[] {
  const find = (call: Call): Found => {
    const repo = context.access.find(call, kindOfPath(call), "read");
    context.access.demandFiles(call.caller, repo);
    const commit = commitAt(repo, param(call, "revision"));
    const path = param(call, "path");
    const file = commit.files.get(path);
    if (file !== undefined) return { commit, path, file, repo };
    throw new Failure(404, "Entry not found", {
      errorCode: "EntryNotFound",
      headers: { "x-repo-commit": commit.id },
    });
  };
  const get = (path: string, handle: (call: Call) => Response): Route =>
    route("GET", path, open, handle);
  const cached = get(
    `/api/resolve-cache/${types}/:namespace/:name/:revision/*path`,
    (call) => content(call, find(call)),
  );
  return [
    cached,
    ...["/:type(datasets|spaces)", ""].flatMap((prefix) => [
      get(`${prefix}/:namespace/:name/resolve/:revision/*path`, (call) => {
        const found = find(call);
        return found.file.sha256 === undefined
          ? toCache(call, found)
          : toStorage(call, found, found.file.sha256);
      }),
      get(
        `${prefix}/:namespace/:name/raw/:revision/*path`,
        (call) => raw(call, find(call)),
      ),
    ]),
  ];

  // Small files are served from another path of the same host.
  function toCache(call: Call, found: Found): Response {
    const { commit, path } = found;
    const kind = kindOfPath(call);
    const repo = context.access.find(call, kind, "read");
    const rest = [...idOf(repo).split("/"), commit.id, ...path.split("/")];
    const location = `/api/resolve-cache/${kind}s/` +
      rest.map(encodeURIComponent).join("/") + call.url.search;
    const text = `Temporary Redirect. Redirecting to ${location}`;
    return new Response(text, {
      status: 307,
      headers: {
        location,
        "content-type": "text/plain; charset=utf-8",
        ...described(found, found.file.bytes.length),
      },
    });
  }
}

function described(
  { commit, file }: Found,
  linkedSize: number,
): Record<string, string> {
  return {
    "x-repo-commit": commit.id,
    "x-linked-size": String(linkedSize),
    "x-linked-etag": `"${file.sha256 ?? file.oid}"`,
    "accept-ranges": "bytes",
  };
}

function toStorage(call: Call, found: Found, sha256: string): Response {
  const location = storageUrl(call.url.origin, sha256, found.commit.id);
  return new Response(`Found. Redirecting to ${location}`, {
    status: 302,
    headers: {
      location,
      "content-type": "text/plain; charset=utf-8",
      ...described(found, found.file.bytes.length),
    },
  });
}

function raw(call: Call, found: Found): Response {
  const { bytes, sha256, oid } = found.file;
  const pointer = sha256 === undefined
    ? bytes
    : new TextEncoder().encode(pointerText({ bytes, sha256 }));
  return ranged(call, pointer, oid, {
    "x-repo-commit": found.commit.id,
    "content-type": "text/plain; charset=utf-8",
  });
}

function content(call: Call, found: Found): Response {
  const name = found.path.split("/").pop() ?? "";
  return ranged(call, found.file.bytes, found.file.oid, {
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
