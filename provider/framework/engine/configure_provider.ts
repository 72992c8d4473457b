import { Diagnostics } from "../diagnostics.ts";
import { modelOf } from "../schema/float.ts";
import type { DiagnosticsResponse, EngineCall, Fields } from "./contract.ts";
import { requireObject, runUnconfigured } from "./operation.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode configureProvider}. */
export interface ConfigureProviderRequest
  extends Fields<"config" | "clientCapabilities"> {
  /** The version of the CLI; OpenTofu sends its own. */
  readonly terraformVersion: string;
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
  const { deferralAllowed } = request.clientCapabilities;
  const spec = {
    operation: "configure the provider",
    typeName: undefined,
    diagnostics,
    call,
    deferralAllowed,
  };
  const config = requireObject(request.config, "configuration", spec);
  if (config === null) return { diagnostics };
  const { terraformVersion } = request;
  const outcome = await runUnconfigured(
    server,
    spec,
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
