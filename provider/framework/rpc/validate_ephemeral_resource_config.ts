/**
 * The messages of ValidateEphemeralResourceConfig.
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { validateEphemeralResourceConfig as answer } from "../engine/validate_ephemeral_resource_config.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { readValue } from "./wire/dynamic_value.ts";
import { typeOf } from "./wire/types.ts";

/** Checks the configuration of an ephemeral resource. */
export async function validateEphemeralResourceConfig(
  server: ProviderServer,
  request: tfplugin5.ValidateEphemeralResourceConfig.Request,
  call: EngineCall,
): Promise<Init<tfplugin5.ValidateEphemeralResourceConfig.Response>> {
  const { typeName } = request;
  const type = typeOf(server.ephemeralResource(typeName)?.schema);
  const response = await answer(server, {
    typeName,
    config: readValue(request.config, type, "config"),
  }, call);
  return { diagnostics: wireDiagnostics(response.diagnostics) };
}
