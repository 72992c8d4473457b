/**
 * The messages of PlanResourceChange.
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { planResourceChange as answer } from "../engine/plan_resource_change.ts";
import { wirePath } from "./wire/attribute_path.ts";
import { readCapabilities, wireDeferred } from "./wire/capabilities.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { readValue, wireValue } from "./wire/dynamic_value.ts";
import { readIdentity, wireIdentity } from "./wire/identity.ts";
import { identityTypeOf, typeOf } from "./wire/types.ts";

/** Plans the creation, change or destruction of a resource. */
export async function planResourceChange(
  server: ProviderServer,
  request: tfplugin5.PlanResourceChange.Request,
  call: EngineCall,
): Promise<Init<tfplugin5.PlanResourceChange.Response>> {
  const { typeName, priorState, proposedNewState, priorIdentity } = request;
  const resource = server.resource(typeName);
  const type = typeOf(resource?.schema);
  const identityType = identityTypeOf(resource);
  const response = await answer(server, {
    typeName,
    priorState: readValue(priorState, type, "prior_state"),
    proposedNewState: readValue(proposedNewState, type, "proposed_new_state"),
    config: readValue(request.config, type, "config"),
    privateState: request.priorPrivate,
    providerMeta: readValue(
      request.providerMeta,
      typeOf(server.provider.metaSchema),
      "provider_meta",
    ),
    clientCapabilities: readCapabilities(request.clientCapabilities),
    identity: readIdentity(priorIdentity, identityType, "prior_identity"),
  }, call);
  return {
    plannedState: wireValue(response.plannedState, type),
    requiresReplace: response.requiresReplace.map(wirePath),
    plannedPrivate: response.privateState,
    diagnostics: wireDiagnostics(response.diagnostics),
    deferred: wireDeferred(response.deferred),
    plannedIdentity: wireIdentity(response.identity, identityType),
  };
}
