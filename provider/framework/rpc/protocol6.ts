/**
 * The provider service of protocol 6.
 *
 * @module
 */

import { tfplugin6 } from "../../../proto/gen/tfplugin6.ts";
import type { ProviderServer } from "../engine/server.ts";
import type { RpcService } from "../plugin/call.ts";
import { serviceOf, type ServiceOptions } from "./route.ts";
import { routes } from "./table.ts";

/** Makes the service of protocol 6. */
export function protocol6(
  server: ProviderServer,
  options: ServiceOptions = {},
): RpcService {
  return serviceOf(server, routes(tfplugin6.Provider), options);
}
