import { modelOf } from "../schema/numbers.ts";
import type { Answer, EngineCall, Fields } from "./contract.ts";
import { Operation } from "./operation.ts";
import type { Configured, ProviderServer } from "./server.ts";

/**
 * Configures the provider. It may be configured again: then what comes later
 * is given the new result, and after an error nothing. If it is deferred, so is
 * what comes later.
 */
export async function configureProvider(
  server: ProviderServer,
  request: Fields<"config" | "terraformVersion" | "clientCapabilities">,
  call: EngineCall,
): Promise<Answer> {
  const { provider } = server;
  const { terraformVersion } = request;
  const name = "configure the provider";
  const operation = new Operation(server, name, request, call);
  let configured: Configured | undefined;
  const answer = await operation.answer(() => ({}), async () => {
    const object = operation.object(request.config, "configuration");
    const config = modelOf(provider.schema, object);
    const data = await operation.run(
      (context) => provider.configure({ ...context, config, terraformVersion }),
      { unconfigured: true },
    );
    if (!operation.diagnostics.hasErrors) configured = { data };
    return {};
  });
  server.configured = configured;
  server.deferred = answer.deferred;
  return answer;
}
