/**
 * Checks the configuration of a data source.
 *
 * @module
 */

import { Diagnostics } from "../diagnostics.ts";
import type { Value } from "../values/value.ts";
import type { DiagnosticsResponse, EngineCall } from "./contract.ts";
import { required } from "./operation.ts";
import type { ProviderServer } from "./server.ts";
import { validateConfig } from "./validate/config.ts";

/** The request of {@linkcode validateDataResourceConfig}. */
export interface ValidateDataResourceConfigRequest {
  /** The type name. */
  readonly typeName: string;
  /** The configuration; unknown values possible anywhere. */
  readonly config: Value;
}

/** The response of {@linkcode validateDataResourceConfig}. */
export type ValidateDataResourceConfigResponse = DiagnosticsResponse;

/** Checks the configuration of a data source. */
export async function validateDataResourceConfig(
  server: ProviderServer,
  request: ValidateDataResourceConfigRequest,
  call: EngineCall,
): Promise<ValidateDataResourceConfigResponse> {
  const { typeName, config } = request;
  const diagnostics = new Diagnostics();
  const target = required(
    server.dataSource(typeName),
    "data source",
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
