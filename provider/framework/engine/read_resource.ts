/**
 * Reads a resource.
 *
 * @module
 */

import type { Resource } from "../define/resource.ts";
import { Diagnostics } from "../diagnostics.ts";
import { modelOf } from "../schema/float.ts";
import type { Value, ValueObject } from "../values/value.ts";
import {
  type ClientCapabilities,
  type Deferred,
  type EngineCall,
  noPrivate,
} from "./contract.ts";
import { identityOf } from "./identity.ts";
import { addMissing, required, rootObject, runOperation } from "./operation.ts";
import { PrivateData } from "./private_state.ts";
import { normalizeResult } from "./result.ts";
import type { ProviderServer } from "./server.ts";
import { timeLimit } from "./time_limit.ts";

/** The request of {@linkcode readResource}. */
export interface ReadResourceRequest {
  /** The type name. */
  readonly typeName: string;
  /** The state as it was stored. */
  readonly currentState: Value;
  /** The private data stored with the state. */
  readonly privateState: Uint8Array;
  /** The `provider_meta` of the module; null: none. */
  readonly providerMeta: Value;
  /** The stored identity; undefined: none. */
  readonly identity: Value | undefined;
  /** What the client is able to deal with. */
  readonly clientCapabilities: ClientCapabilities;
}

/** The response of {@linkcode readResource}. */
export interface ReadResourceResponse {
  /** The state as it is; null: the object is gone. */
  readonly newState: Value;
  /** The private data to store. */
  readonly privateState: Uint8Array;
  /** The identity; undefined: none. */
  readonly identity: Value | undefined;
  /** Why the read is deferred. */
  readonly deferred: Deferred;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/**
 * Reads a resource. After an error the state stays as it was; only an author
 * who returns undefined says that the object is gone.
 */
export async function readResource(
  server: ProviderServer,
  request: ReadResourceRequest,
  call: EngineCall,
): Promise<ReadResourceResponse> {
  const { typeName, providerMeta } = request;
  const diagnostics = new Diagnostics();
  const kept: ReadResourceResponse = {
    newState: request.currentState,
    privateState: request.privateState,
    identity: request.identity,
    deferred: undefined,
    diagnostics,
  };
  const resource = required(
    server.resource(typeName),
    "resource",
    typeName,
    diagnostics,
  );
  if (resource === undefined) return kept;
  const state = rootObject(request.currentState);
  if (state === null) {
    addMissing(diagnostics, `read ${typeName}`, "state");
    return kept;
  }
  const privateState = new PrivateData(request.privateState);
  const limit = timeLimit(resource.schema, "read", state);
  const operation = "read";
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
      resource.read({
        ...context,
        state: modelOf(resource.schema, state),
        privateState,
      }),
  );
  if (!outcome.ok) return { ...kept, deferred: outcome.deferred };
  if (diagnostics.hasErrors) return kept;
  if (outcome.value === undefined || outcome.value === null) {
    return { ...kept, newState: null, privateState: noPrivate };
  }
  const found = normalizeRead(resource, request, outcome.value, diagnostics);
  return diagnostics.hasErrors
    ? kept
    : { ...kept, ...found, privateState: privateState.encode() };
}

function normalizeRead(
  resource: Resource,
  request: ReadResourceRequest,
  result: unknown,
  diagnostics: Diagnostics,
): Pick<ReadResourceResponse, "newState" | "identity"> {
  const newState: ValueObject = normalizeResult(result, {
    operation: "read",
    typeName: resource.typeName,
    schema: resource.schema,
    diagnostics,
    reference: rootObject(request.currentState),
  });
  const before = request.identity;
  const identity = identityOf({
    resource,
    state: newState,
    before,
    diagnostics,
  });
  return { newState, identity };
}
