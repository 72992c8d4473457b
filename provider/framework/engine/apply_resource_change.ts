/**
 * Creates, changes or destroys a resource.
 *
 * @module
 */

import { Diagnostics } from "../diagnostics.ts";
import type { Value } from "../values/value.ts";
import { addressable } from "./addressable.ts";
import { applyChange } from "./apply/change.ts";
import { applyDelete } from "./apply/delete.ts";
import type { Applied, ApplySpec } from "./apply/spec.ts";
import type { EngineCall } from "./contract.ts";
import {
  addMissing,
  requireConfigured,
  required,
  rootObject,
} from "./operation.ts";
import { PrivateData } from "./private_state.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode applyResourceChange}. */
export interface ApplyResourceChangeRequest {
  /** The type name. */
  readonly typeName: string;
  /** The state; null: the resource is created. */
  readonly priorState: Value;
  /** The plan; null: the resource is destroyed. */
  readonly plannedState: Value;
  /** The configuration, with write-only values; null: the resource is destroyed. */
  readonly config: Value;
  /** The private data of the plan. */
  readonly privateState: Uint8Array;
  /** The `provider_meta` of the module; null: none. */
  readonly providerMeta: Value;
  /** The planned identity; undefined: none. */
  readonly identity: Value | undefined;
}

/** The response of {@linkcode applyResourceChange}. */
export interface ApplyResourceChangeResponse {
  /** The state reached; null: nothing exists. */
  readonly newState: Value;
  /** The private data to store. */
  readonly privateState: Uint8Array;
  /** The identity; undefined: none. */
  readonly identity: Value | undefined;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/**
 * Creates, changes or destroys a resource. Whatever happens, what exists is in
 * the state that is returned, if the author recorded it.
 */
export async function applyResourceChange(
  server: ProviderServer,
  request: ApplyResourceChangeRequest,
  call: EngineCall,
): Promise<ApplyResourceChangeResponse> {
  const { typeName, providerMeta } = request;
  const diagnostics = new Diagnostics();
  const resource = required(
    server.resource(typeName),
    "resource",
    typeName,
    diagnostics,
  );
  const operation = "apply";
  if (
    resource === undefined ||
    !requireConfigured(server, { operation, typeName, diagnostics })
  ) {
    return unchanged(request, diagnostics);
  }
  const privateState = new PrivateData(request.privateState);
  const applied = await applyRequest(server, request, {
    resource,
    diagnostics,
    call,
    providerMeta,
    privateState,
    identity: request.identity,
  });
  return applied === undefined
    ? unchanged(request, diagnostics)
    : { ...applied, diagnostics: addressable(resource.schema, diagnostics) };
}

async function applyRequest(
  server: ProviderServer,
  request: ApplyResourceChangeRequest,
  spec: ApplySpec,
): Promise<Applied | undefined> {
  const prior = rootObject(request.priorState);
  const planned = rootObject(request.plannedState);
  const config = rootObject(request.config);
  if (planned === null) {
    if (prior !== null) return await applyDelete(server, spec, prior);
    addMissing(spec.diagnostics, "apply", "state and no plan");
  } else if (config === null) {
    addMissing(spec.diagnostics, "apply", "configuration");
  } else {
    return await applyChange(server, spec, { prior, planned, config });
  }
  return undefined;
}

function unchanged(
  request: ApplyResourceChangeRequest,
  diagnostics: Diagnostics,
): ApplyResourceChangeResponse {
  return {
    newState: request.priorState,
    privateState: request.privateState,
    identity: request.identity,
    diagnostics,
  };
}
