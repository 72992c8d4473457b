import { hash } from "../core/accounts.ts";
import type { Bytes } from "../core/bytes.ts";
import { Failure } from "../core/failure.ts";
import {
  type CommitContent,
  type FileRecord,
  type Files,
  hashCommit,
  hashTrees,
} from "./git_objects.ts";
import type { CommitRecord, RepoKind, RepoRecord } from "./repo_record.ts";

/** Returns the newest commit of `main`. */
export function head(repo: RepoRecord): CommitRecord {
  const newest = repo.refs.get("refs/heads/main");
  if (newest === undefined) throw new Error("A repository has a commit");
  return newest;
}

/** Returns the full name of a branch, tag or pull request. */
export function resolveRef(
  repo: RepoRecord,
  revision: string,
): string | undefined {
  const name = revision === "HEAD" ? "main" : revision;
  return [name, `refs/heads/${name}`, `refs/tags/${name}`, `refs/${name}`]
    .find((ref) => repo.refs.has(ref));
}

/** Finds the commit of a branch, tag, pull request or commit id. */
export function findCommit(repo: RepoRecord, revision: string): CommitRecord {
  const found = repo.refs.get(resolveRef(repo, revision) ?? "") ??
    repo.commits.get(revision) ?? findByPrefix(repo, revision);
  if (found === undefined) throw revisionNotFound(revision);
  return found;
}

function findByPrefix(
  repo: RepoRecord,
  revision: string,
): CommitRecord | undefined {
  if (!/^[0-9a-f]{7,39}$/.test(revision)) return undefined;
  return [...repo.commits.values()].find(({ id }) => id.startsWith(revision));
}

/** Makes a 404 for a revision. */
export function revisionNotFound(revision: string): Failure {
  return new Failure(404, `Invalid rev id: ${revision}`, {
    errorCode: "RevisionNotFound",
  });
}

/** Lists a commit and those before it, newest first. */
export function historyOf(
  repo: RepoRecord,
  commit: CommitRecord,
): CommitRecord[] {
  const history = [commit];
  for (let next = commit; next.parents[0] !== undefined;) {
    const parent = repo.commits.get(next.parents[0]);
    if (parent === undefined) break;
    history.push(parent);
    next = parent;
  }
  return history;
}

/** Returns `namespace/name`. */
export function idOf(repo: RepoRecord): string {
  return `${repo.namespace}/${repo.name}`;
}

/** The content of a new commit. */
export type NewCommit = Omit<CommitContent, "tree" | "parents"> & {
  readonly files: Files;
  /** The commits it follows; that of the ref if left out. */
  readonly parents?: readonly string[];
  /** Its id, if it is not to be computed. */
  readonly fixedId?: string | undefined;
};

/** The initial values of a repository. */
export type NewRepo =
  & Partial<Pick<RepoRecord, "oid">>
  & Pick<
    RepoRecord,
    | "kind"
    | "creator"
    | "namespace"
    | "name"
    | "visibility"
    | "region"
    | "resourceGroup"
    | "space"
  >;

/** All repositories, by their present and former names. */
export class RepoStore {
  /** Contents of large files, by SHA-256. */
  readonly largeFiles: Map<string, Bytes> = new Map();
  readonly #busy = new WeakMap<RepoRecord, Promise<unknown>>();
  readonly #repos = new Map<string, RepoRecord>();
  readonly #moved = new Map<string, RepoRecord>();
  #seq = 0;
  /** The number of repositories created by requests, on which ids depend. */
  #created = 0;

  /** Lists the repositories of a type in order of creation. */
  list(kind: RepoKind): RepoRecord[] {
    return [...this.#repos.values()].filter((repo) => repo.kind === kind)
      .sort((a, b) => a.seq - b.seq);
  }

  /** Finds a repository by its name, in any letter case. */
  find(kind: RepoKind, id: string): RepoRecord | undefined {
    return this.#repos.get(key(kind, id));
  }

  /** Finds a repository by a former name. */
  findMoved(kind: RepoKind, id: string): RepoRecord | undefined {
    const repo = this.#moved.get(key(kind, id));
    return repo !== undefined && this.find(kind, idOf(repo)) === repo
      ? repo
      : undefined;
  }

  /** Stores a new repository with its first commit. */
  async add(
    options: NewRepo,
    at: number,
    files: Files,
    fixedId?: string,
  ): Promise<RepoRecord> {
    const repo: RepoRecord = {
      ...options,
      seq: ++this.#seq,
      oid: options.oid ?? hash(`repo:${++this.#created}`).slice(0, 24),
      settings: {},
      createdAt: at,
      lastModified: at,
      commits: new Map(),
      refs: new Map(),
      discussions: [],
      access: new Map(),
    };
    await this.commit(repo, "refs/heads/main", {
      title: "initial commit",
      message: "",
      author: options.creator,
      at,
      files,
      fixedId,
    });
    const id = key(repo.kind, idOf(repo));
    this.#repos.set(id, repo);
    this.#moved.delete(id);
    return repo;
  }

  /** Adds a commit to a branch or pull request, which may be new. */
  async commit(
    repo: RepoRecord,
    ref: string,
    options: NewCommit,
  ): Promise<CommitRecord> {
    const { files, title, message, author, at, fixedId } = options;
    const before = repo.refs.get(ref);
    const parents = options.parents ??
      (before === undefined ? [] : [before.id]);
    const trees = await hashTrees(files);
    const tree = trees.get("") ?? "";
    const content = { tree, parents, author, at, title, message };
    const id = fixedId ?? await hashCommit(content);
    const commit = { ...content, id, files, trees };
    repo.commits.set(commit.id, commit);
    repo.refs.set(ref, commit);
    if (ref === "refs/heads/main") repo.lastModified = at;
    return commit;
  }

  /** Rewrites the history with some of the files only. */
  async rewrite(
    repo: RepoRecord,
    isKept: (file: FileRecord) => boolean,
  ): Promise<void> {
    const rewritten = new Map<string, CommitRecord>();
    for (const [ref, newest] of [...repo.refs]) {
      for (const commit of historyOf(repo, newest).reverse()) {
        const copy = rewritten.get(commit.id) ?? await this.commit(repo, ref, {
          ...commit,
          files: new Map([...commit.files].filter(([, file]) => isKept(file))),
          parents: commit.parents.map((id) => rewritten.get(id)?.id ?? id),
        });
        rewritten.set(commit.id, copy);
        repo.refs.set(ref, copy);
      }
    }
  }

  /** Runs the changes of a repository one after the other. */
  runExclusive<T>(repo: RepoRecord, work: () => Promise<T>): Promise<T> {
    const last = this.#busy.get(repo) ?? Promise.resolve();
    const result = last.then(work);
    this.#busy.set(repo, result.catch(() => undefined));
    return result;
  }

  /** Adds a former name of a repository. */
  addFormerName(kind: RepoKind, former: string, repo: RepoRecord): void {
    this.#moved.set(key(kind, former), repo);
  }

  /** Renames a repository; the old name still leads to it. */
  move(repo: RepoRecord, namespace: string, name: string): void {
    const before = key(repo.kind, idOf(repo));
    this.#repos.delete(before);
    this.#moved.set(before, repo);
    repo.namespace = namespace;
    repo.name = name;
    const after = key(repo.kind, idOf(repo));
    this.#repos.set(after, repo);
    this.#moved.delete(after);
  }

  remove(repo: RepoRecord): void {
    this.#repos.delete(key(repo.kind, idOf(repo)));
  }
}

function key(kind: RepoKind, id: string): string {
  return `${kind}:${id.toLowerCase()}`;
}
