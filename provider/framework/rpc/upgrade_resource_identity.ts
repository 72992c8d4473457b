/**
 * The messages of UpgradeResourceIdentity.
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { EngineCall } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { upgradeResourceIdentity as answer } from "../engine/upgrade_resource_identity.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";
import { wireIdentity } from "./wire/identity.ts";
import { readRawState } from "./wire/raw_state.ts";
import { identityTypeOf } from "./wire/types.ts";

/** Brings a stored identity into the form of the current schema. */
export async function upgradeResourceIdentity(
  server: ProviderServer,
  request: tfplugin5.UpgradeResourceIdentity.Request,
  call: EngineCall,
): Promise<Init<tfplugin5.UpgradeResourceIdentity.Response>> {
  const { typeName, version } = request;
  const type = identityTypeOf(server.resource(typeName));
  const response = await answer(server, {
    typeName,
    version,
    rawIdentity: readRawState(request.rawIdentity, "raw_identity"),
  }, call);
  return {
    upgradedIdentity: wireIdentity(response.upgradedIdentity, type),
    diagnostics: wireDiagnostics(response.diagnostics),
  };
}
