/**
 * The messages of StopProvider (Stop in protocol 5).
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin6 } from "../../../proto/gen/tfplugin6.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { stopProvider as answer } from "../engine/stop_provider.ts";

/** Cancels everything that runs. */
export async function stopProvider(
  server: ProviderServer,
  request: tfplugin6.StopProvider.Request,
  call: EngineCall,
): Promise<Init<tfplugin6.StopProvider.Response>> {
  const response = await answer(server, request, call);
  return { Error: response.error };
}
