/**
 * The messages of ValidateDataResourceConfig (ValidateDataSourceConfig in protocol 5).
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin6 } from "../../../proto/gen/tfplugin6.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { validateDataResourceConfig as answer } from "../engine/validate_data_resource_config.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { readValue } from "./wire/dynamic_value.ts";
import { typeOf } from "./wire/types.ts";

/** Checks the configuration of a data source. */
export async function validateDataResourceConfig(
  server: ProviderServer,
  request: tfplugin6.ValidateDataResourceConfig.Request,
  call: EngineCall,
): Promise<Init<tfplugin6.ValidateDataResourceConfig.Response>> {
  const { typeName } = request;
  const type = typeOf(server.dataSource(typeName)?.schema);
  const response = await answer(server, {
    typeName,
    config: readValue(request.config, type, "config"),
  }, call);
  return { diagnostics: wireDiagnostics(response.diagnostics) };
}
