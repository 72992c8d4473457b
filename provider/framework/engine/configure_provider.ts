import type { EngineCall, Fields, RpcResponse } from "./contract.ts";
import { Operation } from "./operation.ts";
import type { ConfigureResult, ProviderServer } from "./server.ts";

/**
 * Configures the provider. It may be configured again: then what comes later
 * is given the new result, and after an error nothing. If it is deferred, so is
 * what comes later.
 */
export async function configureProvider(
  server: ProviderServer,
  request: Fields<"config" | "terraformVersion" | "clientCapabilities">,
  call: EngineCall,
): Promise<RpcResponse> {
  const { provider } = server;
  const { terraformVersion } = request;
  // Every other command checks the block first.
  const isWholeTest = !server.isChecked;
  server.isChecked = false;
  const name = "configure the provider";
  const operation = new Operation(server, name, request, call);
  let configured: ConfigureResult | undefined;
  const response = await operation.respond(() => ({}), async () => {
    const { config } = operation.configuration(provider.schema, request.config);
    const data = await operation.run(
      (context) =>
        provider.configure({
          ...context,
          config,
          terraformVersion,
          isWholeTest,
        }),
      { unconfigured: true },
    );
    if (!operation.diagnostics.hasErrors) configured = { data };
    return {};
  });
  server.configureResult = configured;
  server.deferral = response.deferred;
  return response;
}
