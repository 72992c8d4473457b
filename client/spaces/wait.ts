/**
 * Waiting for a Space to reach a stage.
 *
 * @module
 */

import { HuggingFaceError } from "../core/errors.ts";
import type { CallOptions } from "../core/options.ts";
import { poll, type WaitTarget } from "../core/poll.ts";
import type { SpaceRuntime, SpaceStage } from "./types.ts";

/** What to wait for, and how long. */
export interface WaitForStageOptions extends Pick<CallOptions, "signal"> {
  /**
   * The stages to wait for.
   *
   * @default {["RUNNING"]}
   */
  readonly until?: readonly SpaceStage[] | undefined;
  /**
   * Whether it must also run on the hardware that was asked for last.
   *
   * @default {false}
   */
  readonly onRequestedHardware?: boolean | undefined;
  /** Milliseconds to wait at most, without limit if left out. */
  readonly timeoutMs?: number | undefined;
  /**
   * Milliseconds between two looks; the first ones come sooner.
   *
   * @default {5_000}
   */
  readonly intervalMs?: number | undefined;
  /** Is told what every look found. */
  readonly onStage?: ((runtime: SpaceRuntime) => void) | undefined;
}

/** Waiting was in vain: the Space failed, or stays where it is. */
export class SpaceStageError extends HuggingFaceError {
  /** The name of the class. */
  override readonly name: string = "SpaceStageError";
  /** The runtime status, as last seen. */
  readonly runtime: SpaceRuntime;

  /**
   * Makes an error.
   *
   * @param message What failed, and why.
   * @param runtime The runtime status, as last seen.
   */
  constructor(message: string, runtime: SpaceRuntime) {
    super(message);
    this.runtime = runtime;
  }
}

/** Stages that end by themselves; every other one stays (`huggingface_hub`). */
const PASSING: ReadonlySet<string> = new Set([
  "BUILDING",
  "RUNNING_BUILDING",
  "APP_STARTING",
  "RUNNING_APP_STARTING",
]);

/**
 * Waits until a Space is where it should be.
 *
 * @param target Which Space.
 * @param options What to wait for, and how long.
 * @returns The runtime status, as last seen.
 * @throws {SpaceStageError} If it failed, or stays where it is.
 * @throws {TimeoutError} If it took too long.
 * @throws {AbortedError} If the signal ended the wait.
 */
export function waitForSpace(
  target: WaitTarget,
  options: WaitForStageOptions,
): Promise<SpaceRuntime> {
  const until: readonly string[] = options.until ?? ["RUNNING"];
  const { transport } = target;
  return poll(target, options, async (request) => {
    const runtime = await transport.request<SpaceRuntime>(request);
    options.onStage?.(runtime);
    const { stage, errorMessage } = runtime;
    if (until.includes(stage)) {
      const { current, requested } = runtime.hardware ?? {};
      const isThere = options.onRequestedHardware !== true ||
        current === requested;
      return isThere ? { result: runtime } : { state: stage };
    }
    if (PASSING.has(stage)) return { state: stage };
    const text = errorMessage ? `: ${errorMessage}` : "";
    const message = `Cannot wait for ${target.label}: it stays in stage ` +
      `${stage}${text}`;
    const shown = transport.masked({ message, runtime });
    throw new SpaceStageError(shown.message.replace(/\.$/, ""), shown.runtime);
  });
}
