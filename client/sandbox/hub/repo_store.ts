import { hash } from "../core/accounts.ts";
import type { Clock } from "../core/clock.ts";
import type { JsonObject } from "../core/json.ts";

/** The types of repositories the sandbox has. */
export type RepoKind = "model" | "dataset" | "space";

/** One commit. */
export interface CommitRecord {
  /** 40 hexadecimal digits. */
  readonly id: string;
  /** First line of the message. */
  readonly title: string;
  /** The rest of the message. */
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** All files after it. */
  readonly files: ReadonlyMap<string, string>;
}

/** A secret or variable of a Space. */
export interface KeyRecord {
  /** The value. */
  readonly value: string;
  /** What it is for; undefined for nothing said. */
  readonly description: string | undefined;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

/** A stage of a Space that is still to come. */
export interface StageChange {
  /** When, in milliseconds since 1970. */
  readonly at: number;
  /** The stage to enter. */
  readonly stage: string;
  /** What went wrong, for `errorMessage` and the log. */
  readonly error?: string;
}

/** One line of a Space's log. */
export interface SpaceLine {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The text. */
  readonly data: string;
}

/** What a Space runs with. */
export interface SpaceRecord {
  /** What runs it. */
  readonly sdk: string;
  /** Version of the SDK, if chosen. */
  readonly sdkVersion: string | undefined;
  /** Current stage. */
  stage: string;
  /** What went wrong. */
  error: string | undefined;
  /** Stages to come, in order. */
  changes: StageChange[];
  /** Hardware it runs on; null while it does not run. */
  hardware: string | null;
  /** Hardware it was told to run on; null for static Spaces. */
  requested: string | null;
  /** Seconds without use until it sleeps; -1 for never. */
  sleepTime: number;
  /** Copies it was told to run. */
  replicas: number;
  /** Whether dev mode is on. */
  devMode: boolean;
  /** When it was last used, in milliseconds since 1970. */
  usedAt: number;
  /** What is mounted. */
  volumes: JsonObject[];
  /** Secrets by key. */
  readonly secrets: Map<string, KeyRecord>;
  /** Variables by key. */
  readonly variables: Map<string, KeyRecord>;
  /** Log of the image. */
  readonly buildLog: SpaceLine[];
  /** Log of the app. */
  readonly runLog: SpaceLine[];
}

/** One repository. */
export interface RepoRecord {
  /** Position in the store. */
  readonly seq: number;
  /** The id that stays, 24 hexadecimal digits. */
  readonly oid: string;
  /** What it holds. */
  readonly kind: RepoKind;
  /** Owner. */
  namespace: string;
  /** Name within the namespace. */
  name: string;
  /** `public`, `private` or `protected`. */
  visibility: string;
  /** Where it is stored, if chosen. */
  readonly region: string | undefined;
  /** Resource group, if any. */
  resourceGroup: string | undefined;
  /** Settings that can only be written, and `gated`. */
  settings: JsonObject;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970. */
  lastModified: number;
  /** Commits of `main`, oldest first; never empty. */
  readonly commits: CommitRecord[];
  /** Branches other than `main`, by name, with their commit. */
  readonly branches: Map<string, CommitRecord>;
  /** Tags by name, with their commit. */
  readonly tags: Map<string, CommitRecord>;
  /** What runs; undefined unless it is a Space. */
  readonly space: SpaceRecord | undefined;
}

/** The newest commit of `main`. */
export function head(repo: RepoRecord): CommitRecord {
  const newest = repo.commits[repo.commits.length - 1];
  if (newest === undefined) throw new Error("A repository has a commit");
  return newest;
}

/** `namespace/name`. */
export function idOf(repo: RepoRecord): string {
  return `${repo.namespace}/${repo.name}`;
}

/** What a new repository begins with. */
export type NewRepo = Pick<
  RepoRecord,
  | "kind"
  | "namespace"
  | "name"
  | "visibility"
  | "region"
  | "resourceGroup"
  | "space"
>;

/** All repositories, with the names they used to have. */
export class RepoStore {
  readonly #clock: Clock;
  readonly #repos = new Map<string, RepoRecord>();
  readonly #moved = new Map<string, RepoRecord>();
  #seq = 0;

  /** Makes an empty store. */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

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
  add(options: NewRepo, files: ReadonlyMap<string, string>): RepoRecord {
    const now = this.#clock.now();
    const seq = ++this.#seq;
    const repo: RepoRecord = {
      ...options,
      seq,
      oid: hash(`repo:${seq}`).slice(0, 24),
      settings: {},
      createdAt: now,
      lastModified: now,
      commits: [],
      branches: new Map(),
      tags: new Map(),
    };
    this.commit(repo, "initial commit", "", files);
    const id = key(repo.kind, idOf(repo));
    this.#repos.set(id, repo);
    this.#moved.delete(id);
    return repo;
  }

  /** Adds a commit to `main`. */
  commit(
    repo: RepoRecord,
    title: string,
    message: string,
    files: ReadonlyMap<string, string>,
  ): CommitRecord {
    const at = this.#clock.now();
    const id = hash(`${repo.oid}:${repo.commits.length}:${title}`);
    const commit = { id, title, message, at, files };
    repo.commits.push(commit);
    repo.lastModified = at;
    return commit;
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
