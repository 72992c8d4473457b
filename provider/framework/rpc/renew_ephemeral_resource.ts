/**
 * The messages of RenewEphemeralResource.
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import { type EngineCall, noPrivate } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { renewEphemeralResource as answer } from "../engine/renew_ephemeral_resource.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { optionalBytes } from "./wire/optional_bytes.ts";
import { wireTimestamp } from "./wire/timestamp.ts";

/** Makes an ephemeral resource last longer. */
export async function renewEphemeralResource(
  server: ProviderServer,
  request: tfplugin5.RenewEphemeralResource.Request,
  call: EngineCall,
): Promise<Init<tfplugin5.RenewEphemeralResource.Response>> {
  const response = await answer(server, {
    typeName: request.typeName,
    privateState: request.private ?? noPrivate,
  }, call);
  return {
    diagnostics: wireDiagnostics(response.diagnostics),
    renewAt: wireTimestamp(response.renewAt),
    private: optionalBytes(response.privateState),
  };
}
