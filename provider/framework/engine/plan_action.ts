/**
 * Plans an action.
 *
 * @module
 */

import { Diagnostics } from "../diagnostics.ts";
import { modelOf } from "../schema/float.ts";
import type { Value } from "../values/value.ts";
import type { ClientCapabilities, Deferred, EngineCall } from "./contract.ts";
import {
  addMissing,
  addNotDeferrable,
  required,
  rootObject,
  runOperation,
} from "./operation.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode planAction}. */
export interface PlanActionRequest {
  /** The type name. */
  readonly typeName: string;
  /** The configuration; unknown values possible anywhere. */
  readonly config: Value;
  /** What the client is able to deal with. */
  readonly clientCapabilities: ClientCapabilities;
}

/** The response of {@linkcode planAction}. */
export interface PlanActionResponse {
  /** Why the action is deferred. */
  readonly deferred: Deferred;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Plans an action. */
export async function planAction(
  server: ProviderServer,
  request: PlanActionRequest,
  call: EngineCall,
): Promise<PlanActionResponse> {
  const { typeName } = request;
  const { deferralAllowed } = request.clientCapabilities;
  const diagnostics = new Diagnostics();
  const action = required(
    server.action(typeName),
    "action",
    typeName,
    diagnostics,
  );
  const config = rootObject(request.config);
  if (action !== undefined && config === null) {
    addMissing(diagnostics, `plan ${typeName}`, "configuration");
  }
  if (action !== undefined && config !== null && deferralAllowed) {
    if (server.deferred !== undefined) {
      return { deferred: server.deferred, diagnostics };
    }
  }
  if (action?.plan === undefined || config === null) {
    return { deferred: undefined, diagnostics };
  }
  const outcome = await runOperation(
    server,
    { operation: "plan", typeName, diagnostics, call },
    (context) =>
      action.plan?.({
        ...context,
        config: modelOf(action.schema, config),
        deferralAllowed,
      }),
  );
  const deferred = outcome.ok ? outcome.value ?? undefined : undefined;
  if (deferred !== undefined && !deferralAllowed) {
    addNotDeferrable(diagnostics, `plan ${typeName}`, deferred);
  }
  return { deferred: deferralAllowed ? deferred : undefined, diagnostics };
}
