/**
 * All RPCs in one table: how each goes from its message to the engine's
 * function and back. Written in the messages of protocol 6; those of protocol 5
 * differ in the names of some methods, and have fewer fields in two places.
 *
 * @module
 */

import type { Method } from "../../../proto/service.ts";
import type { tfplugin5 } from "../../../proto/gen/tfplugin5.ts";
import type { tfplugin6 } from "../../../proto/gen/tfplugin6.ts";
import { type LoadableParts, loadProvider } from "../define/provider.ts";
import { type DiagnosticsResponse, noPrivate } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { presentable } from "../secrets.ts";
import {
  type Capabilities,
  optionalBytes,
  readCapabilities,
  wireDeferred,
  wireDiagnostics,
  wirePath,
  wireTimestamp,
} from "./messages.ts";
import {
  once,
  refuse,
  type Route,
  type ServedMethod,
  stream,
  unary,
} from "./route.ts";
import {
  wireFunctions,
  wireIdentitySchema,
  wireSchema,
  wireSchemas,
} from "./schemas.ts";
import { readRawState, readValue, Values, wireValue } from "./values.ts";

type Provider6 = typeof tfplugin6.Provider;

/**
 * The methods of a protocol version, by their names in protocol 6: as much of
 * their messages as is read and written, which both versions have.
 */
export type Methods =
  & {
    readonly [
      K in Exclude<keyof Provider6, keyof OwnMethods | StateStoreMethod>
    ]: Provider6[K] extends Method<infer Request, infer Response>
      ? ServedMethod<ReadOf<Request>, Response>
      : never;
  }
  & OwnMethods;

/** Methods whose messages differ further. */
interface OwnMethods {
  readonly ValidateProviderConfig: ServedMethod<
    tfplugin6.ValidateProviderConfig.Request,
    tfplugin5.PrepareProviderConfig.Response
  >;
  readonly PlanResourceChange: ServedMethod<
    Omit<ReadOf<tfplugin6.PlanResourceChange.Request>, "plannedPrivate">,
    tfplugin6.PlanResourceChange.Response
  >;
}

/** What is for state stores, which only protocol 6 knows: not served. */
type StateStoreMethod =
  | "ValidateStateStoreConfig"
  | "ConfigureStateStore"
  | `${"Read" | "Write"}StateBytes`
  | `${"Lock" | "Unlock" | "Delete"}State`
  | "GetStates";

/** What is read of a message. */
type ReadOf<Message> = "clientCapabilities" extends keyof Message
  ? Omit<Message, "clientCapabilities"> & {
    readonly clientCapabilities?: Capabilities;
  }
  : Message;

