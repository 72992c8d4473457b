import { anyToken, hash, open } from "../core/accounts.ts";
import { Failure } from "../core/failure.ts";
import type { JsonObject } from "../core/json.ts";
import {
  type Call,
  json,
  param,
  readObject,
  type Route,
  text,
} from "../core/router.ts";
import {
  type HubContext,
  kindOfPath,
  pageOf,
  repoPath,
  repoRoute,
} from "./context.ts";
import type { Discussion, DiscussionEvent, RepoRecord } from "./repo_record.ts";
import {
  conflicts,
  mergeDiscussion,
  newComment,
  openDiscussion,
} from "./discussions.ts";
import { iso, renderAuthor } from "./render.ts";
import { optionalString, refuse, requiredString } from "./repo_body.ts";
import { head, idOf } from "./repo_store.ts";
import { flag, rawDiff } from "./tree_routes.ts";

/** Routes of discussions and pull requests. */
export function discussionRoutes(context: HubContext): Route[] {
  const { access, store, accounts, lifecycle } = context;
  const read = repoRoute(context, "read");
  const one = "/discussions/:num(\\d+)";
  /** Whoever reads a repository may discuss it. */
  const take = (
    path: string,
    handle: (
      call: Call,
      repo: RepoRecord,
      body: JsonObject,
    ) => Response | Promise<Response>,
  ): Route => ({
    method: "POST",
    path: repoPath + path,
    needs: anyToken,
    action: "discussion",
    handle: (call) => {
      const repo = access.find(call, kindOfPath(call), "read");
      if (repo.settings["discussionsDisabled"] === true) {
        throw new Failure(403, "Discussions are disabled for this repo");
      }
      const body = call.bytes.length === 0 ? {} : readObject(call);
      return handle(call, repo, body);
    },
  });
  const nameOf = (call: Call) => accounts.userOf(call.caller).name;
  return [
    {
      // A file for a comment; nobody reads it here.
      method: "POST",
      path: "/uploads",
      needs: anyToken,
      handle: (call) =>
        text(`${call.url.origin}/uploads/${hash(call.requestId)}`),
    },
    read("GET", "/discussions", (call, repo) => list(call, repo)),
    take("/discussions", (call, repo, body) => {
      const isPullRequest = body["pullRequest"] === true;
      const discussion = openDiscussion(repo, {
        title: titleOf(body),
        author: nameOf(call),
        at: call.at,
        description: optionalString(body, "description") ?? "",
        isPullRequest,
      });
      if (isPullRequest) {
        discussion.status = "draft";
        repo.refs.set(`refs/pr/${discussion.num}`, head(repo));
      }
      return json({
        url: `${
          pageOf(call, repo.kind, idOf(repo))
        }/discussions/${discussion.num}`,
        num: discussion.num,
        pullRequest: isPullRequest,
        ...(isPullRequest ? { references: { base: "refs/heads/main" } } : {}),
      });
    }),
    {
      method: "GET",
      path: repoPath + one,
      needs: open,
      handle: (call) => {
        const repo = access.find(call, kindOfPath(call), "read");
        return json(details(repo, find(call, repo), flag(call, "diff")));
      },
    },
    take(`${one}/comment`, (call, repo, body) => {
      const event = newComment(
        nameOf(call),
        call.at,
        requiredString(body, "comment"),
      );
      return noted(find(call, repo), event);
    }),
    take(`${one}/comment/:id/edit`, (call, repo, body) => {
      const { data } = newComment(
        nameOf(call),
        call.at,
        requiredString(body, "content"),
      );
      return rewrite(call, repo, { ...data, edited: true, numEdits: 1 });
    }),
    take(
      `${one}/comment/:id/hide`,
      (call, repo) => rewrite(call, repo, { hidden: true }),
    ),
    take(`${one}/title`, (call, repo, body) => {
      const discussion = find(call, repo);
      demandAuthor(call, repo, discussion);
      const data = { from: discussion.title, to: titleOf(body) };
      discussion.title = data.to;
      return noted(discussion, {
        type: "title-change",
        author: nameOf(call),
        at: call.at,
        data,
      });
    }),
    take(`${one}/status`, (call, repo, body) => {
      const discussion = find(call, repo);
      demandAuthor(call, repo, discussion);
      const status = requiredString(body, "status");
      if (status !== "open" && status !== "closed") {
        throw refuse(`Invalid status: ${status}`);
      }
      if (discussion.status === "merged") throw refuse("It is merged already");
      const text = optionalString(body, "comment");
      if (text !== undefined && text !== "") {
        discussion.events.push(newComment(nameOf(call), call.at, text));
      }
      discussion.status = status;
      return noted(discussion, {
        type: "status-change",
        author: nameOf(call),
        at: call.at,
        data: { status },
      });
    }),
    take(`${one}/pin`, (call, repo, body) => {
      access.authorize(call.caller, repo, "write");
      find(call, repo).isPinned = body["pinned"] === true;
      return json({});
    }),
    take(`${one}/merge`, (call, repo) => {
      access.authorize(call.caller, repo, "write");
      const discussion = find(call, repo);
      return store.exclusive(repo, async () => {
        await mergeDiscussion(call, repo, discussion, store);
        lifecycle.settle(repo);
        lifecycle.build(repo);
        return noted(discussion, {
          type: "status-change",
          author: nameOf(call),
          at: call.at,
          data: { status: "merged" },
        });
      });
    }),
  ];

  function rewrite(
    call: Call,
    repo: RepoRecord,
    change: JsonObject,
  ): Response {
    const discussion = find(call, repo);
    const event = discussion.events.find((each) =>
      renderEvent(discussion, each)["id"] === param(call, "id")
    );
    if (event === undefined) throw new Failure(404, "Comment not found");
    demandAuthor(call, repo, event);
    event.data = { ...event.data, ...change };
    return json({ updatedComment: renderEvent(discussion, event) });
  }

  function demandAuthor(
    call: Call,
    repo: RepoRecord,
    { author }: { readonly author: string },
  ): void {
    if (author !== nameOf(call)) access.authorize(call.caller, repo, "write");
  }
}

