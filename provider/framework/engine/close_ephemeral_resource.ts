/**
 * Closes an ephemeral resource.
 *
 * @module
 */

import { Diagnostics } from "../diagnostics.ts";
import type { DiagnosticsResponse, EngineCall } from "./contract.ts";
import { required, runOperation } from "./operation.ts";
import { decodeJsonBytes } from "./private_state.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode closeEphemeralResource}. */
export interface CloseEphemeralResourceRequest {
  /** The type name. */
  readonly typeName: string;
  /** What open or the last renew returned. */
  readonly privateState: Uint8Array;
}

/** The response of {@linkcode closeEphemeralResource}. */
export type CloseEphemeralResourceResponse = DiagnosticsResponse;

/** Closes an ephemeral resource. */
export async function closeEphemeralResource(
  server: ProviderServer,
  request: CloseEphemeralResourceRequest,
  call: EngineCall,
): Promise<CloseEphemeralResourceResponse> {
  const { typeName } = request;
  const diagnostics = new Diagnostics();
  const resource = required(
    server.ephemeralResource(typeName),
    "ephemeral resource",
    typeName,
    diagnostics,
  );
  if (resource?.close !== undefined) {
    const opened = decodeJsonBytes(request.privateState);
    await runOperation(
      server,
      { operation: "close", typeName, diagnostics, call },
      (context) => resource.close?.({ ...context, private: opened }),
    );
  }
  return { diagnostics };
}
