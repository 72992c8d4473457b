import type { Resource } from "../define/resource.ts";
import { Diagnostics } from "../diagnostics.ts";
import type { JsonObject } from "../values/json_parser.ts";
import type { Value, ValueObject } from "../values/value.ts";
import {
  type DiagnosticsResponse,
  type EngineCall,
  noPrivate,
  type RawState,
} from "./contract.ts";
import { identityOf } from "./identity.ts";
import {
  find,
  type OperationSpec,
  type Outcome,
  runUnconfigured,
} from "./operation.ts";
import { PrivateData } from "./private_state.ts";
import { rawObject } from "./raw_state.ts";
import { normalizeResult } from "./result.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode moveResourceState}. */
export interface MoveResourceStateRequest {
  /** The address of the other provider. */
  readonly sourceProviderAddress: string;
  /** The type of the other resource. */
  readonly sourceTypeName: string;
  /** The schema version of the other resource. */
  readonly sourceSchemaVersion: number;
  /** The state of the other resource. */
  readonly sourceState: RawState;
  /** The private data of the other resource. */
  readonly sourcePrivate: Uint8Array;
  /** The type of our resource. */
  readonly targetTypeName: string;
}

/** The response of {@linkcode moveResourceState}. */
export interface MoveResourceStateResponse extends DiagnosticsResponse {
  /** The new state; null after an error. */
  readonly targetState: Value;
  /** The private data to store. */
  readonly targetPrivate: Uint8Array;
  /** The identity; undefined: none. */
  readonly targetIdentity: Value | undefined;
}

/** Takes over the state of another resource type or provider. */
export async function moveResourceState(
  server: ProviderServer,
  request: MoveResourceStateRequest,
  call: EngineCall,
): Promise<MoveResourceStateResponse> {
  const typeName = request.targetTypeName;
  const diagnostics = new Diagnostics();
  const failed: MoveResourceStateResponse = {
    targetState: null,
    targetPrivate: noPrivate,
    targetIdentity: undefined,
    diagnostics,
  };
  const spec = { operation: "move to", typeName, diagnostics, call };
  const resource = find(server.resources, typeName, diagnostics);
  const sourceState = rawObject(request.sourceState, spec);
  if (resource === undefined || sourceState === undefined) return failed;
  const privateState = new PrivateData(noPrivate);
  const parts = { resource, sourceState, privateState };
  const outcome = await askMovers(server, request, spec, parts);
  if (!outcome.ok || diagnostics.hasErrors) return failed;
  if (outcome.value === undefined) {
    addUnsupported(request, diagnostics);
    return failed;
  }
  const { schema } = resource;
  const options = { operation: "move", typeName, schema, diagnostics };
  const state = normalizeResult(outcome.value, { ...options, reference: null });
  const before = undefined;
  const identity = identityOf({ resource, state, before, diagnostics });
  return diagnostics.hasErrors ? failed : {
    targetState: state,
    targetPrivate: privateState.encode(),
    targetIdentity: identity,
    diagnostics,
  };
}

interface MoveParts {
  readonly resource: Resource;
  readonly sourceState: JsonObject;
  readonly privateState: PrivateData;
}

async function askMovers(
  server: ProviderServer,
  request: MoveResourceStateRequest,
  spec: OperationSpec,
  parts: MoveParts,
): Promise<Outcome<ValueObject | undefined>> {
  const { resource, sourceState, privateState } = parts;
  return await runUnconfigured(server, spec, async (context) => {
    for (const move of resource.moveState ?? []) {
      const state = await move({
        ...context,
        provider: server.configured?.data,
        sourceProviderAddress: request.sourceProviderAddress,
        sourceTypeName: request.sourceTypeName,
        sourceSchemaVersion: request.sourceSchemaVersion,
        sourceState,
        sourcePrivate: request.sourcePrivate,
        privateState,
      });
      if (state !== undefined && state !== null) return state;
    }
    return undefined;
  });
}

function addUnsupported(
  request: MoveResourceStateRequest,
  diagnostics: Diagnostics,
): void {
  diagnostics.addError(
    `Can't move ${request.sourceTypeName} to ${request.targetTypeName}`,
    `The provider does not know how to take over ${request.sourceTypeName} ` +
      `of ${request.sourceProviderAddress}, schema version ` +
      `${request.sourceSchemaVersion}. Remove the moved block; remove the old ` +
      "object from the state and import it as the new one.",
  );
}
