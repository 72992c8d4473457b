/**
 * A Terraform provider framework: all that the author of a provider imports.
 *
 * @module
 */

export type {
  Attribute,
  Attributes,
  Block,
  Blocks,
  NestedAttributes,
  Timeouts,
} from "./schema/attribute.ts";
export type {
  AttributeValue,
  Config,
  KnownConfig,
  Plan,
  PlannedState,
  State,
  UpdatePlan,
} from "./schema/model.ts";
export type { Reference } from "./schema/reference.ts";
export type {
  ConfigValidator,
  PlanModifier,
  PlanModifierContext,
  PlanModifierResult,
  Validator,
  ValidatorContext,
} from "./schema/rules.ts";
export { s } from "./schema/s.ts";
export type { Schema } from "./schema/schema.ts";
export { stateOf } from "./schema/state_of.ts";
export {
  type TypeExpression,
  types,
  type ValueOf,
} from "./schema/type_expression.ts";
export { v } from "./validators/v.ts";
export { p } from "./plan/p.ts";
export { same } from "./plan/same.ts";
export { Decimal, type NumberValue } from "./values/decimal.ts";
export { hclText } from "./values/hcl.ts";
export type { JsonValue } from "./values/json_parser.ts";
export { didYouMean, nearest } from "./values/nearest.ts";
export { Path, type PathStep } from "./values/path.ts";
export type { Type } from "./values/type.ts";
export { isUnknown, Unknown, unknown } from "./values/unknown.ts";
export {
  Dynamic,
  type Json,
  type Value,
  type ValueObject,
} from "./values/value.ts";
export type {
  Awaitable,
  OperationContext,
  PrivateState,
  ValidateContext,
} from "./define/context.ts";
export type {
  ConfigContext,
  DataSource,
  EphemeralResource,
  OpenedContext,
  OpenResult,
  RenewResult,
} from "./define/data_source.ts";
export { Deferral } from "./define/deferral.ts";
export {
  ArgumentError,
  type Parameter,
  parameter,
  type ProviderFunction,
} from "./define/function.ts";
export {
  type Identity,
  identity,
  type IdentityAttribute,
  type IdentityAttributes,
  type ImportIdentity,
} from "./define/identity.ts";
export type { Lazy } from "./define/lazy.ts";
export type {
  Action,
  InvokeContext,
  ListContext,
  ListResource,
  ListResult,
  PlanActionContext,
} from "./define/list_and_action.ts";
export { passthrough } from "./define/passthrough.ts";
export {
  dataSourceOf,
  defineFunction,
  type Definers,
  definersFor,
  resourceOf,
} from "./define/definers.ts";
export {
  type ConfigureContext,
  defineProvider,
  type Kinds,
  type LazyProvider,
  loadProvider,
  type Provider,
} from "./define/provider.ts";
export type {
  CreateContext,
  DeferralReason,
  DeleteContext,
  IdentityDefinition,
  ImportContext,
  ModifyPlanContext,
  ModifyPlanResult,
  MoveContext,
  PlanDestroyContext,
  PlanValuesContext,
  ReadContext,
  Resource,
  ResourceDefinition,
  UpdateContext,
  UpgradeContext,
} from "./define/resource.ts";
export {
  moveFrom,
  type MoveSource,
  upgradeFrom,
} from "./define/stored_state.ts";
export {
  type Detail,
  type Diagnostic,
  Diagnostics,
  DiagnosticsError,
  failure,
  type Paragraph,
} from "./diagnostics.ts";
export type { OperationLog } from "./log.ts";
export { normalText } from "./normal_text.ts";
export { inOneLine, replaceControlCharacters } from "./control_characters.ts";
export {
  maskSecret,
  mayHoldPassword,
  redactSecrets,
  redactValues,
} from "./secrets.ts";
export { readTextFile, UnreadableFile } from "./read_text_file.ts";
export { shellLine } from "./shell.ts";
export { parseDuration } from "./timeouts.ts";
