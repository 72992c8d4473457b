// Made from tfplugin5.proto by `deno task proto`. Do not edit.
import { type Codec, codec } from "../codec.ts";
import { type Method, method } from "../service.ts";
import { Timestamp } from "../well_known.ts";

const DynamicValue_: Codec<tfplugin5.DynamicValue> = codec(
  "tfplugin5.DynamicValue",
  [
    [1, "msgpack", "bytes"],
    [2, "json", "bytes"],
  ],
);
const Diagnostic_: Codec<tfplugin5.Diagnostic> = codec(
  "tfplugin5.Diagnostic",
  [
    [1, "severity", "enum"],
    [2, "summary", "string"],
    [3, "detail", "string"],
    [4, "attribute", () => AttributePath_],
  ],
);
const FunctionError_: Codec<tfplugin5.FunctionError> = codec(
  "tfplugin5.FunctionError",
  [
    [1, "text", "string"],
    [2, "functionArgument", "int64", "optional"],
  ],
);
const AttributePath_: Codec<tfplugin5.AttributePath> = codec(
  "tfplugin5.AttributePath",
  [
    [1, "steps", () => AttributePath_Step_, "repeated"],
  ],
);
const AttributePath_Step_: Codec<tfplugin5.AttributePath.Step> = codec(
  "tfplugin5.AttributePath.Step",
  [
    [1, "attributeName", "string", ":selector"],
    [2, "elementKeyString", "string", ":selector"],
    [3, "elementKeyInt", "int64", ":selector"],
  ],
);
const Stop_Request_: Codec<tfplugin5.Stop.Request> = codec(
  "tfplugin5.Stop.Request",
  [],
);
const Stop_Response_: Codec<tfplugin5.Stop.Response> = codec(
  "tfplugin5.Stop.Response",
  [
    [1, "Error", "string"],
  ],
);
const RawState_: Codec<tfplugin5.RawState> = codec(
  "tfplugin5.RawState",
  [
    [1, "json", "bytes"],
    [2, "flatmap", "string", "map"],
  ],
);
const ResourceIdentitySchema_: Codec<tfplugin5.ResourceIdentitySchema> = codec(
  "tfplugin5.ResourceIdentitySchema",
  [
    [1, "version", "int64"],
    [2, "identityAttributes", () => ResourceIdentitySchema_IdentityAttribute_, "repeated"],
  ],
);
const ResourceIdentitySchema_IdentityAttribute_: Codec<tfplugin5.ResourceIdentitySchema.IdentityAttribute> = codec(
  "tfplugin5.ResourceIdentitySchema.IdentityAttribute",
  [
    [1, "name", "string"],
    [2, "type", "bytes"],
    [3, "requiredForImport", "bool"],
    [4, "optionalForImport", "bool"],
    [5, "description", "string"],
  ],
);
const ResourceIdentityData_: Codec<tfplugin5.ResourceIdentityData> = codec(
  "tfplugin5.ResourceIdentityData",
  [
    [1, "identityData", () => DynamicValue_],
  ],
);
const ActionSchema_: Codec<tfplugin5.ActionSchema> = codec(
  "tfplugin5.ActionSchema",
  [
    [1, "schema", () => Schema_],
  ],
);
const Schema_: Codec<tfplugin5.Schema> = codec(
  "tfplugin5.Schema",
  [
    [1, "version", "int64"],
    [2, "block", () => Schema_Block_],
  ],
);
const Schema_Block_: Codec<tfplugin5.Schema.Block> = codec(
  "tfplugin5.Schema.Block",
  [
    [1, "version", "int64"],
    [2, "attributes", () => Schema_Attribute_, "repeated"],
    [3, "blockTypes", () => Schema_NestedBlock_, "repeated"],
    [4, "description", "string"],
    [5, "descriptionKind", "enum"],
    [6, "deprecated", "bool"],
    [7, "deprecationMessage", "string"],
  ],
);
const Schema_Attribute_: Codec<tfplugin5.Schema.Attribute> = codec(
  "tfplugin5.Schema.Attribute",
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
    [10, "writeOnly", "bool"],
    [11, "deprecationMessage", "string"],
  ],
);
const Schema_NestedBlock_: Codec<tfplugin5.Schema.NestedBlock> = codec(
  "tfplugin5.Schema.NestedBlock",
  [
    [1, "typeName", "string"],
    [2, "block", () => Schema_Block_],
    [3, "nesting", "enum"],
    [4, "minItems", "int64"],
    [5, "maxItems", "int64"],
  ],
);
const Function_: Codec<tfplugin5.Function> = codec(
  "tfplugin5.Function",
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
const Function_Parameter_: Codec<tfplugin5.Function.Parameter> = codec(
  "tfplugin5.Function.Parameter",
  [
    [1, "name", "string"],
    [2, "type", "bytes"],
    [3, "allowNullValue", "bool"],
    [4, "allowUnknownValues", "bool"],
    [5, "description", "string"],
    [6, "descriptionKind", "enum"],
  ],
);
const Function_Return_: Codec<tfplugin5.Function.Return> = codec(
  "tfplugin5.Function.Return",
  [
    [1, "type", "bytes"],
  ],
);
const ServerCapabilities_: Codec<tfplugin5.ServerCapabilities> = codec(
  "tfplugin5.ServerCapabilities",
  [
    [1, "planDestroy", "bool"],
    [2, "getProviderSchemaOptional", "bool"],
    [3, "moveResourceState", "bool"],
    [4, "generateResourceConfig", "bool"],
  ],
);
const ClientCapabilities_: Codec<tfplugin5.ClientCapabilities> = codec(
  "tfplugin5.ClientCapabilities",
  [
    [1, "deferralAllowed", "bool"],
    [2, "writeOnlyAttributesAllowed", "bool"],
  ],
);
const Deferred_: Codec<tfplugin5.Deferred> = codec(
  "tfplugin5.Deferred",
  [
    [1, "reason", "enum"],
  ],
);
const GetMetadata_Request_: Codec<tfplugin5.GetMetadata.Request> = codec(
  "tfplugin5.GetMetadata.Request",
  [],
);
const GetMetadata_Response_: Codec<tfplugin5.GetMetadata.Response> = codec(
  "tfplugin5.GetMetadata.Response",
  [
    [1, "serverCapabilities", () => ServerCapabilities_],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
    [3, "dataSources", () => GetMetadata_DataSourceMetadata_, "repeated"],
    [4, "resources", () => GetMetadata_ResourceMetadata_, "repeated"],
    [5, "functions", () => GetMetadata_FunctionMetadata_, "repeated"],
    [6, "ephemeralResources", () => GetMetadata_EphemeralMetadata_, "repeated"],
    [7, "listResources", () => GetMetadata_ListResourceMetadata_, "repeated"],
    [8, "actions", () => GetMetadata_ActionMetadata_, "repeated"],
  ],
);
const GetMetadata_EphemeralMetadata_: Codec<tfplugin5.GetMetadata.EphemeralMetadata> = codec(
  "tfplugin5.GetMetadata.EphemeralMetadata",
  [
    [1, "typeName", "string"],
  ],
);
const GetMetadata_FunctionMetadata_: Codec<tfplugin5.GetMetadata.FunctionMetadata> = codec(
  "tfplugin5.GetMetadata.FunctionMetadata",
  [
    [1, "name", "string"],
  ],
);
const GetMetadata_DataSourceMetadata_: Codec<tfplugin5.GetMetadata.DataSourceMetadata> = codec(
  "tfplugin5.GetMetadata.DataSourceMetadata",
  [
    [1, "typeName", "string"],
  ],
);
const GetMetadata_ResourceMetadata_: Codec<tfplugin5.GetMetadata.ResourceMetadata> = codec(
  "tfplugin5.GetMetadata.ResourceMetadata",
  [
    [1, "typeName", "string"],
  ],
);
const GetMetadata_ListResourceMetadata_: Codec<tfplugin5.GetMetadata.ListResourceMetadata> = codec(
  "tfplugin5.GetMetadata.ListResourceMetadata",
  [
    [1, "typeName", "string"],
  ],
);
const GetMetadata_ActionMetadata_: Codec<tfplugin5.GetMetadata.ActionMetadata> = codec(
  "tfplugin5.GetMetadata.ActionMetadata",
  [
    [1, "typeName", "string"],
  ],
);
const GetProviderSchema_Request_: Codec<tfplugin5.GetProviderSchema.Request> = codec(
  "tfplugin5.GetProviderSchema.Request",
  [],
);
const GetProviderSchema_Response_: Codec<tfplugin5.GetProviderSchema.Response> = codec(
  "tfplugin5.GetProviderSchema.Response",
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
    [11, "actionSchemas", () => ActionSchema_, "map"],
  ],
);
const PrepareProviderConfig_Request_: Codec<tfplugin5.PrepareProviderConfig.Request> = codec(
  "tfplugin5.PrepareProviderConfig.Request",
  [
    [1, "config", () => DynamicValue_],
  ],
);
const PrepareProviderConfig_Response_: Codec<tfplugin5.PrepareProviderConfig.Response> = codec(
  "tfplugin5.PrepareProviderConfig.Response",
  [
    [1, "preparedConfig", () => DynamicValue_],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const UpgradeResourceState_Request_: Codec<tfplugin5.UpgradeResourceState.Request> = codec(
  "tfplugin5.UpgradeResourceState.Request",
  [
    [1, "typeName", "string"],
    [2, "version", "int64"],
    [3, "rawState", () => RawState_],
  ],
);
const UpgradeResourceState_Response_: Codec<tfplugin5.UpgradeResourceState.Response> = codec(
  "tfplugin5.UpgradeResourceState.Response",
  [
    [1, "upgradedState", () => DynamicValue_],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const GetResourceIdentitySchemas_Request_: Codec<tfplugin5.GetResourceIdentitySchemas.Request> = codec(
  "tfplugin5.GetResourceIdentitySchemas.Request",
  [],
);
const GetResourceIdentitySchemas_Response_: Codec<tfplugin5.GetResourceIdentitySchemas.Response> = codec(
  "tfplugin5.GetResourceIdentitySchemas.Response",
  [
    [1, "identitySchemas", () => ResourceIdentitySchema_, "map"],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const UpgradeResourceIdentity_Request_: Codec<tfplugin5.UpgradeResourceIdentity.Request> = codec(
  "tfplugin5.UpgradeResourceIdentity.Request",
  [
    [1, "typeName", "string"],
    [2, "version", "int64"],
    [3, "rawIdentity", () => RawState_],
  ],
);
const UpgradeResourceIdentity_Response_: Codec<tfplugin5.UpgradeResourceIdentity.Response> = codec(
  "tfplugin5.UpgradeResourceIdentity.Response",
  [
    [1, "upgradedIdentity", () => ResourceIdentityData_],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const ValidateResourceTypeConfig_Request_: Codec<tfplugin5.ValidateResourceTypeConfig.Request> = codec(
  "tfplugin5.ValidateResourceTypeConfig.Request",
  [
    [1, "typeName", "string"],
    [2, "config", () => DynamicValue_],
    [3, "clientCapabilities", () => ClientCapabilities_],
  ],
);
const ValidateResourceTypeConfig_Response_: Codec<tfplugin5.ValidateResourceTypeConfig.Response> = codec(
  "tfplugin5.ValidateResourceTypeConfig.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const ValidateDataSourceConfig_Request_: Codec<tfplugin5.ValidateDataSourceConfig.Request> = codec(
  "tfplugin5.ValidateDataSourceConfig.Request",
  [
    [1, "typeName", "string"],
    [2, "config", () => DynamicValue_],
  ],
);
const ValidateDataSourceConfig_Response_: Codec<tfplugin5.ValidateDataSourceConfig.Response> = codec(
  "tfplugin5.ValidateDataSourceConfig.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const ValidateEphemeralResourceConfig_Request_: Codec<tfplugin5.ValidateEphemeralResourceConfig.Request> = codec(
  "tfplugin5.ValidateEphemeralResourceConfig.Request",
  [
    [1, "typeName", "string"],
    [2, "config", () => DynamicValue_],
  ],
);
const ValidateEphemeralResourceConfig_Response_: Codec<tfplugin5.ValidateEphemeralResourceConfig.Response> = codec(
  "tfplugin5.ValidateEphemeralResourceConfig.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const Configure_Request_: Codec<tfplugin5.Configure.Request> = codec(
  "tfplugin5.Configure.Request",
  [
    [1, "terraformVersion", "string"],
    [2, "config", () => DynamicValue_],
    [3, "clientCapabilities", () => ClientCapabilities_],
  ],
);
const Configure_Response_: Codec<tfplugin5.Configure.Response> = codec(
  "tfplugin5.Configure.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const ReadResource_Request_: Codec<tfplugin5.ReadResource.Request> = codec(
  "tfplugin5.ReadResource.Request",
  [
    [1, "typeName", "string"],
    [2, "currentState", () => DynamicValue_],
    [3, "private", "bytes"],
    [4, "providerMeta", () => DynamicValue_],
    [5, "clientCapabilities", () => ClientCapabilities_],
    [6, "currentIdentity", () => ResourceIdentityData_],
  ],
);
const ReadResource_Response_: Codec<tfplugin5.ReadResource.Response> = codec(
  "tfplugin5.ReadResource.Response",
  [
    [1, "newState", () => DynamicValue_],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
    [3, "private", "bytes"],
    [4, "deferred", () => Deferred_],
    [5, "newIdentity", () => ResourceIdentityData_],
  ],
);
const PlanResourceChange_Request_: Codec<tfplugin5.PlanResourceChange.Request> = codec(
  "tfplugin5.PlanResourceChange.Request",
  [
    [1, "typeName", "string"],
    [2, "priorState", () => DynamicValue_],
    [3, "proposedNewState", () => DynamicValue_],
    [4, "config", () => DynamicValue_],
    [5, "priorPrivate", "bytes"],
    [6, "providerMeta", () => DynamicValue_],
    [7, "clientCapabilities", () => ClientCapabilities_],
    [8, "priorIdentity", () => ResourceIdentityData_],
  ],
);
const PlanResourceChange_Response_: Codec<tfplugin5.PlanResourceChange.Response> = codec(
  "tfplugin5.PlanResourceChange.Response",
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
const ApplyResourceChange_Request_: Codec<tfplugin5.ApplyResourceChange.Request> = codec(
  "tfplugin5.ApplyResourceChange.Request",
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
const ApplyResourceChange_Response_: Codec<tfplugin5.ApplyResourceChange.Response> = codec(
  "tfplugin5.ApplyResourceChange.Response",
  [
    [1, "newState", () => DynamicValue_],
    [2, "private", "bytes"],
    [3, "diagnostics", () => Diagnostic_, "repeated"],
    [4, "legacyTypeSystem", "bool"],
    [5, "newIdentity", () => ResourceIdentityData_],
  ],
);
const ImportResourceState_Request_: Codec<tfplugin5.ImportResourceState.Request> = codec(
  "tfplugin5.ImportResourceState.Request",
  [
    [1, "typeName", "string"],
    [2, "id", "string"],
    [3, "clientCapabilities", () => ClientCapabilities_],
    [4, "identity", () => ResourceIdentityData_],
  ],
);
const ImportResourceState_ImportedResource_: Codec<tfplugin5.ImportResourceState.ImportedResource> = codec(
  "tfplugin5.ImportResourceState.ImportedResource",
  [
    [1, "typeName", "string"],
    [2, "state", () => DynamicValue_],
    [3, "private", "bytes"],
    [4, "identity", () => ResourceIdentityData_],
  ],
);
const ImportResourceState_Response_: Codec<tfplugin5.ImportResourceState.Response> = codec(
  "tfplugin5.ImportResourceState.Response",
  [
    [1, "importedResources", () => ImportResourceState_ImportedResource_, "repeated"],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
    [3, "deferred", () => Deferred_],
  ],
);
const GenerateResourceConfig_Request_: Codec<tfplugin5.GenerateResourceConfig.Request> = codec(
  "tfplugin5.GenerateResourceConfig.Request",
  [
    [1, "typeName", "string"],
    [2, "state", () => DynamicValue_],
  ],
);
const GenerateResourceConfig_Response_: Codec<tfplugin5.GenerateResourceConfig.Response> = codec(
  "tfplugin5.GenerateResourceConfig.Response",
  [
    [1, "config", () => DynamicValue_],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const MoveResourceState_Request_: Codec<tfplugin5.MoveResourceState.Request> = codec(
  "tfplugin5.MoveResourceState.Request",
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
const MoveResourceState_Response_: Codec<tfplugin5.MoveResourceState.Response> = codec(
  "tfplugin5.MoveResourceState.Response",
  [
    [1, "targetState", () => DynamicValue_],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
    [3, "targetPrivate", "bytes"],
    [4, "targetIdentity", () => ResourceIdentityData_],
  ],
);
const ReadDataSource_Request_: Codec<tfplugin5.ReadDataSource.Request> = codec(
  "tfplugin5.ReadDataSource.Request",
  [
    [1, "typeName", "string"],
    [2, "config", () => DynamicValue_],
    [3, "providerMeta", () => DynamicValue_],
    [4, "clientCapabilities", () => ClientCapabilities_],
  ],
);
const ReadDataSource_Response_: Codec<tfplugin5.ReadDataSource.Response> = codec(
  "tfplugin5.ReadDataSource.Response",
  [
    [1, "state", () => DynamicValue_],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
    [3, "deferred", () => Deferred_],
  ],
);
const GetProvisionerSchema_Request_: Codec<tfplugin5.GetProvisionerSchema.Request> = codec(
  "tfplugin5.GetProvisionerSchema.Request",
  [],
);
const GetProvisionerSchema_Response_: Codec<tfplugin5.GetProvisionerSchema.Response> = codec(
  "tfplugin5.GetProvisionerSchema.Response",
  [
    [1, "provisioner", () => Schema_],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const ValidateProvisionerConfig_Request_: Codec<tfplugin5.ValidateProvisionerConfig.Request> = codec(
  "tfplugin5.ValidateProvisionerConfig.Request",
  [
    [1, "config", () => DynamicValue_],
  ],
);
const ValidateProvisionerConfig_Response_: Codec<tfplugin5.ValidateProvisionerConfig.Response> = codec(
  "tfplugin5.ValidateProvisionerConfig.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const ProvisionResource_Request_: Codec<tfplugin5.ProvisionResource.Request> = codec(
  "tfplugin5.ProvisionResource.Request",
  [
    [1, "config", () => DynamicValue_],
    [2, "connection", () => DynamicValue_],
  ],
);
const ProvisionResource_Response_: Codec<tfplugin5.ProvisionResource.Response> = codec(
  "tfplugin5.ProvisionResource.Response",
  [
    [1, "output", "string"],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const OpenEphemeralResource_Request_: Codec<tfplugin5.OpenEphemeralResource.Request> = codec(
  "tfplugin5.OpenEphemeralResource.Request",
  [
    [1, "typeName", "string"],
    [2, "config", () => DynamicValue_],
    [3, "clientCapabilities", () => ClientCapabilities_],
  ],
);
const OpenEphemeralResource_Response_: Codec<tfplugin5.OpenEphemeralResource.Response> = codec(
  "tfplugin5.OpenEphemeralResource.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
    [2, "renewAt", () => Timestamp],
    [3, "result", () => DynamicValue_],
    [4, "private", "bytes", "optional"],
    [5, "deferred", () => Deferred_],
  ],
);
const RenewEphemeralResource_Request_: Codec<tfplugin5.RenewEphemeralResource.Request> = codec(
  "tfplugin5.RenewEphemeralResource.Request",
  [
    [1, "typeName", "string"],
    [2, "private", "bytes", "optional"],
  ],
);
const RenewEphemeralResource_Response_: Codec<tfplugin5.RenewEphemeralResource.Response> = codec(
  "tfplugin5.RenewEphemeralResource.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
    [2, "renewAt", () => Timestamp],
    [3, "private", "bytes", "optional"],
  ],
);
const CloseEphemeralResource_Request_: Codec<tfplugin5.CloseEphemeralResource.Request> = codec(
  "tfplugin5.CloseEphemeralResource.Request",
  [
    [1, "typeName", "string"],
    [2, "private", "bytes", "optional"],
  ],
);
const CloseEphemeralResource_Response_: Codec<tfplugin5.CloseEphemeralResource.Response> = codec(
  "tfplugin5.CloseEphemeralResource.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const GetFunctions_Request_: Codec<tfplugin5.GetFunctions.Request> = codec(
  "tfplugin5.GetFunctions.Request",
  [],
);
const GetFunctions_Response_: Codec<tfplugin5.GetFunctions.Response> = codec(
  "tfplugin5.GetFunctions.Response",
  [
    [1, "functions", () => Function_, "map"],
    [2, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const CallFunction_Request_: Codec<tfplugin5.CallFunction.Request> = codec(
  "tfplugin5.CallFunction.Request",
  [
    [1, "name", "string"],
    [2, "arguments", () => DynamicValue_, "repeated"],
  ],
);
const CallFunction_Response_: Codec<tfplugin5.CallFunction.Response> = codec(
  "tfplugin5.CallFunction.Response",
  [
    [1, "result", () => DynamicValue_],
    [2, "error", () => FunctionError_],
  ],
);
const ListResource_Request_: Codec<tfplugin5.ListResource.Request> = codec(
  "tfplugin5.ListResource.Request",
  [
    [1, "typeName", "string"],
    [2, "config", () => DynamicValue_],
    [3, "includeResourceObject", "bool"],
    [4, "limit", "int64"],
  ],
);
const ListResource_Event_: Codec<tfplugin5.ListResource.Event> = codec(
  "tfplugin5.ListResource.Event",
  [
    [1, "identity", () => ResourceIdentityData_],
    [2, "displayName", "string"],
    [3, "resourceObject", () => DynamicValue_],
    [4, "diagnostic", () => Diagnostic_, "repeated"],
  ],
);
const ValidateListResourceConfig_Request_: Codec<tfplugin5.ValidateListResourceConfig.Request> = codec(
  "tfplugin5.ValidateListResourceConfig.Request",
  [
    [1, "typeName", "string"],
    [2, "config", () => DynamicValue_],
    [3, "includeResourceObject", () => DynamicValue_],
    [4, "limit", () => DynamicValue_],
  ],
);
const ValidateListResourceConfig_Response_: Codec<tfplugin5.ValidateListResourceConfig.Response> = codec(
  "tfplugin5.ValidateListResourceConfig.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const PlanAction_Request_: Codec<tfplugin5.PlanAction.Request> = codec(
  "tfplugin5.PlanAction.Request",
  [
    [1, "actionType", "string"],
    [2, "config", () => DynamicValue_],
    [3, "clientCapabilities", () => ClientCapabilities_],
  ],
);
const PlanAction_Response_: Codec<tfplugin5.PlanAction.Response> = codec(
  "tfplugin5.PlanAction.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
    [2, "deferred", () => Deferred_],
  ],
);
const InvokeAction_Request_: Codec<tfplugin5.InvokeAction.Request> = codec(
  "tfplugin5.InvokeAction.Request",
  [
    [1, "actionType", "string"],
    [2, "config", () => DynamicValue_],
    [3, "clientCapabilities", () => ClientCapabilities_],
  ],
);
const InvokeAction_Event_: Codec<tfplugin5.InvokeAction.Event> = codec(
  "tfplugin5.InvokeAction.Event",
  [
    [1, "progress", () => InvokeAction_Event_Progress_, ":type"],
    [2, "completed", () => InvokeAction_Event_Completed_, ":type"],
  ],
);
const InvokeAction_Event_Progress_: Codec<tfplugin5.InvokeAction.Event.Progress> = codec(
  "tfplugin5.InvokeAction.Event.Progress",
  [
    [1, "message", "string"],
  ],
);
const InvokeAction_Event_Completed_: Codec<tfplugin5.InvokeAction.Event.Completed> = codec(
  "tfplugin5.InvokeAction.Event.Completed",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);
const ValidateActionConfig_Request_: Codec<tfplugin5.ValidateActionConfig.Request> = codec(
  "tfplugin5.ValidateActionConfig.Request",
  [
    [1, "typeName", "string"],
    [2, "config", () => DynamicValue_],
  ],
);
const ValidateActionConfig_Response_: Codec<tfplugin5.ValidateActionConfig.Response> = codec(
  "tfplugin5.ValidateActionConfig.Response",
  [
    [1, "diagnostics", () => Diagnostic_, "repeated"],
  ],
);

/** Codecs, enums and services of package `tfplugin5`. */
export const tfplugin5: {
  readonly StringKind: Readonly<Record<"PLAIN" | "MARKDOWN", number>>;
  readonly DynamicValue: Codec<tfplugin5.DynamicValue>;
  readonly Diagnostic: Codec<tfplugin5.Diagnostic> & {
    readonly Severity: Readonly<Record<"INVALID" | "ERROR" | "WARNING", number>>;
  };
  readonly FunctionError: Codec<tfplugin5.FunctionError>;
  readonly AttributePath: Codec<tfplugin5.AttributePath> & {
    readonly Step: Codec<tfplugin5.AttributePath.Step>;
  };
  readonly Stop: {
    readonly Request: Codec<tfplugin5.Stop.Request>;
    readonly Response: Codec<tfplugin5.Stop.Response>;
  };
  readonly RawState: Codec<tfplugin5.RawState>;
  readonly ResourceIdentitySchema: Codec<tfplugin5.ResourceIdentitySchema> & {
    readonly IdentityAttribute: Codec<tfplugin5.ResourceIdentitySchema.IdentityAttribute>;
  };
  readonly ResourceIdentityData: Codec<tfplugin5.ResourceIdentityData>;
  readonly ActionSchema: Codec<tfplugin5.ActionSchema>;
  readonly Schema: Codec<tfplugin5.Schema> & {
    readonly Block: Codec<tfplugin5.Schema.Block>;
    readonly Attribute: Codec<tfplugin5.Schema.Attribute>;
    readonly NestedBlock: Codec<tfplugin5.Schema.NestedBlock> & {
      readonly NestingMode: Readonly<Record<"INVALID" | "SINGLE" | "LIST" | "SET" | "MAP" | "GROUP", number>>;
    };
  };
  readonly Function: Codec<tfplugin5.Function> & {
    readonly Parameter: Codec<tfplugin5.Function.Parameter>;
    readonly Return: Codec<tfplugin5.Function.Return>;
  };
  readonly ServerCapabilities: Codec<tfplugin5.ServerCapabilities>;
  readonly ClientCapabilities: Codec<tfplugin5.ClientCapabilities>;
  readonly Deferred: Codec<tfplugin5.Deferred> & {
    readonly Reason: Readonly<Record<"UNKNOWN" | "RESOURCE_CONFIG_UNKNOWN" | "PROVIDER_CONFIG_UNKNOWN" | "ABSENT_PREREQ", number>>;
  };
  readonly GetMetadata: {
    readonly Request: Codec<tfplugin5.GetMetadata.Request>;
    readonly Response: Codec<tfplugin5.GetMetadata.Response>;
    readonly EphemeralMetadata: Codec<tfplugin5.GetMetadata.EphemeralMetadata>;
    readonly FunctionMetadata: Codec<tfplugin5.GetMetadata.FunctionMetadata>;
    readonly DataSourceMetadata: Codec<tfplugin5.GetMetadata.DataSourceMetadata>;
    readonly ResourceMetadata: Codec<tfplugin5.GetMetadata.ResourceMetadata>;
    readonly ListResourceMetadata: Codec<tfplugin5.GetMetadata.ListResourceMetadata>;
    readonly ActionMetadata: Codec<tfplugin5.GetMetadata.ActionMetadata>;
  };
  readonly GetProviderSchema: {
    readonly Request: Codec<tfplugin5.GetProviderSchema.Request>;
    readonly Response: Codec<tfplugin5.GetProviderSchema.Response>;
  };
  readonly PrepareProviderConfig: {
    readonly Request: Codec<tfplugin5.PrepareProviderConfig.Request>;
    readonly Response: Codec<tfplugin5.PrepareProviderConfig.Response>;
  };
  readonly UpgradeResourceState: {
    readonly Request: Codec<tfplugin5.UpgradeResourceState.Request>;
    readonly Response: Codec<tfplugin5.UpgradeResourceState.Response>;
  };
  readonly GetResourceIdentitySchemas: {
    readonly Request: Codec<tfplugin5.GetResourceIdentitySchemas.Request>;
    readonly Response: Codec<tfplugin5.GetResourceIdentitySchemas.Response>;
  };
  readonly UpgradeResourceIdentity: {
    readonly Request: Codec<tfplugin5.UpgradeResourceIdentity.Request>;
    readonly Response: Codec<tfplugin5.UpgradeResourceIdentity.Response>;
  };
  readonly ValidateResourceTypeConfig: {
    readonly Request: Codec<tfplugin5.ValidateResourceTypeConfig.Request>;
    readonly Response: Codec<tfplugin5.ValidateResourceTypeConfig.Response>;
  };
  readonly ValidateDataSourceConfig: {
    readonly Request: Codec<tfplugin5.ValidateDataSourceConfig.Request>;
    readonly Response: Codec<tfplugin5.ValidateDataSourceConfig.Response>;
  };
  readonly ValidateEphemeralResourceConfig: {
    readonly Request: Codec<tfplugin5.ValidateEphemeralResourceConfig.Request>;
    readonly Response: Codec<tfplugin5.ValidateEphemeralResourceConfig.Response>;
  };
  readonly Configure: {
    readonly Request: Codec<tfplugin5.Configure.Request>;
    readonly Response: Codec<tfplugin5.Configure.Response>;
  };
  readonly ReadResource: {
    readonly Request: Codec<tfplugin5.ReadResource.Request>;
    readonly Response: Codec<tfplugin5.ReadResource.Response>;
  };
  readonly PlanResourceChange: {
    readonly Request: Codec<tfplugin5.PlanResourceChange.Request>;
    readonly Response: Codec<tfplugin5.PlanResourceChange.Response>;
  };
  readonly ApplyResourceChange: {
    readonly Request: Codec<tfplugin5.ApplyResourceChange.Request>;
    readonly Response: Codec<tfplugin5.ApplyResourceChange.Response>;
  };
  readonly ImportResourceState: {
    readonly Request: Codec<tfplugin5.ImportResourceState.Request>;
    readonly ImportedResource: Codec<tfplugin5.ImportResourceState.ImportedResource>;
    readonly Response: Codec<tfplugin5.ImportResourceState.Response>;
  };
  readonly GenerateResourceConfig: {
    readonly Request: Codec<tfplugin5.GenerateResourceConfig.Request>;
    readonly Response: Codec<tfplugin5.GenerateResourceConfig.Response>;
  };
  readonly MoveResourceState: {
    readonly Request: Codec<tfplugin5.MoveResourceState.Request>;
    readonly Response: Codec<tfplugin5.MoveResourceState.Response>;
  };
  readonly ReadDataSource: {
    readonly Request: Codec<tfplugin5.ReadDataSource.Request>;
    readonly Response: Codec<tfplugin5.ReadDataSource.Response>;
  };
  readonly GetProvisionerSchema: {
    readonly Request: Codec<tfplugin5.GetProvisionerSchema.Request>;
    readonly Response: Codec<tfplugin5.GetProvisionerSchema.Response>;
  };
  readonly ValidateProvisionerConfig: {
    readonly Request: Codec<tfplugin5.ValidateProvisionerConfig.Request>;
    readonly Response: Codec<tfplugin5.ValidateProvisionerConfig.Response>;
  };
  readonly ProvisionResource: {
    readonly Request: Codec<tfplugin5.ProvisionResource.Request>;
    readonly Response: Codec<tfplugin5.ProvisionResource.Response>;
  };
  readonly OpenEphemeralResource: {
    readonly Request: Codec<tfplugin5.OpenEphemeralResource.Request>;
    readonly Response: Codec<tfplugin5.OpenEphemeralResource.Response>;
  };
  readonly RenewEphemeralResource: {
    readonly Request: Codec<tfplugin5.RenewEphemeralResource.Request>;
    readonly Response: Codec<tfplugin5.RenewEphemeralResource.Response>;
  };
  readonly CloseEphemeralResource: {
    readonly Request: Codec<tfplugin5.CloseEphemeralResource.Request>;
    readonly Response: Codec<tfplugin5.CloseEphemeralResource.Response>;
  };
  readonly GetFunctions: {
    readonly Request: Codec<tfplugin5.GetFunctions.Request>;
    readonly Response: Codec<tfplugin5.GetFunctions.Response>;
  };
  readonly CallFunction: {
    readonly Request: Codec<tfplugin5.CallFunction.Request>;
    readonly Response: Codec<tfplugin5.CallFunction.Response>;
  };
  readonly ListResource: {
    readonly Request: Codec<tfplugin5.ListResource.Request>;
    readonly Event: Codec<tfplugin5.ListResource.Event>;
  };
  readonly ValidateListResourceConfig: {
    readonly Request: Codec<tfplugin5.ValidateListResourceConfig.Request>;
    readonly Response: Codec<tfplugin5.ValidateListResourceConfig.Response>;
  };
  readonly PlanAction: {
    readonly Request: Codec<tfplugin5.PlanAction.Request>;
    readonly Response: Codec<tfplugin5.PlanAction.Response>;
  };
  readonly InvokeAction: {
    readonly Request: Codec<tfplugin5.InvokeAction.Request>;
    readonly Event: Codec<tfplugin5.InvokeAction.Event> & {
      readonly Progress: Codec<tfplugin5.InvokeAction.Event.Progress>;
      readonly Completed: Codec<tfplugin5.InvokeAction.Event.Completed>;
    };
  };
  readonly ValidateActionConfig: {
    readonly Request: Codec<tfplugin5.ValidateActionConfig.Request>;
    readonly Response: Codec<tfplugin5.ValidateActionConfig.Response>;
  };
  readonly Provider: {
    readonly GetMetadata: Method<tfplugin5.GetMetadata.Request, tfplugin5.GetMetadata.Response>;
    readonly GetSchema: Method<tfplugin5.GetProviderSchema.Request, tfplugin5.GetProviderSchema.Response>;
    readonly PrepareProviderConfig: Method<tfplugin5.PrepareProviderConfig.Request, tfplugin5.PrepareProviderConfig.Response>;
    readonly ValidateResourceTypeConfig: Method<tfplugin5.ValidateResourceTypeConfig.Request, tfplugin5.ValidateResourceTypeConfig.Response>;
    readonly ValidateDataSourceConfig: Method<tfplugin5.ValidateDataSourceConfig.Request, tfplugin5.ValidateDataSourceConfig.Response>;
    readonly UpgradeResourceState: Method<tfplugin5.UpgradeResourceState.Request, tfplugin5.UpgradeResourceState.Response>;
    readonly GetResourceIdentitySchemas: Method<tfplugin5.GetResourceIdentitySchemas.Request, tfplugin5.GetResourceIdentitySchemas.Response>;
    readonly UpgradeResourceIdentity: Method<tfplugin5.UpgradeResourceIdentity.Request, tfplugin5.UpgradeResourceIdentity.Response>;
    readonly Configure: Method<tfplugin5.Configure.Request, tfplugin5.Configure.Response>;
    readonly ReadResource: Method<tfplugin5.ReadResource.Request, tfplugin5.ReadResource.Response>;
    readonly PlanResourceChange: Method<tfplugin5.PlanResourceChange.Request, tfplugin5.PlanResourceChange.Response>;
    readonly ApplyResourceChange: Method<tfplugin5.ApplyResourceChange.Request, tfplugin5.ApplyResourceChange.Response>;
    readonly ImportResourceState: Method<tfplugin5.ImportResourceState.Request, tfplugin5.ImportResourceState.Response>;
    readonly MoveResourceState: Method<tfplugin5.MoveResourceState.Request, tfplugin5.MoveResourceState.Response>;
    readonly ReadDataSource: Method<tfplugin5.ReadDataSource.Request, tfplugin5.ReadDataSource.Response>;
    readonly GenerateResourceConfig: Method<tfplugin5.GenerateResourceConfig.Request, tfplugin5.GenerateResourceConfig.Response>;
    readonly ValidateEphemeralResourceConfig: Method<tfplugin5.ValidateEphemeralResourceConfig.Request, tfplugin5.ValidateEphemeralResourceConfig.Response>;
    readonly OpenEphemeralResource: Method<tfplugin5.OpenEphemeralResource.Request, tfplugin5.OpenEphemeralResource.Response>;
    readonly RenewEphemeralResource: Method<tfplugin5.RenewEphemeralResource.Request, tfplugin5.RenewEphemeralResource.Response>;
    readonly CloseEphemeralResource: Method<tfplugin5.CloseEphemeralResource.Request, tfplugin5.CloseEphemeralResource.Response>;
    readonly ListResource: Method<tfplugin5.ListResource.Request, tfplugin5.ListResource.Event>;
    readonly ValidateListResourceConfig: Method<tfplugin5.ValidateListResourceConfig.Request, tfplugin5.ValidateListResourceConfig.Response>;
    readonly GetFunctions: Method<tfplugin5.GetFunctions.Request, tfplugin5.GetFunctions.Response>;
    readonly CallFunction: Method<tfplugin5.CallFunction.Request, tfplugin5.CallFunction.Response>;
    readonly PlanAction: Method<tfplugin5.PlanAction.Request, tfplugin5.PlanAction.Response>;
    readonly InvokeAction: Method<tfplugin5.InvokeAction.Request, tfplugin5.InvokeAction.Event>;
    readonly ValidateActionConfig: Method<tfplugin5.ValidateActionConfig.Request, tfplugin5.ValidateActionConfig.Response>;
    readonly Stop: Method<tfplugin5.Stop.Request, tfplugin5.Stop.Response>;
  };
  readonly Provisioner: {
    readonly GetSchema: Method<tfplugin5.GetProvisionerSchema.Request, tfplugin5.GetProvisionerSchema.Response>;
    readonly ValidateProvisionerConfig: Method<tfplugin5.ValidateProvisionerConfig.Request, tfplugin5.ValidateProvisionerConfig.Response>;
    readonly ProvisionResource: Method<tfplugin5.ProvisionResource.Request, tfplugin5.ProvisionResource.Response>;
    readonly Stop: Method<tfplugin5.Stop.Request, tfplugin5.Stop.Response>;
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
  Stop: {
    Request: Stop_Request_,
    Response: Stop_Response_,
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
    ActionMetadata: GetMetadata_ActionMetadata_,
  },
  GetProviderSchema: {
    Request: GetProviderSchema_Request_,
    Response: GetProviderSchema_Response_,
  },
  PrepareProviderConfig: {
    Request: PrepareProviderConfig_Request_,
    Response: PrepareProviderConfig_Response_,
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
  ValidateResourceTypeConfig: {
    Request: ValidateResourceTypeConfig_Request_,
    Response: ValidateResourceTypeConfig_Response_,
  },
  ValidateDataSourceConfig: {
    Request: ValidateDataSourceConfig_Request_,
    Response: ValidateDataSourceConfig_Response_,
  },
  ValidateEphemeralResourceConfig: {
    Request: ValidateEphemeralResourceConfig_Request_,
    Response: ValidateEphemeralResourceConfig_Response_,
  },
  Configure: {
    Request: Configure_Request_,
    Response: Configure_Response_,
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
  GetProvisionerSchema: {
    Request: GetProvisionerSchema_Request_,
    Response: GetProvisionerSchema_Response_,
  },
  ValidateProvisionerConfig: {
    Request: ValidateProvisionerConfig_Request_,
    Response: ValidateProvisionerConfig_Response_,
  },
  ProvisionResource: {
    Request: ProvisionResource_Request_,
    Response: ProvisionResource_Response_,
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
    GetMetadata: method("/tfplugin5.Provider/GetMetadata", "unary", {
      request: GetMetadata_Request_,
      response: GetMetadata_Response_,
    }),
    GetSchema: method("/tfplugin5.Provider/GetSchema", "unary", {
      request: GetProviderSchema_Request_,
      response: GetProviderSchema_Response_,
    }),
    PrepareProviderConfig: method("/tfplugin5.Provider/PrepareProviderConfig", "unary", {
      request: PrepareProviderConfig_Request_,
      response: PrepareProviderConfig_Response_,
    }),
    ValidateResourceTypeConfig: method("/tfplugin5.Provider/ValidateResourceTypeConfig", "unary", {
      request: ValidateResourceTypeConfig_Request_,
      response: ValidateResourceTypeConfig_Response_,
    }),
    ValidateDataSourceConfig: method("/tfplugin5.Provider/ValidateDataSourceConfig", "unary", {
      request: ValidateDataSourceConfig_Request_,
      response: ValidateDataSourceConfig_Response_,
    }),
    UpgradeResourceState: method("/tfplugin5.Provider/UpgradeResourceState", "unary", {
      request: UpgradeResourceState_Request_,
      response: UpgradeResourceState_Response_,
    }),
    GetResourceIdentitySchemas: method("/tfplugin5.Provider/GetResourceIdentitySchemas", "unary", {
      request: GetResourceIdentitySchemas_Request_,
      response: GetResourceIdentitySchemas_Response_,
    }),
    UpgradeResourceIdentity: method("/tfplugin5.Provider/UpgradeResourceIdentity", "unary", {
      request: UpgradeResourceIdentity_Request_,
      response: UpgradeResourceIdentity_Response_,
    }),
    Configure: method("/tfplugin5.Provider/Configure", "unary", {
      request: Configure_Request_,
      response: Configure_Response_,
    }),
    ReadResource: method("/tfplugin5.Provider/ReadResource", "unary", {
      request: ReadResource_Request_,
      response: ReadResource_Response_,
    }),
    PlanResourceChange: method("/tfplugin5.Provider/PlanResourceChange", "unary", {
      request: PlanResourceChange_Request_,
      response: PlanResourceChange_Response_,
    }),
    ApplyResourceChange: method("/tfplugin5.Provider/ApplyResourceChange", "unary", {
      request: ApplyResourceChange_Request_,
      response: ApplyResourceChange_Response_,
    }),
    ImportResourceState: method("/tfplugin5.Provider/ImportResourceState", "unary", {
      request: ImportResourceState_Request_,
      response: ImportResourceState_Response_,
    }),
    MoveResourceState: method("/tfplugin5.Provider/MoveResourceState", "unary", {
      request: MoveResourceState_Request_,
      response: MoveResourceState_Response_,
    }),
    ReadDataSource: method("/tfplugin5.Provider/ReadDataSource", "unary", {
      request: ReadDataSource_Request_,
      response: ReadDataSource_Response_,
    }),
    GenerateResourceConfig: method("/tfplugin5.Provider/GenerateResourceConfig", "unary", {
      request: GenerateResourceConfig_Request_,
      response: GenerateResourceConfig_Response_,
    }),
    ValidateEphemeralResourceConfig: method("/tfplugin5.Provider/ValidateEphemeralResourceConfig", "unary", {
      request: ValidateEphemeralResourceConfig_Request_,
      response: ValidateEphemeralResourceConfig_Response_,
    }),
    OpenEphemeralResource: method("/tfplugin5.Provider/OpenEphemeralResource", "unary", {
      request: OpenEphemeralResource_Request_,
      response: OpenEphemeralResource_Response_,
    }),
    RenewEphemeralResource: method("/tfplugin5.Provider/RenewEphemeralResource", "unary", {
      request: RenewEphemeralResource_Request_,
      response: RenewEphemeralResource_Response_,
    }),
    CloseEphemeralResource: method("/tfplugin5.Provider/CloseEphemeralResource", "unary", {
      request: CloseEphemeralResource_Request_,
      response: CloseEphemeralResource_Response_,
    }),
    ListResource: method("/tfplugin5.Provider/ListResource", "server-stream", {
      request: ListResource_Request_,
      response: ListResource_Event_,
    }),
    ValidateListResourceConfig: method("/tfplugin5.Provider/ValidateListResourceConfig", "unary", {
      request: ValidateListResourceConfig_Request_,
      response: ValidateListResourceConfig_Response_,
    }),
    GetFunctions: method("/tfplugin5.Provider/GetFunctions", "unary", {
      request: GetFunctions_Request_,
      response: GetFunctions_Response_,
    }),
    CallFunction: method("/tfplugin5.Provider/CallFunction", "unary", {
      request: CallFunction_Request_,
      response: CallFunction_Response_,
    }),
    PlanAction: method("/tfplugin5.Provider/PlanAction", "unary", {
      request: PlanAction_Request_,
      response: PlanAction_Response_,
    }),
    InvokeAction: method("/tfplugin5.Provider/InvokeAction", "server-stream", {
      request: InvokeAction_Request_,
      response: InvokeAction_Event_,
    }),
    ValidateActionConfig: method("/tfplugin5.Provider/ValidateActionConfig", "unary", {
      request: ValidateActionConfig_Request_,
      response: ValidateActionConfig_Response_,
    }),
    Stop: method("/tfplugin5.Provider/Stop", "unary", {
      request: Stop_Request_,
      response: Stop_Response_,
    }),
  },
  Provisioner: {
    GetSchema: method("/tfplugin5.Provisioner/GetSchema", "unary", {
      request: GetProvisionerSchema_Request_,
      response: GetProvisionerSchema_Response_,
    }),
    ValidateProvisionerConfig: method("/tfplugin5.Provisioner/ValidateProvisionerConfig", "unary", {
      request: ValidateProvisionerConfig_Request_,
      response: ValidateProvisionerConfig_Response_,
    }),
    ProvisionResource: method("/tfplugin5.Provisioner/ProvisionResource", "server-stream", {
      request: ProvisionResource_Request_,
      response: ProvisionResource_Response_,
    }),
    Stop: method("/tfplugin5.Provisioner/Stop", "unary", {
      request: Stop_Request_,
      response: Stop_Response_,
    }),
  },
};

/** Message types of package `tfplugin5`, as decoded. */
export declare namespace tfplugin5 {
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
    attribute?: tfplugin5.AttributePath;
  }
  /** Types nested in `Diagnostic`. */
  export namespace Diagnostic {
    /** The message `Severity`. */
    /** 0 INVALID, 1 ERROR, 2 WARNING; others as the peer sent them. */
    export type Severity = number;
  }
  /** The message `FunctionError`. */
  export interface FunctionError {
    /** since 5.5 */
    text: string;
    /** Zero-based position of the faulty argument. Presence counts: 0 is the first argument, absent means no argument in particular. */
    functionArgument?: number;
  }
  /** The message `AttributePath`. */
  export interface AttributePath {
    /** Field 1, `steps`. */
    steps: tfplugin5.AttributePath.Step[];
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
  /** Types nested in `Stop`. */
  export namespace Stop {
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
    /** since 5.9 */
    version: number;
    /** since 5.9 */
    identityAttributes: tfplugin5.ResourceIdentitySchema.IdentityAttribute[];
  }
  /** Types nested in `ResourceIdentitySchema`. */
  export namespace ResourceIdentitySchema {
    /** The message `IdentityAttribute`. */
    export interface IdentityAttribute {
      /** since 5.9 */
      name: string;
      /** Type JSON, UTF-8. */
      type: Uint8Array;
      /** since 5.9 */
      requiredForImport: boolean;
      /** since 5.9 */
      optionalForImport: boolean;
      /** since 5.9 */
      description: string;
    }
  }
  /** The message `ResourceIdentityData`. */
  export interface ResourceIdentityData {
    /** since 5.9 */
    identityData?: tfplugin5.DynamicValue;
  }
  /** The message `ActionSchema`. */
  export interface ActionSchema {
    /** since 5.10, Terraform 1.14 */
    schema?: tfplugin5.Schema;
  }
  /** The message `Schema`. */
  export interface Schema {
    /** Field 1, `version`. */
    version: number;
    /** Field 2, `block`. */
    block?: tfplugin5.Schema.Block;
  }
  /** Types nested in `Schema`. */
  export namespace Schema {
    /** The message `Block`. */
    export interface Block {
      /** Field 1, `version`. */
      version: number;
      /** Field 2, `attributes`. */
      attributes: tfplugin5.Schema.Attribute[];
      /** Field 3, `block_types`. */
      blockTypes: tfplugin5.Schema.NestedBlock[];
      /** since 5.2 */
      description: string;
      /** since 5.2 */
      descriptionKind: number;
      /** since 5.2 */
      deprecated: boolean;
      /** since 5.10, Terraform 1.15 */
      deprecationMessage: string;
    }
    /** The message `Attribute`. */
    export interface Attribute {
      /** Field 1, `name`. */
      name: string;
      /** Type JSON, UTF-8. */
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
      /** since 5.2 */
      descriptionKind: number;
      /** since 5.2 */
      deprecated: boolean;
      /** since 5.8 */
      writeOnly: boolean;
      /** since 5.10, Terraform 1.15 */
      deprecationMessage: string;
    }
    /** The message `NestedBlock`. */
    export interface NestedBlock {
      /** Field 1, `type_name`. */
      typeName: string;
      /** Field 2, `block`. */
      block?: tfplugin5.Schema.Block;
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
  }
  /** The message `Function`. */
  export interface Function {
    /** since 5.5 */
    parameters: tfplugin5.Function.Parameter[];
    /** Describes each of the arguments after the last parameter. */
    variadicParameter?: tfplugin5.Function.Parameter;
    /** since 5.5 */
    return?: tfplugin5.Function.Return;
    /** since 5.5 */
    summary: string;
    /** since 5.5 */
    description: string;
    /** since 5.5 */
    descriptionKind: number;
    /** since 5.5 */
    deprecationMessage: string;
  }
  /** Types nested in `Function`. */
  export namespace Function {
    /** The message `Parameter`. */
    export interface Parameter {
      /** since 5.5 */
      name: string;
      /** Type JSON, UTF-8. */
      type: Uint8Array;
      /** since 5.5 */
      allowNullValue: boolean;
      /** since 5.5 */
      allowUnknownValues: boolean;
      /** since 5.5 */
      description: string;
      /** since 5.5 */
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
    /** since 5.5 */
    moveResourceState: boolean;
    /** since 5.10, Terraform 1.14 */
    generateResourceConfig: boolean;
  }
  /** What the CLI understands, sent with each request that depends on it. */
  export interface ClientCapabilities {
    /** since 5.6 */
    deferralAllowed: boolean;
    /** since 5.8 */
    writeOnlyAttributesAllowed: boolean;
  }
  /** Says that an object cannot be handled yet and why. */
  export interface Deferred {
    /** since 5.6 */
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
      /** since 5.4 */
      serverCapabilities?: tfplugin5.ServerCapabilities;
      /** since 5.4 */
      diagnostics: tfplugin5.Diagnostic[];
      /** since 5.4 */
      dataSources: tfplugin5.GetMetadata.DataSourceMetadata[];
      /** since 5.4 */
      resources: tfplugin5.GetMetadata.ResourceMetadata[];
      /** since 5.5 */
      functions: tfplugin5.GetMetadata.FunctionMetadata[];
      /** since 5.7 */
      ephemeralResources: tfplugin5.GetMetadata.EphemeralMetadata[];
      /** since 5.10, Terraform 1.13 */
      listResources: tfplugin5.GetMetadata.ListResourceMetadata[];
      /** Go providers use number 9; no CLI asks for metadata, so this stays as the CLI has it. */
      actions: tfplugin5.GetMetadata.ActionMetadata[];
    }
    /** The message `EphemeralMetadata`. */
    export interface EphemeralMetadata {
      /** since 5.7 */
      typeName: string;
    }
    /** The message `FunctionMetadata`. */
    export interface FunctionMetadata {
      /** since 5.5 */
      name: string;
    }
    /** The message `DataSourceMetadata`. */
    export interface DataSourceMetadata {
      /** since 5.4 */
      typeName: string;
    }
    /** The message `ResourceMetadata`. */
    export interface ResourceMetadata {
      /** since 5.4 */
      typeName: string;
    }
    /** The message `ListResourceMetadata`. */
    export interface ListResourceMetadata {
      /** since 5.10, Terraform 1.13 */
      typeName: string;
    }
    /** The message `ActionMetadata`. */
    export interface ActionMetadata {
      /** since 5.10, Terraform 1.14 */
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
      provider?: tfplugin5.Schema;
      /** Field 2, `resource_schemas`. */
      resourceSchemas: Record<string, tfplugin5.Schema>;
      /** Field 3, `data_source_schemas`. */
      dataSourceSchemas: Record<string, tfplugin5.Schema>;
      /** Field 4, `diagnostics`. */
      diagnostics: tfplugin5.Diagnostic[];
      /** since 5.2 */
      providerMeta?: tfplugin5.Schema;
      /** since 5.4 */
      serverCapabilities?: tfplugin5.ServerCapabilities;
      /** since 5.5 */
      functions: Record<string, tfplugin5.Function>;
      /** since 5.7 */
      ephemeralResourceSchemas: Record<string, tfplugin5.Schema>;
      /** since 5.10, Terraform 1.13 */
      listResourceSchemas: Record<string, tfplugin5.Schema>;
      /** since 5.10, Terraform 1.14 */
      actionSchemas: Record<string, tfplugin5.ActionSchema>;
    }
  }
  /** Types nested in `PrepareProviderConfig`. */
  export namespace PrepareProviderConfig {
    /** The message `Request`. */
    export interface Request {
      /** Field 1, `config`. */
      config?: tfplugin5.DynamicValue;
    }
    /** The message `Response`. */
    export interface Response {
      /** The configuration as sent, or absent: the CLI ignores changes. */
      preparedConfig?: tfplugin5.DynamicValue;
      /** Field 2, `diagnostics`. */
      diagnostics: tfplugin5.Diagnostic[];
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
      rawState?: tfplugin5.RawState;
    }
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `upgraded_state`. */
      upgradedState?: tfplugin5.DynamicValue;
      /** Field 2, `diagnostics`. */
      diagnostics: tfplugin5.Diagnostic[];
    }
  }
  /** Types nested in `GetResourceIdentitySchemas`. */
  export namespace GetResourceIdentitySchemas {
    /** The message `Request`. */
    export type Request = Record<never, never>;
    /** The message `Response`. */
    export interface Response {
      /** since 5.9 */
      identitySchemas: Record<string, tfplugin5.ResourceIdentitySchema>;
      /** since 5.9 */
      diagnostics: tfplugin5.Diagnostic[];
    }
  }
  /** Types nested in `UpgradeResourceIdentity`. */
  export namespace UpgradeResourceIdentity {
    /** The message `Request`. */
    export interface Request {
      /** since 5.9 */
      typeName: string;
      /** since 5.9 */
      version: number;
      /** since 5.9 */
      rawIdentity?: tfplugin5.RawState;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 5.9 */
      upgradedIdentity?: tfplugin5.ResourceIdentityData;
      /** since 5.9 */
      diagnostics: tfplugin5.Diagnostic[];
    }
  }
  /** Types nested in `ValidateResourceTypeConfig`. */
  export namespace ValidateResourceTypeConfig {
    /** The message `Request`. */
    export interface Request {
      /** Field 1, `type_name`. */
      typeName: string;
      /** Field 2, `config`. */
      config?: tfplugin5.DynamicValue;
      /** since 5.8 */
      clientCapabilities?: tfplugin5.ClientCapabilities;
    }
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `diagnostics`. */
      diagnostics: tfplugin5.Diagnostic[];
    }
  }
  /** Types nested in `ValidateDataSourceConfig`. */
  export namespace ValidateDataSourceConfig {
    /** The message `Request`. */
    export interface Request {
      /** Field 1, `type_name`. */
      typeName: string;
      /** Field 2, `config`. */
      config?: tfplugin5.DynamicValue;
    }
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `diagnostics`. */
      diagnostics: tfplugin5.Diagnostic[];
    }
  }
  /** Types nested in `ValidateEphemeralResourceConfig`. */
  export namespace ValidateEphemeralResourceConfig {
    /** The message `Request`. */
    export interface Request {
      /** since 5.7 */
      typeName: string;
      /** since 5.7 */
      config?: tfplugin5.DynamicValue;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 5.7 */
      diagnostics: tfplugin5.Diagnostic[];
    }
  }
  /** Types nested in `Configure`. */
  export namespace Configure {
    /** The message `Request`. */
    export interface Request {
      /** Field 1, `terraform_version`. */
      terraformVersion: string;
      /** Field 2, `config`. */
      config?: tfplugin5.DynamicValue;
      /** since 5.6 */
      clientCapabilities?: tfplugin5.ClientCapabilities;
    }
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `diagnostics`. */
      diagnostics: tfplugin5.Diagnostic[];
    }
  }
  /** Types nested in `ReadResource`. */
  export namespace ReadResource {
    /** The message `Request`. */
    export interface Request {
      /** Field 1, `type_name`. */
      typeName: string;
      /** Field 2, `current_state`. */
      currentState?: tfplugin5.DynamicValue;
      /** Field 3, `private`. */
      private: Uint8Array;
      /** since 5.2 */
      providerMeta?: tfplugin5.DynamicValue;
      /** since 5.6 */
      clientCapabilities?: tfplugin5.ClientCapabilities;
      /** since 5.9 */
      currentIdentity?: tfplugin5.ResourceIdentityData;
    }
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `new_state`. */
      newState?: tfplugin5.DynamicValue;
      /** Field 2, `diagnostics`. */
      diagnostics: tfplugin5.Diagnostic[];
      /** Field 3, `private`. */
      private: Uint8Array;
      /** since 5.6 */
      deferred?: tfplugin5.Deferred;
      /** since 5.9 */
      newIdentity?: tfplugin5.ResourceIdentityData;
    }
  }
  /** Types nested in `PlanResourceChange`. */
  export namespace PlanResourceChange {
    /** The message `Request`. */
    export interface Request {
      /** Field 1, `type_name`. */
      typeName: string;
      /** Null when the object does not exist yet. */
      priorState?: tfplugin5.DynamicValue;
      /** The CLI's own merge of configuration and prior state. Null when the object is to be deleted. */
      proposedNewState?: tfplugin5.DynamicValue;
      /** Field 4, `config`. */
      config?: tfplugin5.DynamicValue;
      /** Field 5, `prior_private`. */
      priorPrivate: Uint8Array;
      /** since 5.2 */
      providerMeta?: tfplugin5.DynamicValue;
      /** since 5.6 */
      clientCapabilities?: tfplugin5.ClientCapabilities;
      /** since 5.9 */
      priorIdentity?: tfplugin5.ResourceIdentityData;
    }
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `planned_state`. */
      plannedState?: tfplugin5.DynamicValue;
      /** Paths whose change makes the object be replaced. */
      requiresReplace: tfplugin5.AttributePath[];
      /** Field 3, `planned_private`. */
      plannedPrivate: Uint8Array;
      /** Field 4, `diagnostics`. */
      diagnostics: tfplugin5.Diagnostic[];
      /** For SDKs older than the type system. This provider never sets it. */
      legacyTypeSystem: boolean;
      /** since 5.6 */
      deferred?: tfplugin5.Deferred;
      /** since 5.9 */
      plannedIdentity?: tfplugin5.ResourceIdentityData;
    }
  }
  /** Types nested in `ApplyResourceChange`. */
  export namespace ApplyResourceChange {
    /** The message `Request`. */
    export interface Request {
      /** Field 1, `type_name`. */
      typeName: string;
      /** Field 2, `prior_state`. */
      priorState?: tfplugin5.DynamicValue;
      /** Null when the object is to be deleted. */
      plannedState?: tfplugin5.DynamicValue;
      /** Field 4, `config`. */
      config?: tfplugin5.DynamicValue;
      /** Field 5, `planned_private`. */
      plannedPrivate: Uint8Array;
      /** since 5.2 */
      providerMeta?: tfplugin5.DynamicValue;
      /** since 5.9 */
      plannedIdentity?: tfplugin5.ResourceIdentityData;
    }
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `new_state`. */
      newState?: tfplugin5.DynamicValue;
      /** Field 2, `private`. */
      private: Uint8Array;
      /** Field 3, `diagnostics`. */
      diagnostics: tfplugin5.Diagnostic[];
      /** For SDKs older than the type system. This provider never sets it. */
      legacyTypeSystem: boolean;
      /** since 5.9 */
      newIdentity?: tfplugin5.ResourceIdentityData;
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
      /** since 5.6 */
      clientCapabilities?: tfplugin5.ClientCapabilities;
      /** since 5.9 */
      identity?: tfplugin5.ResourceIdentityData;
    }
    /** The message `ImportedResource`. */
    export interface ImportedResource {
      /** Field 1, `type_name`. */
      typeName: string;
      /** Field 2, `state`. */
      state?: tfplugin5.DynamicValue;
      /** Field 3, `private`. */
      private: Uint8Array;
      /** since 5.9 */
      identity?: tfplugin5.ResourceIdentityData;
    }
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `imported_resources`. */
      importedResources: tfplugin5.ImportResourceState.ImportedResource[];
      /** Field 2, `diagnostics`. */
      diagnostics: tfplugin5.Diagnostic[];
      /** since 5.6 */
      deferred?: tfplugin5.Deferred;
    }
  }
  /** Types nested in `GenerateResourceConfig`. */
  export namespace GenerateResourceConfig {
    /** The message `Request`. */
    export interface Request {
      /** since 5.10, Terraform 1.14 */
      typeName: string;
      /** since 5.10, Terraform 1.14 */
      state?: tfplugin5.DynamicValue;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 5.10, Terraform 1.14 */
      config?: tfplugin5.DynamicValue;
      /** since 5.10, Terraform 1.14 */
      diagnostics: tfplugin5.Diagnostic[];
    }
  }
  /** Types nested in `MoveResourceState`. */
  export namespace MoveResourceState {
    /** The message `Request`. */
    export interface Request {
      /** since 5.5 */
      sourceProviderAddress: string;
      /** since 5.5 */
      sourceTypeName: string;
      /** since 5.5 */
      sourceSchemaVersion: number;
      /** since 5.5 */
      sourceState?: tfplugin5.RawState;
      /** since 5.5 */
      targetTypeName: string;
      /** since 5.5 */
      sourcePrivate: Uint8Array;
      /** since 5.9 */
      sourceIdentity?: tfplugin5.RawState;
      /** since 5.9 */
      sourceIdentitySchemaVersion: number;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 5.5 */
      targetState?: tfplugin5.DynamicValue;
      /** since 5.5 */
      diagnostics: tfplugin5.Diagnostic[];
      /** since 5.5 */
      targetPrivate: Uint8Array;
      /** since 5.9 */
      targetIdentity?: tfplugin5.ResourceIdentityData;
    }
  }
  /** Types nested in `ReadDataSource`. */
  export namespace ReadDataSource {
    /** The message `Request`. */
    export interface Request {
      /** Field 1, `type_name`. */
      typeName: string;
      /** Field 2, `config`. */
      config?: tfplugin5.DynamicValue;
      /** since 5.2 */
      providerMeta?: tfplugin5.DynamicValue;
      /** since 5.6 */
      clientCapabilities?: tfplugin5.ClientCapabilities;
    }
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `state`. */
      state?: tfplugin5.DynamicValue;
      /** Field 2, `diagnostics`. */
      diagnostics: tfplugin5.Diagnostic[];
      /** since 5.6 */
      deferred?: tfplugin5.Deferred;
    }
  }
  /** Types nested in `GetProvisionerSchema`. */
  export namespace GetProvisionerSchema {
    /** The message `Request`. */
    export type Request = Record<never, never>;
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `provisioner`. */
      provisioner?: tfplugin5.Schema;
      /** Field 2, `diagnostics`. */
      diagnostics: tfplugin5.Diagnostic[];
    }
  }
  /** Types nested in `ValidateProvisionerConfig`. */
  export namespace ValidateProvisionerConfig {
    /** The message `Request`. */
    export interface Request {
      /** Field 1, `config`. */
      config?: tfplugin5.DynamicValue;
    }
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `diagnostics`. */
      diagnostics: tfplugin5.Diagnostic[];
    }
  }
  /** Types nested in `ProvisionResource`. */
  export namespace ProvisionResource {
    /** The message `Request`. */
    export interface Request {
      /** Field 1, `config`. */
      config?: tfplugin5.DynamicValue;
      /** Field 2, `connection`. */
      connection?: tfplugin5.DynamicValue;
    }
    /** The message `Response`. */
    export interface Response {
      /** Field 1, `output`. */
      output: string;
      /** Field 2, `diagnostics`. */
      diagnostics: tfplugin5.Diagnostic[];
    }
  }
  /** Types nested in `OpenEphemeralResource`. */
  export namespace OpenEphemeralResource {
    /** The message `Request`. */
    export interface Request {
      /** since 5.7 */
      typeName: string;
      /** since 5.7 */
      config?: tfplugin5.DynamicValue;
      /** since 5.7 */
      clientCapabilities?: tfplugin5.ClientCapabilities;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 5.7 */
      diagnostics: tfplugin5.Diagnostic[];
      /** When the CLI shall call renew. Absent: never. */
      renewAt?: Timestamp;
      /** since 5.7 */
      result?: tfplugin5.DynamicValue;
      /** since 5.7 */
      private?: Uint8Array;
      /** since 5.7 */
      deferred?: tfplugin5.Deferred;
    }
  }
  /** Types nested in `RenewEphemeralResource`. */
  export namespace RenewEphemeralResource {
    /** The message `Request`. */
    export interface Request {
      /** since 5.7 */
      typeName: string;
      /** since 5.7 */
      private?: Uint8Array;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 5.7 */
      diagnostics: tfplugin5.Diagnostic[];
      /** since 5.7 */
      renewAt?: Timestamp;
      /** since 5.7 */
      private?: Uint8Array;
    }
  }
  /** Types nested in `CloseEphemeralResource`. */
  export namespace CloseEphemeralResource {
    /** The message `Request`. */
    export interface Request {
      /** since 5.7 */
      typeName: string;
      /** since 5.7 */
      private?: Uint8Array;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 5.7 */
      diagnostics: tfplugin5.Diagnostic[];
    }
  }
  /** Types nested in `GetFunctions`. */
  export namespace GetFunctions {
    /** The message `Request`. */
    export type Request = Record<never, never>;
    /** The message `Response`. */
    export interface Response {
      /** since 5.5 */
      functions: Record<string, tfplugin5.Function>;
      /** since 5.5 */
      diagnostics: tfplugin5.Diagnostic[];
    }
  }
  /** Types nested in `CallFunction`. */
  export namespace CallFunction {
    /** The message `Request`. */
    export interface Request {
      /** since 5.5 */
      name: string;
      /** since 5.5 */
      arguments: tfplugin5.DynamicValue[];
    }
    /** The message `Response`. */
    export interface Response {
      /** since 5.5 */
      result?: tfplugin5.DynamicValue;
      /** since 5.5 */
      error?: tfplugin5.FunctionError;
    }
  }
  /** Types nested in `ListResource`. */
  export namespace ListResource {
    /** The message `Request`. */
    export interface Request {
      /** since 5.10, Terraform 1.13 */
      typeName: string;
      /** since 5.10, Terraform 1.13 */
      config?: tfplugin5.DynamicValue;
      /** since 5.10, Terraform 1.13 */
      includeResourceObject: boolean;
      /** since 5.10, Terraform 1.13 */
      limit: number;
    }
    /** One object found. */
    export interface Event {
      /** since 5.10, Terraform 1.13 */
      identity?: tfplugin5.ResourceIdentityData;
      /** since 5.10, Terraform 1.13 */
      displayName: string;
      /** since 5.10, Terraform 1.13 */
      resourceObject?: tfplugin5.DynamicValue;
      /** since 5.10, Terraform 1.13 */
      diagnostic: tfplugin5.Diagnostic[];
    }
  }
  /** Types nested in `ValidateListResourceConfig`. */
  export namespace ValidateListResourceConfig {
    /** The message `Request`. */
    export interface Request {
      /** since 5.10, Terraform 1.13 */
      typeName: string;
      /** since 5.10, Terraform 1.13 */
      config?: tfplugin5.DynamicValue;
      /** since 5.10, Terraform 1.13 */
      includeResourceObject?: tfplugin5.DynamicValue;
      /** since 5.10, Terraform 1.13 */
      limit?: tfplugin5.DynamicValue;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 5.10, Terraform 1.13 */
      diagnostics: tfplugin5.Diagnostic[];
    }
  }
  /** Types nested in `PlanAction`. */
  export namespace PlanAction {
    /** The message `Request`. */
    export interface Request {
      /** since 5.10, Terraform 1.14 */
      actionType: string;
      /** since 5.10, Terraform 1.14 */
      config?: tfplugin5.DynamicValue;
      /** since 5.10, Terraform 1.14 */
      clientCapabilities?: tfplugin5.ClientCapabilities;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 5.10, Terraform 1.14 */
      diagnostics: tfplugin5.Diagnostic[];
      /** since 5.10, Terraform 1.14 */
      deferred?: tfplugin5.Deferred;
    }
  }
  /** Types nested in `InvokeAction`. */
  export namespace InvokeAction {
    /** The message `Request`. */
    export interface Request {
      /** since 5.10, Terraform 1.14 */
      actionType: string;
      /** since 5.10, Terraform 1.14 */
      config?: tfplugin5.DynamicValue;
      /** since 5.10, Terraform 1.14 */
      clientCapabilities?: tfplugin5.ClientCapabilities;
    }
    /** Any number of progress events, then one completed event. */
    export interface Event {
      /** since 5.10, Terraform 1.14 */
      progress?: tfplugin5.InvokeAction.Event.Progress;
      /** since 5.10, Terraform 1.14 */
      completed?: tfplugin5.InvokeAction.Event.Completed;
    }
    /** Types nested in `Event`. */
    export namespace Event {
      /** The message `Progress`. */
      export interface Progress {
        /** since 5.10, Terraform 1.14 */
        message: string;
      }
      /** The message `Completed`. */
      export interface Completed {
        /** since 5.10, Terraform 1.14 */
        diagnostics: tfplugin5.Diagnostic[];
      }
    }
  }
  /** Types nested in `ValidateActionConfig`. */
  export namespace ValidateActionConfig {
    /** The message `Request`. */
    export interface Request {
      /** since 5.10, Terraform 1.14 */
      typeName: string;
      /** since 5.10, Terraform 1.14 */
      config?: tfplugin5.DynamicValue;
    }
    /** The message `Response`. */
    export interface Response {
      /** since 5.10, Terraform 1.14 */
      diagnostics: tfplugin5.Diagnostic[];
    }
  }
}
