/**
 * The messages of ValidateResourceConfig (ValidateResourceTypeConfig in protocol 5).
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { validateResourceConfig as answer } from "../engine/validate_resource_config.ts";
import { readCapabilities } from "./wire/capabilities.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { readValue } from "./wire/dynamic_value.ts";
import { typeOf } from "./wire/types.ts";

/** Checks the configuration of a resource. */
export async function validateResourceConfig(
  server: ProviderServer,
  request: tfplugin5.ValidateResourceTypeConfig.Request,
  call: EngineCall,
): Promise<Init<tfplugin5.ValidateResourceTypeConfig.Response>> {
  const { typeName } = request;
  const type = typeOf(server.resource(typeName)?.schema);
  const response = await answer(server, {
    typeName,
    config: readValue(request.config, type, "config"),
    clientCapabilities: readCapabilities(request.clientCapabilities),
  }, call);
  return { diagnostics: wireDiagnostics(response.diagnostics) };
}
