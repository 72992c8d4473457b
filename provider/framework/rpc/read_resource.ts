/**
 * The messages of ReadResource.
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { readResource as answer } from "../engine/read_resource.ts";
import { readCapabilities, wireDeferred } from "./wire/capabilities.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { readValue, wireValue } from "./wire/dynamic_value.ts";
import { readIdentity, wireIdentity } from "./wire/identity.ts";
import { identityTypeOf, typeOf } from "./wire/types.ts";

/** Reads a resource. */
export async function readResource(
  server: ProviderServer,
  request: tfplugin5.ReadResource.Request,
  call: EngineCall,
): Promise<Init<tfplugin5.ReadResource.Response>> {
  const { typeName, currentIdentity } = request;
  const resource = server.resource(typeName);
  const type = typeOf(resource?.schema);
  const identityType = identityTypeOf(resource);
  const response = await answer(server, {
    typeName,
    currentState: readValue(request.currentState, type, "current_state"),
    privateState: request.private,
    providerMeta: readValue(
      request.providerMeta,
      typeOf(server.provider.metaSchema),
      "provider_meta",
    ),
    identity: readIdentity(currentIdentity, identityType, "current_identity"),
    clientCapabilities: readCapabilities(request.clientCapabilities),
  }, call);
  return {
    newState: wireValue(response.newState, type),
    diagnostics: wireDiagnostics(response.diagnostics),
    private: response.privateState,
    deferred: wireDeferred(response.deferred),
    newIdentity: wireIdentity(response.identity, identityType),
  };
}
