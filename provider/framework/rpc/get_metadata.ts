/**
 * The messages of GetMetadata.
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { getMetadata as answer } from "../engine/get_metadata.ts";
import { wireCapabilities } from "./wire/capabilities.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";

/** Names everything that the provider has. */
export async function getMetadata(
  server: ProviderServer,
  request: tfplugin5.GetMetadata.Request,
  call: EngineCall,
): Promise<Init<tfplugin5.GetMetadata.Response>> {
  const response = await answer(server, request, call);
  return {
    serverCapabilities: wireCapabilities(response.serverCapabilities),
    diagnostics: wireDiagnostics(response.diagnostics),
    dataSources: response.dataSources.map(byType),
    resources: response.resources.map(byType),
    functions: response.functions.map((name) => ({ name })),
    ephemeralResources: response.ephemeralResources.map(byType),
    listResources: response.listResources.map(byType),
    actions: response.actions.map(byType),
  };
}

function byType(typeName: string): { readonly typeName: string } {
  return { typeName };
}
