/**
 * The messages of CloseEphemeralResource.
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import { type EngineCall, noPrivate } from "../engine/contract.ts";
import { closeEphemeralResource as answer } from "../engine/close_ephemeral_resource.ts";
import type { ProviderServer } from "../engine/server.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";

/** Gives an ephemeral resource up. */
export async function closeEphemeralResource(
  server: ProviderServer,
  request: tfplugin5.CloseEphemeralResource.Request,
  call: EngineCall,
): Promise<Init<tfplugin5.CloseEphemeralResource.Response>> {
  const response = await answer(server, {
    typeName: request.typeName,
    privateState: request.private ?? noPrivate,
  }, call);
  return { diagnostics: wireDiagnostics(response.diagnostics) };
}
