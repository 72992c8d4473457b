import { modelOf } from "../schema/numbers.ts";
import { unknown } from "../values/unknown.ts";
import type { Answer, EngineCall, Fields } from "./contract.ts";
import { Operation } from "./operation.ts";
import type { ProviderServer } from "./server.ts";
import { timeLimit } from "./signal.ts";

/** Reads a data source. */
export function readDataSource(
  server: ProviderServer,
  request: Fields<
    "typeName" | "config" | "providerMeta" | "clientCapabilities"
  >,
  call: EngineCall,
): Promise<Answer<"state">> {
  const operation = new Operation(server, "read", request, call);
  return operation.answer(() => ({ state: null }), async () => {
    const dataSource = operation.find(server.dataSources);
    const { schema } = dataSource;
    const config = operation.object(request.config, "configuration");
    const result = await operation.run(
      (context) =>
        dataSource.read({ ...context, config: modelOf(schema, config) }),
      { limit: timeLimit(schema, "read", config) },
    );
    const options = { reference: config, keeps: "controls" } as const;
    return { state: operation.result(result, schema, options) };
  }, () => ({ state: unknown }));
}
