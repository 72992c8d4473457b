/**
 * The messages of ListResource.
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { EngineCall } from "../engine/contract.ts";
import { listResource as answer } from "../engine/list_resource.ts";
import type { ProviderServer } from "../engine/server.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { readValue, wireValue } from "./wire/dynamic_value.ts";
import { wireIdentity } from "./wire/identity.ts";
import { identityTypeOf, typeOf } from "./wire/types.ts";

/** Finds what exists. */
export async function* listResource(
  server: ProviderServer,
  request: tfplugin5.ListResource.Request,
  call: EngineCall,
): AsyncGenerator<Init<tfplugin5.ListResource.Event>> {
  const { typeName } = request;
  const resource = server.resource(typeName);
  const type = typeOf(server.listResource(typeName)?.schema);
  const events = answer(server, {
    typeName,
    config: readValue(request.config, type, "config"),
    includeResource: request.includeResourceObject,
    limit: request.limit,
  }, call);
  for await (const event of events) {
    yield {
      identity: wireIdentity(event.identity, identityTypeOf(resource)),
      displayName: event.displayName,
      resourceObject: event.resource === undefined
        ? undefined
        : wireValue(event.resource, typeOf(resource?.schema)),
      diagnostic: wireDiagnostics(event.diagnostics),
    };
  }
}
