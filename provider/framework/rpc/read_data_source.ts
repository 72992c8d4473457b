/**
 * The messages of ReadDataSource.
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { readDataSource as answer } from "../engine/read_data_source.ts";
import { readCapabilities, wireDeferred } from "./wire/capabilities.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { readValue, wireValue } from "./wire/dynamic_value.ts";
import { typeOf } from "./wire/types.ts";

/** Reads a data source. */
export async function readDataSource(
  server: ProviderServer,
  request: tfplugin5.ReadDataSource.Request,
  call: EngineCall,
): Promise<Init<tfplugin5.ReadDataSource.Response>> {
  const { typeName } = request;
  const type = typeOf(server.dataSource(typeName)?.schema);
  const response = await answer(server, {
    typeName,
    config: readValue(request.config, type, "config"),
    providerMeta: readValue(
      request.providerMeta,
      typeOf(server.provider.metaSchema),
      "provider_meta",
    ),
    clientCapabilities: readCapabilities(request.clientCapabilities),
  }, call);
  return {
    state: wireValue(response.state, type),
    diagnostics: wireDiagnostics(response.diagnostics),
    deferred: wireDeferred(response.deferred),
  };
}
