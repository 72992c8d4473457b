/**
 * The messages of GetFunctions.
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { getFunctions as answer } from "../engine/get_functions.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { wireFunctions } from "./wire/function.ts";

/** Gives all functions of the provider. */
export async function getFunctions(
  server: ProviderServer,
  request: tfplugin5.GetFunctions.Request,
  call: EngineCall,
): Promise<Init<tfplugin5.GetFunctions.Response>> {
  const response = await answer(server, request, call);
  return {
    functions: wireFunctions(response.functions),
    diagnostics: wireDiagnostics(response.diagnostics),
  };
}
