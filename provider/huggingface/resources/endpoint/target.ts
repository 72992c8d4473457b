/**
 * One endpoint and everything that is needed to speak to it and of it.
 *
 * @module
 */

import { Path } from "../../../framework/mod.ts";
import {
  type Endpoint,
  type HuggingFace,
  isApiError,
} from "../../../../mod.ts";
import { attempt, type RemoteObject } from "../../shared/remote_object.ts";
import { type Difference, settle } from "../../shared/settle.ts";
import { mayPass, poll } from "../../shared/wait.ts";
import { blame } from "./blame.ts";
import { revisionOf } from "./revision.ts";
import { stateOf } from "./state.ts";
import type { EndpointPlan, EndpointState } from "./types.ts";

/** The permission that everything about endpoints needs. */
export const permission = "the permission `inference.endpoints.write`";

/** One endpoint and everything that is needed to speak to it. */
export interface Target extends RemoteObject {
  /** The owner. */
  readonly namespace: string;
  /** The name. */
  readonly name: string;
  /** Sends the requests. */
  readonly client: HuggingFace;
}

/** The target of an operation. */
export function endpointTarget(
  { namespace, name }: { readonly namespace: string; readonly name: string },
  client: HuggingFace,
  context: Target["context"],
): Target {
  const id = `${namespace}/${name}`;
  const kind = "endpoint";
  return {
    kind,
    id,
    permission,
    pathOf: blame,
    namespace,
    name,
    client,
    context,
  };
}

/**
 * Pauses the endpoint. The service refuses that with 400 while the endpoint
 * cannot be paused yet, so it is asked again as long as there is time.
 */
export async function pauseEndpoint(target: Target): Promise<Endpoint> {
  const { client, namespace, name, context: { signal, provider } } = target;
  const isPassing = (error: unknown) =>
    isApiError(error, 400) || mayPass(error);
  try {
    return await attempt("pause", target, () =>
      poll(
        () => client.endpoints.pause(namespace, name, { signal }),
        { signal, isPassing },
      ));
  } finally {
    provider.endpoints.forget();
  }
}

/** The state of an endpoint that was last known, or planned, like `kept`. */
export function reached(
  endpoint: Endpoint,
  kept: EndpointPlan,
  { namespace, name, context }: Target,
): EndpointState {
  const { revision } = endpoint.model;
  return stateOf(endpoint, {
    namespace,
    name,
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
      `The API returned a different value for ${path}`,
      `The endpoint ${target.id} was to have ` +
        (isSecret
          ? `another \`${path}\` than the API returned. `
          : `\`${path}\` = ${JSON.stringify(planned) ?? "nothing"}, but the ` +
            `API returned ${JSON.stringify(actual) ?? "nothing"}. `) +
        "The next plan shows it as a change made outside of Terraform; write " +
        "the value that the API returns, if it is right.",
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
