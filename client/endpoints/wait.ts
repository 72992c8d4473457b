/**
 * Waiting for an Inference Endpoint to reach a state.
 *
 * @module
 */

import type { Endpoint, EndpointState } from "./types.ts";
import type { WaitOptions, WaitTarget } from "../core/wait.ts";

/** The outcome of a wait in a state that does not end by itself. */
export type IdleStateOutcome = "done" | "fail" | "wait";

/** Options of a wait. */
export interface EndpointWaitOptions
  extends WaitOptions<Endpoint, EndpointState> {
  /** The outcome of `paused`, which only a resume ends; default `fail`. */
  readonly paused?: IdleStateOutcome | undefined;
  /**
   * The outcome of `scaledToZero`, which the next request ends: the endpoint
   * was deployed and has been idle since.
   *
   * @default {"done"}
   */
  readonly scaledToZero?: IdleStateOutcome | undefined;
}

/** Classifies the states of an endpoint. */
export function endpointStates(
  { paused = "fail", scaledToZero = "done" }: EndpointWaitOptions,
): Pick<WaitTarget<Endpoint>, "stateOf" | "until" | "classify"> {
  const parked: ReadonlyMap<string, readonly [IdleStateOutcome, way: string]> =
    new Map([
      ["paused", [paused, "resume it"]],
      ["scaledToZero", [scaledToZero, "send it a request"]],
    ]);
  return {
    stateOf: ({ status }) => status.state,
    until: ["running"],
    classify: ({ status: { message, errorMessage } }, state) => {
      if (state === "failed" || state === "updateFailed") {
        const text = errorMessage ?? message ?? "the service does not say why";
        return { failure: `it is in state "${state}": ${text}` };
      }
      const [meaning, way] = parked.get(state) ?? ["wait"];
      if (meaning === "wait") return undefined;
      return meaning === "done"
        ? { done: true }
        : { failure: `it stays in state "${state}"; ${way} to start it` };
    },
  };
}
