/**
 * The messages of OpenEphemeralResource.
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { openEphemeralResource as answer } from "../engine/open_ephemeral_resource.ts";
import { readCapabilities, wireDeferred } from "./wire/capabilities.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { readValue, wireValue } from "./wire/dynamic_value.ts";
import { optionalBytes } from "./wire/optional_bytes.ts";
import { wireTimestamp } from "./wire/timestamp.ts";
import { typeOf } from "./wire/types.ts";

/** Opens an ephemeral resource. */
export async function openEphemeralResource(
  server: ProviderServer,
  request: tfplugin5.OpenEphemeralResource.Request,
  call: EngineCall,
): Promise<Init<tfplugin5.OpenEphemeralResource.Response>> {
  const { typeName } = request;
  const type = typeOf(server.ephemeralResource(typeName)?.schema);
  const response = await answer(server, {
    typeName,
    config: readValue(request.config, type, "config"),
    clientCapabilities: readCapabilities(request.clientCapabilities),
  }, call);
  return {
    diagnostics: wireDiagnostics(response.diagnostics),
    renewAt: wireTimestamp(response.renewAt),
    result: wireValue(response.result, type),
    private: optionalBytes(response.privateState),
    deferred: wireDeferred(response.deferred),
  };
}
