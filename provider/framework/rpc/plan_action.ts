/**
 * The messages of PlanAction.
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { EngineCall } from "../engine/contract.ts";
import { planAction as answer } from "../engine/plan_action.ts";
import type { ProviderServer } from "../engine/server.ts";
import { readCapabilities, wireDeferred } from "./wire/capabilities.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { readValue } from "./wire/dynamic_value.ts";
import { typeOf } from "./wire/types.ts";

/** Plans an action. */
export async function planAction(
  server: ProviderServer,
  request: tfplugin5.PlanAction.Request,
  call: EngineCall,
): Promise<Init<tfplugin5.PlanAction.Response>> {
  const typeName = request.actionType;
  const type = typeOf(server.action(typeName)?.schema);
  const response = await answer(server, {
    typeName,
    config: readValue(request.config, type, "config"),
    clientCapabilities: readCapabilities(request.clientCapabilities),
  }, call);
  return {
    diagnostics: wireDiagnostics(response.diagnostics),
    deferred: wireDeferred(response.deferred),
  };
}
