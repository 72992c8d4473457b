/**
 * Configures the provider.
 *
 * @module
 */

import { Diagnostics } from "../diagnostics.ts";
import { modelOf } from "../schema/float.ts";
import type { Value } from "../values/value.ts";
import type {
  ClientCapabilities,
  DiagnosticsResponse,
  EngineCall,
} from "./contract.ts";
import { addMissing, rootObject, runUnconfigured } from "./operation.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode configureProvider}. */
export interface ConfigureProviderRequest {
  /** The configuration; unknown values possible anywhere. */
  readonly config: Value;
  /** The version of the CLI; OpenTofu sends its own. */
  readonly terraformVersion: string;
  /** What the client is able to deal with. */
  readonly clientCapabilities: ClientCapabilities;
}

/** The response of {@linkcode configureProvider}. */
export type ConfigureProviderResponse = DiagnosticsResponse;

/**
 * Configures the provider. It may be configured again: then what comes later
 * is given the new result, and after an error nothing. If it is deferred, so is
 * what comes later.
 */
export async function configureProvider(
  server: ProviderServer,
  request: ConfigureProviderRequest,
  call: EngineCall,
): Promise<ConfigureProviderResponse> {
  const { provider } = server;
  const diagnostics = new Diagnostics();
  const operation = "configure the provider";
  const config = rootObject(request.config);
  if (config === null) {
    addMissing(diagnostics, operation, "configuration");
    return { diagnostics };
  }
  const { terraformVersion } = request;
  const { deferralAllowed } = request.clientCapabilities;
  const outcome = await runUnconfigured(
    server,
    { operation, typeName: undefined, diagnostics, call, deferralAllowed },
    ({ signal, diagnostics, log }) =>
      provider.configure({
        signal,
        diagnostics,
        log,
        config: modelOf(server.provider.schema, config),
        terraformVersion,
      }),
  );
  server.setConfigured(
    outcome.ok && !diagnostics.hasErrors ? { data: outcome.value } : undefined,
  );
  if (!outcome.ok && outcome.deferred !== undefined) {
    server.setDeferred(outcome.deferred);
  }
  return { diagnostics };
}