/** Makes the routes of a protocol version. */
export function routes(methods: Methods): readonly Route[] {
  return [
    once(unary(methods.GetProviderSchema, {
      engine: whole,
      read: nothing,
      write: (provider) => ({
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
        diagnostics: [],
      }),
      refuse,
    })),
    once(unary(methods.GetResourceIdentitySchemas, {
      engine: whole,
      read: nothing,
      write: ({ resources }) => ({
        identitySchemas: Object.fromEntries(
          resources.flatMap(({ typeName, identity }) =>
            identity === undefined
              ? []
              : [[typeName, wireIdentitySchema(identity.schema)]]
          ),
        ),
        diagnostics: [],
      }),
      refuse,
    })),
    unary(methods.GetMetadata, {
      engine: unloaded,
      read: nothing,
      write: (provider) => ({
        serverCapabilities,
        dataSources: provider.dataSources.map(byType),
        resources: provider.resources.map(byType),
        functions: provider.functions.map(({ name }) => ({ name })),
        ephemeralResources: provider.ephemeralResources.map(byType),
        listResources: provider.listResources.map(byType),
        actions: provider.actions.map(byType),
        diagnostics: [],
      }),
      refuse,
    }),
    unary(methods.GetFunctions, {
      engine: unloaded,
      read: nothing,
      write: ({ functions }) => ({
        functions: wireFunctions(functions),
        diagnostics: [],
      }),
      refuse,
    }),
    unary(methods.StopProvider, {
      engine: () => Promise.resolve((server) => Promise.resolve(server.stop())),
      read: nothing,
      write: () => ({ Error: "" }),
      refuse: ({ detail }) => ({ Error: presentable(detail) }),
    }),
    unary(methods.ValidateProviderConfig, {
      engine: async () =>
        (await import("../engine/validate_config.ts"))
          .validateProviderConfig,
      read: ({ config }, _, server) => ({
        config: providerValues(server).read(config, "config"),
      }),
      // Protocol 5 answers with the configuration, perhaps with defaults. The
      // CLI only compares it, so it goes back as it came.
      write: ({ diagnostics }, _, { config }, server) => ({
        preparedConfig: config,
        diagnostics: providerValues(server).writeDiagnostics(diagnostics),
      }),
      refuse,
    }),
    unary(methods.ConfigureProvider, {
      engine: async () =>
        (await import("../engine/configure_provider.ts")).configureProvider,
      read: (message, _, server) => ({
        config: providerValues(server).read(message.config, "config"),
        terraformVersion: message.terraformVersion,
        clientCapabilities: readCapabilities(message.clientCapabilities),
      }),
      write: (answer, _, __, server) =>
        onlyDiagnostics(answer, providerValues(server)),
      refuse,
    }),
    check(methods.ValidateResourceConfig, "resources"),
    check(methods.ValidateDataResourceConfig, "dataSources"),
    check(methods.ValidateEphemeralResourceConfig, "ephemeralResources"),
    check(methods.ValidateListResourceConfig, "listResources"),
    check(methods.ValidateActionConfig, "actions"),
    unary(methods.UpgradeResourceState, {
      about: "resources",
      engine: async () =>
        (await import("../engine/upgrade_resource_state.ts"))
          .upgradeResourceState,
      read: ({ typeName, version, rawState }) => ({
        typeName,
        version,
        rawState: readRawState(rawState, "raw_state"),
      }),
      write: ({ upgradedState, diagnostics }, values) => ({
        upgradedState: values.write(upgradedState),
        diagnostics: values.writeDiagnostics(diagnostics),
      }),
      refuse,
    }),
    unary(methods.UpgradeResourceIdentity, {
      about: "resources",
      engine: async () =>
        (await import("../engine/upgrade_resource_identity.ts"))
          .upgradeResourceIdentity,
      read: ({ typeName, version, rawIdentity }) => ({
        typeName,
        version,
        rawIdentity: readRawState(rawIdentity, "raw_identity"),
      }),
      write: ({ upgradedIdentity, diagnostics }, values) => ({
        upgradedIdentity: values.writeIdentity(upgradedIdentity),
        diagnostics: values.writeDiagnostics(diagnostics),
      }),
      refuse,
    }),
    unary(methods.ReadResource, {
      about: "resources",
      engine: async () =>
        (await import("../engine/read_resource.ts")).readResource,
      read: (message, values) => ({
        typeName: message.typeName,
        currentState: values.read(message.currentState, "current_state"),
        privateState: message.private,
        providerMeta: values.readMeta(message.providerMeta),
        identity: values.readIdentity(
          message.currentIdentity,
          "current_identity",
        ),
        clientCapabilities: readCapabilities(message.clientCapabilities),
      }),
      write: (answer, values) => ({
        newState: values.write(answer.newState),
        private: answer.privateState,
        deferred: wireDeferred(answer.deferred),
        newIdentity: values.writeIdentity(answer.identity),
        diagnostics: values.writeDiagnostics(answer.diagnostics),
      }),
      refuse,
    }),
    unary(methods.PlanResourceChange, {
      about: "resources",
      engine: async () =>
        (await import("../engine/plan_resource_change.ts")).planResourceChange,
      read: (message, values) => ({
        typeName: message.typeName,
        priorState: values.read(message.priorState, "prior_state"),
        proposedNewState: values.read(
          message.proposedNewState,
          "proposed_new_state",
        ),
        config: values.read(message.config, "config"),
        privateState: message.priorPrivate,
        providerMeta: values.readMeta(message.providerMeta),
        clientCapabilities: readCapabilities(message.clientCapabilities),
        identity: values.readIdentity(message.priorIdentity, "prior_identity"),
      }),
      write: (answer, values) => ({
        plannedState: values.write(answer.plannedState),
        requiresReplace: answer.requiresReplace.map(wirePath),
        plannedPrivate: answer.privateState,
        deferred: wireDeferred(answer.deferred),
        plannedIdentity: values.writeIdentity(answer.identity),
        diagnostics: values.writeDiagnostics(answer.diagnostics),
      }),
      refuse,
    }),
    unary(methods.ApplyResourceChange, {
      about: "resources",
      engine: async () =>
        (await import("../engine/apply_resource_change.ts"))
          .applyResourceChange,
      read: (message, values) => ({
        typeName: message.typeName,
        priorState: values.read(message.priorState, "prior_state"),
        plannedState: values.read(message.plannedState, "planned_state"),
        config: values.read(message.config, "config"),
        privateState: message.plannedPrivate,
        providerMeta: values.readMeta(message.providerMeta),
        identity: values.readIdentity(
          message.plannedIdentity,
          "planned_identity",
        ),
      }),
      write: (answer, values) => ({
        newState: values.write(answer.newState),
        private: answer.privateState,
        newIdentity: values.writeIdentity(answer.identity),
        diagnostics: values.writeDiagnostics(answer.diagnostics),
      }),
      refuse,
    }),
    unary(methods.ImportResourceState, {
      about: "resources",
      engine: async () =>
        (await import("../engine/import_resource_state.ts"))
          .importResourceState,
      read: (message, values) => ({
        typeName: message.typeName,
        id: message.id,
        identity: values.readIdentity(message.identity, "identity"),
        clientCapabilities: readCapabilities(message.clientCapabilities),
      }),
      write: (answer, values) => ({
        importedResources: answer.importedResources.map((imported) => ({
          typeName: imported.typeName,
          state: values.write(imported.state),
          private: imported.privateState,
          identity: values.writeIdentity(imported.identity),
        })),
        deferred: wireDeferred(answer.deferred),
        diagnostics: values.writeDiagnostics(answer.diagnostics),
      }),
      refuse,
    }),
    unary(methods.MoveResourceState, {
      about: "resources",
      engine: async () =>
        (await import("../engine/move_resource_state.ts")).moveResourceState,
      read: (message) => ({
        sourceProviderAddress: message.sourceProviderAddress,
        sourceTypeName: message.sourceTypeName,
        sourceSchemaVersion: message.sourceSchemaVersion,
        sourceState: readRawState(message.sourceState, "source_state"),
        sourcePrivate: message.sourcePrivate,
        targetTypeName: message.targetTypeName,
      }),
      write: (answer, values) => ({
        targetState: values.write(answer.targetState),
        targetPrivate: answer.targetPrivate,
        targetIdentity: values.writeIdentity(answer.targetIdentity),
        diagnostics: values.writeDiagnostics(answer.diagnostics),
      }),
      refuse,
    }),
    unary(methods.GenerateResourceConfig, {
      about: "resources",
      engine: async () =>
        (await import("../engine/generate_resource_config.ts"))
          .generateResourceConfig,
      read: ({ typeName, state }, values) => ({
        typeName,
        state: values.read(state, "state"),
      }),
      write: ({ config, diagnostics }, values) => ({
        config: values.write(config),
        diagnostics: values.writeDiagnostics(diagnostics),
      }),
      refuse,
    }),
    unary(methods.ReadDataSource, {
      about: "dataSources",
      engine: async () =>
        (await import("../engine/read_data_source.ts")).readDataSource,
      read: (message, values) => ({
        typeName: message.typeName,
        config: values.read(message.config, "config"),
        providerMeta: values.readMeta(message.providerMeta),
        clientCapabilities: readCapabilities(message.clientCapabilities),
      }),
      write: ({ state, diagnostics, deferred }, values) => ({
        state: values.write(state),
        deferred: wireDeferred(deferred),
        diagnostics: values.writeDiagnostics(diagnostics),
      }),
      refuse,
    }),
    unary(methods.OpenEphemeralResource, {
      about: "ephemeralResources",
      engine: async () =>
        (await import("../engine/ephemeral_resource.ts"))
          .openEphemeralResource,
      read: (message, values) => ({
        typeName: message.typeName,
        config: values.read(message.config, "config"),
        clientCapabilities: readCapabilities(message.clientCapabilities),
      }),
      write: (answer, values) => ({
        renewAt: wireTimestamp(answer.renewAt),
        result: values.write(answer.result),
        private: optionalBytes(answer.privateState),
        deferred: wireDeferred(answer.deferred),
        diagnostics: values.writeDiagnostics(answer.diagnostics),
      }),
      refuse,
    }),
    unary(methods.RenewEphemeralResource, {
      about: "ephemeralResources",
      engine: async () =>
        (await import("../engine/ephemeral_resource.ts"))
          .renewEphemeralResource,
      read: ({ typeName, private: privateState = noPrivate }) => ({
        typeName,
        privateState,
      }),
      write: (answer, values) => ({
        renewAt: wireTimestamp(answer.renewAt),
        private: optionalBytes(answer.privateState),
        diagnostics: values.writeDiagnostics(answer.diagnostics),
      }),
      refuse,
    }),
    unary(methods.CloseEphemeralResource, {
      about: "ephemeralResources",
      engine: async () =>
        (await import("../engine/ephemeral_resource.ts"))
          .closeEphemeralResource,
      read: ({ typeName, private: privateState = noPrivate }) => ({
        typeName,
        privateState,
      }),
      write: onlyDiagnostics,
      refuse,
    }),
    unary(methods.CallFunction, {
      engine: async () =>
        (await import("../engine/call_function.ts")).callFunction,
      read: ({ name, arguments: messages }, _, server) => {
        const definition = server.providerFunction(name);
        const values = messages.map((message, i) => {
          const parameter = definition?.parameters[i] ?? definition?.variadic;
          return readValue(message, parameter?.type.type, `arguments[${i}]`);
        });
        return { name, arguments: values };
      },
      write: ({ result, error }, _, { name }, server) =>
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
              text: presentable(error.text).replace(/\.$/, ""),
              functionArgument: error.argument,
            },
          },
      refuse: ({ detail }) => ({ error: { text: presentable(detail) } }),
    }),
    stream(methods.ListResource, {
      about: "listResources",
      answers: "resources",
      engine: async () =>
        (await import("../engine/list_resource.ts")).listResource,
      read: (message, values) => ({
        typeName: message.typeName,
        config: values.read(message.config, "config"),
        includeResource: message.includeResourceObject,
        limit: message.limit,
      }),
      write: ({ identity, displayName, resource, diagnostics }, values) => ({
        identity: values.writeIdentity(identity),
        displayName,
        resourceObject: resource === undefined
          ? undefined
          : values.write(resource),
        diagnostic: values.writeDiagnostics(diagnostics),
      }),
      refuse: (diagnostic) => ({ diagnostic: wireDiagnostics([diagnostic]) }),
    }),
    unary(methods.PlanAction, {
      about: "actions",
      engine: async () => (await import("../engine/action.ts")).planAction,
      read: (message, values) => ({
        typeName: message.actionType,
        config: values.read(message.config, "config"),
        clientCapabilities: readCapabilities(message.clientCapabilities),
      }),
      write: ({ diagnostics, deferred }, values) => ({
        deferred: wireDeferred(deferred),
        diagnostics: values.writeDiagnostics(diagnostics),
      }),
      refuse,
    }),
    stream(methods.InvokeAction, {
      about: "actions",
      engine: async () => (await import("../engine/action.ts")).invokeAction,
      read: ({ actionType, config }, values) => ({
        typeName: actionType,
        config: values.read(config, "config"),
      }),
      write: (event, values) =>
        event.kind === "progress"
          ? { progress: { message: presentable(event.message) } }
          : { completed: onlyDiagnostics(event, values) },
      refuse: (diagnostic) => ({ completed: refuse(diagnostic) }),
    }),
  ];
}

