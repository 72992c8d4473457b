import { type Accounts, hash } from "../core/accounts.ts";
import { Failure, notAnOption } from "../core/failure.ts";
import type { JsonObject } from "../core/json.ts";
import { type Call, json, type Route, routes } from "../core/router.ts";
import {
  type HubContext,
  kindOfPath,
  pageUrl,
  repoPath,
  repoRoutes,
} from "./context.ts";
import type { FileRecord } from "./git_objects.ts";
import { formatTime } from "../core/clock.ts";
import { renderAuthor } from "./render.ts";
import { invalidBody, optionalString, requiredString } from "./repo_body.ts";
import type {
  CommitRecord,
  Discussion,
  DiscussionEvent,
  RepoRecord,
} from "./repo_record.ts";
import { findCommit, head, idOf, type RepoStore } from "./repo_store.ts";
import { hasFlag, rawDiff } from "./tree_routes.ts";

/** Makes the routes that open, list and merge discussions, without comments. */
export function discussionRoutes(context: HubContext): Route[] {
  const { access, store, accounts, lifecycle } = context;
  const base = `${repoPath}/discussions`;
  const one = "/discussions/:num(\\d+)";
  const findRepo = (call: Call) => access.find(call, kindOfPath(call), "read");
  return [
    ...repoRoutes(context, "read", {
      "GET /discussions": (call, repo) => listDiscussions(call, repo, accounts),
      [`GET ${one}`]: (call, repo) =>
        json(
          renderDetails(repo, findIn(repo, call), hasFlag(call, "diff")),
        ),
    }),
    // Read access is enough to open a discussion.
    ...routes("token", {
      [`POST ${base}`]: (call) => createDiscussion(call, findRepo(call)),
      [`POST ${repoPath}${one}/status`]: (call) => {
        const repo = findRepo(call);
        const discussion = findIn(repo, call);
        const author = call.user.name;
        if (discussion.author !== author) {
          access.authorize(call.caller, repo, "write");
        }
        return setStatus(call, discussion, author);
      },
      [`POST ${repoPath}${one}/merge`]: (call) => {
        const repo = access.find(call, kindOfPath(call), "write");
        const discussion = findIn(repo, call);
        return store.runExclusive(repo, async () => {
          await merge(call, repo, discussion, store);
          lifecycle.settle(repo);
          lifecycle.build(repo);
          return json({});
        });
      },
    }, "discussion"),
  ];
}

function createDiscussion(call: Call, repo: RepoRecord): Response {
  if (repo.settings["discussionsDisabled"] === true) {
    throw new Failure(403, "Discussions are disabled for this repo");
  }
  const body = call.readObject();
  const isPullRequest = body["pullRequest"] === true;
  const { num } = openDiscussion(repo, {
    title: requiredString(body, "title"),
    author: call.user.name,
    at: call.at,
    description: optionalString(body, "description") ?? "",
    base: isPullRequest ? head(repo) : undefined,
    status: isPullRequest ? "draft" : "open",
  });
  if (isPullRequest) repo.refs.set(`refs/pr/${num}`, head(repo));
  return json({
    url: `${pageUrl(call, repo.kind, idOf(repo))}/discussions/${num}`,
    num,
    pullRequest: isPullRequest,
    ...isPullRequest && { references: { base: "refs/heads/main" } },
  });
}

/** Opens or closes a discussion; a draft is opened before it is merged. */
function setStatus(
  call: Call,
  discussion: Discussion,
  author: string,
): Response {
  const status = requiredString(call.readObject(), "status");
  if (status !== "open" && status !== "closed") {
    throw invalidBody(notAnOption(["open", "closed"]), "status");
  }
  if (discussion.status === "merged") {
    throw invalidBody("It is merged already");
  }
  discussion.status = status;
  const event: DiscussionEvent = {
    type: "status-change",
    author,
    at: call.at,
    data: { status },
  };
  const place = discussion.events.push(event) - 1;
  return json({ newStatus: renderEvent(discussion, event, place) });
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
  const updatedAt = formatTime(at);
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

function findIn(repo: RepoRecord, call: Call): Discussion {
  const num = Number(call.param("num"));
  const found = repo.discussions[num - 1];
  if (found !== undefined) return found;
  throw new Failure(404, `Discussion ${num} does not exist`);
}

/** Lists the files that both sides changed differently. */
function listConflicts(
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
  if (base === undefined) {
    throw invalidBody("This discussion is no pull request");
  }
  if (status !== "open" && status !== "draft") {
    throw invalidBody(`Pull request ${num} is ${status}`);
  }
  const changed = findCommit(repo, `refs/pr/${num}`);
  const main = head(repo);
  const conflicts = listConflicts(base, changed, main);
  if (conflicts.length > 0) {
    throw new Failure(409, `Merge conflict in ${conflicts.join(", ")}`);
  }
  const files = new Map<string, FileRecord>(main.files);
  const paths = new Set([...base.files.keys(), ...changed.files.keys()]);
  for (const path of paths) {
    const file = changed.files.get(path);
    if (file?.oid === base.files.get(path)?.oid) continue;
    if (file === undefined) files.delete(path);
    else files.set(path, file);
  }
  const author = call.user.name;
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

const PAGE_LENGTH = 50;

function listDiscussions(
  call: Call,
  repo: RepoRecord,
  accounts: Accounts,
): Response {
  const query = call.query;
  const [type, status, author, search] = ["type", "status", "author", "search"]
    .map((name) => query.get(name));
  const page = Number(query.get("p") ?? 0);
  if (!Number.isInteger(page) || page < 0) {
    throw invalidBody("Invalid input", "p");
  }
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
  const start = page * PAGE_LENGTH;
  return json({
    discussions: found.slice(start, start + PAGE_LENGTH).map((each) => ({
      ...renderCommon(repo, each),
      repoOwner: {
        name: repo.namespace,
        type: accounts.get(repo.namespace).kind,
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

function renderCommon(repo: RepoRecord, discussion: Discussion): JsonObject {
  const { num, title, author, at, status, base } = discussion;
  return {
    num,
    title,
    status,
    author: renderAuthor(author),
    repo: { type: repo.kind, name: idOf(repo) },
    isPullRequest: base !== undefined,
    createdAt: formatTime(at),
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
    createdAt: formatTime(at),
    data,
  };
}

function renderDetails(
  repo: RepoRecord,
  discussion: Discussion,
  withDiff: boolean,
): JsonObject {
  const { num, base, merged, events } = discussion;
  const common = {
    _id: hash(`discussion:${repo.oid}:${num}`).slice(0, 24),
    ...renderCommon(repo, discussion),
    locked: false,
    collection: "discussions",
    events: events.map((event, place) => renderEvent(discussion, event, place)),
  };
  if (base === undefined) return { ...common, isReport: false };
  const changed = repo.refs.get(`refs/pr/${num}`) ?? base;
  return {
    ...common,
    changes: {
      base: "refs/heads/main",
      ...merged !== undefined && { mergeCommitId: merged },
    },
    filesWithConflicts: listConflicts(base, changed, head(repo)),
    ...withDiff && { diff: rawDiff(base, changed) },
  };
}
