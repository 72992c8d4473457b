import * as is from "../core/checks.ts";
import type { Clock } from "../core/clock.ts";
import { type Files, readText } from "./git_objects.ts";
import type { RepoRecord, SpaceRecord } from "./repo_record.ts";
import { head } from "./repo_store.ts";

const cpuBasicSleep = 172_800;

/** Moves Spaces through their stages as time passes. */
export class SpaceLifecycle {
  readonly #clock: Clock;
  readonly #startupMs: number;

  /** Starts Spaces in `startupMs` from a commit or restart until `RUNNING`. */
  constructor(clock: Clock, startupMs: number) {
    this.#clock = clock;
    this.#startupMs = startupMs;
  }

  /** Enters every stage whose time has come. */
  settle(repo: RepoRecord): SpaceRecord | undefined {
    const { space } = repo;
    if (space === undefined) return undefined;
    for (;;) {
      const [next] = space.changes;
      if (next === undefined || next.at > this.#clock.now()) {
        this.#fallAsleep(space);
        return space;
      }
      space.changes.shift();
      space.stage = next.stage;
      space.error = next.error;
      if (next.stage.startsWith("RUNNING")) {
        space.hardware = space.requested;
        space.usedAt = next.at;
        space.servedCommit = next.sha;
      }
      const log = next.stage === "RUNTIME_ERROR"
        ? space.runLog
        : space.buildLog;
      if (next.error !== undefined) log.push({ at: next.at, data: next.error });
      if (next.stage === "RUNNING") {
        space.runLog.push({
          at: next.at,
          data: "===== Application Startup =====",
        });
      }
    }
  }

  /** Builds and starts it, as after a commit or a restart. */
  build(repo: RepoRecord): void {
    const { space } = repo;
    if (space === undefined) return;
    const now = this.#clock.now();
    const { files } = head(repo);
    space.error = undefined;
    space.changes = [];
    const sdk = findSdk(readText(files.get("README.md")));
    const problem = configProblem(sdk);
    if (problem !== undefined) {
      space.stage = "CONFIG_ERROR";
      space.error = problem;
      space.hardware = null;
      return;
    }
    space.sdk = sdk ?? "";
    if (space.sdk === "static") {
      space.stage = files.has("index.html") ? "RUNNING" : "NO_APP_FILE";
      space.servedCommit = head(repo).id;
      return;
    }
    if (!files.has(space.sdk === "docker" ? "Dockerfile" : "app.py")) {
      space.stage = "NO_APP_FILE";
      space.hardware = null;
      return;
    }
    space.stage = space.stage.startsWith("RUNNING")
      ? "RUNNING_BUILDING"
      : "BUILDING";
    space.buildLog.push({ at: now, data: `===== Build Queued =====` });
    const { id } = head(repo);
    space.changes = this.#stagesOfBuild(now, textOf(files))
      .map((change) => ({ ...change, sha: id }));
  }

  /** Stops it until it is restarted. */
  pause(space: SpaceRecord): void {
    space.changes = [];
    space.stage = "PAUSED";
    space.hardware = null;
  }

  /** Stops a Space at the end of its sleep time: nobody uses it here. */
  #fallAsleep(space: SpaceRecord): void {
    if (space.stage !== "RUNNING" || space.sdk === "static") return;
    if (space.sleepTime === -1) return;
    if (this.#clock.now() < space.usedAt + space.sleepTime * 1000) return;
    space.stage = "SLEEPING";
    space.hardware = null;
  }

  #stagesOfBuild(now: number, content: string): SpaceRecord["changes"] {
    const middle = now + this.#startupMs * 0.6;
    const end = now + this.#startupMs;
    if (content.includes("fail-to-build")) {
      const error = "Job failed with exit code: 1. Reason: cache miss: " +
        "[2/2] RUN make";
      return [{ at: middle, stage: "BUILD_ERROR", error }];
    }
    const starting = { at: middle, stage: "APP_STARTING" };
    if (content.includes("fail-to-run")) {
      const error = "Exit code: 1. Reason: the app raised an exception";
      return [starting, { at: end, stage: "RUNTIME_ERROR", error }];
    }
    return [starting, { at: end, stage: "RUNNING" }];
  }
}

function textOf(files: Files): string {
  return [...files.values()].map(readText).join("\n");
}

/** Accepts the SDK of a Space. */
export const sdkCheck: is.Check<string> = is.oneOf(
  "gradio",
  "docker",
  "static",
);

/** Finds the SDK of a README without the YAML parser, which would read the
 * environment as soon as a sandbox is made. */
function findSdk(readme: string): string | undefined {
  const [, head = ""] = /^\s*---[ \t]*(\r?\n[^]*?)\n---/.exec(readme) ?? [];
  return /^["']?sdk["']?[ \t]*:[ \t]*["']?([\w-]+)/m.exec(head)?.[1];
}

/** Returns the error of the metadata of a README, if any. */
function configProblem(sdk: string | undefined): string | undefined {
  if (sdk === undefined) return "Missing configuration in README";
  return is.isValid(sdkCheck, sdk)
    ? undefined
    : 'Invalid "sdk" in README.md: it must be gradio, docker or static';
}

/** Makes a Space before its first build. */
export function makeSpace(
  options: Pick<SpaceRecord, "sdk" | "sdkVersion">,
): SpaceRecord {
  return {
    ...options,
    stage: "BUILDING",
    error: undefined,
    changes: [],
    servedCommit: undefined,
    hardware: null,
    requested: options.sdk === "static" ? null : "cpu-basic",
    sleepTime: cpuBasicSleep,
    replicas: 1,
    devMode: false,
    usedAt: 0,
    volumes: [],
    secrets: new Map(),
    variables: new Map(),
    buildLog: [],
    runLog: [],
  };
}

/** Returns the sleep time on a flavor; that of cpu-basic is fixed. */
export function sleepTimeFor(flavor: string | null, sleepTime: number): number {
  return flavor === null || flavor === "cpu-basic" ? cpuBasicSleep : sleepTime;
}