/** The answer of RPCs that only check something. */
interface DiagnosticsMessage {
  readonly diagnostics: tfplugin6.Diagnostic[];
}

/** The message of a configuration that is to be checked. */
interface ConfigMessage {
  readonly typeName: string;
  readonly config?: tfplugin6.DynamicValue;
  readonly clientCapabilities?: Capabilities;
}

/** The route of an RPC that checks a configuration of `about`. */
function check<M extends ConfigMessage>(
  method: ServedMethod<M, DiagnosticsMessage>,
  about: keyof LoadableParts,
): Route {
  return unary(method, {
    about,
    engine: async () =>
      (await import("../engine/validate_config.ts")).validateConfigOf(about),
    read: (message, values) => ({
      typeName: message.typeName,
      config: values.read(message.config, "config"),
      clientCapabilities: readCapabilities(message.clientCapabilities),
    }),
    write: onlyDiagnostics,
    refuse,
  });
}

function nothing(): Readonly<Record<never, never>> {
  return {};
}

function onlyDiagnostics(
  { diagnostics }: DiagnosticsResponse,
  values: Values,
) {
  return { diagnostics: values.writeDiagnostics(diagnostics) };
}

function providerValues(server: ProviderServer): Values {
  return new Values(server, server.provider);
}

/** In place of the engine where the answer is all that the provider has. */
function whole() {
  return Promise.resolve(({ provider }: ProviderServer) =>
    loadProvider(provider)
  );
}

/** In place of the engine where the answer is what the provider names. */
function unloaded() {
  return Promise.resolve(({ provider }: ProviderServer) =>
    Promise.resolve(provider)
  );
}

function byType(
  { typeName }: { readonly typeName: string },
): { readonly typeName: string } {
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
