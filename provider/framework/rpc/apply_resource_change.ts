/**
 * The messages of ApplyResourceChange.
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { applyResourceChange as answer } from "../engine/apply_resource_change.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { readValue, wireValue } from "./wire/dynamic_value.ts";
import { readIdentity, wireIdentity } from "./wire/identity.ts";
import { identityTypeOf, typeOf } from "./wire/types.ts";

/** Creates, changes or destroys a resource. */
export async function applyResourceChange(
  server: ProviderServer,
  request: tfplugin5.ApplyResourceChange.Request,
  call: EngineCall,
): Promise<Init<tfplugin5.ApplyResourceChange.Response>> {
  const { typeName, plannedIdentity } = request;
  const resource = server.resource(typeName);
  const type = typeOf(resource?.schema);
  const identityType = identityTypeOf(resource);
  const response = await answer(server, {
    typeName,
    priorState: readValue(request.priorState, type, "prior_state"),
    plannedState: readValue(request.plannedState, type, "planned_state"),
    config: readValue(request.config, type, "config"),
    privateState: request.plannedPrivate,
    providerMeta: readValue(
      request.providerMeta,
      typeOf(server.provider.metaSchema),
      "provider_meta",
    ),
    identity: readIdentity(plannedIdentity, identityType, "planned_identity"),
  }, call);
  return {
    newState: wireValue(response.newState, type),
    private: response.privateState,
    diagnostics: wireDiagnostics(response.diagnostics),
    newIdentity: wireIdentity(response.identity, identityType),
  };
}
