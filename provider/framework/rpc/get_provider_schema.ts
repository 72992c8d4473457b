/**
 * The messages of GetProviderSchema (GetSchema in protocol 5).
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin6 } from "../../../proto/gen/tfplugin6.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { getProviderSchema as answer } from "../engine/get_provider_schema.ts";
import { wireCapabilities } from "./wire/capabilities.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { wireFunctions } from "./wire/function.ts";
import { wireSchema, wireSchemas } from "./wire/schema.ts";

/** Gives all schemas of the provider. */
export async function getProviderSchema(
  server: ProviderServer,
  request: tfplugin6.GetProviderSchema.Request,
  call: EngineCall,
): Promise<Init<tfplugin6.GetProviderSchema.Response>> {
  const response = await answer(server, request, call);
  const { provider } = response;
  return {
    provider: wireSchema(provider.schema),
    providerMeta: provider.metaSchema && wireSchema(provider.metaSchema),
    resourceSchemas: wireSchemas(provider.resources),
    dataSourceSchemas: wireSchemas(provider.dataSources),
    ephemeralResourceSchemas: wireSchemas(provider.ephemeralResources),
    functions: wireFunctions(provider.functions),
    listResourceSchemas: wireSchemas(provider.listResources),
    actionSchemas: Object.fromEntries(
      provider.actions.map(({ typeName, schema }) => [
        typeName,
        { schema: wireSchema(schema) },
      ]),
    ),
    serverCapabilities: wireCapabilities(response.serverCapabilities),
    diagnostics: wireDiagnostics(response.diagnostics),
  };
}
