/**
 * The messages of ConfigureProvider (Configure in protocol 5).
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
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
  request: tfplugin5.Configure.Request,
  call: EngineCall,
): Promise<Init<tfplugin5.Configure.Response>> {
  const type = typeOf(server.provider.schema);
  const response = await answer(server, {
    config: readValue(request.config, type, "config"),
    terraformVersion: request.terraformVersion,
    clientCapabilities: readCapabilities(request.clientCapabilities),
  }, call);
  return { diagnostics: wireDiagnostics(response.diagnostics) };
}
