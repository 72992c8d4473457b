import { anyToken, hash, open } from "../core/accounts.ts";
import { decodeBase64 } from "../core/bytes.ts";
import { Failure } from "../core/failure.ts";
import {
  type Call,
  json,
  param,
  readObject,
  type Route,
  route,
  text,
} from "../core/router.ts";
import { readCard } from "./card.ts";
import {
  type HubContext,
  kindOf,
  kindOfPath,
  repoPath,
  repoRoute,
} from "./context.ts";
import { isBinary, readText } from "./git_objects.ts";
import { isIgnored, isLarge } from "./git_patterns.ts";
import {
  objects,
  optionalString,
  refuse,
  requiredString,
} from "./repo_body.ts";
import type { RepoRecord } from "./repo_record.ts";
import { commitAt } from "./repo_store.ts";
import { flag } from "./tree_routes.ts";

/** Files that are larger go to a storage of their own. */
const regularBytes = 10_000_000;

/** Routes that the official clients ask before they commit. */
export function uploadRoutes(context: HubContext): Route[] {
  const read = repoRoute(context, "read");
  return [
    route("POST", `${repoPath}/preupload/*revision`, anyToken, (call) => {
      const access = flag(call, "create_pr") ? "read" : "write";
      const repo = context.access.find(call, kindOfPath(call), access);
      return preupload(call, repo);
    }),
    route("POST", "/api/validate-yaml", open, validateYaml),
    read("GET", "/auth-check", (call, repo) => {
      context.access.demandFiles(call.caller, repo);
      return text("OK");
    }),
    read("GET", "/jwt", (call, repo) => jwt(call, repo, context)),
  ];
}

function preupload(call: Call, repo: RepoRecord): Response {
  const body = readObject(call);
  const commit = commitAt(repo, param(call, "revision"));
  const stored = (name: string) => readText(commit.files.get(name));
  const attributes = optionalString(body, "gitAttributes") ??
    stored(".gitattributes");
  const ignore = optionalString(body, "gitIgnore") ?? stored(".gitignore");
  const asked = objects(body, "files");
  if (asked.length > 1000) {
    throw refuse("Too big: expected array to have <=1000 items", "files");
  }
  const files = asked.map((file) => {
    const path = requiredString(file, "path");
    const { size } = file;
    const known = commit.files.get(path);
    const isBig = typeof size === "number" && size > regularBytes;
    const sample = decodeBase64(optionalString(file, "sample") ?? "");
    return {
      path,
      uploadMode: isBig || isLarge(attributes, path) || isBinary(sample)
        ? "lfs"
        : "regular",
      shouldIgnore: isIgnored(ignore, path),
      ...(known === undefined ? {} : { oid: known.sha256 ?? known.oid }),
    };
  });
  return json({ files, commitOid: commit.id });
}

function validateYaml(call: Call): Response {
  const body = readObject(call);
  const kind = kindOf(optionalString(body, "repoType") ?? "model");
  const content = optionalString(body, "content") ?? "";
  const { data, problem: message } = readCard(content, kind);
  if (message !== undefined) {
    throw new Failure(400, message, { extra: { errors: [{ message }] } });
  }
  const warnings = data !== undefined
    ? []
    : [{ message: "empty or missing yaml metadata in repo card" }];
  return json({ errors: [], warnings });
}

const lifetimes = { write: 600, space: 86_400, other: 3600 };

/** A token for one repository. */
function jwt(call: Call, repo: RepoRecord, context: HubContext): Response {
  const isWrite = flag(call, "write");
  if (isWrite) context.access.authorize(call.caller, repo, "write");
  const user = context.accounts.userOf(call.caller).name;
  const asked = call.url.searchParams.get("expires_in");
  if (asked !== null && !(Number(asked) > 0 && Number(asked) <= 86_400)) {
    throw refuse("Invalid expiration", "expires_in");
  }
  const longest = isWrite
    ? lifetimes.write
    : lifetimes[repo.kind === "space" ? "space" : "other"];
  const seconds = Math.min(longest, Number(asked ?? longest));
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
  return json({ token, accessToken: `Bearer ${token}`, exp });
}
