import { type Accounts, hash } from "../core/accounts.ts";
import * as is from "../core/checks.ts";
import { Failure } from "../core/failure.ts";
import type { JsonObject } from "../core/json.ts";
import { type Call, objectRoutes, type Route } from "../core/router.ts";
import {
  type HubContext,
  kindOfPath,
  pageUrl,
  repoPath,
  repoRoutes,
} from "./context.ts";
import type { Files } from "./git_objects.ts";
import { formatTime } from "../core/clock.ts";
import { renderAuthor } from "./render.ts";
import { invalidBody, optionalString, requiredString } from "./repo_body.ts";
import type {
  CommitRecord,
  Discussion,
  DiscussionEvent,
  RepoRecord,
} from "./repo_record.ts";
import { findCommit, head, idOf } from "./repo_store.ts";
import { hasFlag, rawDiff } from "./tree_routes.ts";

/** A discussion in its repository. */
interface FoundDiscussion {
  readonly repo: RepoRecord;
  readonly discussion: Discussion;
}

/** Makes the routes that open, list and merge discussions, without comments. */
export function discussionRoutes(context: HubContext): Route[] {
  const { access, accounts } = context;
  const all = `${repoPath}/discussions`;
  const one = `${all}/:num(\\d+)`;
  const findRepo = (call: Call) => access.find(call, kindOfPath(call), "read");
  const find = (call: Call) => findIn(findRepo(call), call);
  const findToWrite = (call: Call) =>
    findIn(access.find(call, kindOfPath(call), "write"), call);
  return [
    ...repoRoutes(context, "read", {
      "GET /discussions": (call, repo) => listDiscussions(call, repo, accounts),
    }),
    ...objectRoutes("public", one, find, {
      GET: (call, found) => renderDetails(found, hasFlag(call, "diff")),
    }),
    // Read access is enough to open a discussion.
    ...objectRoutes("token", all, findRepo, {
      POST: createDiscussion,
    }),
    ...objectRoutes("token", one, find, {
      "POST /status": (call, { repo, discussion }) => {
        if (discussion.author !== call.user.name) {
          access.authorize(call.caller, repo, "write");
        }
        return setStatus(call, discussion);
      },
    }),
    ...objectRoutes("token", one, findToWrite, {
      "POST /merge": (call, found) => mergePullRequest(call, found, context),
    }),
  ];
}

function createDiscussion(call: Call, repo: RepoRecord): JsonObject {
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
  return {
    url: `${pageUrl(call, repo.kind, idOf(repo))}/discussions/${num}`,
    num,
    pullRequest: isPullRequest,
    ...isPullRequest && { references: { base: "refs/heads/main" } },
  };
}

/** Opens or closes a discussion; a draft is opened before it is merged. */
function setStatus(call: Call, discussion: Discussion): JsonObject {
  const body = call.readObject();
  const status = is.oneOf("open", "closed")(body["status"], "status");
  if (discussion.status === "merged") {
    throw invalidBody("It is merged already");
  }
  discussion.status = status;
  return { newStatus: addStatusChange(call, discussion) };
}

/** Adds the present status to the events, and renders the event. */
function addStatusChange(call: Call, discussion: Discussion): JsonObject {
  const event: DiscussionEvent = {
    type: "status-change",
    author: call.user.name,
    at: call.at,
    data: { status: discussion.status },
  };
  const place = discussion.events.push(event) - 1;
  return renderEvent(discussion, event, place);
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

function findIn(repo: RepoRecord, call: Call): FoundDiscussion {
  const num = Number(call.param("num"));
  const discussion = repo.discussions[num - 1];
  if (discussion !== undefined) return { repo, discussion };
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

/** Merges a pull request into `main`. */
function mergePullRequest(
  call: Call,
  { repo, discussion }: FoundDiscussion,
  { store, lifecycle }: HubContext,
): Promise<JsonObject> {
  return store.runExclusive(repo, async () => {
    const { num, base, status, title } = discussion;
    if (base === undefined) {
      throw invalidBody("This discussion is no pull request");
    }
    if (status !== "open" && status !== "draft") {
      throw invalidBody(`Pull request ${num} is ${status}`);
    }
    const changed = findCommit(repo, `refs/pr/${num}`);
    const main = head(repo);
    const { id } = await store.commit(repo, "refs/heads/main", {
      files: mergeFiles(base, changed, main),
      title: `${title} (#${num})`,
      message: "",
      author: call.user.name,
      at: call.at,
      parents: [main.id, changed.id],
    });
    discussion.merged = id;
    discussion.status = "merged";
    addStatusChange(call, discussion);
    lifecycle.settle(repo);
    lifecycle.build(repo);
    return {};
  });
}

/** Applies what changed since a base; throws 409 for a conflict. */
function mergeFiles(
  base: CommitRecord,
  changed: CommitRecord,
  main: CommitRecord,
): Files {
  const conflicts = listConflicts(base, changed, main);
  if (conflicts.length > 0) {
    throw new Failure(409, `Merge conflict in ${conflicts.join(", ")}`);
  }
  const files = new Map(main.files);
  for (const path of [...base.files.keys(), ...changed.files.keys()]) {
    const file = changed.files.get(path);
    if (file?.oid === base.files.get(path)?.oid) continue;
    if (file === undefined) files.delete(path);
    else files.set(path, file);
  }
  return files;
}

const PAGE_LENGTH = 50;

function listDiscussions(
  call: Call,
  repo: RepoRecord,
  accounts: Accounts,
): JsonObject {
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
  return {
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
  };
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
  { repo, discussion }: FoundDiscussion,
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
