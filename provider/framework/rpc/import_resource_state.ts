/**
 * The messages of ImportResourceState.
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { EngineCall } from "../engine/contract.ts";
import {
  type ImportedResource,
  importResourceState as answer,
} from "../engine/import_resource_state.ts";
import type { ProviderServer } from "../engine/server.ts";
import { readCapabilities, wireDeferred } from "./wire/capabilities.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { wireValue } from "./wire/dynamic_value.ts";
import { readIdentity, wireIdentity } from "./wire/identity.ts";
import { identityTypeOf, typeOf } from "./wire/types.ts";

/** Finds an existing object, to manage it. */
export async function importResourceState(
  server: ProviderServer,
  request: tfplugin5.ImportResourceState.Request,
  call: EngineCall,
): Promise<Init<tfplugin5.ImportResourceState.Response>> {
  const { typeName, id } = request;
  const identityType = identityTypeOf(server.resource(typeName));
  const response = await answer(server, {
    typeName,
    id,
    identity: readIdentity(request.identity, identityType, "identity"),
    clientCapabilities: readCapabilities(request.clientCapabilities),
  }, call);
  return {
    importedResources: response.importedResources.map((imported) =>
      wireImported(imported, server)
    ),
    diagnostics: wireDiagnostics(response.diagnostics),
    deferred: wireDeferred(response.deferred),
  };
}

function wireImported(
  imported: ImportedResource,
  server: ProviderServer,
): Init<tfplugin5.ImportResourceState.ImportedResource> {
  const resource = server.resource(imported.typeName);
  return {
    typeName: imported.typeName,
    state: wireValue(imported.state, typeOf(resource?.schema)),
    private: imported.privateState,
    identity: wireIdentity(imported.identity, identityTypeOf(resource)),
  };
}
