import { Diagnostics } from "../diagnostics.ts";
import { modelOf } from "../schema/float.ts";
import { unknown } from "../values/unknown.ts";
import type { Value } from "../values/value.ts";
import type { Answer, EngineCall, Fields } from "./contract.ts";
import { find, requireObject, runOperation } from "./operation.ts";
import { normalizeResult } from "./result.ts";
import type { ProviderServer } from "./server.ts";
import { timeLimit } from "./signal.ts";

/** The request of {@linkcode readDataSource}. */
export type ReadDataSourceRequest = Fields<
  "typeName" | "config" | "providerMeta" | "clientCapabilities"
>;

/** The response of {@linkcode readDataSource}. */
export interface ReadDataSourceResponse extends Answer<"deferred"> {
  /** The result; null after an error. */
  readonly state: Value;
}

/** Reads a data source. */
export async function readDataSource(
  server: ProviderServer,
  request: ReadDataSourceRequest,
  call: EngineCall,
): Promise<ReadDataSourceResponse> {
  const { typeName, providerMeta } = request;
  const diagnostics = new Diagnostics();
  const failed: ReadDataSourceResponse = {
    state: null,
    deferred: undefined,
    diagnostics,
  };
  const dataSource = find(server.dataSources, typeName, diagnostics);
  if (dataSource === undefined) return failed;
  const operation = "read";
  const spec = {
    operation,
    typeName,
    diagnostics,
    call,
    providerMeta,
    deferralAllowed: request.clientCapabilities.deferralAllowed,
  };
  const config = requireObject(request.config, "configuration", spec);
  if (config === null) return failed;
  const { schema } = dataSource;
  const outcome = await runOperation(
    server,
    { ...spec, limit: timeLimit(schema, operation, config) },
    (context) =>
      dataSource.read({ ...context, config: modelOf(schema, config) }),
  );
  if (!outcome.ok) {
    const { deferred } = outcome;
    return deferred ? { ...failed, state: unknown, deferred } : failed;
  }
  if (diagnostics.hasErrors) return failed;
  const options = { operation, typeName, schema, diagnostics };
  const state = normalizeResult(outcome.value, {
    ...options,
    reference: config,
    keepControls: true,
  });
  return diagnostics.hasErrors ? failed : { ...failed, state };
}