function titleOf(body: JsonObject): string {
  const title = requiredString(body, "title");
  if (title.length < 3 || title.length > 200) {
    throw refuse("The title must have 3 to 200 characters");
  }
  return title;
}

function find(call: Call, repo: RepoRecord): Discussion {
  const num = Number(param(call, "num"));
  const found = repo.discussions[num - 1];
  if (found !== undefined) return found;
  throw new Failure(404, `Discussion ${num} does not exist`);
}

/** How the answer to what adds an event names it. */
const eventNames = {
  "comment": "newMessage",
  "status-change": "newStatus",
  "title-change": "newTitle",
  "commit": "newCommit",
};

function noted(discussion: Discussion, event: DiscussionEvent): Response {
  discussion.events.push(event);
  return json(
    { [eventNames[event.type]]: renderEvent(discussion, event) },
    { status: event.type === "comment" ? 201 : 200 },
  );
}

function renderEvent(
  discussion: Discussion,
  event: DiscussionEvent,
): JsonObject {
  const place = discussion.events.indexOf(event);
  return {
    id: hash(`event:${discussion.num}:${place}`).slice(0, 24),
    type: event.type,
    author: renderAuthor(event.author),
    createdAt: iso(event.at),
    data: event.data,
  };
}

const perPage = 50;

function list(call: Call, repo: RepoRecord): Response {
  const query = call.url.searchParams;
  const [type, status, author, search] = ["type", "status", "author", "search"]
    .map((name) => query.get(name));
  const page = Number(query.get("p") ?? 0);
  if (!Number.isInteger(page) || page < 0) throw refuse("p must be a number");
  const found = repo.discussions.filter((each) =>
    (type === null || type === "all" ||
      (type === "pull_request") === (each.base !== undefined)) &&
    (status === null || status === "all" ||
      (status === "open") ===
        (each.status === "open" || each.status === "draft")) &&
    (author === null || each.author === author) &&
    each.title.toLowerCase().includes((search ?? "").toLowerCase())
  ).reverse();
  const start = page * perPage;
  return json({
    discussions: found.slice(start, start + perPage)
      .map((each) => summary(repo, each)),
    count: found.length,
    start,
    numClosedDiscussions: found.filter((each) =>
      each.status === "closed" || each.status === "merged"
    ).length,
  });
}

function summary(repo: RepoRecord, discussion: Discussion): JsonObject {
  return {
    ...common(repo, discussion),
    numComments: discussion.events.filter(({ type }) => type === "comment")
      .length,
    topReactions: [],
    numReactionUsers: 0,
  };
}

function common(repo: RepoRecord, discussion: Discussion): JsonObject {
  const { num, title, author, at, status, base, isPinned } = discussion;
  return {
    num,
    title,
    status,
    author: renderAuthor(author),
    repo: { type: repo.kind, name: idOf(repo) },
    isPullRequest: base !== undefined,
    createdAt: iso(at),
    pinned: isPinned,
  };
}

function details(
  repo: RepoRecord,
  discussion: Discussion,
  withDiff: boolean,
): JsonObject {
  const { num, base, merged } = discussion;
  const shown = {
    _id: hash(`discussion:${repo.oid}:${num}`).slice(0, 24),
    ...common(repo, discussion),
    locked: false,
    collection: "discussions",
    events: discussion.events.map((event) => renderEvent(discussion, event)),
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
