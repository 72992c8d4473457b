/**
 * The messages of GetResourceIdentitySchemas.
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { getResourceIdentitySchemas as answer } from "../engine/get_resource_identity_schemas.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { wireIdentitySchema } from "./wire/identity.ts";

/** Gives the identity schemas of all resources that have one. */
export async function getResourceIdentitySchemas(
  server: ProviderServer,
  request: tfplugin5.GetResourceIdentitySchemas.Request,
  call: EngineCall,
): Promise<Init<tfplugin5.GetResourceIdentitySchemas.Response>> {
  const response = await answer(server, request, call);
  return {
    identitySchemas: Object.fromEntries(
      Object.entries(response.identitySchemas).map(
        ([typeName, schema]) => [typeName, wireIdentitySchema(schema)],
      ),
    ),
    diagnostics: wireDiagnostics(response.diagnostics),
  };
}
