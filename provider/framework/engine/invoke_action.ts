/**
 * Invokes an action. The last event is always `completed`.
 *
 * @module
 */

import type { Action } from "../define/list_and_action.ts";
import { Diagnostics } from "../diagnostics.ts";
import { modelOf } from "../schema/float.ts";
import type { Value, ValueObject } from "../values/value.ts";
import { Channel } from "./channel.ts";
import type { EngineCall } from "./contract.ts";
import { addMissing, required, rootObject, runOperation } from "./operation.ts";
import type { ProviderServer } from "./server.ts";
import { timeLimit } from "./time_limit.ts";

/** Something that happens while an action runs. */
export type InvokeEvent =
  /** How far it is. */
  | { readonly kind: "progress"; readonly message: string }
  /** It is over; errors and warnings. */
  | { readonly kind: "completed"; readonly diagnostics: Diagnostics };

/** The request of {@linkcode invokeAction}. */
export interface InvokeActionRequest {
  /** The type name. */
  readonly typeName: string;
  /** The configuration; nothing in it is unknown. */
  readonly config: Value;
}

/** Invokes an action. The last event is always `completed`. */
export async function* invokeAction(
  server: ProviderServer,
  request: InvokeActionRequest,
  call: EngineCall,
): AsyncGenerator<InvokeEvent, void, void> {
  const { typeName } = request;
  const diagnostics = new Diagnostics();
  const action = required(
    server.action(typeName),
    "action",
    typeName,
    diagnostics,
  );
  const config = rootObject(request.config);
  if (config === null) {
    addMissing(diagnostics, `invoke ${typeName}`, "configuration");
  }
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
