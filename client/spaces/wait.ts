/**
 * Waiting for a Space to reach a stage.
 *
 * @module
 */

import type { WaitOptions, WaitTarget } from "../core/wait.ts";
import type { SpaceRuntime, SpaceStage } from "./types.ts";

/** Options of a wait; for `RUNNING` if `until` is left out. */
export interface SpaceWaitOptions
  extends WaitOptions<SpaceRuntime, SpaceStage> {
  /** Whether it must also run on the hardware that was asked for last. */
  readonly onRequestedHardware?: boolean | undefined;
}

const OTHER_HARDWARE = "RUNNING on other hardware";

/** Stages that end by themselves; every other one stays (`huggingface_hub`). */
const PASSING: ReadonlySet<string> = new Set([
  "BUILDING",
  "RUNNING_BUILDING",
  "APP_STARTING",
  "RUNNING_APP_STARTING",
  OTHER_HARDWARE,
]);

/** Classifies the stages of a Space. */
export function spaceStages(
  options: SpaceWaitOptions,
): Pick<WaitTarget<SpaceRuntime>, "stateOf" | "until" | "classify"> {
  return {
    stateOf: ({ stage, hardware }) =>
      options.onRequestedHardware === true && stage === "RUNNING" &&
        hardware?.current !== hardware?.requested
        ? OTHER_HARDWARE
        : stage,
    until: ["RUNNING"],
    classify: ({ stage, errorMessage }, state) => {
      if (PASSING.has(state)) return undefined;
      const text = errorMessage ? `: ${errorMessage}` : "";
      return { failure: `it stays in stage ${stage}${text}` };
    },
  };
}
