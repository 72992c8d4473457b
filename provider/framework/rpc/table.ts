/**
 * All RPCs in one table: how each goes from its message to the engine's
 * function and back. Written in the names and messages of protocol 5: those of
 * protocol 6 have the same fields, and more.
 *
 * @module
 */

import type { Init } from "@hf-terraform/tfplugin/codec";
import type { Method } from "@hf-terraform/tfplugin/service";
import type { tfplugin5 } from "@hf-terraform/tfplugin/tfplugin5";
import type { NamedDefinition } from "../define/lazy.ts";
import {
  type LazyProvider,
  type LoadableParts,
  loadProvider,
} from "../define/provider.ts";
import { invokeAction, planAction } from "../engine/action.ts";
import { applyResourceChange } from "../engine/apply_resource_change.ts";
import { callFunction } from "../engine/call_function.ts";
import { configureProvider } from "../engine/configure_provider.ts";
import {
  closeEphemeralResource,
  openEphemeralResource,
  renewEphemeralResource,
} from "../engine/ephemeral_resource.ts";
import { generateResourceConfig } from "../engine/generate_resource_config.ts";
import { importResourceState } from "../engine/import_resource_state.ts";
import { listResource } from "../engine/list_resource.ts";
import { planResourceChange } from "../engine/plan_resource_change.ts";
import { readDataSource, readResource } from "../engine/read.ts";
import {
  moveResourceState,
  upgradeResourceIdentity,
  upgradeResourceState,
} from "../engine/upgrade.ts";
import {
  validateConfigOf,
  validateProviderConfig,
} from "../engine/validate_config.ts";
import { sanitizeForDisplay, sanitizeLines } from "../secrets.ts";
import { mapFields, mappedRoute } from "./fields.ts";
import { wireDiagnostics } from "./messages.ts";
import { type Route, route, type ServedMethod } from "./route.ts";
import {
  wireFunctions,
  wireIdentitySchema,
  wireSchema,
  wireSchemas,
} from "./schemas.ts";
import { readValue, wireValue } from "./values.ts";

type Provider5 = typeof tfplugin5.Provider;

/** The methods of a protocol version, by their names in protocol 5. */
export type EngineMethods = {
  readonly [K in keyof Provider5]: Provider5[K] extends
    Method<infer Request, infer Response> ? ServedMethod<Request, Response>
    : never;
};

