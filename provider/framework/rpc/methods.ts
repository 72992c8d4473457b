/**
 * The methods that a provider serves, for a server that must know them before
 * anything else is loaded.
 *
 * @module
 */

/** A gRPC service and its methods. */
export interface ServiceMethods {
  /** The full name of the service. */
  readonly serviceName: string;
  /** The names of the methods by what they answer with. */
  readonly methods: {
    /** Those that answer with one message. */
    readonly unary: readonly string[];
    /** Those that answer with any number of messages. */
    readonly serverStream: readonly string[];
  };
}

const serverStream: readonly string[] = ["ListResource", "InvokeAction"];

/** The names of protocol 5 where it has its own. */
const namesIn5 = new Map([
  ["GetProviderSchema", "GetSchema"],
  ["ValidateProviderConfig", "PrepareProviderConfig"],
  ["ConfigureProvider", "Configure"],
  ["StopProvider", "Stop"],
  ["ValidateResourceConfig", "ValidateResourceTypeConfig"],
  ["ValidateDataResourceConfig", "ValidateDataSourceConfig"],
]);

const unary: readonly string[] = [
  "GetMetadata",
  "GetProviderSchema",
  "ValidateProviderConfig",
  "ConfigureProvider",
  "StopProvider",
  "ValidateResourceConfig",
  "UpgradeResourceState",
  "ReadResource",
  "PlanResourceChange",
  "ApplyResourceChange",
  "ImportResourceState",
  "MoveResourceState",
  "GetResourceIdentitySchemas",
  "UpgradeResourceIdentity",
  "GenerateResourceConfig",
  "ValidateDataResourceConfig",
  "ReadDataSource",
  "ValidateEphemeralResourceConfig",
  "OpenEphemeralResource",
  "RenewEphemeralResource",
  "CloseEphemeralResource",
  "GetFunctions",
  "CallFunction",
  "ValidateListResourceConfig",
  "ValidateActionConfig",
  "PlanAction",
];

/** The provider service of protocol 6. */
export const methods6: ServiceMethods = {
  serviceName: "tfplugin6.Provider",
  methods: { unary, serverStream },
};

/** The provider service of protocol 5. */
export const methods5: ServiceMethods = {
  serviceName: "tfplugin5.Provider",
  methods: {
    unary: unary.map((name) => namesIn5.get(name) ?? name),
    serverStream,
  },
};
