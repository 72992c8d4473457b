/**
 * The messages of ValidateProviderConfig (PrepareProviderConfig in protocol 5).
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { tfplugin6 } from "../../../proto/gen/tfplugin6.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { validateProviderConfig as answer } from "../engine/validate_provider_config.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { readValue } from "./wire/dynamic_value.ts";
import { typeOf } from "./wire/types.ts";

/** Checks a provider block. */
export async function validateProviderConfig(
  server: ProviderServer,
  request: tfplugin6.ValidateProviderConfig.Request,
  call: EngineCall,
): Promise<Init<tfplugin6.ValidateProviderConfig.Response>> {
  const type = typeOf(server.provider.schema);
  const response = await answer(server, {
    config: readValue(request.config, type, "config"),
  }, call);
  return { diagnostics: wireDiagnostics(response.diagnostics) };
}

/**
 * The same in protocol 5, where the response holds the configuration, perhaps
 * with defaults. The CLI only compares it, so it goes back as it came.
 */
export async function prepareProviderConfig(
  server: ProviderServer,
  request: tfplugin5.PrepareProviderConfig.Request,
  call: EngineCall,
): Promise<Init<tfplugin5.PrepareProviderConfig.Response>> {
  const response = await validateProviderConfig(server, request, call);
  return { ...response, preparedConfig: request.config };
}
