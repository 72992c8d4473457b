/**
 * The routes of the methods that both protocols name alike, with messages that
 * are alike.
 *
 * @module
 */

import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import { applyResourceChange } from "./apply_resource_change.ts";
import { callFunction } from "./call_function.ts";
import { closeEphemeralResource } from "./close_ephemeral_resource.ts";
import { generateResourceConfig } from "./generate_resource_config.ts";
import { getFunctions } from "./get_functions.ts";
import { getMetadata } from "./get_metadata.ts";
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
import { upgradeResourceIdentity } from "./upgrade_resource_identity.ts";
import { upgradeResourceState } from "./upgrade_resource_state.ts";
import { validateActionConfig } from "./validate_action_config.ts";
import { validateEphemeralResourceConfig } from "./validate_ephemeral_resource_config.ts";
import { validateListResourceConfig } from "./validate_list_resource_config.ts";
import { refuse, stream, unary } from "./route.ts";
import type { Routes } from "./service.ts";
import { wireDiagnostics } from "./wire/diagnostics.ts";

/** The methods of one of the protocols. */
export type SharedMethods = Pick<
  typeof tfplugin5.Provider,
  | "GetMetadata"
  | "UpgradeResourceState"
  | "ReadResource"
  | "PlanResourceChange"
  | "ApplyResourceChange"
  | "ImportResourceState"
  | "MoveResourceState"
  | "GetResourceIdentitySchemas"
  | "UpgradeResourceIdentity"
  | "GenerateResourceConfig"
  | "ReadDataSource"
  | "ValidateEphemeralResourceConfig"
  | "OpenEphemeralResource"
  | "RenewEphemeralResource"
  | "CloseEphemeralResource"
  | "GetFunctions"
  | "CallFunction"
  | "ValidateListResourceConfig"
  | "ValidateActionConfig"
  | "PlanAction"
  | "ListResource"
  | "InvokeAction"
>;

/** Makes the routes of these methods. */
export function sharedRoutes(methods: SharedMethods): Routes {
  return {
    unary: [
      unary(methods.GetMetadata, getMetadata, refuse),
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
