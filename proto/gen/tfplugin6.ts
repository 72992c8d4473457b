// Made from tfplugin6.proto by `deno task proto`. Do not edit.
import { type Codec, codec } from "../codec.ts";
import { type Method, method } from "../service.ts";
import { Timestamp } from "../well_known.ts";

const DynamicValue_: Codec<tfplugin6.DynamicValue> = codec(
  "tfplugin6.DynamicValue",
  [
    [1, "msgpack", "bytes"],
    [2, "json", "bytes"],
  ],
);
const Diagnostic_: Codec<tfplugin6.Diagnostic> = codec(
  "tfplugin6.Diagnostic",
  [
    [1, "severity", "enum"],
    [2, "summary", "string"],
    [3, "detail", "string"],
    [4, "attribute", () => AttributePath_],
  ],
);
const FunctionError_: Codec<tfplugin6.FunctionError> = codec(
  "tfplugin6.FunctionError",
  [
    [1, "text", "string"],
    [2, "functionArgument", "int64", "optional"],
  ],
);
const AttributePath_: Codec<tfplugin6.AttributePath> = codec(
  "tfplugin6.AttributePath",
  [
    [1, "steps", () => AttributePath_Step_, "repeated"],
  ],
);
const AttributePath_Step_: Codec<tfplugin6.AttributePath.Step> = codec(
  "tfplugin6.AttributePath.Step",
  [
    [1, "attributeName", "string", ":selector"],
    [2, "elementKeyString", "string", ":selector"],
    [3, "elementKeyInt", "int64", ":selector"],
  ],
);
const StopProvider_Request_: Codec<tfplugin6.StopProvider.Request> = codec(
  "tfplugin6.StopProvider.Request",
  [],
);
const StopProvider_Response_: Codec<tfplugin6.StopProvider.Response> = codec(
  "tfplugin6.StopProvider.Response",
  [
    [1, "Error", "string"],
  ],
);
const RawState_: Codec<tfplugin6.RawState> = codec(
  "tfplugin6.RawState",
  [
    [1, "json", "bytes"],
    [2, "flatmap", "string", "map"],
  ],
);
const ResourceIdentitySchema_: Codec<tfplugin6.ResourceIdentitySchema> = codec(
  "tfplugin6.ResourceIdentitySchema",
  [
    [1, "version", "int64"],
    [2, "identityAttributes", () => ResourceIdentitySchema_IdentityAttribute_, "repeated"],
  ],
);
const ResourceIdentitySchema_IdentityAttribute_: Codec<tfplugin6.ResourceIdentitySchema.IdentityAttribute> = codec(
  "tfplugin6.ResourceIdentitySchema.IdentityAttribute",
  [
    [1, "name", "string"],
    [2, "type", "bytes"],
    [3, "requiredForImport", "bool"],
    [4, "optionalForImport", "bool"],
    [5, "description", "string"],
  ],
);
const ResourceIdentityData_: Codec<tfplugin6.ResourceIdentityData> = codec(
  "tfplugin6.ResourceIdentityData",
  [
    [1, "identityData", () => DynamicValue_],
  ],
);
const ActionSchema_: Codec<tfplugin6.ActionSchema> = codec(
  "tfplugin6.ActionSchema",
  [
    [1, "schema", () => Schema_],
  ],
);
const Schema_: Codec<tfplugin6.Schema> = codec(
  "tfplugin6.Schema",
  [
    [1, "version", "int64"],
    [2, "block", () => Schema_Block_],
  ],
);
const Schema_Block_: Codec<tfplugin6.Schema.Block> = codec(
  "tfplugin6.Schema.Block",
  [
    [1, "version", "int64"],
    [2, "attributes", () => Schema_Attribute_, "repeated"],
    [3, "blockTypes", () => Schema_NestedBlock_, "repeated"],
    [4, "description", "string"],
    [5, "descriptionKind", "enum"],
    [6, "deprecated", "bool"],
    [7, "deprecationMessage", "string"],
    [8, "computed", "bool"],
  ],
);
const Schema_Attribute_: Codec<tfplugin6.Schema.Attribute> = codec(
  "tfplugin6.Schema.Attribute",
  [
    [1, "name", "string"],
    [2, "type", "bytes"],
    [3, "description", "string"],
    [4, "required", "bool"],
    [5, "optional", "bool"],
    [6, "computed", "bool"],
    [7, "sensitive", "bool"],
    [8, "descriptionKind", "enum"],
    [9, "deprecated", "bool"],
    [10, "nestedType", () => Schema_Object_],
    [11, "writeOnly", "bool"],
    [12, "deprecationMessage", "string"],
  ],
);
const Schema_NestedBlock_: Codec<tfplugin6.Schema.NestedBlock> = codec(
  "tfplugin6.Schema.NestedBlock",
  [
    [1, "typeName", "string"],
    [2, "block", () => Schema_Block_],
    [3, "nesting", "enum"],
    [4, "minItems", "int64"],
    [5, "maxItems", "int64"],
  ],
);
const Schema_Object_: Codec<tfplugin6.Schema.Object> = codec(
  "tfplugin6.Schema.Object",
  [
    [1, "attributes", () => Schema_Attribute_, "repeated"],
    [3, "nesting", "enum"],
    [4, "minItems", "int64"],
    [5, "maxItems", "int64"],
  ],
);
const Function_: Codec<tfplugin6.Function> = codec(
  "tfplugin6.Function",
  [
    [1, "parameters", () => Function_Parameter_, "repeated"],
    [2, "variadicParameter", () => Function_Parameter_],
    [3, "return", () => Function_Return_],
    [4, "summary", "string"],
    [5, "description", "string"],
    [6, "descriptionKind", "enum"],
    [7, "deprecationMessage", "string"],
  ],
);
const Function_Parameter_: Codec<tfplugin6.Function.Parameter> = codec(
  "tfplugin6.Function.Parameter",
  [
    [1, "name", "string"],
    [2, "type", "bytes"],
    [3, "allowNullValue", "bool"],
    [4, "allowUnknownValues", "bool"],
    [5, "description", "string"],
    [6, "descriptionKind", "enum"],
  ],
);
const Function_Return_: Codec<tfplugin6.Function.Return> = codec(
  "tfplugin6.Function.Return",
  [
    [1, "type", "bytes"],
  ],
);
const ServerCapabilities_: Codec<tfplugin6.ServerCapabilities> = codec(
  "tfplugin6.ServerCapabilities",
  [
    [1, "planDestroy", "bool"],
    [2, "getProviderSchemaOptional", "bool"],
    [3, "moveResourceState", "bool"],
    [4, "generateResourceConfig", "bool"],
  ],
);
const ClientCapabilities_: Codec<tfplugin6.ClientCapabilities> = codec(
  "tfplugin6.ClientCapabilities",
  [
    [1, "deferralAllowed", "bool"],
    [2, "writeOnlyAttributesAllowed", "bool"],
    [3, "storePlannedPrivate", "bool"],
    [4, "computedBlocksAllowed", "bool"],
  ],
);
const Deferred_: Codec<tfplugin6.Deferred> = codec(
  "tfplugin6.Deferred",
  [
    [1, "reason", "enum"],
  ],
);
const GetMetadata_Request_: Codec<tfplugin6.GetMetadata.Request> = codec(
  "tfplugin6.GetMetadata.Request",
  [],
);
const GetMetadata_Response_: Codec<tfplugin6.GetMetadata.Response> = codec(
  "tfplugin6.GetMetadata.Response",
  [
    [1, "serverCapabilities", () => ServerCapabilities_],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
    [3, "dataSources", () => GetMetadata_DataSourceMetadata_, "repeated"],
    [4, "resources", () => GetMetadata_ResourceMetadata_, "repeated"],
    [5, "functions", () => GetMetadata_FunctionMetadata_, "repeated"],
    [6, "ephemeralResources", () => GetMetadata_EphemeralMetadata_, "repeated"],
    [7, "listResources", () => GetMetadata_ListResourceMetadata_, "repeated"],
    [8, "stateStores", () => GetMetadata_StateStoreMetadata_, "repeated"],
    [9, "actions", () => GetMetadata_ActionMetadata_, "repeated"],
  ],
);
const GetMetadata_EphemeralMetadata_: Codec<tfplugin6.GetMetadata.EphemeralMetadata> = codec(
  "tfplugin6.GetMetadata.EphemeralMetadata",
  [
    [1, "typeName", "string"],
  ],
);
const GetMetadata_FunctionMetadata_: Codec<tfplugin6.GetMetadata.FunctionMetadata> = codec(
  "tfplugin6.GetMetadata.FunctionMetadata",
  [
    [1, "name", "string"],
  ],
);
const GetMetadata_DataSourceMetadata_: Codec<tfplugin6.GetMetadata.DataSourceMetadata> = codec(
  "tfplugin6.GetMetadata.DataSourceMetadata",
  [
    [1, "typeName", "string"],
  ],
);
const GetMetadata_ResourceMetadata_: Codec<tfplugin6.GetMetadata.ResourceMetadata> = codec(
  "tfplugin6.GetMetadata.ResourceMetadata",
  [
    [1, "typeName", "string"],
  ],
);
const GetMetadata_ListResourceMetadata_: Codec<tfplugin6.GetMetadata.ListResourceMetadata> = codec(
  "tfplugin6.GetMetadata.ListResourceMetadata",
  [
    [1, "typeName", "string"],
  ],
);
const GetMetadata_StateStoreMetadata_: Codec<tfplugin6.GetMetadata.StateStoreMetadata> = codec(
  "tfplugin6.GetMetadata.StateStoreMetadata",
  [
    [1, "typeName", "string"],
  ],
);
const GetMetadata_ActionMetadata_: Codec<tfplugin6.GetMetadata.ActionMetadata> = codec(
  "tfplugin6.GetMetadata.ActionMetadata",
  [
    [1, "typeName", "string"],
  ],
);
const GetProviderSchema_Request_: Codec<tfplugin6.GetProviderSchema.Request> = codec(
  "tfplugin6.GetProviderSchema.Request",
  [],
);
const GetProviderSchema_Response_: Codec<tfplugin6.GetProviderSchema.Response> = codec(
  "tfplugin6.GetProviderSchema.Response",
  [
    [1, "provider", () => Schema_],
    [2, "resourceSchemas", () => Schema_, "map"],
    [3, "dataSourceSchemas", () => Schema_, "map"],
    [4, "diagnostics", () => Diagnostic_, "repeated"],
    [5, "providerMeta", () => Schema_],
    [6, "serverCapabilities", () => ServerCapabilities_],
    [7, "functions", () => Function_, "map"],
    [8, "ephemeralResourceSchemas", () => Schema_, "map"],
    [9, "listResourceSchemas", () => Schema_, "map"],
    [10, "stateStoreSchemas", () => Schema_, "map"],
    [11, "actionSchemas", () => ActionSchema_, "map"],
  ],
);
const ValidateProviderConfig_Request_: Codec<tfplugin6.ValidateProviderConfig.Request> = codec(
  "tfplugin6.ValidateProviderConfig.Request",
  [
    [1, "config", () => DynamicValue_],
  ],
);
const ValidateProviderConfig_Response_: Codec<tfplugin6.ValidateProviderConfig.Response> = codec(
  "tfplugin6.ValidateProviderConfig.Response",
  [
    [2, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const UpgradeResourceState_Request_: Codec<tfplugin6.UpgradeResourceState.Request> = codec(
  "tfplugin6.UpgradeResourceState.Request",
  [
    [1, "typeName", "string"],
    [2, "version", "int64"],
    [3, "rawState", () => RawState_],
  ],
);
const UpgradeResourceState_Response_: Codec<tfplugin6.UpgradeResourceState.Response> = codec(
  "tfplugin6.UpgradeResourceState.Response",
  [
    [1, "upgradedState", () => DynamicValue_],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const GetResourceIdentitySchemas_Request_: Codec<tfplugin6.GetResourceIdentitySchemas.Request> = codec(
  "tfplugin6.GetResourceIdentitySchemas.Request",
  [],
);
const GetResourceIdentitySchemas_Response_: Codec<tfplugin6.GetResourceIdentitySchemas.Response> = codec(
  "tfplugin6.GetResourceIdentitySchemas.Response",
  [
    [1, "identitySchemas", () => ResourceIdentitySchema_, "map"],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const UpgradeResourceIdentity_Request_: Codec<tfplugin6.UpgradeResourceIdentity.Request> = codec(
  "tfplugin6.UpgradeResourceIdentity.Request",
  [
    [1, "typeName", "string"],
    [2, "version", "int64"],
    [3, "rawIdentity", () => RawState_],
  ],
);
const UpgradeResourceIdentity_Response_: Codec<tfplugin6.UpgradeResourceIdentity.Response> = codec(
  "tfplugin6.UpgradeResourceIdentity.Response",
  [
    [1, "upgradedIdentity", () => ResourceIdentityData_],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const ValidateResourceConfig_Request_: Codec<tfplugin6.ValidateResourceConfig.Request> = codec(
  "tfplugin6.ValidateResourceConfig.Request",
  [
    [1, "typeName", "string"],
    [2, "config", () => DynamicValue_],
    [3, "clientCapabilities", () => ClientCapabilities_],
  ],
);
const ValidateResourceConfig_Response_: Codec<tfplugin6.ValidateResourceConfig.Response> = codec(
  "tfplugin6.ValidateResourceConfig.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const ValidateDataResourceConfig_Request_: Codec<tfplugin6.ValidateDataResourceConfig.Request> = codec(
  "tfplugin6.ValidateDataResourceConfig.Request",
  [
    [1, "typeName", "string"],
    [2, "config", () => DynamicValue_],
  ],
);
const ValidateDataResourceConfig_Response_: Codec<tfplugin6.ValidateDataResourceConfig.Response> = codec(
  "tfplugin6.ValidateDataResourceConfig.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const ValidateEphemeralResourceConfig_Request_: Codec<tfplugin6.ValidateEphemeralResourceConfig.Request> = codec(
  "tfplugin6.ValidateEphemeralResourceConfig.Request",
  [
    [1, "typeName", "string"],
    [2, "config", () => DynamicValue_],
  ],
);
const ValidateEphemeralResourceConfig_Response_: Codec<tfplugin6.ValidateEphemeralResourceConfig.Response> = codec(
  "tfplugin6.ValidateEphemeralResourceConfig.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const ConfigureProvider_Request_: Codec<tfplugin6.ConfigureProvider.Request> = codec(
  "tfplugin6.ConfigureProvider.Request",
  [
    [1, "terraformVersion", "string"],
    [2, "config", () => DynamicValue_],
    [3, "clientCapabilities", () => ClientCapabilities_],
  ],
);
const ConfigureProvider_Response_: Codec<tfplugin6.ConfigureProvider.Response> = codec(
  "tfplugin6.ConfigureProvider.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const ReadResource_Request_: Codec<tfplugin6.ReadResource.Request> = codec(
  "tfplugin6.ReadResource.Request",
  [
    [1, "typeName", "string"],
    [2, "currentState", () => DynamicValue_],
    [3, "private", "bytes"],
    [4, "providerMeta", () => DynamicValue_],
    [5, "clientCapabilities", () => ClientCapabilities_],
    [6, "currentIdentity", () => ResourceIdentityData_],
  ],
);
const ReadResource_Response_: Codec<tfplugin6.ReadResource.Response> = codec(
  "tfplugin6.ReadResource.Response",
  [
    [1, "newState", () => DynamicValue_],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
    [3, "private", "bytes"],
    [4, "deferred", () => Deferred_],
    [5, "newIdentity", () => ResourceIdentityData_],
  ],
);
const PlanResourceChange_Request_: Codec<tfplugin6.PlanResourceChange.Request> = codec(
  "tfplugin6.PlanResourceChange.Request",
  [
    [1, "typeName", "string"],
    [2, "priorState", () => DynamicValue_],
    [3, "proposedNewState", () => DynamicValue_],
    [4, "config", () => DynamicValue_],
    [5, "priorPrivate", "bytes"],
    [6, "providerMeta", () => DynamicValue_],
    [7, "clientCapabilities", () => ClientCapabilities_],
    [8, "priorIdentity", () => ResourceIdentityData_],
    [9, "plannedPrivate", "bytes"],
  ],
);
const PlanResourceChange_Response_: Codec<tfplugin6.PlanResourceChange.Response> = codec(
  "tfplugin6.PlanResourceChange.Response",
  [
    [1, "plannedState", () => DynamicValue_],
    [2, "requiresReplace", () => AttributePath_, "repeated"],
    [3, "plannedPrivate", "bytes"],
    [4, "diagnostics", () => Diagnostic_, "repeated"],
    [5, "legacyTypeSystem", "bool"],
    [6, "deferred", () => Deferred_],
    [7, "plannedIdentity", () => ResourceIdentityData_],
  ],
);
const ApplyResourceChange_Request_: Codec<tfplugin6.ApplyResourceChange.Request> = codec(
  "tfplugin6.ApplyResourceChange.Request",
  [
    [1, "typeName", "string"],
    [2, "priorState", () => DynamicValue_],
    [3, "plannedState", () => DynamicValue_],
    [4, "config", () => DynamicValue_],
    [5, "plannedPrivate", "bytes"],
    [6, "providerMeta", () => DynamicValue_],
    [7, "plannedIdentity", () => ResourceIdentityData_],
  ],
);
const ApplyResourceChange_Response_: Codec<tfplugin6.ApplyResourceChange.Response> = codec(
  "tfplugin6.ApplyResourceChange.Response",
  [
    [1, "newState", () => DynamicValue_],
    [2, "private", "bytes"],
    [3, "diagnostics", () => Diagnostic_, "repeated"],
    [4, "legacyTypeSystem", "bool"],
    [5, "newIdentity", () => ResourceIdentityData_],
  ],
);
const ImportResourceState_Request_: Codec<tfplugin6.ImportResourceState.Request> = codec(
  "tfplugin6.ImportResourceState.Request",
  [
    [1, "typeName", "string"],
    [2, "id", "string"],
    [3, "clientCapabilities", () => ClientCapabilities_],
    [4, "identity", () => ResourceIdentityData_],
  ],
);
const ImportResourceState_ImportedResource_: Codec<tfplugin6.ImportResourceState.ImportedResource> = codec(
  "tfplugin6.ImportResourceState.ImportedResource",
  [
    [1, "typeName", "string"],
    [2, "state", () => DynamicValue_],
    [3, "private", "bytes"],
    [4, "identity", () => ResourceIdentityData_],
  ],
);
const ImportResourceState_Response_: Codec<tfplugin6.ImportResourceState.Response> = codec(
  "tfplugin6.ImportResourceState.Response",
  [
    [1, "importedResources", () => ImportResourceState_ImportedResource_, "repeated"],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
    [3, "deferred", () => Deferred_],
  ],
);
const GenerateResourceConfig_Request_: Codec<tfplugin6.GenerateResourceConfig.Request> = codec(
  "tfplugin6.GenerateResourceConfig.Request",
  [
    [1, "typeName", "string"],
    [2, "state", () => DynamicValue_],
  ],
);
const GenerateResourceConfig_Response_: Codec<tfplugin6.GenerateResourceConfig.Response> = codec(
  "tfplugin6.GenerateResourceConfig.Response",
  [
    [1, "config", () => DynamicValue_],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const MoveResourceState_Request_: Codec<tfplugin6.MoveResourceState.Request> = codec(
  "tfplugin6.MoveResourceState.Request",
  [
    [1, "sourceProviderAddress", "string"],
    [2, "sourceTypeName", "string"],
    [3, "sourceSchemaVersion", "int64"],
    [4, "sourceState", () => RawState_],
    [5, "targetTypeName", "string"],
    [6, "sourcePrivate", "bytes"],
    [7, "sourceIdentity", () => RawState_],
    [8, "sourceIdentitySchemaVersion", "int64"],
  ],
);
const MoveResourceState_Response_: Codec<tfplugin6.MoveResourceState.Response> = codec(
  "tfplugin6.MoveResourceState.Response",
  [
    [1, "targetState", () => DynamicValue_],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
    [3, "targetPrivate", "bytes"],
    [4, "targetIdentity", () => ResourceIdentityData_],
  ],
);
const ReadDataSource_Request_: Codec<tfplugin6.ReadDataSource.Request> = codec(
  "tfplugin6.ReadDataSource.Request",
  [
    [1, "typeName", "string"],
    [2, "config", () => DynamicValue_],
    [3, "providerMeta", () => DynamicValue_],
    [4, "clientCapabilities", () => ClientCapabilities_],
  ],
);
const ReadDataSource_Response_: Codec<tfplugin6.ReadDataSource.Response> = codec(
  "tfplugin6.ReadDataSource.Response",
  [
    [1, "state", () => DynamicValue_],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
    [3, "deferred", () => Deferred_],
  ],
);
const OpenEphemeralResource_Request_: Codec<tfplugin6.OpenEphemeralResource.Request> = codec(
  "tfplugin6.OpenEphemeralResource.Request",
  [
    [1, "typeName", "string"],
    [2, "config", () => DynamicValue_],
    [3, "clientCapabilities", () => ClientCapabilities_],
  ],
);
const OpenEphemeralResource_Response_: Codec<tfplugin6.OpenEphemeralResource.Response> = codec(
  "tfplugin6.OpenEphemeralResource.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
    [2, "renewAt", () => Timestamp],
    [3, "result", () => DynamicValue_],
    [4, "private", "bytes", "optional"],
    [5, "deferred", () => Deferred_],
  ],
);
const RenewEphemeralResource_Request_: Codec<tfplugin6.RenewEphemeralResource.Request> = codec(
  "tfplugin6.RenewEphemeralResource.Request",
  [
    [1, "typeName", "string"],
    [2, "private", "bytes", "optional"],
  ],
);
const RenewEphemeralResource_Response_: Codec<tfplugin6.RenewEphemeralResource.Response> = codec(
  "tfplugin6.RenewEphemeralResource.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
    [2, "renewAt", () => Timestamp],
    [3, "private", "bytes", "optional"],
  ],
);
const CloseEphemeralResource_Request_: Codec<tfplugin6.CloseEphemeralResource.Request> = codec(
  "tfplugin6.CloseEphemeralResource.Request",
  [
    [1, "typeName", "string"],
    [2, "private", "bytes", "optional"],
  ],
);
const CloseEphemeralResource_Response_: Codec<tfplugin6.CloseEphemeralResource.Response> = codec(
  "tfplugin6.CloseEphemeralResource.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const GetFunctions_Request_: Codec<tfplugin6.GetFunctions.Request> = codec(
  "tfplugin6.GetFunctions.Request",
  [],
);
const GetFunctions_Response_: Codec<tfplugin6.GetFunctions.Response> = codec(
  "tfplugin6.GetFunctions.Response",
  [
    [1, "functions", () => Function_, "map"],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const CallFunction_Request_: Codec<tfplugin6.CallFunction.Request> = codec(
  "tfplugin6.CallFunction.Request",
  [
    [1, "name", "string"],
    [2, "arguments", () => DynamicValue_, "repeated"],
  ],
);
const CallFunction_Response_: Codec<tfplugin6.CallFunction.Response> = codec(
  "tfplugin6.CallFunction.Response",
  [
    [1, "result", () => DynamicValue_],
    [2, "error", () => FunctionError_],
  ],
);
const ListResource_Request_: Codec<tfplugin6.ListResource.Request> = codec(
  "tfplugin6.ListResource.Request",
  [
    [1, "typeName", "string"],
    [2, "config", () => DynamicValue_],
    [3, "includeResourceObject", "bool"],
    [4, "limit", "int64"],
  ],
);
const ListResource_Event_: Codec<tfplugin6.ListResource.Event> = codec(
  "tfplugin6.ListResource.Event",
  [
    [1, "identity", () => ResourceIdentityData_],
    [2, "displayName", "string"],
    [3, "resourceObject", () => DynamicValue_],
    [4, "diagnostic", () => Diagnostic_, "repeated"],
  ],
);
const ValidateListResourceConfig_Request_: Codec<tfplugin6.ValidateListResourceConfig.Request> = codec(
  "tfplugin6.ValidateListResourceConfig.Request",
  [
    [1, "typeName", "string"],
    [2, "config", () => DynamicValue_],
    [3, "includeResourceObject", () => DynamicValue_],
    [4, "limit", () => DynamicValue_],
  ],
);
const ValidateListResourceConfig_Response_: Codec<tfplugin6.ValidateListResourceConfig.Response> = codec(
  "tfplugin6.ValidateListResourceConfig.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const ValidateStateStore_Request_: Codec<tfplugin6.ValidateStateStore.Request> = codec(
  "tfplugin6.ValidateStateStore.Request",
  [
    [1, "typeName", "string"],
    [2, "config", () => DynamicValue_],
  ],
);
const ValidateStateStore_Response_: Codec<tfplugin6.ValidateStateStore.Response> = codec(
  "tfplugin6.ValidateStateStore.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const ConfigureStateStore_Request_: Codec<tfplugin6.ConfigureStateStore.Request> = codec(
  "tfplugin6.ConfigureStateStore.Request",
  [
    [1, "typeName", "string"],
    [2, "config", () => DynamicValue_],
    [3, "capabilities", () => StateStoreClientCapabilities_],
  ],
);
const ConfigureStateStore_Response_: Codec<tfplugin6.ConfigureStateStore.Response> = codec(
  "tfplugin6.ConfigureStateStore.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
    [2, "capabilities", () => StateStoreServerCapabilities_],
  ],
);
const StateStoreClientCapabilities_: Codec<tfplugin6.StateStoreClientCapabilities> = codec(
  "tfplugin6.StateStoreClientCapabilities",
  [
    [1, "chunkSize", "int64"],
  ],
);
const StateStoreServerCapabilities_: Codec<tfplugin6.StateStoreServerCapabilities> = codec(
  "tfplugin6.StateStoreServerCapabilities",
  [
    [1, "chunkSize", "int64"],
  ],
);
const ReadStateBytes_Request_: Codec<tfplugin6.ReadStateBytes.Request> = codec(
  "tfplugin6.ReadStateBytes.Request",
  [
    [1, "typeName", "string"],
    [2, "stateId", "string"],
  ],
);
const ReadStateBytes_Response_: Codec<tfplugin6.ReadStateBytes.Response> = codec(
  "tfplugin6.ReadStateBytes.Response",
  [
    [1, "bytes", "bytes"],
    [2, "totalLength", "int64"],
    [3, "range", () => StateRange_],
    [4, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const WriteStateBytes_RequestChunk_: Codec<tfplugin6.WriteStateBytes.RequestChunk> = codec(
  "tfplugin6.WriteStateBytes.RequestChunk",
  [
    [1, "meta", () => RequestChunkMeta_],
    [2, "bytes", "bytes"],
    [3, "totalLength", "int64"],
    [4, "range", () => StateRange_],
  ],
);
const WriteStateBytes_Response_: Codec<tfplugin6.WriteStateBytes.Response> = codec(
  "tfplugin6.WriteStateBytes.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const RequestChunkMeta_: Codec<tfplugin6.RequestChunkMeta> = codec(
  "tfplugin6.RequestChunkMeta",
  [
    [1, "typeName", "string"],
    [2, "stateId", "string"],
  ],
);
const StateRange_: Codec<tfplugin6.StateRange> = codec(
  "tfplugin6.StateRange",
  [
    [1, "start", "int64"],
    [2, "end", "int64"],
  ],
);
const LockState_Request_: Codec<tfplugin6.LockState.Request> = codec(
  "tfplugin6.LockState.Request",
  [
    [1, "typeName", "string"],
    [2, "stateId", "string"],
    [3, "operation", "string"],
  ],
);
const LockState_Response_: Codec<tfplugin6.LockState.Response> = codec(
  "tfplugin6.LockState.Response",
  [
    [1, "lockId", "string"],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const UnlockState_Request_: Codec<tfplugin6.UnlockState.Request> = codec(
  "tfplugin6.UnlockState.Request",
  [
    [1, "typeName", "string"],
    [2, "stateId", "string"],
    [3, "lockId", "string"],
  ],
);
const UnlockState_Response_: Codec<tfplugin6.UnlockState.Response> = codec(
  "tfplugin6.UnlockState.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const GetStates_Request_: Codec<tfplugin6.GetStates.Request> = codec(
  "tfplugin6.GetStates.Request",
  [
    [1, "typeName", "string"],
  ],
);
const GetStates_Response_: Codec<tfplugin6.GetStates.Response> = codec(
  "tfplugin6.GetStates.Response",
  [
    [1, "stateId", "string", "repeated"],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const DeleteState_Request_: Codec<tfplugin6.DeleteState.Request> = codec(
  "tfplugin6.DeleteState.Request",
  [
    [1, "typeName", "string"],
    [2, "stateId", "string"],
  ],
);
const DeleteState_Response_: Codec<tfplugin6.DeleteState.Response> = codec(
  "tfplugin6.DeleteState.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const PlanAction_Request_: Codec<tfplugin6.PlanAction.Request> = codec(
  "tfplugin6.PlanAction.Request",
  [
    [1, "actionType", "string"],
    [2, "config", () => DynamicValue_],
    [3, "clientCapabilities", () => ClientCapabilities_],
  ],
);
const PlanAction_Response_: Codec<tfplugin6.PlanAction.Response> = codec(
  "tfplugin6.PlanAction.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
    [2, "deferred", () => Deferred_],
  ],
);
const InvokeAction_Request_: Codec<tfplugin6.InvokeAction.Request> = codec(
  "tfplugin6.InvokeAction.Request",
  [
    [1, "actionType", "string"],
    [2, "config", () => DynamicValue_],
    [3, "clientCapabilities", () => ClientCapabilities_],
  ],
);
const InvokeAction_Event_: Codec<tfplugin6.InvokeAction.Event> = codec(
  "tfplugin6.InvokeAction.Event",
  [
    [1, "progress", () => InvokeAction_Event_Progress_, ":type"],
    [2, "completed", () => InvokeAction_Event_Completed_, ":type"],
  ],
);
const InvokeAction_Event_Progress_: Codec<tfplugin6.InvokeAction.Event.Progress> = codec(
  "tfplugin6.InvokeAction.Event.Progress",
  [
    [1, "message", "string"],
  ],
);
const InvokeAction_Event_Completed_: Codec<tfplugin6.InvokeAction.Event.Completed> = codec(
  "tfplugin6.InvokeAction.Event.Completed",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const ValidateActionConfig_Request_: Codec<tfplugin6.ValidateActionConfig.Request> = codec(
  "tfplugin6.ValidateActionConfig.Request",
  [
    [1, "typeName", "string"],
    [2, "config", () => DynamicValue_],
  ],
);
const ValidateActionConfig_Response_: Codec<tfplugin6.ValidateActionConfig.Response> = codec(
  "tfplugin6.ValidateActionConfig.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);

/** Codecs, enums and services of package `tfplugin6`. */
export const tfplugin6: {
  readonly StringKind: Readonly<Record<"PLAIN" | "MARKDOWN", number>>;
  readonly DynamicValue: Codec<tfplugin6.DynamicValue>;
  readonly Diagnostic: Codec<tfplugin6.Diagnostic> & {
    readonly Severity: Readonly<Record<"INVALID" | "ERROR" | "WARNING", number>>;
  };
  readonly FunctionError: Codec<tfplugin6.FunctionError>;
  readonly AttributePath: Codec<tfplugin6.AttributePath> & {
    readonly Step: Codec<tfplugin6.AttributePath.Step>;
  };
  readonly StopProvider: {
    readonly Request: Codec<tfplugin6.StopProvider.Request>;
    readonly Response: Codec<tfplugin6.StopProvider.Response>;
  };
  readonly RawState: Codec<tfplugin6.RawState>;
  readonly ResourceIdentitySchema: Codec<tfplugin6.ResourceIdentitySchema> & {
    readonly IdentityAttribute: Codec<tfplugin6.ResourceIdentitySchema.IdentityAttribute>;
  };
  readonly ResourceIdentityData: Codec<tfplugin6.ResourceIdentityData>;
  readonly ActionSchema: Codec<tfplugin6.ActionSchema>;
  readonly Schema: Codec<tfplugin6.Schema> & {
    readonly Block: Codec<tfplugin6.Schema.Block>;
    readonly Attribute: Codec<tfplugin6.Schema.Attribute>;
    readonly NestedBlock: Codec<tfplugin6.Schema.NestedBlock> & {
      readonly NestingMode: Readonly<Record<"INVALID" | "SINGLE" | "LIST" | "SET" | "MAP" | "GROUP", number>>;
    };
    readonly Object: Codec<tfplugin6.Schema.Object> & {
      readonly NestingMode: Readonly<Record<"INVALID" | "SINGLE" | "LIST" | "SET" | "MAP", number>>;
    };
  };
  readonly Function: Codec<tfplugin6.Function> & {
    readonly Parameter: Codec<tfplugin6.Function.Parameter>;
    readonly Return: Codec<tfplugin6.Function.Return>;
  };
  readonly ServerCapabilities: Codec<tfplugin6.ServerCapabilities>;
  readonly ClientCapabilities: Codec<tfplugin6.ClientCapabilities>;
  readonly Deferred: Codec<tfplugin6.Deferred> & {
    readonly Reason: Readonly<Record<"UNKNOWN" | "RESOURCE_CONFIG_UNKNOWN" | "PROVIDER_CONFIG_UNKNOWN" | "ABSENT_PREREQ", number>>;
  };
  readonly GetMetadata: {
    readonly Request: Codec<tfplugin6.GetMetadata.Request>;
    readonly Response: Codec<tfplugin6.GetMetadata.Response>;
    readonly EphemeralMetadata: Codec<tfplugin6.GetMetadata.EphemeralMetadata>;
    readonly FunctionMetadata: Codec<tfplugin6.GetMetadata.FunctionMetadata>;
    readonly DataSourceMetadata: Codec<tfplugin6.GetMetadata.DataSourceMetadata>;
    readonly ResourceMetadata: Codec<tfplugin6.GetMetadata.ResourceMetadata>;
    readonly ListResourceMetadata: Codec<tfplugin6.GetMetadata.ListResourceMetadata>;
    readonly StateStoreMetadata: Codec<tfplugin6.GetMetadata.StateStoreMetadata>;
    readonly ActionMetadata: Codec<tfplugin6.GetMetadata.ActionMetadata>;
  };
  readonly GetProviderSchema: {
    readonly Request: Codec<tfplugin6.GetProviderSchema.Request>;
    readonly Response: Codec<tfplugin6.GetProviderSchema.Response>;
  };
  readonly ValidateProviderConfig: {
    readonly Request: Codec<tfplugin6.ValidateProviderConfig.Request>;
    readonly Response: Codec<tfplugin6.ValidateProviderConfig.Response>;
  };
  readonly UpgradeResourceState: {
    readonly Request: Codec<tfplugin6.UpgradeResourceState.Request>;
    readonly Response: Codec<tfplugin6.UpgradeResourceState.Response>;
  };
  readonly GetResourceIdentitySchemas: {
    readonly Request: Codec<tfplugin6.GetResourceIdentitySchemas.Request>;
    readonly Response: Codec<tfplugin6.GetResourceIdentitySchemas.Response>;
  };
  readonly UpgradeResourceIdentity: {
    readonly Request: Codec<tfplugin6.UpgradeResourceIdentity.Request>;
    readonly Response: Codec<tfplugin6.UpgradeResourceIdentity.Response>;
  };
  readonly ValidateResourceConfig: {
    readonly Request: Codec<tfplugin6.ValidateResourceConfig.Request>;
    readonly Response: Codec<tfplugin6.ValidateResourceConfig.Response>;
  };
  readonly ValidateDataResourceConfig: {
    readonly Request: Codec<tfplugin6.ValidateDataResourceConfig.Request>;
    readonly Response: Codec<tfplugin6.ValidateDataResourceConfig.Response>;
  };
  readonly ValidateEphemeralResourceConfig: {
    readonly Request: Codec<tfplugin6.ValidateEphemeralResourceConfig.Request>;
    readonly Response: Codec<tfplugin6.ValidateEphemeralResourceConfig.Response>;
  };
  readonly ConfigureProvider: {
    readonly Request: Codec<tfplugin6.ConfigureProvider.Request>;
    readonly Response: Codec<tfplugin6.ConfigureProvider.Response>;
  };
  readonly ReadResource: {
    readonly Request: Codec<tfplugin6.ReadResource.Request>;
    readonly Response: Codec<tfplugin6.ReadResource.Response>;
  };
  readonly PlanResourceChange: {
    readonly Request: Codec<tfplugin6.PlanResourceChange.Request>;
    readonly Response: Codec<tfplugin6.PlanResourceChange.Response>;
  };
  readonly ApplyResourceChange: {
    readonly Request: Codec<tfplugin6.ApplyResourceChange.Request>;
    readonly Response: Codec<tfplugin6.ApplyResourceChange.Response>;
  };
  readonly ImportResourceState: {
    readonly Request: Codec<tfplugin6.ImportResourceState.Request>;
    readonly ImportedResource: Codec<tfplugin6.ImportResourceState.ImportedResource>;
    readonly Response: Codec<tfplugin6.ImportResourceState.Response>;
  };
  readonly GenerateResourceConfig: {
    readonly Request: Codec<tfplugin6.GenerateResourceConfig.Request>;
    readonly Response: Codec<tfplugin6.GenerateResourceConfig.Response>;
  };
  readonly MoveResourceState: {
    readonly Request: Codec<tfplugin6.MoveResourceState.Request>;
    readonly Response: Codec<tfplugin6.MoveResourceState.Response>;
  };
  readonly ReadDataSource: {
    readonly Request: Codec<tfplugin6.ReadDataSource.Request>;
    readonly Response: Codec<tfplugin6.ReadDataSource.Response>;
  };
  readonly OpenEphemeralResource: {
    readonly Request: Codec<tfplugin6.OpenEphemeralResource.Request>;
    readonly Response: Codec<tfplugin6.OpenEphemeralResource.Response>;
  };
  readonly RenewEphemeralResource: {
    readonly Request: Codec<tfplugin6.RenewEphemeralResource.Request>;
    readonly Response: Codec<tfplugin6.RenewEphemeralResource.Response>;
  };
  readonly CloseEphemeralResource: {
    readonly Request: Codec<tfplugin6.CloseEphemeralResource.Request>;
    readonly Response: Codec<tfplugin6.CloseEphemeralResource.Response>;
  };
  readonly GetFunctions: {
    readonly Request: Codec<tfplugin6.GetFunctions.Request>;
    readonly Response: Codec<tfplugin6.GetFunctions.Response>;
  };
  readonly CallFunction: {
    readonly Request: Codec<tfplugin6.CallFunction.Request>;
    readonly Response: Codec<tfplugin6.CallFunction.Response>;
  };
  readonly ListResource: {
    readonly Request: Codec<tfplugin6.ListResource.Request>;
    readonly Event: Codec<tfplugin6.ListResource.Event>;
  };
  readonly ValidateListResourceConfig: {
    readonly Request: Codec<tfplugin6.ValidateListResourceConfig.Request>;
    readonly Response: Codec<tfplugin6.ValidateListResourceConfig.Response>;
  };
  readonly ValidateStateStore: {
    readonly Request: Codec<tfplugin6.ValidateStateStore.Request>;
    readonly Response: Codec<tfplugin6.ValidateStateStore.Response>;
  };
  readonly ConfigureStateStore: {
    readonly Request: Codec<tfplugin6.ConfigureStateStore.Request>;
    readonly Response: Codec<tfplugin6.ConfigureStateStore.Response>;
  };
  readonly StateStoreClientCapabilities: Codec<tfplugin6.StateStoreClientCapabilities>;
  readonly StateStoreServerCapabilities: Codec<tfplugin6.StateStoreServerCapabilities>;
  readonly ReadStateBytes: {
    readonly Request: Codec<tfplugin6.ReadStateBytes.Request>;
    readonly Response: Codec<tfplugin6.ReadStateBytes.Response>;
  };
  readonly WriteStateBytes: {
    readonly RequestChunk: Codec<tfplugin6.WriteStateBytes.RequestChunk>;
    readonly Response: Codec<tfplugin6.WriteStateBytes.Response>;
  };
  readonly RequestChunkMeta: Codec<tfplugin6.RequestChunkMeta>;
  readonly StateRange: Codec<tfplugin6.StateRange>;
  readonly LockState: {
    readonly Request: Codec<tfplugin6.LockState.Request>;
    readonly Response: Codec<tfplugin6.LockState.Response>;
  };
  readonly UnlockState: {
    readonly Request: Codec<tfplugin6.UnlockState.Request>;
    readonly Response: Codec<tfplugin6.UnlockState.Response>;
  };
  readonly GetStates: {
    readonly Request: Codec<tfplugin6.GetStates.Request>;
    readonly Response: Codec<tfplugin6.GetStates.Response>;
  };
  readonly DeleteState: {
    readonly Request: Codec<tfplugin6.DeleteState.Request>;
    readonly Response: Codec<tfplugin6.DeleteState.Response>;
  };
  readonly PlanAction: {
    readonly Request: Codec<tfplugin6.PlanAction.Request>;
    readonly Response: Codec<tfplugin6.PlanAction.Response>;
  };
  readonly InvokeAction: {
    readonly Request: Codec<tfplugin6.InvokeAction.Request>;
    readonly Event: Codec<tfplugin6.InvokeAction.Event> & {
      readonly Progress: Codec<tfplugin6.InvokeAction.Event.Progress>;
      readonly Completed: Codec<tfplugin6.InvokeAction.Event.Completed>;
    };
  };
  readonly ValidateActionConfig: {
    readonly Request: Codec<tfplugin6.ValidateActionConfig.Request>;
    readonly Response: Codec<tfplugin6.ValidateActionConfig.Response>;
  };
  readonly Provider: {
    readonly GetMetadata: Method<tfplugin6.GetMetadata.Request, tfplugin6.GetMetadata.Response>;
    readonly GetProviderSchema: Method<tfplugin6.GetProviderSchema.Request, tfplugin6.GetProviderSchema.Response>;
    readonly ValidateProviderConfig: Method<tfplugin6.ValidateProviderConfig.Request, tfplugin6.ValidateProviderConfig.Response>;
    readonly ValidateResourceConfig: Method<tfplugin6.ValidateResourceConfig.Request, tfplugin6.ValidateResourceConfig.Response>;
    readonly ValidateDataResourceConfig: Method<tfplugin6.ValidateDataResourceConfig.Request, tfplugin6.ValidateDataResourceConfig.Response>;
    readonly UpgradeResourceState: Method<tfplugin6.UpgradeResourceState.Request, tfplugin6.UpgradeResourceState.Response>;
    readonly GetResourceIdentitySchemas: Method<tfplugin6.GetResourceIdentitySchemas.Request, tfplugin6.GetResourceIdentitySchemas.Response>;
    readonly UpgradeResourceIdentity: Method<tfplugin6.UpgradeResourceIdentity.Request, tfplugin6.UpgradeResourceIdentity.Response>;
    readonly ConfigureProvider: Method<tfplugin6.ConfigureProvider.Request, tfplugin6.ConfigureProvider.Response>;
    readonly ReadResource: Method<tfplugin6.ReadResource.Request, tfplugin6.ReadResource.Response>;
    readonly PlanResourceChange: Method<tfplugin6.PlanResourceChange.Request, tfplugin6.PlanResourceChange.Response>;
    readonly ApplyResourceChange: Method<tfplugin6.ApplyResourceChange.Request, tfplugin6.ApplyResourceChange.Response>;
    readonly ImportResourceState: Method<tfplugin6.ImportResourceState.Request, tfplugin6.ImportResourceState.Response>;
    readonly MoveResourceState: Method<tfplugin6.MoveResourceState.Request, tfplugin6.MoveResourceState.Response>;
    readonly ReadDataSource: Method<tfplugin6.ReadDataSource.Request, tfplugin6.ReadDataSource.Response>;
    readonly GenerateResourceConfig: Method<tfplugin6.GenerateResourceConfig.Request, tfplugin6.GenerateResourceConfig.Response>;
    readonly ValidateEphemeralResourceConfig: Method<tfplugin6.ValidateEphemeralResourceConfig.Request, tfplugin6.ValidateEphemeralResourceConfig.Response>;
    readonly OpenEphemeralResource: Method<tfplugin6.OpenEphemeralResource.Request, tfplugin6.OpenEphemeralResource.Response>;
    readonly RenewEphemeralResource: Method<tfplugin6.RenewEphemeralResource.Request, tfplugin6.RenewEphemeralResource.Response>;
    readonly CloseEphemeralResource: Method<tfplugin6.CloseEphemeralResource.Request, tfplugin6.CloseEphemeralResource.Response>;
    readonly ListResource: Method<tfplugin6.ListResource.Request, tfplugin6.ListResource.Event>;
    readonly ValidateListResourceConfig: Method<tfplugin6.ValidateListResourceConfig.Request, tfplugin6.ValidateListResourceConfig.Response>;
    readonly GetFunctions: Method<tfplugin6.GetFunctions.Request, tfplugin6.GetFunctions.Response>;
    readonly CallFunction: Method<tfplugin6.CallFunction.Request, tfplugin6.CallFunction.Response>;
    readonly ValidateStateStoreConfig: Method<tfplugin6.ValidateStateStore.Request, tfplugin6.ValidateStateStore.Response>;
    readonly ConfigureStateStore: Method<tfplugin6.ConfigureStateStore.Request, tfplugin6.ConfigureStateStore.Response>;
    readonly ReadStateBytes: Method<tfplugin6.ReadStateBytes.Request, tfplugin6.ReadStateBytes.Response>;
    readonly WriteStateBytes: Method<tfplugin6.WriteStateBytes.RequestChunk, tfplugin6.WriteStateBytes.Response>;
    readonly LockState: Method<tfplugin6.LockState.Request, tfplugin6.LockState.Response>;
    readonly UnlockState: Method<tfplugin6.UnlockState.Request, tfplugin6.UnlockState.Response>;
    readonly GetStates: Method<tfplugin6.GetStates.Request, tfplugin6.GetStates.Response>;
    readonly DeleteState: Method<tfplugin6.DeleteState.Request, tfplugin6.DeleteState.Response>;
    readonly PlanAction: Method<tfplugin6.PlanAction.Request, tfplugin6.PlanAction.Response>;
    readonly InvokeAction: Method<tfplugin6.InvokeAction.Request, tfplugin6.InvokeAction.Event>;
    readonly ValidateActionConfig: Method<tfplugin6.ValidateActionConfig.Request, tfplugin6.ValidateActionConfig.Response>;
    readonly StopProvider: Method<tfplugin6.StopProvider.Request, tfplugin6.StopProvider.Response>;
  };
} = {
  StringKind: {
    PLAIN: 0,
    MARKDOWN: 1,
  },
  DynamicValue: DynamicValue_,
  Diagnostic: Object.assign(Diagnostic_, {
    Severity: {
      INVALID: 0,
      ERROR: 1,
      WARNING: 2,
    },
  }),
  FunctionError: FunctionError_,
  AttributePath: Object.assign(AttributePath_, {
    Step: AttributePath_Step_,
  }),
  StopProvider: {
    Request: StopProvider_Request_,
    Response: StopProvider_Response_,
  },
  RawState: RawState_,
  ResourceIdentitySchema: Object.assign(ResourceIdentitySchema_, {
    IdentityAttribute: ResourceIdentitySchema_IdentityAttribute_,
  }),
  ResourceIdentityData: ResourceIdentityData_,
  ActionSchema: ActionSchema_,
  Schema: Object.assign(Schema_, {
    Block: Schema_Block_,
    Attribute: Schema_Attribute_,
    NestedBlock: Object.assign(Schema_NestedBlock_, {
      NestingMode: {
        INVALID: 0,
        SINGLE: 1,
        LIST: 2,
        SET: 3,
        MAP: 4,
        GROUP: 5,
      },
    }),
    Object: Object.assign(Schema_Object_, {
      NestingMode: {
        INVALID: 0,
        SINGLE: 1,
        LIST: 2,
        SET: 3,
        MAP: 4,
      },
    }),
  }),
  Function: Object.assign(Function_, {
    Parameter: Function_Parameter_,
    Return: Function_Return_,
  }),
  ServerCapabilities: ServerCapabilities_,
  ClientCapabilities: ClientCapabilities_,
  Deferred: Object.assign(Deferred_, {
    Reason: {
      UNKNOWN: 0,
      RESOURCE_CONFIG_UNKNOWN: 1,
      PROVIDER_CONFIG_UNKNOWN: 2,
      ABSENT_PREREQ: 3,
    },
  }),
  GetMetadata: {
    Request: GetMetadata_Request_,
    Response: GetMetadata_Response_,
    EphemeralMetadata: GetMetadata_EphemeralMetadata_,
    FunctionMetadata: GetMetadata_FunctionMetadata_,
    DataSourceMetadata: GetMetadata_DataSourceMetadata_,
    ResourceMetadata: GetMetadata_ResourceMetadata_,
    ListResourceMetadata: GetMetadata_ListResourceMetadata_,
    StateStoreMetadata: GetMetadata_StateStoreMetadata_,
    ActionMetadata: GetMetadata_ActionMetadata_,
  },
  GetProviderSchema: {
    Request: GetProviderSchema_Request_,
    Response: GetProviderSchema_Response_,
  },
  ValidateProviderConfig: {
    Request: ValidateProviderConfig_Request_,
    Response: ValidateProviderConfig_Response_,
  },
  UpgradeResourceState: {
    Request: UpgradeResourceState_Request_,
    Response: UpgradeResourceState_Response_,
  },
  GetResourceIdentitySchemas: {
    Request: GetResourceIdentitySchemas_Request_,
    Response: GetResourceIdentitySchemas_Response_,
  },
  UpgradeResourceIdentity: {
    Request: UpgradeResourceIdentity_Request_,
    Response: UpgradeResourceIdentity_Response_,
  },
  ValidateResourceConfig: {
    Request: ValidateResourceConfig_Request_,
    Response: ValidateResourceConfig_Response_,
  },
  ValidateDataResourceConfig: {
    Request: ValidateDataResourceConfig_Request_,
    Response: ValidateDataResourceConfig_Response_,
  },
  ValidateEphemeralResourceConfig: {
    Request: ValidateEphemeralResourceConfig_Request_,
    Response: ValidateEphemeralResourceConfig_Response_,
  },
  ConfigureProvider: {
    Request: ConfigureProvider_Request_,
    Response: ConfigureProvider_Response_,
  },
  ReadResource: {
    Request: ReadResource_Request_,
    Response: ReadResource_Response_,
  },
  PlanResourceChange: {
    Request: PlanResourceChange_Request_,
    Response: PlanResourceChange_Response_,
  },
  ApplyResourceChange: {
    Request: ApplyResourceChange_Request_,
    Response: ApplyResourceChange_Response_,
  },
  ImportResourceState: {
    Request: ImportResourceState_Request_,
    ImportedResource: ImportResourceState_ImportedResource_,
    Response: ImportResourceState_Response_,
  },
  GenerateResourceConfig: {
    Request: GenerateResourceConfig_Request_,
    Response: GenerateResourceConfig_Response_,
  },
  MoveResourceState: {
    Request: MoveResourceState_Request_,
    Response: MoveResourceState_Response_,
  },
  ReadDataSource: {
    Request: ReadDataSource_Request_,
    Response: ReadDataSource_Response_,
  },
  OpenEphemeralResource: {
    Request: OpenEphemeralResource_Request_,
    Response: OpenEphemeralResource_Response_,
  },
  RenewEphemeralResource: {
    Request: RenewEphemeralResource_Request_,
    Response: RenewEphemeralResource_Response_,
  },
  CloseEphemeralResource: {
    Request: CloseEphemeralResource_Request_,
    Response: CloseEphemeralResource_Response_,
  },
  GetFunctions: {
    Request: GetFunctions_Request_,
    Response: GetFunctions_Response_,
  },
  CallFunction: {
    Request: CallFunction_Request_,
    Response: CallFunction_Response_,
  },
  ListResource: {
    Request: ListResource_Request_,
    Event: ListResource_Event_,
  },
  ValidateListResourceConfig: {
    Request: ValidateListResourceConfig_Request_,
    Response: ValidateListResourceConfig_Response_,
  },
  ValidateStateStore: {
    Request: ValidateStateStore_Request_,
    Response: ValidateStateStore_Response_,
  },
  ConfigureStateStore: {
    Request: ConfigureStateStore_Request_,
    Response: ConfigureStateStore_Response_,
  },
  StateStoreClientCapabilities: StateStoreClientCapabilities_,
  StateStoreServerCapabilities: StateStoreServerCapabilities_,
  ReadStateBytes: {
    Request: ReadStateBytes_Request_,
    Response: ReadStateBytes_Response_,
  },
  WriteStateBytes: {
    RequestChunk: WriteStateBytes_RequestChunk_,
    Response: WriteStateBytes_Response_,
  },
  RequestChunkMeta: RequestChunkMeta_,
  StateRange: StateRange_,
  LockState: {
    Request: LockState_Request_,
    Response: LockState_Response_,
  },
  UnlockState: {
    Request: UnlockState_Request_,
    Response: UnlockState_Response_,
  },
  GetStates: {
    Request: GetStates_Request_,
    Response: GetStates_Response_,
  },
  DeleteState: {
    Request: DeleteState_Request_,
    Response: DeleteState_Response_,
  },
  PlanAction: {
    Request: PlanAction_Request_,
    Response: PlanAction_Response_,
  },
  InvokeAction: {
    Request: InvokeAction_Request_,
    Event: Object.assign(InvokeAction_Event_, {
      Progress: InvokeAction_Event_Progress_,
      Completed: InvokeAction_Event_Completed_,
    }),
  },
  ValidateActionConfig: {
    Request: ValidateActionConfig_Request_,
    Response: ValidateActionConfig_Response_,
  },
  Provider: {
    GetMetadata: method("/tfplugin6.Provider/GetMetadata", "unary", {
      request: GetMetadata_Request_,
      response: GetMetadata_Response_,
    }),
    GetProviderSchema: method("/tfplugin6.Provider/GetProviderSchema", "unary", {
      request: GetProviderSchema_Request_,
      response: GetProviderSchema_Response_,
    }),
    ValidateProviderConfig: method("/tfplugin6.Provider/ValidateProviderConfig", "unary", {
      request: ValidateProviderConfig_Request_,
      response: ValidateProviderConfig_Response_,
    }),
    ValidateResourceConfig: method("/tfplugin6.Provider/ValidateResourceConfig", "unary", {
      request: ValidateResourceConfig_Request_,
      response: ValidateResourceConfig_Response_,
    }),
    ValidateDataResourceConfig: method("/tfplugin6.Provider/ValidateDataResourceConfig", "unary", {
      request: ValidateDataResourceConfig_Request_,
      response: ValidateDataResourceConfig_Response_,
    }),
    UpgradeResourceState: method("/tfplugin6.Provider/UpgradeResourceState", "unary", {
      request: UpgradeResourceState_Request_,
      response: UpgradeResourceState_Response_,
    }),
    GetResourceIdentitySchemas: method("/tfplugin6.Provider/GetResourceIdentitySchemas", "unary", {
      request: GetResourceIdentitySchemas_Request_,
      response: GetResourceIdentitySchemas_Response_,
    }),
    UpgradeResourceIdentity: method("/tfplugin6.Provider/UpgradeResourceIdentity", "unary", {
      request: UpgradeResourceIdentity_Request_,
      response: UpgradeResourceIdentity_Response_,
    }),
    ConfigureProvider: method("/tfplugin6.Provider/ConfigureProvider", "unary", {
      request: ConfigureProvider_Request_,
      response: ConfigureProvider_Response_,
    }),
    ReadResource: method("/tfplugin6.Provider/ReadResource", "unary", {
      request: ReadResource_Request_,
      response: ReadResource_Response_,
    }),
    PlanResourceChange: method("/tfplugin6.Provider/PlanResourceChange", "unary", {
      request: PlanResourceChange_Request_,
      response: PlanResourceChange_Response_,
    }),
    ApplyResourceChange: method("/tfplugin6.Provider/ApplyResourceChange", "unary", {
      request: ApplyResourceChange_Request_,
      response: ApplyResourceChange_Response_,
    }),
    ImportResourceState: method("/tfplugin6.Provider/ImportResourceState", "unary", {
      request: ImportResourceState_Request_,
      response: ImportResourceState_Response_,
    }),
    MoveResourceState: method("/tfplugin6.Provider/MoveResourceState", "unary", {
      request: MoveResourceState_Request_,
      response: MoveResourceState_Response_,
    }),
    ReadDataSource: method("/tfplugin6.Provider/ReadDataSource", "unary", {
      request: ReadDataSource_Request_,
      response: ReadDataSource_Response_,
    }),
    GenerateResourceConfig: method("/tfplugin6.Provider/GenerateResourceConfig", "unary", {
      request: GenerateResourceConfig_Request_,
      response: GenerateResourceConfig_Response_,
    }),
    ValidateEphemeralResourceConfig: method("/tfplugin6.Provider/ValidateEphemeralResourceConfig", "unary", {
      request: ValidateEphemeralResourceConfig_Request_,
      response: ValidateEphemeralResourceConfig_Response_,
    }),
    OpenEphemeralResource: method("/tfplugin6.Provider/OpenEphemeralResource", "unary", {
      request: OpenEphemeralResource_Request_,
      response: OpenEphemeralResource_Response_,
    }),
    RenewEphemeralResource: method("/tfplugin6.Provider/RenewEphemeralResource", "unary", {
      request: RenewEphemeralResource_Request_,
      response: RenewEphemeralResource_Response_,
    }),
    CloseEphemeralResource: method("/tfplugin6.Provider/CloseEphemeralResource", "unary", {
      request: CloseEphemeralResource_Request_,
      response: CloseEphemeralResource_Response_,
    }),
    ListResource: method("/tfplugin6.Provider/ListResource", "server-stream", {
      request: ListResource_Request_,
      response: ListResource_Event_,
    }),
    ValidateListResourceConfig: method("/tfplugin6.Provider/ValidateListResourceConfig", "unary", {
      request: ValidateListResourceConfig_Request_,
      response: ValidateListResourceConfig_Response_,
    }),
    GetFunctions: method("/tfplugin6.Provider/GetFunctions", "unary", {
      request: GetFunctions_Request_,
      response: GetFunctions_Response_,
    }),
    CallFunction: method("/tfplugin6.Provider/CallFunction", "unary", {
      request: CallFunction_Request_,
      response: CallFunction_Response_,
    }),
    ValidateStateStoreConfig: method("/tfplugin6.Provider/ValidateStateStoreConfig", "unary", {
      request: ValidateStateStore_Request_,
      response: ValidateStateStore_Response_,
    }),
    ConfigureStateStore: method("/tfplugin6.Provider/ConfigureStateStore", "unary", {
      request: ConfigureStateStore_Request_,
      response: ConfigureStateStore_Response_,
    }),
    ReadStateBytes: method("/tfplugin6.Provider/ReadStateBytes", "server-stream", {
      request: ReadStateBytes_Request_,
      response: ReadStateBytes_Response_,
    }),
    WriteStateBytes: method("/tfplugin6.Provider/WriteStateBytes", "client-stream", {
      request: WriteStateBytes_RequestChunk_,
      response: WriteStateBytes_Response_,
    }),
    LockState: method("/tfplugin6.Provider/LockState", "unary", {
      request: LockState_Request_,
      response: LockState_Response_,
    }),
    UnlockState: method("/tfplugin6.Provider/UnlockState", "unary", {
      request: UnlockState_Request_,
      response: UnlockState_Response_,
    }),
    GetStates: method("/tfplugin6.Provider/GetStates", "unary", {
      request: GetStates_Request_,
      response: GetStates_Response_,
    }),
    DeleteState: method("/tfplugin6.Provider/DeleteState", "unary", {
      request: DeleteState_Request_,
      response: DeleteState_Response_,
    }),
    PlanAction: method("/tfplugin6.Provider/PlanAction", "unary", {
      request: PlanAction_Request_,
      response: PlanAction_Response_,
    }),
    InvokeAction: method("/tfplugin6.Provider/InvokeAction", "server-stream", {
      request: InvokeAction_Request_,
      response: InvokeAction_Event_,
    }),
    ValidateActionConfig: method("/tfplugin6.Provider/ValidateActionConfig", "unary", {
      request: ValidateActionConfig_Request_,
      response: ValidateActionConfig_Response_,
    }),
    StopProvider: method("/tfplugin6.Provider/StopProvider", "unary", {
      request: StopProvider_Request_,
      response: StopProvider_Response_,
    }),
  },
};

/** Message types of package `tfplugin6`, as decoded. */
export declare namespace tfplugin6 {
  /** The message `StringKind`. */
  /** 0 PLAIN, 1 MARKDOWN; others as the peer sent them. */
  export type StringKind = number;
  /** A value of a type that only the schema tells. The CLI sends msgpack; json is read for completeness. Exactly one of the two is filled. */
  export interface DynamicValue {
    /** Field 1, `msgpack`. */
    msgpack: Uint8Array;
    /** Field 2, `json`. */
    json: Uint8Array;
  }
  /** The message `Diagnostic`. */
  export interface Diagnostic {
    /** Field 1, `severity`. */
    severity: number;
    /** Field 2, `summary`. */
    summary: string;
    /** Field 3, `detail`. */
    detail: string;
    /** Absent when the diagnostic concerns no attribute in particular. */
    attribute?: tfplugin6.AttributePath;
  }
  /** Types nested in `Diagnostic`. */
  export namespace Diagnostic {
    /** The message `Severity`. */
    /** 0 INVALID, 1 ERROR, 2 WARNING; others as the peer sent them. */
    export type Severity = number;
  }
  /** The message `FunctionError`. */
  export interface FunctionError {
    /** since 6.5 */
    text: string;
    /** Zero-based position of the faulty argument. Presence counts: 0 is the first argument, absent means no argument in particular. */
    functionArgument?: number;
  }
  /** The message `AttributePath`. */
  export interface AttributePath {
    /** Field 1, `steps`. */
    steps: tfplugin6.AttributePath.Step[];
  }
  /** Types nested in `AttributePath`. */
  export namespace AttributePath {
    /** One step down: into an attribute or block, a map key, or a list index. */
    export interface Step {
      /** Field 1, `attribute_name`. */
      attributeName?: string;
      /** Field 2, `element_key_string`. */
      elementKeyString?: string;
      /** Field 3, `element_key_int`. */
      elementKeyInt?: number;
    }
  }
  /** Types nested in `StopProvider`. */
  export namespace StopProvider {
    /** The message `Request`. */
    export type Request = Record<never, never>;
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `Error`. */
      Error: string;
    }
  }
  /** A state as stored, before the provider upgraded it. */
  export interface RawState {
    /** Field 1, `json`. */
    json: Uint8Array;
    /** Only in states written by Terraform before 0.12. */
    flatmap: Record<string, string>;
  }
  /** The message `ResourceIdentitySchema`. */
  export interface ResourceIdentitySchema {
    /** since 6.9 */
    version: number;
    /** since 6.9 */
    identityAttributes: tfplugin6.ResourceIdentitySchema.IdentityAttribute[];
  }
  /** Types nested in `ResourceIdentitySchema`. */
  export namespace ResourceIdentitySchema {
    /** The message `IdentityAttribute`. */
    export interface IdentityAttribute {
      /** since 6.9 */
      name: string;
      /** Type JSON, UTF-8. */
      type: Uint8Array;
      /** since 6.9 */
      requiredForImport: boolean;
      /** since 6.9 */
      optionalForImport: boolean;
      /** since 6.9 */
      description: string;
    }
  }
  /** The message `ResourceIdentityData`. */
  export interface ResourceIdentityData {
    /** since 6.9 */
    identityData?: tfplugin6.DynamicValue;
  }
  /** The message `ActionSchema`. */
  export interface ActionSchema {
    /** since 6.10, Terraform 1.14 */
    schema?: tfplugin6.Schema;
  }
  /** The message `Schema`. */
  export interface Schema {
    /** Field 1, `version`. */
    version: number;
    /** Field 2, `block`. */
    block?: tfplugin6.Schema.Block;
  }
  /** Types nested in `Schema`. */
  export namespace Schema {
    /** The message `Block`. */
    export interface Block {
      /** Field 1, `version`. */
      version: number;
      /** Field 2, `attributes`. */
      attributes: tfplugin6.Schema.Attribute[];
      /** Field 3, `block_types`. */
      blockTypes: tfplugin6.Schema.NestedBlock[];
      /** Field 4, `description`. */
      description: string;
      /** Field 5, `description_kind`. */
      descriptionKind: number;
      /** Field 6, `deprecated`. */
      deprecated: boolean;
      /** since 6.10, Terraform 1.15 */
      deprecationMessage: string;
      /** since 6.11, Terraform 1.16 */
      computed: boolean;
    }
    /** The message `Attribute`. */
    export interface Attribute {
      /** Field 1, `name`. */
      name: string;
      /** Type JSON, UTF-8. Empty when nested_type is set. */
      type: Uint8Array;
      /** Field 3, `description`. */
      description: string;
      /** Field 4, `required`. */
      required: boolean;
      /** Field 5, `optional`. */
      optional: boolean;
      /** Field 6, `computed`. */
      computed: boolean;
      /** Field 7, `sensitive`. */
      sensitive: boolean;
      /** Field 8, `description_kind`. */
      descriptionKind: number;
      /** Field 9, `deprecated`. */
      deprecated: boolean;
      /** Field 10, `nested_type`. */
      nestedType?: tfplugin6.Schema.Object;
      /** since 6.8 */
      writeOnly: boolean;
      /** since 6.10, Terraform 1.15 */
      deprecationMessage: string;
    }
    /** The message `NestedBlock`. */
    export interface NestedBlock {
      /** Field 1, `type_name`. */
      typeName: string;
      /** Field 2, `block`. */
      block?: tfplugin6.Schema.Block;
      /** Field 3, `nesting`. */
      nesting: number;
      /** Field 4, `min_items`. */
      minItems: number;
      /** Field 5, `max_items`. */
      maxItems: number;
    }
    /** Types nested in `NestedBlock`. */
    export namespace NestedBlock {
      /** The message `NestingMode`. */
      /** 0 INVALID, 1 SINGLE, 2 LIST, 3 SET, 4 MAP, 5 GROUP; others as the peer sent them. */
      export type NestingMode = number;
    }
    /** Type of a nested attribute. */
    export interface Object {
      /** Field 1, `attributes`. */
      attributes: tfplugin6.Schema.Attribute[];
      /** Field 3, `nesting`. */
      nesting: number;
      /** Field 4, `min_items`. */
      minItems: number;
      /** Field 5, `max_items`. */
      maxItems: number;
    }
    /** Types nested in `Object`. */
    export namespace Object {
      /** The message `NestingMode`. */
      /** 0 INVALID, 1 SINGLE, 2 LIST, 3 SET, 4 MAP; others as the peer sent them. */
      export type NestingMode = number;
    }
  }
  /** The message `Function`. */
  export interface Function {
    /** since 6.5 */
    parameters: tfplugin6.Function.Parameter[];
    /** Describes each of the arguments after the last parameter. */
    variadicParameter?: tfplugin6.Function.Parameter;
    /** since 6.5 */
    return?: tfplugin6.Function.Return;
    /** since 6.5 */
    summary: string;
    /** since 6.5 */
    description: string;
    /** since 6.5 */
    descriptionKind: number;
    /** since 6.5 */
    deprecationMessage: string;
  }
  /** Types nested in `Function`. */
  export namespace Function {
    /** The message `Parameter`. */
    export interface Parameter {
      /** since 6.5 */
      name: string;
      /** Type JSON, UTF-8. */
      type: Uint8Array;
      /** since 6.5 */
      allowNullValue: boolean;
      /** since 6.5 */
      allowUnknownValues: boolean;
      /** since 6.5 */
      description: string;
      /** since 6.5 */
      descriptionKind: number;
    }
    /** The message `Return`. */
    export interface Return {
      /** Type JSON, UTF-8. */
      type: Uint8Array;
    }
  }
  /** What the provider offers, sent with its schema. */
  export interface ServerCapabilities {
    /** Plan is also called for a deletion. */
    planDestroy: boolean;
    /** The provider works in a process that was never asked for its schema. */
    getProviderSchemaOptional: boolean;
    /** since 6.5 */
    moveResourceState: boolean;
    /** since 6.10, Terraform 1.14 */
    generateResourceConfig: boolean;
  }
  /** What the CLI understands, sent with each request that depends on it. */
  export interface ClientCapabilities {
    /** since 6.6 */
    deferralAllowed: boolean;
    /** since 6.8 */
    writeOnlyAttributesAllowed: boolean;
    /** since 6.11, Terraform 1.16 */
    storePlannedPrivate: boolean;
    /** since 6.11, Terraform 1.16 */
    computedBlocksAllowed: boolean;
  }
  /** Says that an object cannot be handled yet and why. */
  export interface Deferred {
    /** since 6.6 */
    reason: number;
  }
  /** Types nested in `Deferred`. */
  export namespace Deferred {
    /** The message `Reason`. */
    /** 0 UNKNOWN, 1 RESOURCE_CONFIG_UNKNOWN, 2 PROVIDER_CONFIG_UNKNOWN, 3 ABSENT_PREREQ; others as the peer sent them. */
    export type Reason = number;
  }
  /** Types nested in `GetMetadata`. */
  export namespace GetMetadata {
    /** The message `Request`. */
    export type Request = Record<never, never>;
    /** The message `Response`. */
    export interface Response {
      /** since 6.4 */
      serverCapabilities?: tfplugin6.ServerCapabilities;
      /** since 6.4 */
      diagnostics: tfplugin6.Diagnostic[];
      /** since 6.4 */
      dataSources: tfplugin6.GetMetadata.DataSourceMetadata[];
      /** since 6.4 */
      resources: tfplugin6.GetMetadata.ResourceMetadata[];
      /** since 6.5 */
      functions: tfplugin6.GetMetadata.FunctionMetadata[];
      /** since 6.7 */
      ephemeralResources: tfplugin6.GetMetadata.EphemeralMetadata[];
      /** since 6.10, Terraform 1.13 */
      listResources: tfplugin6.GetMetadata.ListResourceMetadata[];
      /** since 6.10, Terraform 1.13 */
      stateStores: tfplugin6.GetMetadata.StateStoreMetadata[];
      /** since 6.10, Terraform 1.14 */
      actions: tfplugin6.GetMetadata.ActionMetadata[];
    }
    /** The message `EphemeralMetadata`. */
    export interface EphemeralMetadata {
      /** since 6.7 */
      typeName: string;
    }
    /** The message `FunctionMetadata`. */
    export interface FunctionMetadata {
      /** since 6.5 */
      name: string;
    }
    /** The message `DataSourceMetadata`. */
    export interface DataSourceMetadata {
      /** since 6.4 */
      typeName: string;
    }
    /** The message `ResourceMetadata`. */
    export interface ResourceMetadata {
      /** since 6.4 */
      typeName: string;
    }
    /** The message `ListResourceMetadata`. */
    export interface ListResourceMetadata {
      /** since 6.10, Terraform 1.13 */
      typeName: string;
    }
    /** The message `StateStoreMetadata`. */
    export interface StateStoreMetadata {
      /** since 6.10, Terraform 1.13 */
      typeName: string;
    }
    /** The message `ActionMetadata`. */
    export interface ActionMetadata {
      /** since 6.10, Terraform 1.14 */
      typeName: string;
    }
  }
  /** Types nested in `GetProviderSchema`. */
  export namespace GetProviderSchema {
    /** The message `Request`. */
    export type Request = Record<never, never>;
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `provider`. */
      provider?: tfplugin6.Schema;
      /** Field 2, `resource_schemas`. */
      resourceSchemas: Record<string, tfplugin6.Schema>;
      /** Field 3, `data_source_schemas`. */
      dataSourceSchemas: Record<string, tfplugin6.Schema>;
      /** Field 4, `diagnostics`. */
      diagnostics: tfplugin6.Diagnostic[];
      /** Field 5, `provider_meta`. */
      providerMeta?: tfplugin6.Schema;
      /** since 6.4 */
      serverCapabilities?: tfplugin6.ServerCapabilities;
      /** since 6.5 */
      functions: Record<string, tfplugin6.Function>;
      /** since 6.7 */
      ephemeralResourceSchemas: Record<string, tfplugin6.Schema>;
      /** since 6.10, Terraform 1.13 */
      listResourceSchemas: Record<string, tfplugin6.Schema>;
      /** since 6.10, Terraform 1.13 */
      stateStoreSchemas: Record<string, tfplugin6.Schema>;
      /** since 6.10, Terraform 1.14 */
      actionSchemas: Record<string, tfplugin6.ActionSchema>;
    }
  }
  /** Types nested in `ValidateProviderConfig`. */
  export namespace ValidateProviderConfig {
    /** The message `Request`. */
    export interface Request {
      /** Field 1, `config`. */
      config?: tfplugin6.DynamicValue;
    }
    /** The message `Response`. */
    export interface Response {
      /** Field 2, `diagnostics`. */
      diagnostics: tfplugin6.Diagnostic[];
    }
  }
  /** Types nested in `UpgradeResourceState`. */
  export namespace UpgradeResourceState {
    /** The message `Request`. */
    export interface Request {
      /** Field 1, `type_name`. */
      typeName: string;
      /** The schema version stored with the state. */
      version: number;
      /** Field 3, `raw_state`. */
      rawState?: tfplugin6.RawState;
    }
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `upgraded_state`. */
      upgradedState?: tfplugin6.DynamicValue;
      /** Field 2, `diagnostics`. */
      diagnostics: tfplugin6.Diagnostic[];
    }
  }
  /** Types nested in `GetResourceIdentitySchemas`. */
  export namespace GetResourceIdentitySchemas {
    /** The message `Request`. */
    export type Request = Record<never, never>;
    /** The message `Response`. */
    export interface Response {
      /** since 6.9 */
      identitySchemas: Record<string, tfplugin6.ResourceIdentitySchema>;
      /** since 6.9 */
      diagnostics: tfplugin6.Diagnostic[];
    }
  }
  /** Types nested in `UpgradeResourceIdentity`. */
  export namespace UpgradeResourceIdentity {
    /** The message `Request`. */
    export interface Request {
      /** since 6.9 */
      typeName: string;
      /** since 6.9 */
      version: number;
      /** since 6.9 */
      rawIdentity?: tfplugin6.RawState;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 6.9 */
      upgradedIdentity?: tfplugin6.ResourceIdentityData;
      /** since 6.9 */
      diagnostics: tfplugin6.Diagnostic[];
    }
  }
  /** Types nested in `ValidateResourceConfig`. */
  export namespace ValidateResourceConfig {
    /** The message `Request`. */
    export interface Request {
      /** Field 1, `type_name`. */
      typeName: string;
      /** Field 2, `config`. */
      config?: tfplugin6.DynamicValue;
      /** since 6.8 */
      clientCapabilities?: tfplugin6.ClientCapabilities;
    }
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `diagnostics`. */
      diagnostics: tfplugin6.Diagnostic[];
    }
  }
  /** Types nested in `ValidateDataResourceConfig`. */
  export namespace ValidateDataResourceConfig {
    /** The message `Request`. */
    export interface Request {
      /** Field 1, `type_name`. */
      typeName: string;
      /** Field 2, `config`. */
      config?: tfplugin6.DynamicValue;
    }
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `diagnostics`. */
      diagnostics: tfplugin6.Diagnostic[];
    }
  }
  /** Types nested in `ValidateEphemeralResourceConfig`. */
  export namespace ValidateEphemeralResourceConfig {
    /** The message `Request`. */
    export interface Request {
      /** since 6.7 */
      typeName: string;
      /** since 6.7 */
      config?: tfplugin6.DynamicValue;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 6.7 */
      diagnostics: tfplugin6.Diagnostic[];
    }
  }
  /** Types nested in `ConfigureProvider`. */
  export namespace ConfigureProvider {
    /** The message `Request`. */
    export interface Request {
      /** Field 1, `terraform_version`. */
      terraformVersion: string;
      /** Field 2, `config`. */
      config?: tfplugin6.DynamicValue;
      /** since 6.6 */
      clientCapabilities?: tfplugin6.ClientCapabilities;
    }
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `diagnostics`. */
      diagnostics: tfplugin6.Diagnostic[];
    }
  }
  /** Types nested in `ReadResource`. */
  export namespace ReadResource {
    /** The message `Request`. */
    export interface Request {
      /** Field 1, `type_name`. */
      typeName: string;
      /** Field 2, `current_state`. */
      currentState?: tfplugin6.DynamicValue;
      /** Field 3, `private`. */
      private: Uint8Array;
      /** Field 4, `provider_meta`. */
      providerMeta?: tfplugin6.DynamicValue;
      /** since 6.6 */
      clientCapabilities?: tfplugin6.ClientCapabilities;
      /** since 6.9 */
      currentIdentity?: tfplugin6.ResourceIdentityData;
    }
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `new_state`. */
      newState?: tfplugin6.DynamicValue;
      /** Field 2, `diagnostics`. */
      diagnostics: tfplugin6.Diagnostic[];
      /** Field 3, `private`. */
      private: Uint8Array;
      /** since 6.6 */
      deferred?: tfplugin6.Deferred;
      /** since 6.9 */
      newIdentity?: tfplugin6.ResourceIdentityData;
    }
  }
  /** Types nested in `PlanResourceChange`. */
  export namespace PlanResourceChange {
    /** The message `Request`. */
    export interface Request {
      /** Field 1, `type_name`. */
      typeName: string;
      /** Null when the object does not exist yet. */
      priorState?: tfplugin6.DynamicValue;
      /** The CLI's own merge of configuration and prior state. Null when the object is to be deleted. */
      proposedNewState?: tfplugin6.DynamicValue;
      /** Field 4, `config`. */
      config?: tfplugin6.DynamicValue;
      /** Field 5, `prior_private`. */
      priorPrivate: Uint8Array;
      /** Field 6, `provider_meta`. */
      providerMeta?: tfplugin6.DynamicValue;
      /** since 6.6 */
      clientCapabilities?: tfplugin6.ClientCapabilities;
      /** since 6.9 */
      priorIdentity?: tfplugin6.ResourceIdentityData;
      /** since 6.11, Terraform 1.16 */
      plannedPrivate: Uint8Array;
    }
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `planned_state`. */
      plannedState?: tfplugin6.DynamicValue;
      /** Paths whose change makes the object be replaced. */
      requiresReplace: tfplugin6.AttributePath[];
      /** Field 3, `planned_private`. */
      plannedPrivate: Uint8Array;
      /** Field 4, `diagnostics`. */
      diagnostics: tfplugin6.Diagnostic[];
      /** For SDKs older than the type system. This provider never sets it. */
      legacyTypeSystem: boolean;
      /** since 6.6 */
      deferred?: tfplugin6.Deferred;
      /** since 6.9 */
      plannedIdentity?: tfplugin6.ResourceIdentityData;
    }
  }
  /** Types nested in `ApplyResourceChange`. */
  export namespace ApplyResourceChange {
    /** The message `Request`. */
    export interface Request {
      /** Field 1, `type_name`. */
      typeName: string;
      /** Field 2, `prior_state`. */
      priorState?: tfplugin6.DynamicValue;
      /** Null when the object is to be deleted. */
      plannedState?: tfplugin6.DynamicValue;
      /** Field 4, `config`. */
      config?: tfplugin6.DynamicValue;
      /** Field 5, `planned_private`. */
      plannedPrivate: Uint8Array;
      /** Field 6, `provider_meta`. */
      providerMeta?: tfplugin6.DynamicValue;
      /** since 6.9 */
      plannedIdentity?: tfplugin6.ResourceIdentityData;
    }
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `new_state`. */
      newState?: tfplugin6.DynamicValue;
      /** Field 2, `private`. */
      private: Uint8Array;
      /** Field 3, `diagnostics`. */
      diagnostics: tfplugin6.Diagnostic[];
      /** For SDKs older than the type system. This provider never sets it. */
      legacyTypeSystem: boolean;
      /** since 6.9 */
      newIdentity?: tfplugin6.ResourceIdentityData;
    }
  }
  /** Types nested in `ImportResourceState`. */
  export namespace ImportResourceState {
    /** The message `Request`. */
    export interface Request {
      /** Field 1, `type_name`. */
      typeName: string;
      /** Field 2, `id`. */
      id: string;
      /** since 6.6 */
      clientCapabilities?: tfplugin6.ClientCapabilities;
      /** since 6.9 */
      identity?: tfplugin6.ResourceIdentityData;
    }
    /** The message `ImportedResource`. */
    export interface ImportedResource {
      /** Field 1, `type_name`. */
      typeName: string;
      /** Field 2, `state`. */
      state?: tfplugin6.DynamicValue;
      /** Field 3, `private`. */
      private: Uint8Array;
      /** since 6.9 */
      identity?: tfplugin6.ResourceIdentityData;
    }
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `imported_resources`. */
      importedResources: tfplugin6.ImportResourceState.ImportedResource[];
      /** Field 2, `diagnostics`. */
      diagnostics: tfplugin6.Diagnostic[];
      /** since 6.6 */
      deferred?: tfplugin6.Deferred;
    }
  }
  /** Types nested in `GenerateResourceConfig`. */
  export namespace GenerateResourceConfig {
    /** The message `Request`. */
    export interface Request {
      /** since 6.10, Terraform 1.14 */
      typeName: string;
      /** since 6.10, Terraform 1.14 */
      state?: tfplugin6.DynamicValue;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 6.10, Terraform 1.14 */
      config?: tfplugin6.DynamicValue;
      /** since 6.10, Terraform 1.14 */
      diagnostics: tfplugin6.Diagnostic[];
    }
  }
  /** Types nested in `MoveResourceState`. */
  export namespace MoveResourceState {
    /** The message `Request`. */
    export interface Request {
      /** since 6.5 */
      sourceProviderAddress: string;
      /** since 6.5 */
      sourceTypeName: string;
      /** since 6.5 */
      sourceSchemaVersion: number;
      /** since 6.5 */
      sourceState?: tfplugin6.RawState;
      /** since 6.5 */
      targetTypeName: string;
      /** since 6.5 */
      sourcePrivate: Uint8Array;
      /** since 6.9 */
      sourceIdentity?: tfplugin6.RawState;
      /** since 6.9 */
      sourceIdentitySchemaVersion: number;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 6.5 */
      targetState?: tfplugin6.DynamicValue;
      /** since 6.5 */
      diagnostics: tfplugin6.Diagnostic[];
      /** since 6.5 */
      targetPrivate: Uint8Array;
      /** since 6.9 */
      targetIdentity?: tfplugin6.ResourceIdentityData;
    }
  }
  /** Types nested in `ReadDataSource`. */
  export namespace ReadDataSource {
    /** The message `Request`. */
    export interface Request {
      /** Field 1, `type_name`. */
      typeName: string;
      /** Field 2, `config`. */
      config?: tfplugin6.DynamicValue;
      /** Field 3, `provider_meta`. */
      providerMeta?: tfplugin6.DynamicValue;
      /** since 6.6 */
      clientCapabilities?: tfplugin6.ClientCapabilities;
    }
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `state`. */
      state?: tfplugin6.DynamicValue;
      /** Field 2, `diagnostics`. */
      diagnostics: tfplugin6.Diagnostic[];
      /** since 6.6 */
      deferred?: tfplugin6.Deferred;
    }
  }
  /** Types nested in `OpenEphemeralResource`. */
  export namespace OpenEphemeralResource {
    /** The message `Request`. */
    export interface Request {
      /** since 6.7 */
      typeName: string;
      /** since 6.7 */
      config?: tfplugin6.DynamicValue;
      /** since 6.7 */
      clientCapabilities?: tfplugin6.ClientCapabilities;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 6.7 */
      diagnostics: tfplugin6.Diagnostic[];
      /** When the CLI shall call renew. Absent: never. */
      renewAt?: Timestamp;
      /** since 6.7 */
      result?: tfplugin6.DynamicValue;
      /** since 6.7 */
      private?: Uint8Array;
      /** since 6.7 */
      deferred?: tfplugin6.Deferred;
    }
  }
  /** Types nested in `RenewEphemeralResource`. */
  export namespace RenewEphemeralResource {
    /** The message `Request`. */
    export interface Request {
      /** since 6.7 */
      typeName: string;
      /** since 6.7 */
      private?: Uint8Array;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 6.7 */
      diagnostics: tfplugin6.Diagnostic[];
      /** since 6.7 */
      renewAt?: Timestamp;
      /** since 6.7 */
      private?: Uint8Array;
    }
  }
  /** Types nested in `CloseEphemeralResource`. */
  export namespace CloseEphemeralResource {
    /** The message `Request`. */
    export interface Request {
      /** since 6.7 */
      typeName: string;
      /** since 6.7 */
      private?: Uint8Array;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 6.7 */
      diagnostics: tfplugin6.Diagnostic[];
    }
  }
  /** Types nested in `GetFunctions`. */
  export namespace GetFunctions {
    /** The message `Request`. */
    export type Request = Record<never, never>;
    /** The message `Response`. */
    export interface Response {
      /** since 6.5 */
      functions: Record<string, tfplugin6.Function>;
      /** since 6.5 */
      diagnostics: tfplugin6.Diagnostic[];
    }
  }
  /** Types nested in `CallFunction`. */
  export namespace CallFunction {
    /** The message `Request`. */
    export interface Request {
      /** since 6.5 */
      name: string;
      /** since 6.5 */
      arguments: tfplugin6.DynamicValue[];
    }
    /** The message `Response`. */
    export interface Response {
      /** since 6.5 */
      result?: tfplugin6.DynamicValue;
      /** since 6.5 */
      error?: tfplugin6.FunctionError;
    }
  }
  /** Types nested in `ListResource`. */
  export namespace ListResource {
    /** The message `Request`. */
    export interface Request {
      /** since 6.10, Terraform 1.13 */
      typeName: string;
      /** since 6.10, Terraform 1.13 */
      config?: tfplugin6.DynamicValue;
      /** since 6.10, Terraform 1.13 */
      includeResourceObject: boolean;
      /** since 6.10, Terraform 1.13 */
      limit: number;
    }
    /** One object found. */
    export interface Event {
      /** since 6.10, Terraform 1.13 */
      identity?: tfplugin6.ResourceIdentityData;
      /** since 6.10, Terraform 1.13 */
      displayName: string;
      /** since 6.10, Terraform 1.13 */
      resourceObject?: tfplugin6.DynamicValue;
      /** since 6.10, Terraform 1.13 */
      diagnostic: tfplugin6.Diagnostic[];
    }
  }
  /** Types nested in `ValidateListResourceConfig`. */
  export namespace ValidateListResourceConfig {
    /** The message `Request`. */
    export interface Request {
      /** since 6.10, Terraform 1.13 */
      typeName: string;
      /** since 6.10, Terraform 1.13 */
      config?: tfplugin6.DynamicValue;
      /** since 6.10, Terraform 1.13 */
      includeResourceObject?: tfplugin6.DynamicValue;
      /** since 6.10, Terraform 1.13 */
      limit?: tfplugin6.DynamicValue;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 6.10, Terraform 1.13 */
      diagnostics: tfplugin6.Diagnostic[];
    }
  }
  /** Types nested in `ValidateStateStore`. */
  export namespace ValidateStateStore {
    /** The message `Request`. */
    export interface Request {
      /** since 6.10, Terraform 1.13 */
      typeName: string;
      /** since 6.10, Terraform 1.13 */
      config?: tfplugin6.DynamicValue;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 6.10, Terraform 1.13 */
      diagnostics: tfplugin6.Diagnostic[];
    }
  }
  /** Types nested in `ConfigureStateStore`. */
  export namespace ConfigureStateStore {
    /** The message `Request`. */
    export interface Request {
      /** since 6.10, Terraform 1.13 */
      typeName: string;
      /** since 6.10, Terraform 1.13 */
      config?: tfplugin6.DynamicValue;
      /** since 6.10, Terraform 1.15 */
      capabilities?: tfplugin6.StateStoreClientCapabilities;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 6.10, Terraform 1.13 */
      diagnostics: tfplugin6.Diagnostic[];
      /** since 6.10, Terraform 1.15 */
      capabilities?: tfplugin6.StateStoreServerCapabilities;
    }
  }
  /** The message `StateStoreClientCapabilities`. */
  export interface StateStoreClientCapabilities {
    /** since 6.10, Terraform 1.15 */
    chunkSize: number;
  }
  /** The message `StateStoreServerCapabilities`. */
  export interface StateStoreServerCapabilities {
    /** since 6.10, Terraform 1.15 */
    chunkSize: number;
  }
  /** Types nested in `ReadStateBytes`. */
  export namespace ReadStateBytes {
    /** The message `Request`. */
    export interface Request {
      /** since 6.10, Terraform 1.15 */
      typeName: string;
      /** since 6.10, Terraform 1.15 */
      stateId: string;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 6.10, Terraform 1.15 */
      bytes: Uint8Array;
      /** since 6.10, Terraform 1.15 */
      totalLength: number;
      /** since 6.10, Terraform 1.15 */
      range?: tfplugin6.StateRange;
      /** since 6.10, Terraform 1.15 */
      diagnostics: tfplugin6.Diagnostic[];
    }
  }
  /** Types nested in `WriteStateBytes`. */
  export namespace WriteStateBytes {
    /** The message `RequestChunk`. */
    export interface RequestChunk {
      /** since 6.10, Terraform 1.15 */
      meta?: tfplugin6.RequestChunkMeta;
      /** since 6.10, Terraform 1.15 */
      bytes: Uint8Array;
      /** since 6.10, Terraform 1.15 */
      totalLength: number;
      /** since 6.10, Terraform 1.15 */
      range?: tfplugin6.StateRange;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 6.10, Terraform 1.15 */
      diagnostics: tfplugin6.Diagnostic[];
    }
  }
  /** The message `RequestChunkMeta`. */
  export interface RequestChunkMeta {
    /** since 6.10, Terraform 1.15 */
    typeName: string;
    /** since 6.10, Terraform 1.15 */
    stateId: string;
  }
  /** The message `StateRange`. */
  export interface StateRange {
    /** since 6.10, Terraform 1.15 */
    start: number;
    /** since 6.10, Terraform 1.15 */
    end: number;
  }
  /** Types nested in `LockState`. */
  export namespace LockState {
    /** The message `Request`. */
    export interface Request {
      /** since 6.10, Terraform 1.15 */
      typeName: string;
      /** since 6.10, Terraform 1.15 */
      stateId: string;
      /** since 6.10, Terraform 1.15 */
      operation: string;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 6.10, Terraform 1.15 */
      lockId: string;
      /** since 6.10, Terraform 1.15 */
      diagnostics: tfplugin6.Diagnostic[];
    }
  }
  /** Types nested in `UnlockState`. */
  export namespace UnlockState {
    /** The message `Request`. */
    export interface Request {
      /** since 6.10, Terraform 1.15 */
      typeName: string;
      /** since 6.10, Terraform 1.15 */
      stateId: string;
      /** since 6.10, Terraform 1.15 */
      lockId: string;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 6.10, Terraform 1.15 */
      diagnostics: tfplugin6.Diagnostic[];
    }
  }
  /** Types nested in `GetStates`. */
  export namespace GetStates {
    /** The message `Request`. */
    export interface Request {
      /** since 6.10, Terraform 1.13 */
      typeName: string;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 6.10, Terraform 1.13 */
      stateId: string[];
      /** since 6.10, Terraform 1.13 */
      diagnostics: tfplugin6.Diagnostic[];
    }
  }
  /** Types nested in `DeleteState`. */
  export namespace DeleteState {
    /** The message `Request`. */
    export interface Request {
      /** since 6.10, Terraform 1.13 */
      typeName: string;
      /** since 6.10, Terraform 1.13 */
      stateId: string;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 6.10, Terraform 1.13 */
      diagnostics: tfplugin6.Diagnostic[];
    }
  }
  /** Types nested in `PlanAction`. */
  export namespace PlanAction {
    /** The message `Request`. */
    export interface Request {
      /** since 6.10, Terraform 1.14 */
      actionType: string;
      /** since 6.10, Terraform 1.14 */
      config?: tfplugin6.DynamicValue;
      /** since 6.10, Terraform 1.14 */
      clientCapabilities?: tfplugin6.ClientCapabilities;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 6.10, Terraform 1.14 */
      diagnostics: tfplugin6.Diagnostic[];
      /** since 6.10, Terraform 1.14 */
      deferred?: tfplugin6.Deferred;
    }
  }
  /** Types nested in `InvokeAction`. */
  export namespace InvokeAction {
    /** The message `Request`. */
    export interface Request {
      /** since 6.10, Terraform 1.14 */
      actionType: string;
      /** since 6.10, Terraform 1.14 */
      config?: tfplugin6.DynamicValue;
      /** since 6.10, Terraform 1.14 */
      clientCapabilities?: tfplugin6.ClientCapabilities;
    }
    /** Any number of progress events, then one completed event. */
    export interface Event {
      /** since 6.10, Terraform 1.14 */
      progress?: tfplugin6.InvokeAction.Event.Progress;
      /** since 6.10, Terraform 1.14 */
      completed?: tfplugin6.InvokeAction.Event.Completed;
    }
    /** Types nested in `Event`. */
    export namespace Event {
      /** The message `Progress`. */
      export interface Progress {
        /** since 6.10, Terraform 1.14 */
        message: string;
      }
      /** The message `Completed`. */
      export interface Completed {
        /** since 6.10, Terraform 1.14 */
        diagnostics: tfplugin6.Diagnostic[];
      }
    }
  }
  /** Types nested in `ValidateActionConfig`. */
  export namespace ValidateActionConfig {
    /** The message `Request`. */
    export interface Request {
      /** since 6.10, Terraform 1.14 */
      typeName: string;
      /** since 6.10, Terraform 1.14 */
      config?: tfplugin6.DynamicValue;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 6.10, Terraform 1.14 */
      diagnostics: tfplugin6.Diagnostic[];
    }
  }
}
