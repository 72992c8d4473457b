/**
 * The provider service of protocol 5, whose methods have other names in places.
 *
 * @module
 */

import { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { ProviderServer } from "../engine/server.ts";
import { configureProvider } from "./configure_provider.ts";
import { getProviderSchema } from "./get_provider_schema.ts";
import { stopProvider } from "./stop_provider.ts";
import { validateDataResourceConfig } from "./validate_data_resource_config.ts";
import { prepareProviderConfig } from "./validate_provider_config.ts";
import { validateResourceConfig } from "./validate_resource_config.ts";
import { firstNestedAttribute } from "./nested_attributes.ts";
import type { RpcService } from "../plugin/service.ts";
import { once, refuse, unary } from "./route.ts";
import { type Routes, serviceOf, type ServiceOptions } from "./service.ts";
import { sharedRoutes } from "./shared_routes.ts";

/**
 * Makes the service of protocol 5.
 *
 * Throws an Error if the provider uses nested attributes, which protocol 5
 * does not have.
 */
export function protocol5(
  server: ProviderServer,
  options: ServiceOptions = {},
): RpcService {
  const nested = firstNestedAttribute(server.provider);
  if (nested !== undefined) {
    throw new Error(
      `Cannot serve protocol 5: ${nested} has nested attributes. Offer ` +
        "protocol 6 only, or use blocks",
    );
  }
  return serviceOf(server, routes(), options);
}

function routes(): Routes {
  const methods = tfplugin5.Provider;
  const shared = sharedRoutes(methods);
  return {
    unary: [
      ...shared.unary,
      once(unary(methods.GetSchema, getProviderSchema, refuse)),
      unary(methods.PrepareProviderConfig, prepareProviderConfig, refuse),
      unary(methods.Configure, configureProvider, refuse),
      unary(methods.Stop, stopProvider, ({ detail }) => ({
        Error: detail,
      })),
      unary(methods.ValidateResourceTypeConfig, validateResourceConfig, refuse),
      unary(
        methods.ValidateDataSourceConfig,
        validateDataResourceConfig,
        refuse,
      ),
    ],
    serverStream: shared.serverStream,
  };
}
