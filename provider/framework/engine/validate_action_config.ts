/**
 * Checks the configuration of an action.
 *
 * @module
 */

import { Diagnostics } from "../diagnostics.ts";
import type { Value } from "../values/value.ts";
import type { DiagnosticsResponse, EngineCall } from "./contract.ts";
import { required } from "./operation.ts";
import type { ProviderServer } from "./server.ts";
import { validateConfig } from "./validate/config.ts";

/** The request of {@linkcode validateActionConfig}. */
export interface ValidateActionConfigRequest {
  /** The type name. */
  readonly typeName: string;
  /** The configuration; unknown values possible anywhere. */
  readonly config: Value;
}

/** The response of {@linkcode validateActionConfig}. */
export type ValidateActionConfigResponse = DiagnosticsResponse;

/** Checks the configuration of an action. */
export async function validateActionConfig(
  server: ProviderServer,
  request: ValidateActionConfigRequest,
  call: EngineCall,
): Promise<ValidateActionConfigResponse> {
  const { typeName, config } = request;
  const diagnostics = new Diagnostics();
  const target = required(
    server.action(typeName),
    "action",
    typeName,
    diagnostics,
  );
  if (target === undefined) return { diagnostics };
  return {
    diagnostics: await validateConfig(server, {
      target,
      typeName,
      config,
      writeOnlyAllowed: true,
      call,
    }),
  };
}
