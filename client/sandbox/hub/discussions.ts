import { type Accounts, anyToken, hash } from "../core/accounts.ts";
import { Failure, notAnOption } from "../core/failure.ts";
import type { JsonObject } from "../core/json.ts";
import {
  type Call,
  json,
  param,
  readObject,
  type Route,
  route,
} from "../core/router.ts";
import {
  type HubContext,
  kindOfPath,
  pageOf,
  repoPath,
  repoRoute,
} from "./context.ts";
import type { FileRecord } from "./git_objects.ts";
import { iso, renderAuthor } from "./render.ts";
import { optionalString, refuse, requiredString } from "./repo_body.ts";
import type {
  CommitRecord,
  Discussion,
  DiscussionEvent,
  RepoRecord,
} from "./repo_record.ts";
import { commitAt, head, idOf, type RepoStore } from "./repo_store.ts";
import { flag, rawDiff } from "./tree_routes.ts";

/** Routes that open, list and merge; what people say to each other is not
 * here. */
export function discussionRoutes(context: HubContext): Route[] {
  const { access, store, accounts, lifecycle } = context;
  const read = repoRoute(context, "read");
  const one = "/discussions/:num(\\d+)";
  return [
    read("GET", "/discussions", (call, repo) => list(call, repo, accounts)),
    // Whoever reads a repository may discuss it.
    route("POST", `${repoPath}/discussions`, anyToken, (call) => {
      const repo = access.find(call, kindOfPath(call), "read");
      if (repo.settings["discussionsDisabled"] === true) {
        throw new Failure(403, "Discussions are disabled for this repo");
      }
      const body = readObject(call);
      const isPullRequest = body["pullRequest"] === true;
      const { num } = openDiscussion(repo, {
        title: requiredString(body, "title"),
        author: accounts.userOf(call.caller).name,
        at: call.at,
        description: optionalString(body, "description") ?? "",
        base: isPullRequest ? head(repo) : undefined,
        status: isPullRequest ? "draft" : "open",
      });
      if (isPullRequest) repo.refs.set(`refs/pr/${num}`, head(repo));
      return json({
        url: `${pageOf(call, repo.kind, idOf(repo))}/discussions/${num}`,
        num,
        pullRequest: isPullRequest,
        ...(isPullRequest ? { references: { base: "refs/heads/main" } } : {}),
      });
    }, "discussion"),
    read(
      "GET",
      one,
      (call, repo) => json(details(repo, find(call, repo), flag(call, "diff"))),
    ),
    // A draft is opened before it is merged.
    route("POST", `${repoPath}${one}/status`, anyToken, (call) => {
      const repo = access.find(call, kindOfPath(call), "read");
      const discussion = find(call, repo);
      const author = accounts.userOf(call.caller).name;
      if (discussion.author !== author) {
        access.authorize(call.caller, repo, "write");
      }
      const status = requiredString(readObject(call), "status");
      if (status !== "open" && status !== "closed") {
        throw refuse(notAnOption(["open", "closed"]), "status");
      }
      if (discussion.status === "merged") throw refuse("It is merged already");
      discussion.status = status;
      const newStatus: DiscussionEvent = {
        type: "status-change",
        author,
        at: call.at,
        data: { status },
      };
      discussion.events.push(newStatus);
      const { length } = discussion.events;
      return json({
        newStatus: renderEvent(discussion, newStatus, length - 1),
      });
    }, "discussion"),
    route("POST", `${repoPath}${one}/merge`, anyToken, (call) => {
      const repo = access.find(call, kindOfPath(call), "write");
      const discussion = find(call, repo);
      return store.exclusive(repo, async () => {
        await merge(call, repo, discussion, store);
        lifecycle.settle(repo);
        lifecycle.build(repo);
        return json({});
      });
    }, "discussion"),
  ];
}

/** Opens a discussion, or a pull request that begins at a commit. */
export function openDiscussion(
  repo: RepoRecord,
  options:
    & Pick<Discussion, "title" | "author" | "at" | "base" | "status">
    & { readonly description: string },
): Discussion {
  const { description, ...rest } = options;
  const { author, at } = rest;
  const updatedAt = iso(at);
  const discussion: Discussion = {
    ...rest,
    num: repo.discussions.length + 1,
    merged: undefined,
    events: [{
      type: "comment",
      author,
      at,
      data: {
        edited: false,
        hidden: false,
        latest: {
          raw: description,
          html: description,
          updatedAt,
          author: renderAuthor(author),
        },
        numEdits: 0,
        editors: [author],
        editorAvatarUrls: [],
        reactions: [],
      },
    }],
  };
  repo.discussions.push(discussion);
  return discussion;
}

function find(call: Call, repo: RepoRecord): Discussion {
  const num = Number(param(call, "num"));
  const found = repo.discussions[num - 1];
  if (found !== undefined) return found;
  throw new Failure(404, `Discussion ${num} does not exist`);
}

