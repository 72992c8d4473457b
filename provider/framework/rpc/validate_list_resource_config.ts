/**
 * The messages of ValidateListResourceConfig.
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { validateListResourceConfig as answer } from "../engine/validate_list_resource_config.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { readValue } from "./wire/dynamic_value.ts";
import { typeOf } from "./wire/types.ts";

/** Checks the configuration of a search. */
export async function validateListResourceConfig(
  server: ProviderServer,
  request: tfplugin5.ValidateListResourceConfig.Request,
  call: EngineCall,
): Promise<Init<tfplugin5.ValidateListResourceConfig.Response>> {
  const { typeName } = request;
  const type = typeOf(server.listResource(typeName)?.schema);
  const response = await answer(server, {
    typeName,
    config: readValue(request.config, type, "config"),
  }, call);
  return { diagnostics: wireDiagnostics(response.diagnostics) };
}
