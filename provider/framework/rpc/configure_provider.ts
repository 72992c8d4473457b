/**
 * The messages of ConfigureProvider (Configure in protocol 5).
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin6 } from "../../../proto/gen/tfplugin6.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { configureProvider as answer } from "../engine/configure_provider.ts";
import { readCapabilities } from "./wire/capabilities.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { readValue } from "./wire/dynamic_value.ts";
import { typeOf } from "./wire/types.ts";

/** Configures the provider. */
export async function configureProvider(
  server: ProviderServer,
  request: tfplugin6.ConfigureProvider.Request,
  call: EngineCall,
): Promise<Init<tfplugin6.ConfigureProvider.Response>> {
  const type = typeOf(server.provider.schema);
  const response = await answer(server, {
    config: readValue(request.config, type, "config"),
    terraformVersion: request.terraformVersion,
    clientCapabilities: readCapabilities(request.clientCapabilities),
  }, call);
  return { diagnostics: wireDiagnostics(response.diagnostics) };
}
