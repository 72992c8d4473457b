import { tfplugin5 } from "@hf-terraform/tfplugin/tfplugin5";
import type { ProviderServer } from "../engine/server.ts";
import type { RpcService } from "../plugin/call.ts";
import { serviceOf } from "./route.ts";
import { firstNestedAttribute } from "./schemas.ts";
import { routes } from "./table.ts";

/**
 * Makes the service of protocol 5.
 *
 * @throws {Error} If what is loaded of the provider uses nested attributes,
 * which protocol 5 does not have.
 */
export function protocol5(server: ProviderServer): RpcService {
  const nested = firstNestedAttribute(server.provider);
  if (nested !== undefined) {
    throw new Error(
      `Cannot serve protocol 5: ${nested} has nested attributes. Offer ` +
        "protocol 6 only, or use blocks",
    );
  }
  return serviceOf(server, 5, routes(tfplugin5.Provider));
}
