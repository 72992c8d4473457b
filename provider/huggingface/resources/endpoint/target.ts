/**
 * One endpoint and everything that is needed to speak to it and of it.
 *
 * @module
 */

import {
  type OperationContext,
  Path,
  type PrivateState,
} from "../../../framework/mod.ts";
import type { Endpoint, HuggingFace } from "../../../../mod.ts";
import { explain } from "../../shared/errors.ts";
import type { HuggingFaceProvider } from "../../shared/provider_data.ts";
import { type Difference, settle } from "../../shared/settle.ts";
import { blame } from "./blame.ts";
import { revisionOf } from "./revision.ts";
import { stateOf } from "./state.ts";
import type { EndpointPlan, EndpointState } from "./types.ts";

/** The permission that everything about endpoints needs. */
export const permission = "the permission `inference.endpoints.write`";

/** What an operation is about. */
export interface Target {
  /** The owner. */
  readonly namespace: string;
  /** The name. */
  readonly name: string;
  /** Sends the requests. */
  readonly client: HuggingFace;
  /** What the operation was given. */
  readonly context: OperationContext<HuggingFaceProvider> & {
    readonly privateState: PrivateState;
  };
}

/** The endpoint as messages name it: `acme/x`. */
export function label({ namespace, name }: Target): string {
  return `${namespace}/${name}`;
}

/** What to throw instead of an error that came while doing something. */
export function explained(
  error: unknown,
  verb: string,
  target: Target,
  advice?: string,
): Promise<unknown> {
  const path = blame(error);
  return explain(error, {
    summary: `Cannot ${verb} the endpoint ${label(target)}`,
    provider: target.context.provider,
    namespace: target.namespace,
    permission,
    ...advice !== undefined && { advice },
    ...path !== undefined && { path },
  });
}

/** Runs a call of the client, with errors that say what to do. */
export async function attempt<T>(
  verb: string,
  target: Target,
  call: () => Promise<T>,
  advice?: string,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw await explained(error, verb, target, advice);
  }
}

/** The state of an endpoint that was last known, or planned, like `kept`. */
export function reached(
  endpoint: Endpoint,
  kept: EndpointPlan,
  { namespace, context }: Target,
): EndpointState {
  const { revision } = endpoint.model;
  return stateOf(endpoint, {
    namespace,
    kept,
    revision: revisionOf(revision, kept, context.privateState),
  });
}

/** The state after a request that was to make what is planned. */
export function settled(
  endpoint: Endpoint,
  plan: EndpointPlan,
  target: Target,
): { state: EndpointState; differences: readonly Difference[] } {
  const { state, differences } = settle(plan, reached(endpoint, plan, target));
  return {
    state,
    differences: differences.filter(({ path }) => isSetting(path)),
  };
}

const shown = new Set([
  "status",
  "status_message",
  "url",
  "health_route",
  "ready_replicas",
  "target_replicas",
  "created_at",
  "updated_at",
  "created_by",
]);

function isSetting(path: string): boolean {
  return !shown.has(path.split(".")[0] ?? "");
}

/** Warns of each setting that the service did not take over. */
export function warnOfDifferences(
  differences: readonly Difference[],
  target: Target,
): void {
  for (const { path, planned, actual } of differences) {
    const isSecret = /secrets|password|env/.test(path);
    target.context.diagnostics.addWarning(
      `The service did not take over ${path}`,
      `The endpoint ${label(target)} was to have ` +
        (isSecret
          ? `another \`${path}\` than the service answered. `
          : `\`${path}\` = ${JSON.stringify(planned) ?? "nothing"}, but the ` +
            `service answered ${JSON.stringify(actual) ?? "nothing"}. `) +
        "The next plan shows it as a change made outside of Terraform; write " +
        "the value that the service answers, if it is right.",
      pathOf(path),
    );
  }
}

/** A path such as `compute.scaling` from the top of the resource. */
export function pathOf(text: string): Path {
  return text.split(".").reduce(
    (path, name) => path.attribute(name),
    Path.root,
  );
}
