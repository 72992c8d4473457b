import { isUnknown } from "@hf-terraform/framework";
import type { HuggingFace, SpaceRuntime } from "@hf-terraform/client";
import { quoteWords } from "../object/errors.ts";
import { isStill } from "../object/identity.ts";
import type { RepoObject } from "../repo/repo_object.ts";
import {
  type Explanation,
  lastLines,
  type Verdict,
  waitUntilReady,
} from "../object/wait.ts";
import type { PlannedSpace, SpacePlan, SpaceState } from "./schema.ts";

const LOG_PATIENCE_MS = 5000;
const LOG_QUIET_MS = 700;

/** Tests whether an apply waits, by the rule of `wait_for_ready`. */
export function waits(
  { paused, wait_for_ready, template, files }: Pick<
    PlannedSpace,
    "paused" | "wait_for_ready" | "template" | "files"
  >,
): boolean {
  if (paused === true) return false;
  if (wait_for_ready !== null) return wait_for_ready === true;
  return template !== null ||
    files !== null && !isUnknown(files) &&
      Object.keys(files).some((path) => !besides.test(path));
}

/** Files that are no app. */
const besides =
  /^(?:README\.md|(?:pre-)?requirements\.txt|packages\.txt|\.git\w+)$/i;

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

/** Whether nothing is left to wait for in a stage. */
export function isReadyStage(stage: string | null): boolean {
  return verdicts[stage ?? ""] === "ready";
}

/** Waits until the Space runs, or sleeps after it ran. */
export function waitForSpace(
  target: RepoObject,
  /** The change of an update; absent: the Space was just created. */
  change?: { readonly plan: SpacePlan; readonly prior: SpaceState },
): Promise<SpaceRuntime | undefined> {
  const { client: { spaces }, id, context } = target;
  const hasNewHardware = change !== undefined &&
    change.plan.hardware !== change.prior.hardware;
  let looks = 0;
  return waitUntilReady<SpaceRuntime>(target, {
    isNew: change === undefined,
    look: (signal) => spaces.getRuntime(id, { signal }),
    judge: async ({ stage, hardware }) => {
      const verdict = verdicts[stage ?? ""] ?? "waiting";
      // Where it stood before the change may be seen once more.
      const isOld = verdict !== "ready" && stage === change?.prior.stage &&
        ++looks < 3;
      const isElsewhere = stage === "RUNNING" && hasNewHardware &&
        hardware?.current !== hardware?.requested;
      if (isOld || isElsewhere) return "waiting";
      // The read that follows says of another one of its name that it is one.
      const isBad = verdict === "failed" || verdict === "stalled";
      return isBad && !await isStill(target) ? "ready" : verdict;
    },
    describe: ({ stage, errorMessage }) =>
      `\`${stage}\`` +
      (errorMessage == null ? "" : `: ${quoteWords(errorMessage)}`),
    explain: async ({ stage = "" }) =>
      hints[stage] ?? await lastSpaceLog(id, stage, spaces, context.signal),
  });
}

const hints: Readonly<Record<string, Explanation>> = {
  NO_APP_FILE: [
    "It has no app file yet. Give one by `files` or a `template`, or " +
    "push it with git; or set `wait_for_ready` to false.",
  ],
  CONFIG_ERROR: ["Look at the front matter of its `README.md`."],
};

/** The last lines of the log that tells why a Space is in a stage. */
export function lastSpaceLog(
  id: string,
  stage: string,
  spaces: HuggingFace["spaces"],
  signal: AbortSignal,
): Promise<Explanation> {
  const log = stage === "RUNTIME_ERROR" ? "run" : "build";
  return lastLines(`${log} log`, async (tail) => {
    const lines = await spaces.logs.last(id, log, {
      tail,
      quietMs: LOG_QUIET_MS,
    }, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(LOG_PATIENCE_MS)]),
      maxRetries: 0,
    });
    return lines.map(({ data }) => data);
  });
}
