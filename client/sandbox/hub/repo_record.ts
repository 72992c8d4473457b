import type { JsonObject } from "../core/json.ts";
import type { CommitContent, Files } from "./git_objects.ts";

/** The types of repositories. */
export type RepoKind = "model" | "dataset" | "space";

/** One commit. */
export interface CommitRecord extends CommitContent {
  readonly id: string;
  readonly files: Files;
  /** Ids of the trees of its folders, by path; the root's is empty. */
  readonly trees: ReadonlyMap<string, string>;
}

/** A secret or variable of a Space. */
export interface KeyRecord {
  readonly value: string;
  readonly description: string | undefined;
  readonly updatedAt: number;
}

/** A pending stage of a Space. */
export interface StageChange {
  readonly at: number;
  readonly stage: string;
  /** The commit that is served from then on, if it runs. */
  readonly sha?: string;
  /** Message of a failure, for `errorMessage` and the log. */
  readonly error?: string;
}

/** A line of a Space's log. */
export interface SpaceLine {
  readonly at: number;
  readonly data: string;
}

/** The runtime of a Space. */
export interface SpaceRecord {
  sdk: string;
  readonly sdkVersion: string | undefined;
  stage: string;
  error: string | undefined;
  changes: StageChange[];
  /** The commit that it serves; undefined before the first build. */
  servedCommit: string | undefined;
  /** Hardware it runs on; null while it does not run. */
  hardware: string | null;
  /** Requested hardware; null for static Spaces. */
  requested: string | null;
  /** Seconds without use until it sleeps; -1 for never. */
  sleepTime: number;
  replicas: number;
  devMode: boolean;
  usedAt: number;
  volumes: JsonObject[];
  readonly secrets: Map<string, KeyRecord>;
  readonly variables: Map<string, KeyRecord>;
  readonly buildLog: SpaceLine[];
  readonly runLog: SpaceLine[];
}

/** One repository. */
export interface RepoRecord {
  readonly seq: number;
  /** Stable id, 24 hexadecimal digits. */
  readonly oid: string;
  readonly kind: RepoKind;
  readonly creator: string;
  namespace: string;
  name: string;
  /** `public`, `private` or `protected`. */
  visibility: string;
  readonly region: string | undefined;
  resourceGroup: string | undefined;
  /** Settings that are written only, and `gated`. */
  settings: JsonObject;
  readonly createdAt: number;
  lastModified: number;
  readonly commits: Map<string, CommitRecord>;
  /** Targets of `refs/heads/…`, `refs/tags/…` and `refs/pr/…`. */
  readonly refs: Map<string, CommitRecord>;
  /** Discussions and pull requests, in order of their number. */
  readonly discussions: Discussion[];
  /** Status of access requests while it is gated, by user. */
  readonly access: Map<string, string>;
  /** The runtime; undefined unless it is a Space. */
  readonly space: SpaceRecord | undefined;
}

/** An event of a discussion. */
export interface DiscussionEvent {
  readonly type: "comment" | "commit" | "status-change";
  readonly author: string;
  readonly at: number;
  /** Further fields, by type. */
  readonly data: JsonObject;
}

/** A discussion or pull request. */
export interface Discussion {
  readonly num: number;
  readonly title: string;
  readonly author: string;
  readonly at: number;
  status: "draft" | "open" | "closed" | "merged";
  /** Commit that a pull request began at; undefined for a discussion. */
  readonly base: CommitRecord | undefined;
  merged: string | undefined;
  readonly events: DiscussionEvent[];
}
