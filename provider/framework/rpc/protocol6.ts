/**
 * The provider service of protocol 6.
 *
 * @module
 */

import { tfplugin6 } from "../../../proto/gen/tfplugin6.ts";
import type { ProviderServer } from "../engine/server.ts";
import { applyResourceChange } from "./apply_resource_change.ts";
import { callFunction } from "./call_function.ts";
import { closeEphemeralResource } from "./close_ephemeral_resource.ts";
import { configureProvider } from "./configure_provider.ts";
import { generateResourceConfig } from "./generate_resource_config.ts";
import { getFunctions } from "./get_functions.ts";
import { getMetadata } from "./get_metadata.ts";
import { getProviderSchema } from "./get_provider_schema.ts";
import { getResourceIdentitySchemas } from "./get_resource_identity_schemas.ts";
import { importResourceState } from "./import_resource_state.ts";
import { invokeAction } from "./invoke_action.ts";
import { listResource } from "./list_resource.ts";
import { moveResourceState } from "./move_resource_state.ts";
import { openEphemeralResource } from "./open_ephemeral_resource.ts";
import { planAction } from "./plan_action.ts";
import { planResourceChange } from "./plan_resource_change.ts";
import { readDataSource } from "./read_data_source.ts";
import { readResource } from "./read_resource.ts";
import { renewEphemeralResource } from "./renew_ephemeral_resource.ts";
import { stopProvider } from "./stop_provider.ts";
import { upgradeResourceIdentity } from "./upgrade_resource_identity.ts";
import { upgradeResourceState } from "./upgrade_resource_state.ts";
import { validateActionConfig } from "./validate_action_config.ts";
import { validateDataResourceConfig } from "./validate_data_resource_config.ts";
import { validateEphemeralResourceConfig } from "./validate_ephemeral_resource_config.ts";
import { validateListResourceConfig } from "./validate_list_resource_config.ts";
import { validateProviderConfig } from "./validate_provider_config.ts";
import { validateResourceConfig } from "./validate_resource_config.ts";
import type { RpcService } from "../plugin/service.ts";
import { once, refuse, stream, unary } from "./route.ts";
import { type Routes, serviceOf, type ServiceOptions } from "./service.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";

/** Makes the service of protocol 6. */
export function protocol6(
  server: ProviderServer,
  options: ServiceOptions = {},
): RpcService {
  return serviceOf(server, routes(), options);
}

function routes(): Routes {
  const methods = tfplugin6.Provider;
  return {
    unary: [
      unary(methods.GetMetadata, getMetadata, refuse),
      once(unary(methods.GetProviderSchema, getProviderSchema, refuse)),
      unary(methods.ValidateProviderConfig, validateProviderConfig, refuse),
      unary(methods.ConfigureProvider, configureProvider, refuse),
      unary(methods.StopProvider, stopProvider, ({ detail }) => ({
        Error: detail,
      })),
      unary(methods.ValidateResourceConfig, validateResourceConfig, refuse),
      unary(methods.UpgradeResourceState, upgradeResourceState, refuse),
      unary(methods.ReadResource, readResource, refuse),
      unary(methods.PlanResourceChange, planResourceChange, refuse),
      unary(methods.ApplyResourceChange, applyResourceChange, refuse),
      unary(methods.ImportResourceState, importResourceState, refuse),
      unary(methods.MoveResourceState, moveResourceState, refuse),
      unary(
        methods.GetResourceIdentitySchemas,
        getResourceIdentitySchemas,
        refuse,
      ),
      unary(methods.UpgradeResourceIdentity, upgradeResourceIdentity, refuse),
      unary(methods.GenerateResourceConfig, generateResourceConfig, refuse),
      unary(
        methods.ValidateDataResourceConfig,
        validateDataResourceConfig,
        refuse,
      ),
      unary(methods.ReadDataSource, readDataSource, refuse),
      unary(
        methods.ValidateEphemeralResourceConfig,
        validateEphemeralResourceConfig,
        refuse,
      ),
      unary(methods.OpenEphemeralResource, openEphemeralResource, refuse),
      unary(methods.RenewEphemeralResource, renewEphemeralResource, refuse),
      unary(methods.CloseEphemeralResource, closeEphemeralResource, refuse),
      unary(methods.GetFunctions, getFunctions, refuse),
      unary(methods.CallFunction, callFunction, ({ detail }) => ({
        error: { text: detail },
      })),
      unary(
        methods.ValidateListResourceConfig,
        validateListResourceConfig,
        refuse,
      ),
      unary(methods.ValidateActionConfig, validateActionConfig, refuse),
      unary(methods.PlanAction, planAction, refuse),
    ],
    serverStream: [
      stream(methods.ListResource, listResource, (diagnostic) => ({
        diagnostic: wireDiagnostics([diagnostic]),
      })),
      stream(methods.InvokeAction, invokeAction, (diagnostic) => ({
        completed: refuse(diagnostic),
      })),
    ],
  };
}
