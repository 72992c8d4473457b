import { hash } from "../core/accounts.ts";
import { decodeBase64 } from "../core/bytes.ts";
import { Failure } from "../core/failure.ts";
import type { JsonObject } from "../core/json.ts";
import {
  type Call,
  objectRoutes,
  type Route,
  routes,
  textResponse,
} from "../core/router.ts";
import { readCard } from "./card.ts";
import {
  type HubContext,
  kindOfPath,
  readKind,
  repoPath,
  repoRoutes,
} from "./context.ts";
import { isBinary, readText } from "./git_objects.ts";
import { isIgnored, isLarge } from "./git_patterns.ts";
import {
  invalidBody,
  objects,
  optionalString,
  requiredString,
} from "./repo_body.ts";
import type { RepoRecord } from "./repo_record.ts";
import { findCommit } from "./repo_store.ts";
import { hasFlag } from "./tree_routes.ts";

/** Maximum bytes of a file that git itself stores. */
const MAX_REGULAR_BYTES = 10_000_000;

/** Makes the routes that official clients use before a commit. */
export function uploadRoutes(context: HubContext): Route[] {
  return [
    ...objectRoutes("token", repoPath, (call) => {
      const access = hasFlag(call, "create_pr") ? "read" : "write";
      return context.access.find(call, kindOfPath(call), access);
    }, { "POST /preupload/*revision": preupload }),
    ...routes("public", { "POST /api/validate-yaml": validateYaml }),
    ...repoRoutes(context, "read", {
      "GET /auth-check": (call, repo) => {
        context.access.requireFiles(call.caller, repo);
        return textResponse("OK");
      },
      "GET /jwt": (call, repo) => createJwt(call, repo, context),
    }),
  ];
}

async function preupload(call: Call, repo: RepoRecord): Promise<JsonObject> {
  const body = call.readObject();
  const commit = findCommit(repo, call.param("revision"));
  const stored = (name: string) => readText(commit.files.get(name));
  const attributes = optionalString(body, "gitAttributes") ??
    stored(".gitattributes");
  const ignore = optionalString(body, "gitIgnore") ?? stored(".gitignore");
  const requested = objects(body, "files");
  if (requested.length > 1000) {
    throw invalidBody("Too big: expected array to have <=1000 items", "files");
  }
  const files: JsonObject[] = [];
  let since = performance.now();
  for (const file of requested) {
    // Where there are many patterns, others have a turn meanwhile.
    if (performance.now() - since > 20) {
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    }
    const path = requiredString(file, "path");
    const { size } = file;
    const known = commit.files.get(path);
    const isBig = typeof size === "number" && size > MAX_REGULAR_BYTES;
    const sample = decodeBase64(optionalString(file, "sample") ?? "");
    files.push({
      path,
      uploadMode: isBig || isLarge(attributes, path) || isBinary(sample)
        ? "lfs"
        : "regular",
      shouldIgnore: isIgnored(ignore, path),
      ...known !== undefined && { oid: known.sha256 ?? known.oid },
    });
  }
  return { files, commitOid: commit.id };
}

function validateYaml(call: Call): JsonObject {
  const body = call.readObject();
  const kind = readKind(optionalString(body, "repoType") ?? "model");
  const content = optionalString(body, "content") ?? "";
  const { data, problem: message } = readCard(content, kind);
  if (message !== undefined) {
    throw new Failure(400, message, { extra: { errors: [{ message }] } });
  }
  const warnings = data !== undefined
    ? []
    : [{ message: "empty or missing yaml metadata in repo card" }];
  return { errors: [], warnings };
}

const maxLifetimes = { write: 600, space: 86_400, other: 3600 };

/** Creates a token for one repository. */
function createJwt(
  call: Call,
  repo: RepoRecord,
  context: HubContext,
): JsonObject {
  const isWrite = hasFlag(call, "write");
  if (isWrite) context.access.authorize(call.caller, repo, "write");
  const user = call.user.name;
  const lifetime = Number(call.query.get("expires_in") ?? 86_400);
  if (!(lifetime > 0 && lifetime <= 86_400)) {
    throw invalidBody("Invalid expiration", "expires_in");
  }
  const max = isWrite
    ? maxLifetimes.write
    : maxLifetimes[repo.kind === "space" ? "space" : "other"];
  const seconds = Math.min(max, lifetime);
  const exp = Math.floor(call.at / 1000) + seconds;
  const token = `hf_jwt_${hash(`${user}:${repo.oid}:${exp}:${isWrite}`)}`;
  const permission = isWrite ? "repo.write" : "repo.content.read";
  context.accounts.addToken(token, {
    user,
    role: "fineGrained",
    grants: [{ permission, entity: repo.namespace }],
    repo: repo.oid,
    expiresAt: exp * 1000,
  });
  return { token, accessToken: `Bearer ${token}`, exp };
}
