/**
 * A Terraform provider framework: all that the author of a provider imports.
 *
 * @module
 */

export {
  type TypeExpression,
  types,
  type ValueOf,
} from "./schema/type_expression.ts";
export type * from "./schema/attribute.ts";
export type {
  AnyOptions,
  AttributeBy,
  CommonOptions,
  EachWithoutOthers,
  ElementsBuilder,
  Exactly,
  KnownInUpdateOf,
  LeafAttribute,
  LeafBuilder,
  LeafBuilders,
  LeafOptions,
  ModeOf,
  ModeOptions,
  OnlyOptions,
  OtherKeys,
  RuleKeys,
  StringOptions,
  WriteOnlyOf,
} from "./schema/build_attribute.ts";
export {
  type BlockBuilder,
  type BlockBuilders,
  type BlockOptions,
  type Builders,
  type NestedAttribute,
  type NestedObjects,
  type NoBlocks,
  type ObjectBuilder,
  type ObjectOptions,
  type ObjectsBuilder,
  type ObjectsOptions,
  s,
  type SchemaOptions,
  type TimeoutAttributes,
} from "./schema/s.ts";
export type * from "./schema/block.ts";
export type * from "./schema/model.ts";
export type { Schema } from "./schema/schema.ts";
export { type ResponseOf, stateOf } from "./schema/state_of.ts";
export type * from "./schema/rules.ts";
export type { Reference } from "./schema/reference.ts";
export { didYouMean, nearest } from "./values/nearest.ts";
export * from "./validators/v.ts";
export type { Collection } from "./validators/collection.ts";
export { p } from "./plan/p.ts";
export type { ComputedFromOptions } from "./plan/p.ts";
export * from "./plan/same.ts";
export {
  maskSecret,
  redactSecrets,
  replaceControlCharacters,
} from "./secrets.ts";
export * from "./diagnostics.ts";
export { Path, type PathStep } from "./values/path.ts";
export * from "./values/unknown.ts";
export { hclText } from "./values/hcl.ts";
export { shellLine } from "./shell.ts";
export { parseDuration } from "./timeouts.ts";
export { Decimal, type NumberValue } from "./values/decimal.ts";
export {
  Dynamic,
  type Json,
  type Value,
  type ValueObject,
} from "./values/value.ts";
export type {
  CollectionType,
  ObjectType,
  TupleType,
  Type,
} from "./values/type.ts";
export type {
  Atom,
  Begin,
  BeginningAs,
  Equivalents,
  equivalents,
  First,
  NearestOf,
  NoKey,
  NoOthers,
  NoValue,
  ObjectPart,
  Strict,
  StrictReturn,
  WithFirstOf,
} from "./schema/exact.ts";
export { dynamicOf } from "./values/dynamic_of.ts";
export type { JsonValue, JsonValueObject } from "./values/json_parser.ts";
export type { OperationLog } from "./log.ts";
export * from "./define/context.ts";
export * from "./define/deferral.ts";
export * from "./define/resource.ts";
export {
  moveFrom,
  type MoveSource,
  upgradeFrom,
} from "./define/stored_state.ts";
export * from "./define/data_source.ts";
export * from "./define/function.ts";
export { passthrough } from "./define/passthrough.ts";
export {
  type Identity,
  identity,
  type IdentityAttribute,
  type IdentityAttributes,
  type IdentityBuilder,
  type IdentityBuilders,
  type IdentityOptions,
  type IdentitySchema,
  type ImportIdentity,
} from "./define/identity.ts";
export * from "./define/list_and_action.ts";
export type { Lazy, Loadable, NamedDefinition } from "./define/lazy.ts";
export * from "./define/provider.ts";
