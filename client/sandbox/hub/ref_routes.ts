import { Failure, tooLong } from "../core/failure.ts";
import type { JsonObject } from "../core/json.ts";
import type { Call, Route } from "../core/router.ts";
import { type HubContext, repoRoutes } from "./context.ts";
import { invalidBody, optionalString, requiredString } from "./repo_body.ts";
import type { RepoRecord } from "./repo_record.ts";
import {
  findCommit,
  type RepoStore,
  resolveRef,
  revisionNotFound,
} from "./repo_store.ts";
import { hasFlag } from "./tree_routes.ts";

/** Makes the routes of branches and tags. */
export function refRoutes(context: HubContext): Route[] {
  const { store } = context;
  return [
    ...repoRoutes(context, "read", {
      "GET /refs": renderRefs,
    }),
    ...repoRoutes(context, "write", {
      "POST /branch/*branch": (call, repo) => createBranch(call, repo, store),
      "DELETE /branch/*branch": (call, repo) =>
        deleteRef(repo, "heads", call.param("branch")),
      "POST /tag/*revision": createTag,
      "DELETE /tag/*tag": (call, repo) =>
        deleteRef(repo, "tags", call.param("tag")),
      "POST /super-squash/*branch": (call, repo) =>
        superSquash(call, repo, store),
    }),
  ];
}

function renderRefs(call: Call, repo: RepoRecord): JsonObject {
  const refsOf = (kind: string) =>
    [...repo.refs].filter(([ref]) => ref.startsWith(`refs/${kind}/`))
      .map(([ref, { id }]) => ({
        name: ref.replace(kind === "pr" ? "refs/" : `refs/${kind}/`, ""),
        ref,
        targetCommit: id,
      }));
  return {
    branches: refsOf("heads"),
    tags: refsOf("tags"),
    converts: [],
    ...hasFlag(call, "include_prs") && { pullRequests: refsOf("pr") },
  };
}

/** Throws 400 for a name that git refuses. */
function checkRefName(name: string, what: string): void {
  const isValid =
    !/[\s\p{Cc}~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|[/.]$|(^|\/)\.|\.lock(\/|$)|^@$/u
      .test(name) &&
    !name.startsWith("refs/") && !/^[0-9a-f]{40}$/.test(name) &&
    name !== "HEAD";
  if (!isValid) throw invalidBody(`Invalid reference for a ${what}: ${name}`);
}

/** Throws 400 for a ref that is the folder of another, or lies in one. */
function requireFreeRef(repo: RepoRecord, ref: string): void {
  const other = [...repo.refs.keys()].find((each) =>
    each.startsWith(`${ref}/`) || ref.startsWith(`${each}/`)
  );
  if (other === undefined) return;
  throw invalidBody(`cannot lock ref '${ref}': '${other}' exists`);
}

function createBranch(
  call: Call,
  repo: RepoRecord,
  store: RepoStore,
): Promise<JsonObject> {
  const name = call.param("branch");
  checkRefName(name, "branch");
  const ref = `refs/heads/${name}`;
  const body = call.bytes.length === 0 ? {} : call.readObject();
  const overwrites = body["overwrite"] === true;
  const from = optionalString(body, "startingPoint") ?? "main";
  return store.runExclusive(repo, async () => {
    if (repo.refs.has(ref) && !overwrites) {
      throw new Failure(409, `Reference ${ref} already exists`);
    }
    requireFreeRef(repo, ref);
    if (body["emptyBranch"] === true) {
      await store.commit(repo, ref, {
        files: new Map(),
        title: "initial commit",
        message: "",
        author: call.user.name,
        at: call.at,
        parents: [],
      });
    } else {
      repo.refs.set(ref, findCommit(repo, from));
    }
    return {};
  });
}

function createTag(call: Call, repo: RepoRecord): JsonObject {
  const tag = requiredString(call.readObject(), "tag");
  const commit = findCommit(repo, call.param("revision"));
  checkRefName(tag, "tag");
  const ref = `refs/tags/${tag}`;
  if (repo.refs.has(ref)) {
    throw new Failure(409, `Tag reference exists already: ${ref}`);
  }
  requireFreeRef(repo, ref);
  repo.refs.set(ref, commit);
  return {};
}

function deleteRef(
  repo: RepoRecord,
  kind: "heads" | "tags",
  name: string,
): JsonObject {
  const ref = `refs/${kind}/${name}`;
  if (ref === "refs/heads/main") {
    throw new Failure(403, `Cannot delete ${ref}`);
  }
  if (!repo.refs.delete(ref)) throw revisionNotFound(name);
  return {};
}

/** Replaces the history of a branch by one commit. */
function superSquash(
  call: Call,
  repo: RepoRecord,
  store: RepoStore,
): Promise<JsonObject> {
  const branch = call.param("branch");
  const ref = resolveRef(repo, branch) ?? "";
  const body = call.bytes.length === 0 ? {} : call.readObject();
  const title = optionalString(body, "message") ?? "Super-squash branch " +
      `'${branch}' using huggingface_hub`;
  if (title.length > 500) throw invalidBody(tooLong(500), "message");
  return store.runExclusive(repo, async () => {
    const before = repo.refs.get(ref);
    if (before === undefined || ref.startsWith("refs/tags/")) {
      findCommit(repo, branch);
      throw invalidBody(`${branch} is no branch`);
    }
    const { id } = await store.commit(repo, ref, {
      files: before.files,
      title,
      message: "",
      author: call.user.name,
      at: call.at,
      parents: [],
    });
    return { commitId: id };
  });
}
