/**
 * The messages of InvokeAction.
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { EngineCall } from "../engine/contract.ts";
import { invokeAction as answer } from "../engine/invoke_action.ts";
import type { ProviderServer } from "../engine/server.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { readValue } from "./wire/dynamic_value.ts";
import { typeOf } from "./wire/types.ts";

/** Does what an action does. */
export async function* invokeAction(
  server: ProviderServer,
  request: tfplugin5.InvokeAction.Request,
  call: EngineCall,
): AsyncGenerator<Init<tfplugin5.InvokeAction.Event>> {
  const typeName = request.actionType;
  const type = typeOf(server.action(typeName)?.schema);
  const events = answer(server, {
    typeName,
    config: readValue(request.config, type, "config"),
  }, call);
  for await (const event of events) {
    yield event.kind === "progress"
      ? { progress: { message: event.message } }
      : { completed: { diagnostics: wireDiagnostics(event.diagnostics) } };
  }
}
