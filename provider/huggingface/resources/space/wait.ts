/**
 * Waiting until a Space runs.
 *
 * @module
 */

import { setTimeout } from "node:timers/promises";
import { failure } from "../../../framework/mod.ts";
import { type SpaceRuntime, SpaceStageError } from "../../../../mod.ts";
import { explained, reasonOf, type Target } from "./target.ts";
import type { SpacePlan } from "./types.ts";

const LOG_LINES = 20;
const LOG_PATIENCE_MS = 5000;
const LOG_QUIET_MS = 700;

/** Whether an apply waits, by the rule of `wait_for_running`. */
export function waits(plan: SpacePlan): boolean {
  if (plan.paused) return false;
  const brings = plan.template !== null ||
    plan.files !== null && Object.keys(plan.files).length > 0;
  return plan.wait_for_running ?? brings;
}

/** What to wait for. */
export interface WaitOptions {
  /** Where it stood before the change; it may be seen once more. */
  readonly before?: string | null;
  /** Whether other hardware was asked for. */
  readonly hasNewHardware?: boolean;
  /** Whether Terraform will mark the Space as tainted if this fails. */
  readonly isNew: boolean;
}

/** Stages in which a Space starts by itself when it is used. */
const resting = new Set(["SLEEPING", "STOPPED", "PAUSED"]);

/**
 * Waits until the Space runs, or sleeps after it ran.
 *
 * @throws {DiagnosticsError} As soon as it failed, with the service's message
 * and the last lines of the log; or when the time is over or Terraform stops,
 * with the last stage.
 */
export async function waitUntilRunning(
  target: Target,
  options: WaitOptions,
): Promise<void> {
  const { client, id, context } = target;
  let last: SpaceRuntime | undefined;
  for (let looks = 1;; looks++) {
    try {
      await client.spaces.waitFor(id, {
        signal: context.signal,
        onRequestedHardware: options.hasNewHardware ?? false,
        onStage: (runtime) => {
          if (runtime.stage !== last?.stage) {
            context.log.info("Stage of the Space", {
              space: id,
              stage: runtime.stage,
              message: runtime.errorMessage,
            });
          }
          last = runtime;
        },
      });
      return;
    } catch (error) {
      if (context.signal.aborted) throw ended(last, target, options);
      if (!(error instanceof SpaceStageError)) {
        throw await explained(error, "wait for", target);
      }
      const { runtime } = error;
      if (resting.has(runtime.stage)) return;
      const isOld = runtime.stage === options.before && looks < 3;
      if (!isOld) throw await failed(runtime, target, options);
      await setTimeout(1000, undefined, { signal: context.signal })
        .catch(() => undefined);
    }
  }
}

async function failed(
  { stage, errorMessage }: SpaceRuntime,
  target: Target,
  { isNew }: WaitOptions,
) {
  const why = errorMessage === undefined
    ? "."
    : `: ${errorMessage.replace(/\.$/, "")}.`;
  return failure(
    `Space ${target.id} does not run: ${stage}`,
    `It is in the stage \`${stage}\`${why} ${await hint(stage, target)}\n\n` +
      "The Space exists and is in the state of Terraform. Correct the " +
      "configuration or its files and apply again" +
      (isNew
        ? ". Terraform has marked it as tainted, so that apply would replace " +
          "it with all that was pushed to it; `terraform untaint <address>` " +
          "keeps it."
        : "."),
  );
}

async function hint(stage: string, target: Target): Promise<string> {
  switch (stage) {
    case "NO_APP_FILE":
      return "It has no app file yet. Give one by `files` or a `template`, " +
        "or push it with git; or set `wait_for_running` to false.";
    case "CONFIG_ERROR":
      return "Look at the front matter of its `README.md`.";
    case "RUNTIME_ERROR":
      return await lastLines("run", target);
    default:
      return await lastLines("build", target);
  }
}

async function lastLines(
  log: "build" | "run",
  { id, client, context }: Target,
): Promise<string> {
  try {
    const lines = await client.spaces.lastLogs(id, log, {
      tail: LOG_LINES,
      quietMs: LOG_QUIET_MS,
      signal: AbortSignal.any([
        context.signal,
        AbortSignal.timeout(LOG_PATIENCE_MS),
      ]),
      maxRetries: 0,
    });
    const text = lines.map(({ data }) => data).join("\n");
    return text.trim() === ""
      ? `Its ${log} log is empty.`
      : `The last lines of its ${log} log:\n\n${text}`;
  } catch {
    return `Its ${log} log could not be read.`;
  }
}

function ended(
  last: SpaceRuntime | undefined,
  target: Target,
  { isNew }: WaitOptions,
) {
  const seen = last === undefined
    ? "Its stage is not known."
    : `It was last in the stage \`${last.stage}\`.`;
  return failure(
    `Space ${target.id} does not run yet`,
    `Waiting for it ended, because ${reasonOf(target.context.signal)}. ` +
      `${seen} It exists and is in the state of Terraform. If it needs more ` +
      "time, raise `timeouts`, or set `wait_for_running` to false." +
      (isNew
        ? " Terraform has marked it as tainted; `terraform untaint <address>` " +
          "keeps it from being replaced."
        : ""),
  );
}
