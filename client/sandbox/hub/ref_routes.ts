import { Failure, tooLong } from "../core/failure.ts";
import type { Json } from "../core/json.ts";
import {
  type Call,
  json,
  param,
  readObject,
  type Route,
} from "../core/router.ts";
import { type HubContext, repoRoute } from "./context.ts";
import { optionalString, refuse, requiredString } from "./repo_body.ts";
import type { RepoRecord } from "./repo_record.ts";
import { commitAt, noRevision, refOf, type RepoStore } from "./repo_store.ts";
import { flag } from "./tree_routes.ts";

/** Routes of branches and tags. */
export function refRoutes(context: HubContext): Route[] {
  const { store } = context;
  const read = repoRoute(context, "read");
  const write = repoRoute(context, "write");
  return [
    read("GET", "/refs", (call, repo) => json(refs(call, repo))),
    write(
      "POST",
      "/branch/*branch",
      (call, repo) => createBranch(call, repo, store),
    ),
    write(
      "DELETE",
      "/branch/*branch",
      (call, repo) => deleteRef(repo, "heads", param(call, "branch")),
    ),
    write("POST", "/tag/*revision", createTag),
    write(
      "DELETE",
      "/tag/*tag",
      (call, repo) => deleteRef(repo, "tags", param(call, "tag")),
    ),
    write(
      "POST",
      "/super-squash/*branch",
      (call, repo) => superSquash(call, repo, store),
    ),
  ];
}

function refs(call: Call, repo: RepoRecord): Json {
  const below = (kind: string): Json =>
    [...repo.refs].filter(([ref]) => ref.startsWith(`refs/${kind}/`))
      .map(([ref, { id }]) => ({
        name: ref.replace(kind === "pr" ? "refs/" : `refs/${kind}/`, ""),
        ref,
        targetCommit: id,
      }));
  return {
    branches: below("heads"),
    tags: below("tags"),
    converts: [],
    ...(flag(call, "include_prs") ? { pullRequests: below("pr") } : {}),
  };
}

/** What git itself refuses in a name, as far as anybody tries. */
function checkRefName(name: string, what: string): void {
  const isValid =
    !/[\s\p{Cc}~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|[/.]$|(^|\/)\.|\.lock(\/|$)|^@$/u
      .test(name) &&
    !name.startsWith("refs/") && !/^[0-9a-f]{40}$/.test(name) &&
    name !== "HEAD";
  if (!isValid) throw refuse(`Invalid reference for a ${what}: ${name}`);
}

/** A name in git is a file: it cannot be the folder of another one. */
function checkFree(repo: RepoRecord, ref: string): void {
  const other = [...repo.refs.keys()].find((each) =>
    each.startsWith(`${ref}/`) || ref.startsWith(`${each}/`)
  );
  if (other === undefined) return;
  throw refuse(`cannot lock ref '${ref}': '${other}' exists`);
}

function createBranch(
  call: Call,
  repo: RepoRecord,
  store: RepoStore,
): Promise<Response> {
  const name = param(call, "branch");
  checkRefName(name, "branch");
  const ref = `refs/heads/${name}`;
  const body = call.bytes.length === 0 ? {} : readObject(call);
  const overwrites = body["overwrite"] === true;
  if (repo.refs.has(ref) && !overwrites) {
    throw new Failure(409, `Reference ${ref} already exists`);
  }
  checkFree(repo, ref);
  const from = optionalString(body, "startingPoint") ?? "main";
  return store.exclusive(repo, async () => {
    if (body["emptyBranch"] === true) {
      await store.commit(repo, ref, {
        files: new Map(),
        title: "initial commit",
        message: "",
        author: call.caller.user?.name ?? "",
        at: call.at,
        parents: [],
      });
    } else {
      repo.refs.set(ref, commitAt(repo, from));
    }
    return json({});
  });
}

function createTag(call: Call, repo: RepoRecord): Response {
  const tag = requiredString(readObject(call), "tag");
  const commit = commitAt(repo, param(call, "revision"));
  checkRefName(tag, "tag");
  const ref = `refs/tags/${tag}`;
  if (repo.refs.has(ref)) {
    throw new Failure(409, `Tag reference exists already: ${ref}`);
  }
  checkFree(repo, ref);
  repo.refs.set(ref, commit);
  return json({});
}

function deleteRef(
  repo: RepoRecord,
  kind: "heads" | "tags",
  name: string,
): Response {
  const ref = `refs/${kind}/${name}`;
  if (ref === "refs/heads/main") {
    throw new Failure(403, `Cannot delete ${ref}`);
  }
  if (!repo.refs.delete(ref)) throw noRevision(name);
  return json({});
}

/** One commit in place of a branch's history. */
function superSquash(
  call: Call,
  repo: RepoRecord,
  store: RepoStore,
): Promise<Response> {
  const branch = param(call, "branch");
  const ref = refOf(repo, branch) ?? "";
  const body = call.bytes.length === 0 ? {} : readObject(call);
  const title = optionalString(body, "message") ?? "Super-squash branch " +
      `'${branch}' using huggingface_hub`;
  if (title.length > 500) throw refuse(tooLong(500), "message");
  return store.exclusive(repo, async () => {
    const before = repo.refs.get(ref);
    if (before === undefined || ref.startsWith("refs/tags/")) {
      commitAt(repo, branch);
      throw refuse(`${branch} is no branch`);
    }
    const { id } = await store.commit(repo, ref, {
      files: before.files,
      title,
      message: "",
      author: call.caller.user?.name ?? "",
      at: call.at,
      parents: [],
    });
    return json({ commitId: id });
  });
}
