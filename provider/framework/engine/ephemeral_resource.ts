/**
 * Opens, renews and closes ephemeral resources.
 *
 * @module
 */

import { planErrors } from "../check/plan_validity.ts";
import type { EphemeralResource, Opened } from "../define/data_source.ts";
import { Diagnostics } from "../diagnostics.ts";
import { modelOf } from "../schema/float.ts";
import { unknown } from "../values/unknown.ts";
import type { Value, ValueObject } from "../values/value.ts";
import {
  type Answer,
  type DiagnosticsResponse,
  type EngineCall,
  type Fields,
  noPrivate,
} from "./contract.ts";
import {
  find,
  type OperationSpec,
  requireObject,
  runOperation,
} from "./operation.ts";
import { decodeJsonBytes, encodeJsonBytes } from "./private_state.ts";
import { normalizeResult } from "./result.ts";
import { reportErrors } from "./self_check.ts";
import type { ProviderServer } from "./server.ts";
import { timeLimit } from "./signal.ts";

/** The request of {@linkcode openEphemeralResource}. */
export type OpenEphemeralResourceRequest = Fields<
  "typeName" | "config" | "clientCapabilities"
>;

/** The response of {@linkcode openEphemeralResource}. */
export interface OpenEphemeralResourceResponse
  extends Answer<"privateState" | "renewAt" | "deferred"> {
  /** The values; null after an error. */
  readonly result: Value;
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
  const resource = find(server.ephemeralResources, typeName, diagnostics);
  const { deferralAllowed } = request.clientCapabilities;
  const operation = "open";
  const spec = { operation, typeName, diagnostics, call, deferralAllowed };
  if (resource === undefined) return failed;
  const config = requireObject(request.config, "configuration", spec);
  if (config === null) return failed;
  const limit = timeLimit(resource.schema, "read", config);
  const outcome = await runOperation(server, { ...spec, limit }, async (
    context,
  ) => {
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
  await closeAgain(server, resource, opened, { ...spec, limit });
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

/** The request of {@linkcode renewEphemeralResource}. */
export type RenewEphemeralResourceRequest = Fields<"typeName" | "privateState">;

/** The response of {@linkcode renewEphemeralResource}. */
export type RenewEphemeralResourceResponse = Answer<"privateState" | "renewAt">;

/** Makes an ephemeral resource last longer. */
export async function renewEphemeralResource(
  server: ProviderServer,
  request: RenewEphemeralResourceRequest,
  call: EngineCall,
): Promise<RenewEphemeralResourceResponse> {
  const { typeName, privateState } = request;
  const diagnostics = new Diagnostics();
  const unchanged = { privateState, renewAt: undefined, diagnostics };
  const resource = find(server.ephemeralResources, typeName, diagnostics);
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
function checkedDate(date: Date | undefined): Date | undefined {
  if (date !== undefined && Number.isNaN(date.getTime())) {
    throw new RangeError(
      "The provider returned an invalid date as the time of renewal",
    );
  }
  return date;
}

/** The request of {@linkcode closeEphemeralResource}. */
export type CloseEphemeralResourceRequest = Fields<"typeName" | "privateState">;

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
  const resource = find(server.ephemeralResources, typeName, diagnostics);
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
