/**
 * Plans and invokes actions.
 *
 * @module
 */

import { Deferral } from "../define/deferral.ts";
import type { Diagnostics } from "../diagnostics.ts";
import { modelOf } from "../schema/numbers.ts";
import { Channel } from "./channel.ts";
import type { Answer, EngineCall, Fields } from "./contract.ts";
import { Operation } from "./operation.ts";
import type { ProviderServer } from "./server.ts";
import { timeLimit } from "./signal.ts";

/** Plans an action. */
export function planAction(
  server: ProviderServer,
  request: Fields<"typeName" | "config" | "clientCapabilities">,
  call: EngineCall,
): Promise<Answer> {
  const operation = new Operation(server, "plan", request, call);
  return operation.answer(() => ({}), async () => {
    const action = operation.find(server.actions);
    const object = operation.object(request.config, "configuration");
    const { deferralAllowed } = operation;
    if (deferralAllowed && server.deferred !== undefined) {
      throw new Deferral(server.deferred);
    }
    if (action.plan === undefined) return {};
    const config = modelOf(action.schema, object);
    const reason = await operation.run((context) =>
      action.plan?.({ ...context, config, deferralAllowed })
    );
    if (typeof reason === "string") {
      throw operation.deferral(new Deferral(reason));
    }
    return {};
  });
}

/** Something that happens while an action runs. */
export type InvokeEvent =
  /** How far it is. */
  | { readonly kind: "progress"; readonly message: string }
  /** It is over; errors and warnings. */
  | { readonly kind: "completed"; readonly diagnostics: Diagnostics };

/** Invokes an action. The last event is always `completed`. */
export async function* invokeAction(
  server: ProviderServer,
  request: Fields<"typeName" | "config">,
  call: EngineCall,
): AsyncGenerator<InvokeEvent, void, void> {
  const operation = new Operation(server, "invoke", request, call);
  const events = new Channel<InvokeEvent>();
  const progress = (message: string): void => {
    events.push({ kind: "progress", message: String(message) });
  };
  const done = operation.answer(() => ({}), async () => {
    const action = operation.find(server.actions);
    const { schema } = action;
    const object = operation.object(request.config, "configuration");
    const config = modelOf(schema, object);
    await operation.run(
      (context) => action.invoke({ ...context, config, progress }),
      { limit: timeLimit(schema, "create", object) },
    );
    return {};
  }).finally(() => events.end());
  yield* events;
  const { diagnostics } = await done;
  yield { kind: "completed", diagnostics };
}