export function routes(methods: EngineMethods): readonly Route[] {
  return [
    metadataRoute(methods.GetSchema, async (lazy) => {
      const provider = await loadProvider(lazy);
      return {
        provider: wireSchema(provider.schema),
        providerMeta: provider.metaSchema && wireSchema(provider.metaSchema),
        resourceSchemas: wireSchemas(provider.resources),
        dataSourceSchemas: wireSchemas(provider.dataSources),
        ephemeralResourceSchemas: wireSchemas(provider.ephemeralResources),
        functions: wireFunctions(provider.functions),
        listResourceSchemas: wireSchemas(provider.listResources),
        actionSchemas: Object.fromEntries(
          provider.actions.map(({ typeName, schema }) => [
            typeName,
            { schema: wireSchema(schema) },
          ]),
        ),
        serverCapabilities,
      };
    }),
    metadataRoute(methods.GetResourceIdentitySchemas, async (lazy) => {
      const { resources } = await loadProvider(lazy);
      return {
        identitySchemas: Object.fromEntries(
          resources.flatMap(({ typeName, identity }) =>
            identity === undefined
              ? []
              : [[typeName, wireIdentitySchema(identity.schema)]]
          ),
        ),
      };
    }),
    metadataRoute(methods.GetMetadata, (provider) => ({
      serverCapabilities,
      dataSources: provider.dataSources.map(pickTypeName),
      resources: provider.resources.map(pickTypeName),
      functions: provider.functions.map(({ name }) => ({ name })),
      ephemeralResources: provider.ephemeralResources.map(pickTypeName),
      listResources: provider.listResources.map(pickTypeName),
      actions: provider.actions.map(pickTypeName),
    })),
    metadataRoute(methods.GetFunctions, ({ functions }) => ({
      functions: wireFunctions(functions),
    })),
    route(methods.Stop, {
      engine: (server) => Promise.resolve(server.stop()),
      read: (message) => message,
      write: () => ({ Error: "" }),
      refuse: ({ detail }) => ({ Error: sanitizeForDisplay(detail) }),
    }),
    route(methods.PrepareProviderConfig, {
      engine: validateProviderConfig,
      ...mapFields(methods.PrepareProviderConfig),
      // The response has the configuration, perhaps with defaults. The CLI only
      // compares it, so it goes back as it came.
      write: ({ diagnostics }, { configuration }, { config }) => ({
        preparedConfig: config,
        diagnostics: wireDiagnostics(diagnostics, configuration),
      }),
    }),
    mappedRoute(methods.Configure, async (...args) => {
      // Requests to services begin here.
      (await import("../plugin/connections.ts")).prepareConnections();
      return await configureProvider(...args);
    }),
    validationRoute(methods.ValidateResourceTypeConfig, "resources"),
    validationRoute(methods.ValidateDataSourceConfig, "dataSources"),
    validationRoute(
      methods.ValidateEphemeralResourceConfig,
      "ephemeralResources",
    ),
    validationRoute(methods.ValidateListResourceConfig, "listResources"),
    validationRoute(methods.ValidateActionConfig, "actions"),
    mappedRoute(methods.UpgradeResourceState, upgradeResourceState),
    mappedRoute(methods.UpgradeResourceIdentity, upgradeResourceIdentity),
    mappedRoute(methods.ReadResource, readResource, {
      reads: { private: "privateState", currentIdentity: "identity" },
      writes: { private: "privateState", newIdentity: "identity" },
    }),
    mappedRoute(methods.PlanResourceChange, planResourceChange, {
      reads: {
        priorPrivate: "privateState",
        priorIdentity: "identity",
        // It is made anew here, of configuration and state.
        proposedNewState: null,
      },
      writes: { plannedPrivate: "privateState", plannedIdentity: "identity" },
    }),
    mappedRoute(methods.ApplyResourceChange, applyResourceChange, {
      reads: { plannedPrivate: "privateState", plannedIdentity: "identity" },
      writes: { private: "privateState", newIdentity: "identity" },
    }),
    mappedRoute(methods.ImportResourceState, importResourceState, {
      writes: { private: "privateState" },
    }),
    mappedRoute(methods.MoveResourceState, moveResourceState),
    mappedRoute(methods.GenerateResourceConfig, generateResourceConfig),
    mappedRoute(methods.ReadDataSource, readDataSource),
    mappedRoute(methods.OpenEphemeralResource, openEphemeralResource, {
      writes: { private: "privateState" },
    }),
    mappedRoute(methods.RenewEphemeralResource, renewEphemeralResource, {
      reads: { private: "privateState" },
      writes: { private: "privateState" },
    }),
    mappedRoute(methods.CloseEphemeralResource, closeEphemeralResource, {
      reads: { private: "privateState" },
    }),
    route(methods.CallFunction, {
      engine: callFunction,
      read: ({ name, arguments: messages }, { server }) => {
        const definition = server.providerFunction(name);
        const values = messages.map((message, i) => {
          const parameter = definition?.parameters[i] ?? definition?.variadic;
          return readValue(message, parameter?.type.type, `arguments[${i}]`);
        });
        return { name, arguments: values };
      },
      write: ({ result, error }, { server }, { name }) =>
        error === undefined
          ? {
            result: wireValue(
              result,
              server.providerFunction(name)?.returns.type,
            ),
          }
          : {
            error: {
              // The CLI ends the sentence itself.
              text: sanitizeForDisplay(error.text).replace(/\.$/, ""),
              functionArgument: error.argument,
            },
          },
      refuse: ({ detail }) => ({ error: { text: sanitizeForDisplay(detail) } }),
    }),
    route(methods.ListResource, {
      responseKind: "resources",
      engine: listResource,
      ...mapFields(
        methods.ListResource,
        { includeResourceObject: "includeResource" },
        { resourceObject: "resource", diagnostic: "diagnostics" },
      ),
    }),
    mappedRoute(methods.PlanAction, planAction, {
      reads: { actionType: "typeName" },
    }),
    route(methods.InvokeAction, {
      engine: invokeAction,
      ...mapFields(methods.InvokeAction, { actionType: "typeName" }),
      write: (event, { configuration }) =>
        event.kind === "progress"
          ? { progress: { message: sanitizeLines(event.message) } }
          : {
            completed: {
              diagnostics: wireDiagnostics(event.diagnostics, configuration),
            },
          },
      refuse: (diagnostic, configuration) => ({
        completed: {
          diagnostics: wireDiagnostics([diagnostic], configuration),
        },
      }),
    }),
  ];
}

/** Makes the route of a metadata RPC. */
function metadataRoute<Response>(
  method: ServedMethod<unknown, Response>,
  describe: (
    provider: LazyProvider,
  ) => Init<Response> | Promise<Init<Response>>,
): Route {
  return route(method, {
    ...mapFields(method),
    engine: async ({ provider }) => await describe(provider),
    write: (response) => response,
  });
}

/** Makes the route of an RPC that checks a configuration. */
function validationRoute(
  method: ServedMethod<
    tfplugin5.ValidateDataSourceConfig.Request,
    tfplugin5.ValidateDataSourceConfig.Response
  >,
  about: keyof LoadableParts,
): Route {
  return mappedRoute(method, validateConfigOf(about), {
    // Further fields of a list resource have no place in its schema.
    reads: { includeResourceObject: null, limit: null },
  });
}

function pickTypeName({ typeName }: NamedDefinition): NamedDefinition {
  return { typeName };
}

/** The capabilities of every provider made with this framework. */
const serverCapabilities = {
  planDestroy: true,
  /** The server works without being asked for its schema first. */
  getProviderSchemaOptional: true,
  moveResourceState: true,
  generateResourceConfig: true,
};
