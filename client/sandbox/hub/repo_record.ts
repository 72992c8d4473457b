import type { JsonObject } from "../core/json.ts";
import type { CommitContent, Files } from "./git_objects.ts";

/** The types of repositories the sandbox has. */
export type RepoKind = "model" | "dataset" | "space";

/** One commit. */
export interface CommitRecord extends CommitContent {
  /** 40 hexadecimal digits. */
  readonly id: string;
  /** All files after it. */
  readonly files: Files;
  /** Ids of the trees of its folders, by path; the root's is empty. */
  readonly trees: ReadonlyMap<string, string>;
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
  /** The commit that is served from then on, if it runs. */
  readonly sha?: string;
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
  sdk: string;
  /** Version of the SDK, if chosen. */
  readonly sdkVersion: string | undefined;
  /** Current stage. */
  stage: string;
  /** What went wrong. */
  error: string | undefined;
  /** Stages to come, in order. */
  changes: StageChange[];
  /** The commit that it serves; undefined before the first build. */
  served: string | undefined;
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
  /** The user who created it. */
  readonly creator: string;
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
  /** All commits by id. */
  readonly commits: Map<string, CommitRecord>;
  /** What `refs/heads/…`, `refs/tags/…` and `refs/pr/…` point to. */
  readonly refs: Map<string, CommitRecord>;
  /** Discussions and pull requests, in order of their number. */
  readonly discussions: Discussion[];
  /** What became of requests for access while it is gated, by user's name. */
  readonly access: Map<string, string>;
  /** What runs; undefined unless it is a Space. */
  readonly space: SpaceRecord | undefined;
}

/** What happened in a discussion. */
export interface DiscussionEvent {
  /** What kind of event. */
  readonly type: "comment" | "commit" | "status-change";
  /** Who did it. */
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The rest, by kind. */
  readonly data: JsonObject;
}

/** A discussion or pull request. */
export interface Discussion {
  /** Its number in the repository, from 1. */
  readonly num: number;
  /** Its title. */
  readonly title: string;
  /** Who opened it. */
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Current status. */
  status: "draft" | "open" | "closed" | "merged";
  /** Commit that a pull request began at; undefined for a discussion. */
  readonly base: CommitRecord | undefined;
  /** Commit that merged it. */
  merged: string | undefined;
  /** What happened, oldest first. */
  readonly events: DiscussionEvent[];
}
