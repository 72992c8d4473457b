/**
 * The messages of CallFunction.
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { callFunction as answer } from "../engine/call_function.ts";
import { readValue, wireValue } from "./wire/dynamic_value.ts";

/** Calls a function. */
export async function callFunction(
  server: ProviderServer,
  request: tfplugin5.CallFunction.Request,
  call: EngineCall,
): Promise<Init<tfplugin5.CallFunction.Response>> {
  const { name } = request;
  const definition = server.providerFunction(name);
  const { result, error } = await answer(server, {
    name,
    arguments: request.arguments.map((argument, i) => {
      const parameter = definition?.parameters[i] ?? definition?.variadic;
      return readValue(argument, parameter?.type.type, `arguments[${i}]`);
    }),
  }, call);
  return error === undefined
    ? { result: wireValue(result, definition?.returns.type) }
    : { error: { text: error.text, functionArgument: error.argument } };
}
