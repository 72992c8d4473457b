/**
 * The provider service of protocol 6.
 *
 * @module
 */

import { tfplugin6 } from "../../../proto/gen/tfplugin6.ts";
import type { ProviderServer } from "../engine/server.ts";
import { configureProvider } from "./configure_provider.ts";
import { getProviderSchema } from "./get_provider_schema.ts";
import { stopProvider } from "./stop_provider.ts";
import { validateDataResourceConfig } from "./validate_data_resource_config.ts";
import { validateProviderConfig } from "./validate_provider_config.ts";
import { validateResourceConfig } from "./validate_resource_config.ts";
import type { RpcService } from "../plugin/service.ts";
import { once, refuse, unary } from "./route.ts";
import { type Routes, serviceOf, type ServiceOptions } from "./service.ts";
import { sharedRoutes } from "./shared_routes.ts";

/** Makes the service of protocol 6. */
export function protocol6(
  server: ProviderServer,
  options: ServiceOptions = {},
): RpcService {
  return serviceOf(server, routes(), options);
}

function routes(): Routes {
  const methods = tfplugin6.Provider;
  const shared = sharedRoutes(methods);
  return {
    unary: [
      ...shared.unary,
      once(unary(methods.GetProviderSchema, getProviderSchema, refuse)),
      unary(methods.ValidateProviderConfig, validateProviderConfig, refuse),
      unary(methods.ConfigureProvider, configureProvider, refuse),
      unary(methods.StopProvider, stopProvider, ({ detail }) => ({
        Error: detail,
      })),
      unary(methods.ValidateResourceConfig, validateResourceConfig, refuse),
      unary(
        methods.ValidateDataResourceConfig,
        validateDataResourceConfig,
        refuse,
      ),
    ],
    serverStream: shared.serverStream,
  };
}
