import { Failure } from "../core/failure.ts";
import type { Call } from "../core/router.ts";
import type { FileRecord } from "./git_objects.ts";
import { iso, renderAuthor } from "./render.ts";
import { refuse } from "./repo_body.ts";
import type {
  CommitRecord,
  Discussion,
  DiscussionEvent,
  RepoRecord,
} from "./repo_record.ts";
import { commitAt, head, type RepoStore } from "./repo_store.ts";

/** Opens a pull request that begins at the head of `main`. */
export function openDiscussion(
  repo: RepoRecord,
  options: {
    readonly title: string;
    readonly author: string;
    readonly at: number;
    readonly description: string;
    readonly isPullRequest?: boolean;
  },
): Discussion {
  const { title, author, at, description, isPullRequest = true } = options;
  const discussion: Discussion = {
    num: repo.discussions.length + 1,
    title,
    author,
    at,
    status: "open",
    base: isPullRequest ? head(repo) : undefined,
    merged: undefined,
    isPinned: false,
    events: [newComment(author, at, description)],
  };
  repo.discussions.push(discussion);
  return discussion;
}

/** A comment, as an event. */
export function newComment(
  author: string,
  at: number,
  raw: string,
): DiscussionEvent {
  const data = {
    edited: false,
    hidden: false,
    latest: {
      raw,
      html: raw,
      updatedAt: iso(at),
      author: renderAuthor(author),
    },
    numEdits: 0,
    editors: [author],
    editorAvatarUrls: [],
    reactions: [],
  };
  return { type: "comment", author, at, data };
}

/** Files that both sides changed, to something else. */
export function conflicts(
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
export async function mergeDiscussion(
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
  const { id } = await store.commit(repo, "refs/heads/main", {
    files,
    title: `${title} (#${num})`,
    message: "",
    author: call.caller.user?.name ?? "",
    at: call.at,
    parents: [main.id, changed.id],
  });
  discussion.merged = id;
  discussion.status = "merged";
}
