/**
 * Plans and invokes actions.
 *
 * @module
 */

import type { Action } from "../define/list_and_action.ts";
import { Diagnostics } from "../diagnostics.ts";
import { modelOf } from "../schema/float.ts";
import type { ValueObject } from "../values/value.ts";
import { Channel } from "./channel.ts";
import type { Answer, EngineCall, Fields } from "./contract.ts";
import {
  addNotDeferrable,
  find,
  requireObject,
  runOperation,
} from "./operation.ts";
import type { ProviderServer } from "./server.ts";
import { timeLimit } from "./signal.ts";

/** The request of {@linkcode planAction}. */
export type PlanActionRequest = Fields<
  "typeName" | "config" | "clientCapabilities"
>;

/** The response of {@linkcode planAction}. */
export type PlanActionResponse = Answer<"deferred">;

/** Plans an action. */
export async function planAction(
  server: ProviderServer,
  request: PlanActionRequest,
  call: EngineCall,
): Promise<PlanActionResponse> {
  const { typeName } = request;
  const { deferralAllowed } = request.clientCapabilities;
  const diagnostics = new Diagnostics();
  const action = find(server.actions, typeName, diagnostics);
  if (action === undefined) return { deferred: undefined, diagnostics };
  const spec = { operation: "plan", typeName, diagnostics, call };
  const config = requireObject(request.config, "configuration", spec);
  if (config !== null && deferralAllowed && server.deferred !== undefined) {
    return { deferred: server.deferred, diagnostics };
  }
  if (action.plan === undefined || config === null) {
    return { deferred: undefined, diagnostics };
  }
  const outcome = await runOperation(
    server,
    spec,
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

/** Something that happens while an action runs. */
export type InvokeEvent =
  /** How far it is. */
  | { readonly kind: "progress"; readonly message: string }
  /** It is over; errors and warnings. */
  | { readonly kind: "completed"; readonly diagnostics: Diagnostics };

/** The request of {@linkcode invokeAction}. */
export type InvokeActionRequest = Fields<"typeName" | "config">;

/** Invokes an action. The last event is always `completed`. */
export async function* invokeAction(
  server: ProviderServer,
  request: InvokeActionRequest,
  call: EngineCall,
): AsyncGenerator<InvokeEvent, void, void> {
  const { typeName } = request;
  const diagnostics = new Diagnostics();
  const action = find(server.actions, typeName, diagnostics);
  const operation = "invoke";
  const config = requireObject(request.config, "configuration", {
    operation,
    typeName,
    diagnostics,
  });
  if (action !== undefined && config !== null) {
    const events = new Channel<InvokeEvent>();
    const done = invoke(server, { action, config, diagnostics, call, events });
    yield* events;
    await done;
  }
  yield { kind: "completed", diagnostics };
}

interface Invocation {
  readonly action: Action;
  readonly config: ValueObject;
  readonly diagnostics: Diagnostics;
  readonly call: EngineCall;
  readonly events: Channel<InvokeEvent>;
}

async function invoke(
  server: ProviderServer,
  { action, config, diagnostics, call, events }: Invocation,
): Promise<void> {
  const { typeName, schema } = action;
  const limit = timeLimit(schema, "create", config);
  const progress = (message: string): void => {
    events.push({ kind: "progress", message: String(message) });
  };
  await runOperation(
    server,
    { operation: "invoke", typeName, diagnostics, call, limit },
    (context) =>
      action.invoke({
        ...context,
        config: modelOf(action.schema, config),
        progress,
      }),
  );
  events.end();
}
