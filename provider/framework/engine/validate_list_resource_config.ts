/**
 * Checks the configuration of a search.
 *
 * @module
 */

import { Diagnostics } from "../diagnostics.ts";
import type { Value } from "../values/value.ts";
import type { DiagnosticsResponse, EngineCall } from "./contract.ts";
import { required } from "./operation.ts";
import type { ProviderServer } from "./server.ts";
import { validateConfig } from "./validate/config.ts";

/** The request of {@linkcode validateListResourceConfig}. */
export interface ValidateListResourceConfigRequest {
  /** The type name. */
  readonly typeName: string;
  /** The configuration; unknown values possible anywhere. */
  readonly config: Value;
}

/** The response of {@linkcode validateListResourceConfig}. */
export type ValidateListResourceConfigResponse = DiagnosticsResponse;

/** Checks the configuration of a search. */
export async function validateListResourceConfig(
  server: ProviderServer,
  request: ValidateListResourceConfigRequest,
  call: EngineCall,
): Promise<ValidateListResourceConfigResponse> {
  const { typeName, config } = request;
  const diagnostics = new Diagnostics();
  const target = required(
    server.listResource(typeName),
    "list resource",
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
