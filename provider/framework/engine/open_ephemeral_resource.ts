/**
 * Opens an ephemeral resource.
 *
 * @module
 */

import type { EphemeralResource, Opened } from "../define/data_source.ts";
import { Diagnostics } from "../diagnostics.ts";
import { planErrors } from "../check/plan_validity.ts";
import { modelOf } from "../schema/float.ts";
import { unknown } from "../values/unknown.ts";
import type { Value, ValueObject } from "../values/value.ts";
import {
  type ClientCapabilities,
  type Deferred,
  type EngineCall,
  noPrivate,
} from "./contract.ts";
import {
  addMissing,
  type OperationSpec,
  required,
  rootObject,
  runOperation,
} from "./operation.ts";
import { encodeJsonBytes } from "./private_state.ts";
import { checkedDate } from "./renew_ephemeral_resource.ts";
import { normalizeResult } from "./result.ts";
import { reportErrors } from "./self_check.ts";
import type { ProviderServer } from "./server.ts";
import { timeLimit } from "./time_limit.ts";

/** The request of {@linkcode openEphemeralResource}. */
export interface OpenEphemeralResourceRequest {
  /** The type name. */
  readonly typeName: string;
  /** The configuration; nothing in it is unknown. */
  readonly config: Value;
  /** What the client is able to deal with. */
  readonly clientCapabilities: ClientCapabilities;
}

/** The response of {@linkcode openEphemeralResource}. */
export interface OpenEphemeralResourceResponse {
  /** The values; null after an error. */
  readonly result: Value;
  /** What renew and close are given. */
  readonly privateState: Uint8Array;
  /** When to renew; undefined: never. */
  readonly renewAt: Date | undefined;
  /** Why it is deferred. */
  readonly deferred: Deferred;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Opens an ephemeral resource. */
export async function openEphemeralResource(
  server: ProviderServer,
  request: OpenEphemeralResourceRequest,
  call: EngineCall,
): Promise<OpenEphemeralResourceResponse> {
  const { typeName } = request;
  const diagnostics = new Diagnostics();
  const failed: OpenEphemeralResourceResponse = {
    result: null,
    privateState: noPrivate,
    renewAt: undefined,
    deferred: undefined,
    diagnostics,
  };
  const resource = required(
    server.ephemeralResource(typeName),
    "ephemeral resource",
    typeName,
    diagnostics,
  );
  const config = rootObject(request.config);
  if (resource === undefined) return failed;
  if (config === null) {
    addMissing(diagnostics, `open ${typeName}`, "configuration");
    return failed;
  }
  const limit = timeLimit(resource.schema, "read", config);
  const { deferralAllowed } = request.clientCapabilities;
  const operation = "open";
  const spec = {
    operation,
    typeName,
    diagnostics,
    call,
    limit,
    deferralAllowed,
  };
  const outcome = await runOperation(server, spec, async (context) => {
    const opened = await resource.open({
      ...context,
      config: modelOf(resource.schema, config),
    });
    const renewAt = checkedDate(opened.renewAt);
    return { opened, renewAt, privateState: encodeJsonBytes(opened.private) };
  });
  if (!outcome.ok) {
    const { deferred } = outcome;
    return deferred ? { ...failed, result: unknown, deferred } : failed;
  }
  const { opened, renewAt, privateState } = outcome.value;
  const result = await normalizeOpened(resource, config, opened, diagnostics);
  if (!diagnostics.hasErrors) {
    return { ...failed, result, renewAt, privateState };
  }
  // Terraform closes only what was opened without an error.
  await closeAgain(server, resource, opened, spec);
  return failed;
}

async function normalizeOpened(
  resource: EphemeralResource,
  config: ValueObject,
  opened: Opened<ValueObject>,
  diagnostics: Diagnostics,
): Promise<ValueObject> {
  const { schema, typeName } = resource;
  const options = { operation: "open", typeName, schema, diagnostics };
  const result = normalizeResult(opened.result, {
    ...options,
    reference: config,
    keepControls: true,
  });
  if (!diagnostics.hasErrors) {
    const values = { prior: null, config, planned: result };
    await reportErrors(planErrors(schema, values), options);
  }
  return result;
}

async function closeAgain(
  server: ProviderServer,
  resource: EphemeralResource,
  opened: Opened<ValueObject>,
  spec: OperationSpec,
): Promise<void> {
  if (resource.close === undefined) return;
  await runOperation(
    server,
    { ...spec, operation: "close" },
    (context) => resource.close?.({ ...context, private: opened.private }),
  );
}
