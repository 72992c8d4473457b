/**
 * Checks the configuration of an ephemeral resource.
 *
 * @module
 */

import { Diagnostics } from "../diagnostics.ts";
import type { Value } from "../values/value.ts";
import type { DiagnosticsResponse, EngineCall } from "./contract.ts";
import { required } from "./operation.ts";
import type { ProviderServer } from "./server.ts";
import { validateConfig } from "./validate/config.ts";

/** The request of {@linkcode validateEphemeralResourceConfig}. */
export interface ValidateEphemeralResourceConfigRequest {
  /** The type name. */
  readonly typeName: string;
  /** The configuration; unknown values possible anywhere. */
  readonly config: Value;
}

/** The response of {@linkcode validateEphemeralResourceConfig}. */
export type ValidateEphemeralResourceConfigResponse = DiagnosticsResponse;

/** Checks the configuration of an ephemeral resource. */
export async function validateEphemeralResourceConfig(
  server: ProviderServer,
  request: ValidateEphemeralResourceConfigRequest,
  call: EngineCall,
): Promise<ValidateEphemeralResourceConfigResponse> {
  const { typeName, config } = request;
  const diagnostics = new Diagnostics();
  const target = required(
    server.ephemeralResource(typeName),
    "ephemeral resource",
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
