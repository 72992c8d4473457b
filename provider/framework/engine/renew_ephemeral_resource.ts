/**
 * Makes an ephemeral resource last longer.
 *
 * @module
 */

import { Diagnostics } from "../diagnostics.ts";
import type { EngineCall } from "./contract.ts";
import { required, runOperation } from "./operation.ts";
import { decodeJsonBytes, encodeJsonBytes } from "./private_state.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode renewEphemeralResource}. */
export interface RenewEphemeralResourceRequest {
  /** The type name. */
  readonly typeName: string;
  /** What open or the last renew returned. */
  readonly privateState: Uint8Array;
}

/** The response of {@linkcode renewEphemeralResource}. */
export interface RenewEphemeralResourceResponse {
  /** What the next call is given. */
  readonly privateState: Uint8Array;
  /** When to renew again; undefined: never. */
  readonly renewAt: Date | undefined;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Makes an ephemeral resource last longer. */
export async function renewEphemeralResource(
  server: ProviderServer,
  request: RenewEphemeralResourceRequest,
  call: EngineCall,
): Promise<RenewEphemeralResourceResponse> {
  const { typeName, privateState } = request;
  const diagnostics = new Diagnostics();
  const unchanged = { privateState, renewAt: undefined, diagnostics };
  const resource = required(
    server.ephemeralResource(typeName),
    "ephemeral resource",
    typeName,
    diagnostics,
  );
  if (resource?.renew === undefined) return unchanged;
  const outcome = await runOperation(
    server,
    { operation: "renew", typeName, diagnostics, call },
    async (context) => {
      const opened = decodeJsonBytes(privateState);
      const renewed = await resource.renew?.({ ...context, private: opened });
      return {
        renewAt: checkedDate(renewed?.renewAt),
        privateState: encodeJsonBytes(renewed?.private),
      };
    },
  );
  return outcome.ok ? { ...unchanged, ...outcome.value } : unchanged;
}

/**
 * The time of renewal, if it is a date.
 *
 * @throws {RangeError} if it is an invalid date.
 */
export function checkedDate(date: Date | undefined): Date | undefined {
  if (date !== undefined && Number.isNaN(date.getTime())) {
    throw new RangeError(
      "The provider returned an invalid date as the time of renewal",
    );
  }
  return date;
}
