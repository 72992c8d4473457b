/**
 * Waiting until a Space runs.
 *
 * @module
 */

import { isUnknown } from "../../../framework/mod.ts";
import type { SpaceRuntime } from "../../../../mod.ts";
import type { RepoObject } from "../../shared/repo_object.ts";
import { lastLines, type Verdict, waitUntilReady } from "../../shared/wait.ts";
import type { PlannedSpace } from "./schema.ts";

const LOG_LINES = 20;
const LOG_PATIENCE_MS = 5000;
const LOG_QUIET_MS = 700;

/** Whether an apply waits, by the rule of `wait_for_ready`. */
export function waits(
  { paused, wait_for_ready, template, files }: Pick<
    PlannedSpace,
    "paused" | "wait_for_ready" | "template" | "files"
  >,
): boolean {
  if (paused === true || wait_for_ready !== null) {
    return paused !== true && wait_for_ready === true;
  }
  return template !== null ||
    files !== null && !isUnknown(files) && Object.keys(files).length > 0;
}

/** How to wait for a Space. */
export interface SpaceWait {
  /** Whether it was just created. */
  readonly isNew: boolean;
  /** Where it stood before the change; it may be seen once more. */
  readonly before?: string | null;
  /** Whether other hardware was asked for. */
  readonly hasNewHardware?: boolean;
}

const verdicts: Readonly<Record<string, Verdict>> = {
  RUNNING: "ready",
  // It starts by itself when it is used, or when somebody restarts it.
  SLEEPING: "ready",
  STOPPED: "ready",
  PAUSED: "ready",
  BUILD_ERROR: "failed",
  CONFIG_ERROR: "failed",
  RUNTIME_ERROR: "failed",
  NO_APP_FILE: "stalled",
};

/** Whether waiting changes nothing in a stage. */
export function isFinalStage(stage: string | null): boolean {
  const verdict = verdicts[stage ?? ""];
  return verdict === "ready" || verdict === "failed";
}

/**
 * Waits until the Space runs, or sleeps after it ran; see
 * {@linkcode waitUntilReady}.
 */
export function waitForSpace(
  target: RepoObject,
  { isNew, before, hasNewHardware = false }: SpaceWait,
): Promise<SpaceRuntime | undefined> {
  const { client: { spaces }, id } = target;
  let looks = 0;
  return waitUntilReady<SpaceRuntime>(target, {
    isNew,
    look: (signal) => spaces.runtime(id, { signal }),
    judge: ({ stage, hardware }) => {
      const verdict = verdicts[stage] ?? "waiting";
      const isOld = verdict !== "ready" && stage === before && ++looks < 3;
      const isElsewhere = stage === "RUNNING" && hasNewHardware &&
        hardware?.current !== hardware?.requested;
      return isOld || isElsewhere ? "waiting" : verdict;
    },
    describe: ({ stage, errorMessage }) =>
      `\`${stage}\`` + (errorMessage === undefined ? "" : `: ${errorMessage}`),
    explain: (runtime) => hint(runtime.stage, target),
  });
}

async function hint(
  stage: string,
  { id, client, context }: RepoObject,
): Promise<string> {
  if (stage === "NO_APP_FILE") {
    return "It has no app file yet. Give one by `files` or a `template`, or " +
      "push it with git; or set `wait_for_ready` to false.";
  }
  if (stage === "CONFIG_ERROR") {
    return "Look at the front matter of its `README.md`.";
  }
  const log = stage === "RUNTIME_ERROR" ? "run" : "build";
  return await lastLines(`${log} log`, async () => {
    const lines = await client.spaces.logs.last(id, log, {
      tail: LOG_LINES,
      quietMs: LOG_QUIET_MS,
      signal: AbortSignal.any([
        context.signal,
        AbortSignal.timeout(LOG_PATIENCE_MS),
      ]),
      maxRetries: 0,
    });
    return lines.map(({ data }) => data);
  });
}