/** Files that both sides changed, to something else. */
function conflicts(
  base: CommitRecord,
  ours: CommitRecord,
  theirs: CommitRecord,
): string[] {
  const paths = new Set([...ours.files.keys(), ...theirs.files.keys()]);
  return [...paths].filter((path) => {
    const [from, a, b] = [base, ours, theirs]
      .map(({ files }) => files.get(path)?.oid);
    return a !== b && a !== from && b !== from;
  });
}

async function merge(
  call: Call,
  repo: RepoRecord,
  discussion: Discussion,
  store: RepoStore,
): Promise<void> {
  const { num, base, status, title } = discussion;
  if (base === undefined) throw refuse("This discussion is no pull request");
  if (status !== "open" && status !== "draft") {
    throw refuse(`Pull request ${num} is ${status}`);
  }
  const changed = commitAt(repo, `refs/pr/${num}`);
  const main = head(repo);
  const clashing = conflicts(base, changed, main);
  if (clashing.length > 0) {
    throw new Failure(409, `Merge conflict in ${clashing.join(", ")}`);
  }
  const files = new Map<string, FileRecord>(main.files);
  const paths = new Set([...base.files.keys(), ...changed.files.keys()]);
  for (const path of paths) {
    const file = changed.files.get(path);
    if (file?.oid === base.files.get(path)?.oid) continue;
    if (file === undefined) files.delete(path);
    else files.set(path, file);
  }
  const author = call.caller.user?.name ?? "";
  const { id } = await store.commit(repo, "refs/heads/main", {
    files,
    title: `${title} (#${num})`,
    message: "",
    author,
    at: call.at,
    parents: [main.id, changed.id],
  });
  discussion.merged = id;
  discussion.status = "merged";
  const data = { status: "merged" };
  discussion.events.push({ type: "status-change", author, at: call.at, data });
}

const perPage = 50;

function list(call: Call, repo: RepoRecord, accounts: Accounts): Response {
  const query = call.url.searchParams;
  const [type, status, author, search] = ["type", "status", "author", "search"]
    .map((name) => query.get(name));
  const page = Number(query.get("p") ?? 0);
  if (!Number.isInteger(page) || page < 0) throw refuse("Invalid input", "p");
  const isOpen = (one: Discussion) =>
    one.status === "open" || one.status === "draft";
  const found = repo.discussions.filter((each) =>
    (type === null || type === "all" ||
      (type === "pull_request") === (each.base !== undefined)) &&
    (status === null || status === "all" ||
      (status === "open") === isOpen(each)) &&
    (author === null || each.author === author) &&
    each.title.toLowerCase().includes((search ?? "").toLowerCase())
  ).reverse();
  const start = page * perPage;
  return json({
    discussions: found.slice(start, start + perPage).map((each) => ({
      ...common(repo, each),
      repoOwner: {
        name: repo.namespace,
        type: accounts.find(repo.namespace)?.kind ?? "user",
        isParticipating: each.author === repo.namespace,
        isDiscussionAuthor: each.author === repo.namespace,
      },
      numComments: 1,
      topReactions: [],
      numReactionUsers: 0,
    })),
    count: found.length,
    start,
    numClosedDiscussions: found.filter((each) => !isOpen(each)).length,
  });
}

function common(repo: RepoRecord, discussion: Discussion): JsonObject {
  const { num, title, author, at, status, base } = discussion;
  return {
    num,
    title,
    status,
    author: renderAuthor(author),
    repo: { type: repo.kind, name: idOf(repo) },
    isPullRequest: base !== undefined,
    createdAt: iso(at),
    pinned: false,
  };
}

function renderEvent(
  { num }: Discussion,
  { type, author, at, data }: DiscussionEvent,
  place: number,
): JsonObject {
  return {
    id: hash(`event:${num}:${place}`).slice(0, 24),
    type,
    author: renderAuthor(author),
    createdAt: iso(at),
    data,
  };
}

function details(
  repo: RepoRecord,
  discussion: Discussion,
  withDiff: boolean,
): JsonObject {
  const { num, base, merged, events } = discussion;
  const shown = {
    _id: hash(`discussion:${repo.oid}:${num}`).slice(0, 24),
    ...common(repo, discussion),
    locked: false,
    collection: "discussions",
    events: events.map((event, place) => renderEvent(discussion, event, place)),
  };
  if (base === undefined) return { ...shown, isReport: false };
  const changed = repo.refs.get(`refs/pr/${num}`) ?? base;
  return {
    ...shown,
    changes: {
      base: "refs/heads/main",
      ...(merged === undefined ? {} : { mergeCommitId: merged }),
    },
    filesWithConflicts: conflicts(base, changed, head(repo)),
    ...(withDiff ? { diff: rawDiff(base, changed) } : {}),
  };
}
