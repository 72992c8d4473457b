/**
 * Checks the configuration of a resource.
 *
 * @module
 */

import { Diagnostics } from "../diagnostics.ts";
import type { Value } from "../values/value.ts";
import type {
  ClientCapabilities,
  DiagnosticsResponse,
  EngineCall,
} from "./contract.ts";
import { required } from "./operation.ts";
import type { ProviderServer } from "./server.ts";
import { validateConfig } from "./validate/config.ts";

/** The request of {@linkcode validateResourceConfig}. */
export interface ValidateResourceConfigRequest {
  /** The type name. */
  readonly typeName: string;
  /** The configuration; unknown values possible anywhere. */
  readonly config: Value;
  /** What the client is able to deal with. */
  readonly clientCapabilities: ClientCapabilities;
}

/** The response of {@linkcode validateResourceConfig}. */
export type ValidateResourceConfigResponse = DiagnosticsResponse;

/** Checks the configuration of a resource. */
export async function validateResourceConfig(
  server: ProviderServer,
  request: ValidateResourceConfigRequest,
  call: EngineCall,
): Promise<ValidateResourceConfigResponse> {
  const { typeName, config } = request;
  const diagnostics = new Diagnostics();
  const target = required(
    server.resource(typeName),
    "resource",
    typeName,
    diagnostics,
  );
  if (target === undefined) return { diagnostics };
  return {
    diagnostics: await validateConfig(server, {
      target,
      typeName,
      config,
      writeOnlyAllowed: request.clientCapabilities.writeOnlyAttributesAllowed,
      call,
    }),
  };
}
