/**
 * The messages of MoveResourceState.
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { moveResourceState as answer } from "../engine/move_resource_state.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { wireValue } from "./wire/dynamic_value.ts";
import { wireIdentity } from "./wire/identity.ts";
import { readRawState } from "./wire/raw_state.ts";
import { identityTypeOf, typeOf } from "./wire/types.ts";

/** Takes over the state of another resource type or provider. */
export async function moveResourceState(
  server: ProviderServer,
  request: tfplugin5.MoveResourceState.Request,
  call: EngineCall,
): Promise<Init<tfplugin5.MoveResourceState.Response>> {
  const { targetTypeName } = request;
  const resource = server.resource(targetTypeName);
  const response = await answer(server, {
    sourceProviderAddress: request.sourceProviderAddress,
    sourceTypeName: request.sourceTypeName,
    sourceSchemaVersion: request.sourceSchemaVersion,
    sourceState: readRawState(request.sourceState, "source_state"),
    sourcePrivate: request.sourcePrivate,
    targetTypeName,
  }, call);
  const identityType = identityTypeOf(resource);
  return {
    targetState: wireValue(response.targetState, typeOf(resource?.schema)),
    diagnostics: wireDiagnostics(response.diagnostics),
    targetPrivate: response.targetPrivate,
    targetIdentity: wireIdentity(response.targetIdentity, identityType),
  };
}
