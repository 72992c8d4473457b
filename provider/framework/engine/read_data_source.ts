/**
 * Reads a data source.
 *
 * @module
 */

import { Diagnostics } from "../diagnostics.ts";
import { modelOf } from "../schema/float.ts";
import { unknown } from "../values/unknown.ts";
import type { Value } from "../values/value.ts";
import type { ClientCapabilities, Deferred, EngineCall } from "./contract.ts";
import { addMissing, required, rootObject, runOperation } from "./operation.ts";
import { normalizeResult } from "./result.ts";
import type { ProviderServer } from "./server.ts";
import { timeLimit } from "./time_limit.ts";

/** The request of {@linkcode readDataSource}. */
export interface ReadDataSourceRequest {
  /** The type name. */
  readonly typeName: string;
  /** The configuration; nothing in it is unknown. */
  readonly config: Value;
  /** The `provider_meta` of the module; null: none. */
  readonly providerMeta: Value;
  /** What the client is able to deal with. */
  readonly clientCapabilities: ClientCapabilities;
}

/** The response of {@linkcode readDataSource}. */
export interface ReadDataSourceResponse {
  /** The result; null after an error. */
  readonly state: Value;
  /** Why the read is deferred. */
  readonly deferred: Deferred;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
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
  const dataSource = required(
    server.dataSource(typeName),
    "data source",
    typeName,
    diagnostics,
  );
  if (dataSource === undefined) return failed;
  const operation = "read";
  const config = rootObject(request.config);
  if (config === null) {
    addMissing(diagnostics, `${operation} ${typeName}`, "configuration");
    return failed;
  }
  const { schema } = dataSource;
  const limit = timeLimit(schema, operation, config);
  const outcome = await runOperation(
    server,
    {
      operation,
      typeName,
      diagnostics,
      call,
      limit,
      providerMeta,
      deferralAllowed: request.clientCapabilities.deferralAllowed,
    },
    (context) =>
      dataSource.read({
        ...context,
        config: modelOf(schema, config),
      }),
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
