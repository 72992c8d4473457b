/**
 * The messages of UpgradeResourceState.
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { upgradeResourceState as answer } from "../engine/upgrade_resource_state.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { wireValue } from "./wire/dynamic_value.ts";
import { readRawState } from "./wire/raw_state.ts";
import { typeOf } from "./wire/types.ts";

/** Brings a stored state into the form of the current schema. */
export async function upgradeResourceState(
  server: ProviderServer,
  request: tfplugin5.UpgradeResourceState.Request,
  call: EngineCall,
): Promise<Init<tfplugin5.UpgradeResourceState.Response>> {
  const { typeName, version } = request;
  const type = typeOf(server.resource(typeName)?.schema);
  const response = await answer(server, {
    typeName,
    version,
    rawState: readRawState(request.rawState, "raw_state"),
  }, call);
  return {
    upgradedState: wireValue(response.upgradedState, type),
    diagnostics: wireDiagnostics(response.diagnostics),
  };
}
