/**
 * The messages of GenerateResourceConfig.
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { generateResourceConfig as answer } from "../engine/generate_resource_config.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { readValue, wireValue } from "./wire/dynamic_value.ts";
import { typeOf } from "./wire/types.ts";

/** Makes a configuration of a state, for an imported object. */
export async function generateResourceConfig(
  server: ProviderServer,
  request: tfplugin5.GenerateResourceConfig.Request,
  call: EngineCall,
): Promise<Init<tfplugin5.GenerateResourceConfig.Response>> {
  const { typeName } = request;
  const type = typeOf(server.resource(typeName)?.schema);
  const response = await answer(server, {
    typeName,
    state: readValue(request.state, type, "state"),
  }, call);
  return {
    config: wireValue(response.config, type),
    diagnostics: wireDiagnostics(response.diagnostics),
  };
}
