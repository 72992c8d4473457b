import { hash } from "../core/accounts.ts";
import type { Bytes } from "../core/bytes.ts";
import { Failure } from "../core/failure.ts";
import {
  type CommitContent,
  commitId,
  type FileRecord,
  type Files,
  treesOf,
} from "./git_objects.ts";
import type { CommitRecord, RepoKind, RepoRecord } from "./repo_record.ts";

/** The newest commit of `main`. */
export function head(repo: RepoRecord): CommitRecord {
  const newest = repo.refs.get("refs/heads/main");
  if (newest === undefined) throw new Error("A repository has a commit");
  return newest;
}

/** The full name of the branch, tag or pull request that a revision names. */
export function refOf(repo: RepoRecord, revision: string): string | undefined {
  const name = revision === "HEAD" ? "main" : revision;
  return [name, `refs/heads/${name}`, `refs/tags/${name}`, `refs/${name}`]
    .find((ref) => repo.refs.has(ref));
}

/** The commit that a branch, tag, pull request or commit id names. */
export function commitAt(repo: RepoRecord, revision: string): CommitRecord {
  const found = repo.refs.get(refOf(repo, revision) ?? "") ??
    repo.commits.get(revision) ?? shortened(repo, revision);
  if (found === undefined) throw noRevision(revision);
  return found;
}

function shortened(
  repo: RepoRecord,
  revision: string,
): CommitRecord | undefined {
  if (!/^[0-9a-f]{7,39}$/.test(revision)) return undefined;
  return [...repo.commits.values()].find(({ id }) => id.startsWith(revision));
}

/** 404 for a revision that does not exist. */
export function noRevision(revision: string): Failure {
  return new Failure(404, `Invalid rev id: ${revision}`, {
    errorCode: "RevisionNotFound",
  });
}

/** A commit and those before it, newest first. */
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

/** `namespace/name`. */
export function idOf(repo: RepoRecord): string {
  return `${repo.namespace}/${repo.name}`;
}

/** What a commit is made of, without what follows from the rest. */
export type NewCommit = Omit<CommitContent, "tree" | "parents"> & {
  /** All files after it. */
  readonly files: Files;
  /** The commits it follows; that of the ref if left out. */
  readonly parents?: readonly string[];
  /** Its id, where that is known before. */
  readonly pinned?: string | undefined;
};

/** What a new repository begins with. */
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

/** All repositories, with the names they used to have. */
export class RepoStore {
  /** Contents of large files, by SHA-256. */
  readonly large: Map<string, Bytes> = new Map();
  readonly #busy = new WeakMap<RepoRecord, Promise<unknown>>();
  readonly #repos = new Map<string, RepoRecord>();
  readonly #moved = new Map<string, RepoRecord>();
  #seq = 0;
  #made = 0;

  /** All repositories of a type, in order of creation. */
  list(kind: RepoKind): RepoRecord[] {
    return [...this.#repos.values()].filter((repo) => repo.kind === kind)
      .sort((a, b) => a.seq - b.seq);
  }

  /** The repository with exactly or, but for case, this name. */
  find(kind: RepoKind, id: string): RepoRecord | undefined {
    return this.#repos.get(key(kind, id));
  }

  /** The repository that had this name before it was renamed. */
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
    pinned?: string,
  ): Promise<RepoRecord> {
    const repo: RepoRecord = {
      ...options,
      seq: ++this.#seq,
      oid: options.oid ?? hash(`repo:${++this.#made}`).slice(0, 24),
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
      pinned,
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
    const { files, title, message, author, at, pinned } = options;
    const before = repo.refs.get(ref);
    const parents = options.parents ??
      (before === undefined ? [] : [before.id]);
    const trees = await treesOf(files);
    const tree = trees.get("") ?? "";
    const content = { tree, parents, author, at, title, message };
    const id = pinned ?? await commitId(content);
    const commit = { ...content, id, files, trees };
    repo.commits.set(commit.id, commit);
    repo.refs.set(ref, commit);
    if (ref === "refs/heads/main") repo.lastModified = at;
    return commit;
  }

  /** Rewrites all history, with only the files that are to be kept. */
  async rewrite(
    repo: RepoRecord,
    keeps: (file: FileRecord) => boolean,
  ): Promise<void> {
    const rewritten = new Map<string, CommitRecord>();
    for (const [ref, newest] of [...repo.refs]) {
      for (const commit of historyOf(repo, newest).reverse()) {
        const made = rewritten.get(commit.id) ?? await this.commit(repo, ref, {
          ...commit,
          files: new Map([...commit.files].filter(([, file]) => keeps(file))),
          parents: commit.parents.map((id) => rewritten.get(id)?.id ?? id),
        });
        rewritten.set(commit.id, made);
        repo.refs.set(ref, made);
      }
    }
  }

  /** Lets changes of one repository follow each other. */
  exclusive<T>(repo: RepoRecord, work: () => Promise<T>): Promise<T> {
    const last = this.#busy.get(repo) ?? Promise.resolve();
    const result = last.then(work);
    this.#busy.set(repo, result.catch(() => undefined));
    return result;
  }

  /** Lets a former name lead to a repository. */
  lead(kind: RepoKind, former: string, repo: RepoRecord): void {
    this.#moved.set(key(kind, former), repo);
  }

  /** Gives a repository another name; the old one keeps leading to it. */
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

  /** Removes a repository. */
  remove(repo: RepoRecord): void {
    this.#repos.delete(key(repo.kind, idOf(repo)));
  }
}

function key(kind: RepoKind, id: string): string {
  return `${kind}:${id.toLowerCase()}`;
}
