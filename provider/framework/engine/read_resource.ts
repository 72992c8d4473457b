import type { Resource } from "../define/resource.ts";
import { Diagnostics } from "../diagnostics.ts";
import { modelOf } from "../schema/float.ts";
import type { Value, ValueObject } from "../values/value.ts";
import {
  type Answer,
  type EngineCall,
  type Fields,
  noPrivate,
} from "./contract.ts";
import { identityOf } from "./identity.ts";
import { find, requireObject, rootObject, runOperation } from "./operation.ts";
import { PrivateData } from "./private_state.ts";
import { normalizeResult } from "./result.ts";
import type { ProviderServer } from "./server.ts";
import { timeLimit } from "./signal.ts";

/** The request of {@linkcode readResource}. */
export interface ReadResourceRequest extends
  Fields<
    | "typeName"
    | "privateState"
    | "providerMeta"
    | "identity"
    | "clientCapabilities"
  > {
  /** The state as it was stored. */
  readonly currentState: Value;
}

/** The response of {@linkcode readResource}. */
export interface ReadResourceResponse
  extends Answer<"privateState" | "identity" | "deferred"> {
  /** The state as it is; null: the object is gone. */
  readonly newState: Value;
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
  const resource = find(server.resources, typeName, diagnostics);
  if (resource === undefined) return kept;
  const spec = {
    operation: "read",
    typeName,
    diagnostics,
    call,
    providerMeta,
    deferralAllowed: request.clientCapabilities.deferralAllowed,
  };
  const state = requireObject(request.currentState, "state", spec);
  if (state === null) return kept;
  const privateState = new PrivateData(request.privateState);
  const outcome = await runOperation(
    server,
    { ...spec, limit: timeLimit(resource.schema, "read", state) },
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
