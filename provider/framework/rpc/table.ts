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
      engine: () => Promise.resolve((server) => Promise.resolve(server.stop())),
      read: (message) => message,
      write: () => ({ Error: "" }),
      refuse: ({ detail }) => ({ Error: sanitizeForDisplay(detail) }),
    }),
    route(methods.PrepareProviderConfig, {
      engine: async () =>
        (await import("../engine/validate_config.ts")).validateProviderConfig,
      ...mapFields(methods.PrepareProviderConfig),
      // The response has the configuration, perhaps with defaults. The CLI only
      // compares it, so it goes back as it came.
      write: ({ diagnostics }, { configuration }, { config }) => ({
        preparedConfig: config,
        diagnostics: wireDiagnostics(diagnostics, configuration),
      }),
    }),
    mappedRoute(methods.Configure, {
      engine: async () => {
        // Requests to services begin here.
        (await import("../plugin/connections.ts")).prepareConnections();
        return (await import("../engine/configure_provider.ts"))
          .configureProvider;
      },
    }),
    validationRoute(methods.ValidateResourceTypeConfig, "resources"),
    validationRoute(methods.ValidateDataSourceConfig, "dataSources"),
    validationRoute(
      methods.ValidateEphemeralResourceConfig,
      "ephemeralResources",
    ),
    validationRoute(methods.ValidateListResourceConfig, "listResources"),
    validationRoute(methods.ValidateActionConfig, "actions"),
    mappedRoute(methods.UpgradeResourceState, {
      engine: async () =>
        (await import("../engine/upgrade.ts")).upgradeResourceState,
    }),
    mappedRoute(methods.UpgradeResourceIdentity, {
      engine: async () =>
        (await import("../engine/upgrade.ts")).upgradeResourceIdentity,
    }),
    mappedRoute(methods.ReadResource, {
      engine: async () => (await import("../engine/read.ts")).readResource,
      reads: { private: "privateState", currentIdentity: "identity" },
      writes: { private: "privateState", newIdentity: "identity" },
    }),
    mappedRoute(methods.PlanResourceChange, {
      engine: async () =>
        (await import("../engine/plan_resource_change.ts")).planResourceChange,
      reads: {
        priorPrivate: "privateState",
        priorIdentity: "identity",
        // It is made anew here, of configuration and state.
        proposedNewState: null,
      },
      writes: { plannedPrivate: "privateState", plannedIdentity: "identity" },
    }),
    mappedRoute(methods.ApplyResourceChange, {
      engine: async () =>
        (await import("../engine/apply_resource_change.ts"))
          .applyResourceChange,
      reads: { plannedPrivate: "privateState", plannedIdentity: "identity" },
      writes: { private: "privateState", newIdentity: "identity" },
    }),
    mappedRoute(methods.ImportResourceState, {
      engine: async () =>
        (await import("../engine/import_resource_state.ts"))
          .importResourceState,
      writes: { private: "privateState" },
    }),
    mappedRoute(methods.MoveResourceState, {
      engine: async () =>
        (await import("../engine/upgrade.ts")).moveResourceState,
    }),
    mappedRoute(methods.GenerateResourceConfig, {
      engine: async () =>
        (await import("../engine/generate_resource_config.ts"))
          .generateResourceConfig,
    }),
    mappedRoute(methods.ReadDataSource, {
      engine: async () => (await import("../engine/read.ts")).readDataSource,
    }),
    mappedRoute(methods.OpenEphemeralResource, {
      engine: async () =>
        (await import("../engine/ephemeral_resource.ts")).openEphemeralResource,
      writes: { private: "privateState" },
    }),
    mappedRoute(methods.RenewEphemeralResource, {
      engine: async () =>
        (await import("../engine/ephemeral_resource.ts"))
          .renewEphemeralResource,
      reads: { private: "privateState" },
      writes: { private: "privateState" },
    }),
    mappedRoute(methods.CloseEphemeralResource, {
      engine: async () =>
        (await import("../engine/ephemeral_resource.ts"))
          .closeEphemeralResource,
      reads: { private: "privateState" },
    }),
    route(methods.CallFunction, {
      engine: async () =>
        (await import("../engine/call_function.ts")).callFunction,
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
      engine: async () =>
        (await import("../engine/list_resource.ts")).listResource,
      ...mapFields(
        methods.ListResource,
        { includeResourceObject: "includeResource" },
        { resourceObject: "resource", diagnostic: "diagnostics" },
      ),
    }),
    mappedRoute(methods.PlanAction, {
      engine: async () => (await import("../engine/action.ts")).planAction,
      reads: { actionType: "typeName" },
    }),
    route(methods.InvokeAction, {
      engine: async () => (await import("../engine/action.ts")).invokeAction,
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
    engine: () =>
      Promise.resolve(async ({ provider }) => await describe(provider)),
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
  return mappedRoute(method, {
    engine: async () =>
      (await import("../engine/validate_config.ts")).validateConfigOf(about),
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
